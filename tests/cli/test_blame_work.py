"""What a blame costs, counted: modules, git processes, and what is written before git ends."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from attrib.cli.blame_progress import Progress
from tests.cli.conftest import Answer, Maker, many_lines

pytestmark = pytest.mark.git

Run = Callable[[Sequence[str]], Answer]
PROGRAM = [sys.executable, "-c", "import sys; from attrib.cli.blame import main; sys.exit(main())"]
HEAVY = {"click", "rich", "networkx", "dulwich", "pygit2", "msgspec", "filelock", "httpx2"}
LIST_MODULES = (
    "import sys; from attrib.cli.blame import main; code = main(sys.argv[1:]);"
    "import json; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
)


def modules_of(folder: Path, *args: str) -> set[str]:
    """What a run of the program has imported at its end."""
    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, *args], cwd=folder, capture_output=True, check=True
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_the_version_imports_next_to_nothing(tmp_path: Path) -> None:
    modules = modules_of(tmp_path, "--version")
    ours = {name for name in modules if name.startswith("attrib")}
    assert ours == {
        "attrib",
        "attrib.cli",
        "attrib.cli.blame",
        "attrib.cli.blame_arguments",
        "attrib.cli.blame_usage",
        "attrib.cli.terminal",
        "attrib.errors",
    }
    assert not modules & (HEAVY | {"subprocess", "tempfile", "sqlite3", "attrib.model"})


@pytest.mark.parametrize("form", [["-s"], ["--porcelain"], ["--incremental"], ["--json"]])
def test_without_sessions_no_large_library_is_imported(form: list[str], zoo: Path) -> None:
    assert not modules_of(zoo, *form, "app.py") & HEAVY


def test_git_starts_before_what_answers_is_imported(zoo: Path) -> None:
    code = (
        "import sys, attrib.git.process as p; from attrib.cli.blame import main\n"
        "start = p.Git.start_as_user\n"
        "def spy(self, arguments, **rest):\n"
        "    if arguments[0] == b'blame': print(*sorted(sys.modules), file=sys.stderr)\n"
        "    return start(self, arguments, **rest)\n"
        "p.Git.start_as_user = spy; main(['-s', 'app.py'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=zoo, capture_output=True, check=True)
    modules = set(done.stderr.splitlines()[0].decode().split())
    assert "attrib.git.room" in modules
    assert not modules & {"attrib.opening", "attrib.model", "attrib.git.command", "attrib.codec"}


@pytest.fixture
def count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Lets every start of git be written down; gives what was since the last time."""
    log, real = tmp_path / "log", shutil.which("git")
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "git"
    script.write_text(f"#!/bin/sh\necho \"$*\" >>'{log}'\nexec '{real}' \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    def started() -> list[str]:
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    return started


@pytest.mark.parametrize(
    "args",
    [
        ["app.py"],
        ["app.py", "HEAD"],
        ["-c", "app.py"],
        ["--color-lines", "-M", "-C", "app.py"],
        ["--json", "app.py"],
        ["--line-porcelain", "app.py"],
        ["--incremental", "app.py"],
        ["latin.txt"],
        ["main", "--", "app.py"],
    ],
)
def test_five_git_processes_are_enough(
    args: list[str],
    zoo: Path,
    run_ours: Run,
    count: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(zoo)
    assert run_ours(args).code == 0
    started = count()
    assert 3 <= len(started) <= 5, started


def test_more_commits_start_no_more_processes(
    make: Callable[[], Maker],
    run_ours: Run,
    count: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    maker = make()
    monkeypatch.chdir(maker.path)
    text = b""
    numbers = []
    for number in range(12):
        text += b"line %d\n" % number
        maker.write("a.txt", text)
        maker.commit()
        if number in (1, 11):
            count()
            assert run_ours(["a.txt"]).code == 0
            numbers.append(len(count()))
    assert numbers[0] == numbers[1]


def test_incremental_lines_come_while_git_still_works(
    make: Callable[[], Maker], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git is held up after its first entry, until we have read what we wrote about it."""
    maker = make()
    maker.write("a.txt", many_lines(3))
    maker.commit()
    maker.write("a.txt", many_lines(3).replace(b"the 1th", b"a new"))
    maker.commit()
    whole = tmp_path / "whole"
    whole.write_bytes(run_git_in(maker.path, "--incremental", "a.txt"))
    first = whole.read_bytes().index(b"filename a.txt\n") + len(b"filename a.txt\n")
    gate, folder = tmp_path / "gate", tmp_path / "bin"
    os.mkfifo(gate)
    folder.mkdir()
    (folder / "git").write_text(
        f'#!/bin/sh\n[ "$1" = blame ] || exec {shutil.which("git")} "$@"\n'
        f"head -c {first} '{whole}'\nread line <'{gate}'\ntail -c +{first + 1} '{whole}'\n"
    )
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    process = subprocess.Popen(
        [*PROGRAM, "--incremental", "a.txt"],
        cwd=maker.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    lines: list[bytes] = []
    while not lines or lines[-1] != b"filename a.txt\n":
        lines.append(process.stdout.readline())
    assert process.poll() is None, "git is still at work"
    with gate.open("w") as opened:
        opened.write("go on\n")
    lines += process.stdout.readlines()
    process.stdout.close()
    assert process.wait() == 0
    kept = [line for line in lines if not line.startswith(b"asr-")]
    assert b"".join(kept) == whole.read_bytes()
    assert len(lines) > len(kept)


def run_git_in(folder: Path, *args: str) -> bytes:
    return subprocess.run(
        ["git", "blame", *args], cwd=folder, check=True, capture_output=True
    ).stdout


@pytest.mark.parametrize("options", [[], ["-c"], ["--porcelain"], ["--incremental"]])
def test_a_list_from_a_shell_pipe_is_read(options: list[str], zoo: Path) -> None:
    words = " ".join([*options, "--ignore-revs-file <(cat ignored)", "main", "--", "app.py"])
    answers = []
    for program in ("git blame", f"{sys.executable} -m attrib blame"):
        command = ["bash", "-c", f"{program} {words}"]
        done = subprocess.run(command, cwd=zoo, capture_output=True, check=True)
        lines = done.stdout.replace(b" -         -", b"").replace(b"-         -\t", b"")
        answers.append([line for line in lines.split(b"\n") if not line.startswith(b"asr-")])
    git, ours = answers
    assert ours == git


class Watched(io.BytesIO):
    """A stream that lets one wait until something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.changed = threading.Condition()

    def write(self, data: Any) -> int:
        with self.changed:
            self.changed.notify_all()
            return super().write(data)

    def wait_for(self, text: bytes) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: text in self.getvalue(), timeout=60)


def test_progress_is_shown_after_a_while_and_taken_away() -> None:
    stream = Watched()
    with Progress(stream, delay=0, every=0.001) as progress:
        stream.wait_for(b"blaming lines: 0 s")
        progress.stage = "comparing with sessions"
        stream.wait_for(b"comparing with sessions: ")
    assert stream.getvalue().endswith(b"\r\x1b[K")


def test_a_short_run_shows_no_progress() -> None:
    stream = io.BytesIO()
    with Progress(stream, delay=60):
        pass
    assert stream.getvalue() == b""
