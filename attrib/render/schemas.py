"""The JSON formats as types; `python -m attrib.render.schemas` writes `docs/schemas/*.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct

from attrib.model.evidence import Unseen
from attrib.render.schema_check import CHECK_FORMATS
from attrib.render.schema_find import FIND_FORMATS
from attrib.render.schema_fleet import FLEET_FORMATS
from attrib.render.schema_import import IMPORT_FORMATS
from attrib.render.schema_parts import (
    BlameLine,
    Closed,
    Commit,
    Count,
    DoctorRoot,
    Exact,
    ExplainedEvidence,
    KnownSessions,
    Link,
    Oid,
    RecordFacts,
    Repository,
    Root,
    Session,
    State,
    Tried,
    Unreadable,
    Word,
)
from attrib.render.schema_pr import PR_FORMATS
from attrib.render.schema_ranges import FORMATS as RANGE_FORMATS
from attrib.render.schema_share import SHARE_FORMATS


class Blame(Closed, kw_only=True):
    """The answer of `git asr-blame --json`."""

    format: Literal["attrib.blame/1"]
    path: str
    path_base64: Exact = UNSET
    revision: str | None
    lines: list[BlameLine]
    sessions: list[Session]
    statement: str


class Commits(Closed, kw_only=True):
    """The answer of `attrib commit --json`."""

    format: Literal["attrib.commit/1"]
    commits: list[Commit]
    statement: str


class ExplainedLine(BlameLine, kw_only=True):
    """A line with its whole derivation."""

    evidence: list[ExplainedEvidence]  # type: ignore[assignment]
    old_blob: Oid | None
    new_blob: Oid | None
    records: list[RecordFacts]
    tried: list[Tried]


class Explanation(Closed, kw_only=True):
    """The answer of `attrib explain <file>:<line> --json`."""

    format: Literal["attrib.explain/1"]
    path: str
    path_base64: Exact = UNSET
    revision: str | None
    lines: list[ExplainedLine]
    sessions: list[Session]
    statement: str


class ExplainedPath(Closed, kw_only=True):
    """A path of a commit with its whole derivation."""

    path: str
    path_base64: Exact = UNSET
    old_path: str | None
    old_path_base64: Exact = UNSET
    op: str
    strength: Word | None
    evidence: list[ExplainedEvidence]
    unseen: Unseen | None
    tried: list[Tried]


class CommitExplanation(Closed, kw_only=True):
    """The answer of `attrib explain <commit> --json`."""

    format: Literal["attrib.explain-commit/1"]
    commit: Commit
    paths: list[ExplainedPath]
    records: list[RecordFacts]
    sessions: list[Session]
    statement: str


class Sessions(Closed, kw_only=True):
    """The answer of `attrib session --json`."""

    format: Literal["attrib.sessions/1"]
    sessions: list[Session]
    statement: str


class SessionLink(Link, kw_only=True):
    """A commit linked to the session; null for what is not committed yet."""

    commit: Oid | None


class OneSession(Closed, kw_only=True):
    """The answer of `attrib session <id> --json`."""

    format: Literal["attrib.session/1"]
    session: Session
    roots: list[Root]
    records: Count
    states: list[State]
    left_out: list[str]
    links: list[SessionLink]
    statement: str


class Doctor(Closed, kw_only=True):
    """The answer of `attrib doctor --json`."""

    format: Literal["attrib.doctor/1"]
    repository: Repository
    sessions: KnownSessions
    roots: list[DoctorRoot]
    index: str | None
    hooks: list[str]
    missed: list[str]
    filters: list[str]
    unreadable: list[Unreadable]
    notices: list[str]


#: Every format by the name of its schema file.
FORMATS: dict[str, type[Struct]] = {
    "attrib.blame-1": Blame,
    "attrib.commit-1": Commits,
    "attrib.explain-1": Explanation,
    "attrib.explain-commit-1": CommitExplanation,
    "attrib.session-1": OneSession,
    "attrib.sessions-1": Sessions,
    "attrib.doctor-1": Doctor,
    **CHECK_FORMATS,
    **RANGE_FORMATS,
    **FIND_FORMATS,
    **PR_FORMATS,
    **SHARE_FORMATS,
    **FLEET_FORMATS,
    **IMPORT_FORMATS,
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of one format."""
    found = msgspec.json.schema(FORMATS[name])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{name}.json"}
    return {**head, **found}


def schema_text(name: str) -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every schema into `docs/schemas`."""
    folder = Path(__file__).parents[2] / "docs" / "schemas"
    folder.mkdir(parents=True, exist_ok=True)
    for name in FORMATS:
        (folder / f"{name}.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
