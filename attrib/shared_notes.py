"""What teammates share of their evidence in git notes: read, limited, never trusted.

A note cannot say more than the table of strengths allows for its relation and qualifiers. What is
no line of ours, or cannot be so, is passed over and named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from attrib.git.interface import Repository
from attrib.model.evidence import Covers, Evidence, Relation, Strength
from attrib.model.ids import Oid, SessionKey
from attrib.model.shared import NoteLine, SharedEvidence, SharedNote
from attrib.strength import BASE, capped

#: The notes of so many objects are read at once, and so many bytes of notes in one run.
_AT_ONCE, MOST_BYTES = 64, 1 << 28
#: How far each relation may reach; a relation that is not listed covers lines, or a file.
_REACH: Mapping[Relation, frozenset[Covers]] = {
    Relation.CHECKPOINT: frozenset({Covers.FILE}),
    Relation.TOUCHED: frozenset({Covers.FILE}),
    Relation.NAMED: frozenset({Covers.COMMIT}),
    Relation.HEAD_MOVED: frozenset({Covers.COMMIT}),
    Relation.DURING: frozenset({Covers.COMMIT}),
    Relation.REWRITTEN: frozenset(Covers),
}
_CONTENT = frozenset({Covers.LINE, Covers.FILE})


@dataclass
class SharedNotes:
    """The shared notes of one repository; `reference` is `None` where none are to be read.

    `unread` are lines that were passed over, by place; `newer` counts lines of later versions,
    `sessions` are those that answers know from notes alone, `partly` those here with records that
    only notes know, `commits` those that either speaks of. All of them grow.
    """

    repository: Repository | None
    reference: str | None
    unread: dict[str, str] = field(default_factory=dict)
    newer: int = 0
    sessions: set[SessionKey] = field(default_factory=set)
    partly: set[SessionKey] = field(default_factory=set)
    commits: set[Oid] = field(default_factory=set)
    _bytes: int = 0
    _known: dict[tuple[Oid, bool], SharedNote | None] = field(default_factory=dict)

    @cached_property
    def tip(self) -> Oid | None:
        """The notes commit, `None` where there are no notes."""
        if self.reference is None or self.repository is None:
            return None
        return self.repository.ref(os.fsencode(self.reference))

    def of(self, objects: Iterable[Oid], *, are_commits: bool) -> Mapping[Oid, SharedNote]:
        """The notes of those objects that have one, each line within its limits."""
        if self.tip is None or self.repository is None:
            return {}
        # Imported here: most repositories have no such notes, and blame must start fast.
        from attrib.codec.notes import note_of
        from attrib.notes import LARGEST_NOTE, notes_of

        asked = list(dict.fromkeys(objects))
        wanted = [oid for oid in asked if (oid, are_commits) not in self._known]
        self._known.update(((oid, are_commits), None) for oid in wanted)
        for start in range(0, len(wanted), _AT_ONCE):
            part = wanted[start : start + _AT_ONCE]
            if self._bytes > MOST_BYTES:
                self.unread[self.reference or ""] = f"only {MOST_BYTES:,} bytes of notes are read"
                break
            for oid, content in notes_of(self.repository, self.tip, part):
                place = self.place(oid)
                if content is None:
                    self.unread[place] = f"it is not here, or longer than {LARGEST_NOTE:,} bytes"
                    continue
                self._bytes += len(content)
                note = note_of(oid, content, is_commit=are_commits)
                lines = tuple(self._limited(line, place) for line in note.lines)
                self._known[oid, are_commits] = replace(note, lines=lines)
        found = ((oid, self._known[oid, are_commits]) for oid in asked)
        return {oid: note for oid, note in found if note is not None}

    def place(self, oid: Oid) -> str:
        """How messages name the note of an object."""
        return f"note {self.reference} of {oid[:8]}"

    def refuse(self, oid: Oid, line: NoteLine, reason: str) -> None:
        """Remember a line that cannot be so."""
        self.unread[f"{self.place(oid)}, line {line.number}"] = reason

    def _limited(self, line: NoteLine, place: str) -> NoteLine:
        if line.value is None:
            if line.is_newer:
                self.newer += 1
            else:
                self.unread[f"{place}, line {line.number}"] = line.reason or ""
            return line
        limited = within_limits(line)
        if limited.value is None:
            self.unread[f"{place}, line {line.number}"] = limited.reason or ""
        return limited


def within_limits(line: NoteLine) -> NoteLine:
    """A line whose evidence says no more than its relation can; refused where it cannot be so."""
    shared = line.value
    if not isinstance(shared, SharedEvidence):
        return line
    item = shared.evidence
    reason = impossible(shared)
    if reason is not None:
        return replace(line, value=None, reason=reason)
    limited = replace(item, strength=min(item.strength, most_for(item)))
    return replace(line, value=replace(shared, evidence=limited))


def most_for(item: Evidence) -> Strength:
    """The most that evidence of its relation, with its qualifiers, can be worth."""
    return capped(BASE[item.relation], item.relation, item.qualifiers, before_is_known=True)


def impossible(shared: SharedEvidence) -> str | None:
    """Why evidence of its relation cannot be so, whatever the commit is; `None` where it can."""
    item = shared.evidence
    if item.covers not in _REACH.get(item.relation, _CONTENT):
        return f"'{item.relation.value}' does not cover a {item.covers.value}"
    if (item.covers is Covers.COMMIT) is (item.path is not None):
        return "it covers a commit and names a path, or the other way round"
    if item.covers is Covers.COMMIT and (item.lines or item.removed):
        return "it covers a commit and names lines"
    return None
