"""What commits declare, as all declarers tell it, with lines that the commits really add.

A tool's list may name any line. One that the commit does not add is not declared of it, and a
declaration whose lines are all such is none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from attrib.declarers import DECLARERS
from attrib.declarers.interface import Asked, Said, Unread
from attrib.git.interface import Repository
from attrib.model.audit import Declaration, DeclaredLines
from attrib.model.commits import CommitChange, TreeEntry
from attrib.model.ids import LineRange, Oid, RepoPath, SessionKey, ranges_of
from attrib.walk import added_by

#: So many declarations about one commit are read.
_MOST = 500
#: The blobs of so many commits are read at once.
_AT_ONCE = 64
#: git looks this far for the NUL that tells a binary file.
_LOOKED_AT = 8000

_Place = tuple[Oid, RepoPath]


class Declarations:
    """Answers for one repository; each commit is asked about once.

    `unread` grows: what could not be read of the commits asked about so far.
    """

    def __init__(self, repository: Repository, sessions: Sequence[SessionKey]) -> None:
        self._repository = repository
        self._sessions = sessions
        self._known: dict[Oid, tuple[Declaration, ...]] = {}
        self.unread: list[Unread] = []

    def of(self, commits: Iterable[Oid]) -> Mapping[Oid, Sequence[Declaration]]:
        """The declarations of each commit that has any, in the order of the declarers."""
        wanted = list(dict.fromkeys(commits))
        self._learn([oid for oid in wanted if oid not in self._known])
        return {oid: found for oid in wanted if (found := self._known[oid])}

    def _learn(self, commits: Sequence[Oid]) -> None:
        found: defaultdict[Oid, dict[Declaration, None]] = defaultdict(dict)
        for said in _with_added_lines(self._repository, list(self._asked(commits))):
            found[said.commit][said.declaration] = None
        self._known.update((oid, tuple(found[oid])) for oid in commits)

    def _asked(self, commits: Sequence[Oid]) -> Iterator[Said]:
        if not commits:
            return
        repository = self._repository
        messages = repository.messages_of(commits)
        asked = Asked(repository, repository.refs(), messages, self._sessions)
        counts: Counter[Oid] = Counter()
        for declarer in DECLARERS:
            for answer in declarer.declared(asked):
                if isinstance(answer, Unread):
                    self.unread.append(answer)
                    continue
                counts[answer.commit] += 1
                if counts[answer.commit] <= _MOST:
                    yield answer
        for oid in (oid for oid, count in counts.items() if count > _MOST):
            self.unread.append(Unread(f"commit {oid[:8]}", f"only {_MOST} declarations are read"))


def _with_added_lines(repository: Repository, answers: Sequence[Said]) -> Iterator[Said]:
    """The same, with those of the lines that the commit adds; without any, it is left out."""
    wanted = {(said.commit, each.path) for said in answers for each in said.declaration.lines or ()}
    added = dict(_added(repository, wanted))
    for said in answers:
        lines = said.declaration.lines
        if lines is None:
            yield said
            continue
        kept = tuple(
            DeclaredLines(each.path, ranges)
            for each in lines
            if (ranges := _within(each.ranges, added.get((said.commit, each.path), ())))
        )
        if kept:
            yield Said(said.commit, replace(said.declaration, lines=kept))


def _added(repository: Repository, wanted: set[_Place]) -> Iterator[tuple[_Place, list[int]]]:
    """The lines that each commit adds at each path, 1-based and in order."""
    commits = sorted({oid for oid, _ in wanted})
    for start in range(0, len(commits), _AT_ONCE):
        found = repository.changes_of(commits[start : start + _AT_ONCE], renames=True)
        changes = {
            (oid, change.path): change
            for oid, rows in found.items()
            for change in rows
            if (oid, change.path) in wanted
        }
        entries = {e for c in changes.values() for e in (c.new, *c.olds) if e and not e.is_gitlink}
        blobs = repository.read_blobs({entry.oid for entry in entries})
        for place, change in changes.items():
            yield place, _lines_added(repository, change, blobs)


def _lines_added(
    repository: Repository, change: CommitChange, blobs: Mapping[Oid, bytes]
) -> list[int]:
    def content(entry: TreeEntry | None) -> bytes:
        return blobs.get(entry.oid, b"") if entry is not None else b""

    new = content(change.new)
    if b"\0" in new[:_LOOKED_AT]:
        return []
    olds = [content(old) for old in change.olds] or [b""]
    return sorted(number + 1 for number in added_by(olds, new, repository.diff_lines))


def _within(ranges: Iterable[LineRange], lines: Sequence[int]) -> tuple[LineRange, ...]:
    """Those of the lines, which are in order, that lie in a range."""
    numbers: list[int] = []
    end = 0
    for span in sorted(ranges):
        start = bisect_left(lines, max(span.first, end + 1))
        end = max(end, span.last)
        numbers += lines[start : bisect_right(lines, end)]
    return ranges_of(numbers)
