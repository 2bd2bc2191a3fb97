"""The completions know our options, and only options that exist."""

from __future__ import annotations

import os
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


@pytest.mark.git
@pytest.mark.parametrize("name", ["git-asr-blame.bash", "_git-asr-blame", "git-asr-blame.fish"])
def test_every_option_of_git_is_offered(name: str) -> None:
    text = (COMPLETIONS / name).read_text(encoding="utf-8")
    usage = subprocess.run(["git", "blame", "-h"], capture_output=True, text=True).stdout
    given = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text.replace("-l ", "--")))
    given |= set(re.findall(r"(?<![\w-])-[A-Za-z](?![a-z])", text.replace("-s ", "-")))
    listed = re.findall(r"(?<=^    )-[^ [=,]+(?:, --[^ [=]+)?", usage, flags=re.MULTILINE)
    options = {option for each in listed for option in each.split(", ")}
    if name.endswith(".bash"):  # which offers long options alone, as git's own does
        options = {option for option in options if option.startswith("--")}
    assert len(options) > 12
    assert sorted(options - given) == []


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("git asr-blame --min-s", {"--min-strength"}),
        ("git -C . asr-blame --json", {"--json"}),
        ("git-asr-blame --json", {"--json"}),
        ("git asr-bl", {"asr-blame"}),
        ("git -C . asr-bl", {"asr-blame"}),
        ("git add asr-blame --json", set()),
        ("git asr-blame --json v1.", {"v1.4"}),
    ],
)
@pytest.mark.git
def test_fish_offers(typed: str, offered: set[str], tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("there is no fish here")
    for command in (["init", "-q"], ["commit", "-qm", "start", "--allow-empty"], ["tag", "v1.4"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    script = f"source '{COMPLETIONS / 'git-asr-blame.fish'}'; complete -C '{typed}'"
    done = subprocess.run(
        ["fish", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert {line.split("\t")[0] for line in done.stdout.splitlines()} == offered


@pytest.mark.parametrize(
    ("shell", "name"),
    [("bash", "git-asr-blame.bash"), ("zsh", "_git-asr-blame"), ("fish", "git-asr-blame.fish")],
)
def test_the_shell_can_read_it(shell: str, name: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    done = subprocess.run([shell, "-n", COMPLETIONS / name], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
