"""Builds stories, runs what is typed in them as real processes, and keeps the whole answers."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from attrib.demonstration.repository import clean_environment

FOLDER = Path(__file__).parent
#: A file of a story whose answers nothing gives yet: it is built and checked, no answer is kept.
NEXT_ISSUE = "NEXT"

_TIME = rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}"
_MASKS = (
    (re.compile(rb"(Not Committed Yet +)" + _TIME), rb"\1NOW"),
    (re.compile(rb"((?:author|committer) Not Committed Yet\n.*\n.*-time) \d+"), rb"\1 NOW"),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one command printed, byte for byte, and its exit code."""

    stdout: bytes
    stderr: bytes
    code: int


@dataclass(frozen=True, slots=True)
class Place:
    """A built story: its home folder and its repository."""

    home: Path
    repository: Path

    @property
    def sessions(self) -> Path:
        """The folder of streams that is configured where the story's commands run."""
        return self.home / "sessions"


@dataclass(frozen=True, slots=True)
class Story:
    """One folder of `fixture_repos`."""

    name: str

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return FOLDER / self.name

    @property
    def is_next(self) -> bool:
        """True for a story of the next issue: what it claims is not asked of the tool yet."""
        return (self.folder / NEXT_ISSUE).exists()

    @property
    def commands(self) -> tuple[str, ...]:
        """Shell lines in order, as typed in the repository; `#` begins a comment line."""
        lines = (self.folder / "commands.txt").read_text("utf-8").splitlines()
        return tuple(line for line in lines if line and not line.startswith("#"))

    def build(self, home: Path) -> Place:
        """Make its repository and streams below `home`."""
        home.mkdir(parents=True, exist_ok=True)
        build: Callable[[Path], Path] = self._module("story").build
        return Place(home, build(home))

    def claims(self) -> Mapping[str, Callable[..., None]]:
        """Its hand-written claims by name; each takes a `fixture_repos.asking.Tool`."""
        module = self._module("claims")
        return {
            name: value
            for name, value in vars(module).items()
            if callable(value)
            and not name.startswith("_")
            and getattr(value, "__module__", None) == module.__name__
        }

    def expected_file(self, number: int) -> Path:
        """The kept answer of the command with this 1-based number."""
        return self.folder / "expected" / f"{number}.txt"

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"fixture_repos.{self.name}.{name}")


def all_stories() -> tuple[Story, ...]:
    """Every story, by name."""
    return tuple(Story(file.parent.name) for file in sorted(FOLDER.glob("*/story.py")))


def environment_of(place: Place) -> dict[str, str]:
    """The whole environment of a story's commands: the tool on the PATH, its streams configured."""
    environment = clean_environment(place.home)
    programs = str(Path(sys.executable).parent)
    environment["PATH"] = os.pathsep.join((programs, environment["PATH"]))
    return environment | {
        "ATTRIB_SESSIONS": str(place.sessions),
        "COLUMNS": "100",
        "TERM": "dumb",
    }


def run(command: str, place: Place) -> Outcome:
    """Type `command` in the story's repository."""
    shell = shutil.which("sh") or "/bin/sh"
    return run_program([shell, "-c", command], place.repository, environment_of(place))


def run_program(
    program: list[str | bytes], folder: Path, environment: Mapping[str, str]
) -> Outcome:
    """Run `program` to its end, with nothing on its stdin."""
    done = subprocess.run(
        program,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Outcome(done.stdout, done.stderr, done.returncode)


def page_of(command: str, outcome: Outcome, place: Place) -> bytes:
    """The whole answer as it is kept: the command, stdout, stderr, the exit code.

    The home folder is written `HOME`, and the present, which git prints for lines that are not
    committed yet, `NOW`.
    """
    parts = [b"$ " + command.encode("utf-8") + b"\n", _block(outcome.stdout)]
    parts += [b"--- stderr\n", _block(outcome.stderr), b"--- exit %d\n" % outcome.code]
    return without_present(b"".join(parts).replace(os.fsencode(place.home), b"HOME"))


def without_present(output: bytes) -> bytes:
    """The output with `NOW` for the time that git prints for lines not committed yet."""
    for pattern, replacement in _MASKS:
        output = pattern.sub(replacement, output)
    return output


def pages_of(story: Story, place: Place) -> list[bytes]:
    """Every command's kept answer, run in order in one place."""
    return [page_of(command, run(command, place), place) for command in story.commands]


def streams_of(place: Place) -> dict[str, bytes]:
    """Every stream that the story made, by its path below the home folder, `HOME` for the home."""
    files = sorted(place.home.glob("sessions*/**/*.jsonl"))
    return {
        str(file.relative_to(place.home)): file.read_bytes().replace(
            os.fsencode(place.home), b"HOME"
        )
        for file in files
    }


def _block(output: bytes) -> bytes:
    return output + b"\n\\ no newline at the end\n" if output[-1:] not in (b"", b"\n") else output
