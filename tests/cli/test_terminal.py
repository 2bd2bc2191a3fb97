"""Colour, pager and the ways a program ends."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from attrib.cli.terminal import ends_well, wants_color
from attrib.errors import ObjectMissingError, UsageError

PROGRAM = [sys.executable, "-c", "import sys; from attrib.cli.blame import main; sys.exit(main())"]


@pytest.mark.parametrize(
    ("option", "config", "variables", "tty", "wanted"),
    [
        (None, {}, {"TERM": "xterm"}, True, True),
        (None, {}, {"TERM": "xterm"}, False, False),
        (None, {}, {"TERM": "dumb"}, True, False),
        ("always", {}, {"NO_COLOR": "1"}, False, True),
        ("never", {}, {"TERM": "xterm"}, True, False),
        ("auto", {}, {"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        (None, {}, {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        (None, {}, {"FORCE_COLOR": "1"}, False, True),
        (None, {"color.ui": "always"}, {}, False, True),
        (None, {"color.ui": "always", "color.asr-blame": "never"}, {"TERM": "x"}, True, False),
        (None, {}, {"TERM": "xterm", "GIT_PAGER_IN_USE": "true"}, False, True),
        (None, {"color.pager": "no"}, {"TERM": "x", "GIT_PAGER_IN_USE": "true"}, False, False),
    ],
)
def test_colour_is_decided_as_git_decides(
    option: str | None,
    config: dict[str, str],
    variables: dict[str, str],
    tty: bool,
    wanted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TERM", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings = {key: [value] for key, value in config.items()}
    assert wants_color(option, settings, tty=tty) is wanted


def interrupt() -> int:
    raise KeyboardInterrupt


def miss() -> int:
    raise ObjectMissingError("no object '1\x1b' here", where="HEAD", hint="git fetch --unshallow")


def misuse() -> int:
    raise UsageError("no file to blame")


def fail() -> int:
    raise ValueError("oops")


def test_endings_have_gits_codes_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert [ends_well(run) for run in (lambda: 3, interrupt, misuse, miss)] == [3, 130, 129, 128]
    assert capsys.readouterr().err == (
        "fatal: no file to blame\nfatal: HEAD: no object '1^[' here\nhint: git fetch --unshallow\n"
    )


def test_a_bug_is_told_with_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert ends_well(fail) == 128
    *_, message, hint = capsys.readouterr().err.splitlines()
    assert message == "fatal: a bug in attrib: ValueError: oops"
    assert hint.startswith("hint: report it with the lines above and these versions: attrib ")


def test_a_closed_pipe_ends_silently(zoo: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*PROGRAM, "app.py"], cwd=zoo, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def on_a_terminal(folder: Path, *args: str, **variables: str) -> bytes:
    """What the program shows on a terminal as its stdout."""
    controller, terminal = pty.openpty()
    environment = dict(os.environ) | {"TERM": "xterm"} | variables
    process = subprocess.Popen(
        [*PROGRAM, *args],
        cwd=folder,
        env=environment,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(controller, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(controller)
    assert process.wait() == 0
    return shown


def test_a_terminal_is_shown_no_raw_controls(zoo: Path) -> None:
    shown = on_a_terminal(zoo, "-s", "raw-crlf.bin", GIT_PAGER="cat")
    assert shown.endswith(b" 3) three^Mfour^L^[[31mred\x85\r\n")


def test_a_terminal_gets_the_users_pager(zoo: Path) -> None:
    shown = on_a_terminal(zoo, "-s", "no-end.txt", GIT_PAGER="sed 's/^/paged: /'")
    assert shown.count(b"paged: ") == 2
    off = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "pager.asr-blame"}
    shown = on_a_terminal(
        zoo, "-s", "no-end.txt", GIT_PAGER="sed 's/^/paged: /'", GIT_CONFIG_VALUE_0="false", **off
    )
    assert b"paged" not in shown


def test_porcelain_too_goes_through_the_pager_as_gits_does(zoo: Path) -> None:
    pager = "sed 's/^/paged: /'"
    shown = on_a_terminal(zoo, "--porcelain", "no-end.txt", GIT_PAGER=pager)
    assert {line[:7] for line in shown.splitlines()} == {b"paged: "}
    assert b"paged" not in on_a_terminal(zoo, "--incremental", "no-end.txt", GIT_PAGER=pager)


def test_a_pager_that_is_not_there_keeps_nothing_from_the_reader(zoo: Path) -> None:
    shown = on_a_terminal(zoo, "-s", "no-end.txt", GIT_PAGER="no-such-pager")
    assert shown == on_a_terminal(zoo, "-s", "no-end.txt", GIT_PAGER="cat")
