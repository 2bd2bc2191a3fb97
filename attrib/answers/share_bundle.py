"""`attrib share bundle`: the evidence about a range as one statement."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrib import __version__
from attrib.answers.ranges import range_of
from attrib.answers.share_verify import notes_in
from attrib.answers.sharing import additions_of
from attrib.codec.statements import SessionSource, note_from_lines, statement_of
from attrib.model.evidence import Strength
from attrib.model.ids import Oid, SessionKey
from attrib.model.sessions import Session
from attrib.model.shared import SharedNote
from attrib.workspace import Workspace

_SALT = 16


def bundle_of(
    workspace: Workspace, text: str | None, *, at_least: Strength | None = None
) -> dict[str, Any]:
    """The statement: what records here give about a range, and what notes say of it.

    Raises:
        RevisionError: an end of the range names no commit here.
        AttribError: it is too much at once.
    """
    commits = range_of(workspace, text)
    found = additions_of(workspace, commits, at_least=at_least)
    lines: dict[tuple[Oid, bool], dict[bytes, None]] = {}
    for is_commit, part in ((True, found.commits), (False, found.blobs)):
        for oid, added in part.items():
            lines.setdefault((oid, is_commit), {}).update(dict.fromkeys(added))
    for note in notes_in(workspace, commits):
        kept = dict.fromkeys(line.raw for line in note.lines if line.value is not None)
        if kept:
            lines.setdefault((note.object, note.is_commit), {}).update(kept)
    notes = [
        note_from_lines(oid, sorted(held), is_commit=is_commit)
        for (oid, is_commit), held in sorted(lines.items(), key=lambda each: each[0])
    ]
    named = _named(notes)
    sources = [_source(session) for session in workspace.sessions if session.key in named]
    return statement_of(notes, sources, salt=secrets.token_bytes(_SALT), version=__version__)


def _named(notes: list[SharedNote]) -> set[SessionKey]:
    return {line.value.session for note in notes for line in note.lines if line.value is not None}


def _source(session: Session) -> SessionSource:
    streams = [stream.path for stream in session.streams]
    roots = [root.path for root in session.roots if root.path]
    digests = tuple(digest for path in streams for digest in _digests(Path(path)))
    return SessionSource(session.key, digests, tuple(dict.fromkeys((*streams, *roots))))


def _digests(path: Path) -> Iterator[str]:
    """The SHA-256 of a stream that is a file of its own."""
    if path.is_file():
        with path.open("rb") as stream:
            yield hashlib.file_digest(stream, "sha256").hexdigest()
