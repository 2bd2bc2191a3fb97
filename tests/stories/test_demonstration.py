"""`attrib demo` shows what its commands say, and leaves nothing but what was asked to be kept."""

from __future__ import annotations

import shlex
from pathlib import Path

from attrib.demonstration.repository import clean_environment
from fixture_repos.harness import Outcome, Place, environment_of, run, run_program, without_present


def _demo(folder: Path, *options: str) -> Outcome:
    environment = environment_of(Place(folder, folder))
    del environment["ATTRIB_SESSIONS"]
    environment["TMPDIR"] = str(folder)
    return run_program(["attrib", "demo", *options], folder, environment)


def test_each_shown_command_gives_the_shown_answer(tmp_path: Path) -> None:
    home = tmp_path / "kept"
    outcome = _demo(tmp_path, "--keep", str(home))
    assert outcome.code == 0, outcome.stderr.decode()
    place = Place(home, home / "greeting")
    lines = outcome.stdout.decode("utf-8").split("\n")
    commands = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    assert commands[0] == f"cd {shlex.quote(str(place.repository))}"
    assert [command.split()[:2] for command in commands[1:]] == [
        ["git", "config"],
        ["git", "log"],
        ["git", "asr-blame"],
        ["git", "asr-blame"],
        ["attrib", "explain"],
        ["attrib", "commit"],
    ]
    for command in commands[1:]:
        answer = run(command, place)
        assert answer.code == 0
        shown = b"$ " + command.encode() + b"\n" + answer.stdout
        assert without_present(shown) in without_present(outcome.stdout)


def test_nothing_stays_unless_asked_for(tmp_path: Path) -> None:
    outcome = _demo(tmp_path)
    assert outcome.code == 0, outcome.stderr.decode()
    assert list(tmp_path.iterdir()) == []
    assert outcome.stdout.decode("utf-8").endswith("attrib demo --keep DIR\n")


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine\n")
    outcome = _demo(tmp_path, "--keep", str(tmp_path))
    assert (outcome.code, outcome.stdout) == (129, b"")
    assert f"'{tmp_path}' is not an empty folder".encode() in outcome.stderr


def test_a_clean_environment_has_no_configuration_of_the_person(tmp_path: Path) -> None:
    environment = clean_environment(tmp_path)
    listed = run_program(["git", "config", "--list", "--show-origin"], tmp_path, environment)
    assert listed.stdout == b""
