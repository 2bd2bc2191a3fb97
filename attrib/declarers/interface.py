"""What a declarer is asked and what it answers: a tool whose words about commits are read.

To add one: a file with a class of this shape, one line in `__init__.py`, one story. Only forms
that documentation or source of the tool states are read; each file says which, and by which of
the two it is known.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from attrib.git.interface import Repository
from attrib.model.audit import Declaration
from attrib.model.ids import Oid, SessionKey
from attrib.notes import LARGEST_NOTE, notes_of


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The commits asked about, with their messages, and the sessions whose records are here.

    `refs` are the references of the repository, looked up once for all declarers.
    """

    repository: Repository
    refs: Mapping[bytes, Oid]
    messages: Mapping[Oid, bytes]
    sessions: Sequence[SessionKey]

    @property
    def commits(self) -> list[Oid]:
        """The commits that are here, in order."""
        return list(self.messages)


@dataclass(frozen=True, slots=True)
class Unread:
    """A note or file, or a part of one, that could not be read: its place and the reason."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Said:
    """One declaration about one commit; its lines as claimed, before they are compared."""

    commit: Oid
    declaration: Declaration


Answer: TypeAlias = Said | Unread


@dataclass(frozen=True, slots=True)
class Note:
    """What a notes reference keeps about a commit; `place` is how messages name it."""

    commit: Oid
    place: str
    content: bytes


def notes_in(asked: Asked, reference: str) -> Iterator[Note | Unread]:
    """The notes of the commits asked about under one reference."""
    tip = asked.refs.get(os.fsencode(reference))
    for oid, content in notes_of(asked.repository, tip, asked.commits):
        place = f"note {reference} of {oid[:8]}"
        if content is None:
            yield Unread(place, f"it is not here, or longer than {LARGEST_NOTE:,} bytes")
        else:
            yield Note(oid, place, content)


class Declarer(Protocol):
    """Reads what one tool declares of commits. All of it is untrusted: nothing is followed."""

    @property
    def tool(self) -> str:
        """The tool's name, as answers show it."""
        ...

    def declared(self, asked: Asked) -> Iterator[Answer]:
        """The declarations about the commits asked for, and what could not be read of them."""
        ...
