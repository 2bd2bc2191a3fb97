"""The completions know our options, and only options that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from attrib.cli.blame_usage import USAGE

ROOT = Path(__file__).parents[2]
COMPLETIONS = ROOT / "completions"
OURS = sorted(set(re.findall(r"--[a-z][a-z-]+", USAGE)))


@pytest.mark.parametrize("name", ["git-asr-blame.bash", "_git-asr-blame", "git-asr-blame.fish"])
def test_every_option_of_ours_is_offered(name: str) -> None:
    text = (COMPLETIONS / name).read_text(encoding="utf-8")
    words = set(re.findall(r"--[a-z][a-z-]+", text.replace("-l ", "--")))
    assert [option for option in OURS if option not in words] == []


@pytest.mark.parametrize(
    ("shell", "name"),
    [("bash", "git-asr-blame.bash"), ("zsh", "_git-asr-blame"), ("fish", "git-asr-blame.fish")],
)
def test_the_shell_can_read_it(shell: str, name: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    done = subprocess.run([shell, "-n", COMPLETIONS / name], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
