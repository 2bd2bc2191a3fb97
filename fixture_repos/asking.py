"""Asks the tool in a story's repository and gives its JSON answers as values, for claims."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fixture_repos.harness import Outcome, Place, environment_of, run_program


@dataclass(frozen=True, slots=True)
class Said:
    """One evidence of a JSON answer; `session` is the session's ID alone."""

    session: str
    strength: str
    relation: str
    equality: str | None
    covers: str
    qualifiers: tuple[str, ...]
    records: tuple[str, ...]
    notes: tuple[str, ...]
    path: str | None = None
    lines: tuple[tuple[int, int], ...] = ()

    @property
    def numbers(self) -> list[int]:
        """The covered line numbers of the commit's file, in order."""
        return [number for first, last in self.lines for number in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class SaidLine:
    """One line of `git asr-blame --json`."""

    number: int
    commit: str | None
    text: bytes
    strength: str | None
    evidence: tuple[Said, ...]
    unseen: str | None

    @property
    def sessions(self) -> set[str]:
        """The IDs of all sessions named for it."""
        return {said.session for said in self.evidence}

    @property
    def is_silent(self) -> bool:
        """True when nothing is said, and why nothing is said."""
        return not self.evidence and self.strength is None and self.unseen is not None

    def of(self, session: str) -> tuple[Said, ...]:
        """What is said of one session, strongest first."""
        return tuple(said for said in self.evidence if said.session == session)


@dataclass(frozen=True, slots=True)
class SaidCommit:
    """One commit of `attrib commit --json`: evidence by session ID."""

    commit: str
    links: dict[str, tuple[Said, ...]]
    strengths: dict[str, str]
    paths: dict[str, dict[str, Any]] = field(default_factory=dict)


class Tool:
    """The installed programs, run in one built story."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def run(
        self, *command: str | bytes, folder: str = ".", sessions: Sequence[Path] | None = None
    ) -> Outcome:
        """Run a program in `folder` of the repository; `sessions` replaces the configured ones."""
        environment = environment_of(self.place)
        if sessions is not None:
            del environment["ATTRIB_SESSIONS"]
        return run_program(list(command), self.place.repository / folder, environment)

    def git(self, *args: str | bytes) -> bytes:
        """What plain git prints in the story's repository; it must succeed."""
        outcome = self.run("git", *args)
        assert outcome.code == 0, outcome.stderr.decode("utf-8", "replace")
        return outcome.stdout

    def commit_of(self, revision: str) -> str:
        """The full ID of a revision."""
        return self.git("rev-parse", "--verify", revision).decode().strip()

    def blame_json(
        self,
        path: str | bytes,
        *options: str,
        revision: str | None = None,
        folder: str = ".",
        sessions: Sequence[Path] | None = None,
    ) -> dict[int, SaidLine]:
        """The lines of `git asr-blame --json`, by number."""
        answer = self.blame_answer(
            path, *options, revision=revision, folder=folder, sessions=sessions
        )
        return {row["number"]: _line(row) for row in answer["lines"]}

    def blame_answer(
        self,
        path: str | bytes,
        *options: str,
        revision: str | None = None,
        folder: str = ".",
        sessions: Sequence[Path] | None = None,
    ) -> dict[str, Any]:
        """The whole object of `git asr-blame --json`."""
        command: list[str | bytes] = ["git", "asr-blame", "--json", *options]
        command += _session_options(sessions)
        command += [revision] if revision is not None else []
        return _answer(self.run(*command, "--", path, folder=folder, sessions=sessions))

    def commit_json(self, revision: str, *, sessions: Sequence[Path] | None = None) -> SaidCommit:
        """The one commit of `attrib commit --json <revision>`."""
        command = ["attrib", "commit", "--json", *_session_options(sessions), revision]
        (row,) = _answer(self.run(*command, sessions=sessions))["commits"]
        links = {link["session"]["id"]: link for link in row["links"]}
        return SaidCommit(
            commit=row["commit"],
            links={name: tuple(map(_said, link["evidence"])) for name, link in links.items()},
            strengths={name: link["strength"] for name, link in links.items()},
            paths={path["path"]: path for path in row["paths"]},
        )


def _session_options(sessions: Sequence[Path] | None) -> list[str]:
    return [option for path in sessions or () for option in ("--sessions", str(path))]


def _answer(outcome: Outcome) -> dict[str, Any]:
    assert outcome.code == 0, outcome.stderr.decode("utf-8", "replace")
    answer = json.loads(outcome.stdout)
    assert isinstance(answer, dict)
    return answer


def _line(row: dict[str, Any]) -> SaidLine:
    text = row["text"].encode("utf-8")
    return SaidLine(
        number=row["number"],
        commit=row["commit"],
        text=base64.b64decode(row["text_base64"]) if "text_base64" in row else text,
        strength=row["strength"],
        evidence=tuple(map(_said, row["evidence"])),
        unseen=row["unseen"],
    )


def _said(row: dict[str, Any]) -> Said:
    return Said(
        session=row["session"]["id"],
        strength=row["strength"],
        relation=row["relation"],
        equality=row["equality"],
        covers=row["covers"],
        qualifiers=tuple(row["qualifiers"]),
        records=tuple(row["records"]),
        notes=tuple(row["notes"]),
        path=row.get("path"),
        lines=tuple((first, last) for first, last in row.get("lines", ())),
    )
