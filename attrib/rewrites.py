"""From which other commits a commit was made: by a recorded rewrite, or as its patch says.

A patch's ID is our own: a hash over the paths, and the lines that each hunk removes and adds,
without white space and without places. Only commits with the same author time are compared.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from attrib.equality import Comparer
from attrib.git.interface import Repository
from attrib.index.history import History
from attrib.index.interface import PastCommit
from attrib.journal import Journal
from attrib.model.commits import Commit, CommitChange, TreeEntry
from attrib.model.ids import Oid
from attrib.patches import split_lines
from attrib.texts import squeezed

#: With more commits of one author time than this, their patches are not compared.
_MOST_ALIKE = 16


@dataclass(frozen=True, slots=True)
class Origin:
    """A commit that another was made from; `by` is the recorded way, `None` for the patch alone.

    `is_ancestor` is true where it still stands before the other in history.
    """

    commit: Oid
    by: str | None
    is_ancestor: bool = False


@dataclass(frozen=True, slots=True)
class Rewrites:
    """Answers for one repository and its journal."""

    repository: Repository
    history: History
    comparer: Comparer
    journal: Journal

    def origins_of(
        self, commits: Iterable[Commit], alike: Iterable[Commit] = ()
    ) -> Mapping[Oid, Sequence[Origin]]:
        """The origins of each commit that has any: recorded ones, and for `alike` by the patch."""
        found: defaultdict[Oid, dict[Oid, Origin]] = defaultdict(dict)
        for commit in commits:
            for rewrite in self.journal.rewrites.get(commit.oid, ()):
                is_ancestor = self._holds(commit.oid, rewrite.old)
                found[commit.oid][rewrite.old] = Origin(rewrite.old, rewrite.by, is_ancestor)
        for oid, old in self._with_one_patch(self._candidates(alike)):
            found[oid].setdefault(old, Origin(old, None))
        return {oid: tuple(origins.values()) for oid, origins in found.items()}

    def _holds(self, commit: Oid, other: Oid) -> bool:
        return other in self.history.contained([other], [commit])[commit]

    def _candidates(self, commits: Iterable[Commit]) -> Mapping[Oid, Sequence[Oid]]:
        """For each commit, those of the same author time that neither holds nor follows it."""
        single = [commit for commit in commits if len(commit.parents) <= 1]
        if not single:
            return {}
        at = self.history.authored_at({commit.author_time for commit in single})
        found: dict[Oid, Sequence[Oid]] = {}
        for commit in single:
            others = [oid for oid in at.get(commit.author_time, ()) if oid != commit.oid]
            if 0 < len(others) <= _MOST_ALIKE:
                found[commit.oid] = [oid for oid in others if self._may_precede(oid, commit)]
        return {oid: others for oid, others in found.items() if others}

    def _may_precede(self, oid: Oid, commit: Commit) -> bool:
        past: PastCommit | None = self.history.commit(oid)
        if past is None or len(past.parents) > 1 or past.committer_time > commit.committer_time:
            return False
        return not self._holds(commit.oid, oid) and not self._holds(oid, commit.oid)

    def _with_one_patch(self, candidates: Mapping[Oid, Sequence[Oid]]) -> Iterator[tuple[Oid, Oid]]:
        """The pairs whose patches have one ID."""
        if not candidates:
            return
        wanted = dict.fromkeys(
            (*candidates, *(o for others in candidates.values() for o in others))
        )
        changes = self.repository.changes_of(wanted, renames=True)
        sides = [entry for found in changes.values() for c in found for entry in (*c.olds, c.new)]
        self.comparer.load([entry.oid for entry in sides if entry and not entry.is_gitlink])
        ids = {oid: self._patch_id(changes.get(oid, ())) for oid in wanted}
        for oid, others in candidates.items():
            for other in others:
                if ids[oid] is not None and ids[oid] == ids[other]:
                    yield oid, other

    def _patch_id(self, changes: Sequence[CommitChange]) -> str | None:
        """The ID of a patch; `None` where it changes no line, or a content is not here."""
        digest = hashlib.sha256()
        has_lines = False
        for change in sorted(changes, key=lambda each: each.path):
            old = self._content(change.olds[0] if change.olds else None)
            new = self._content(change.new)
            if old is None or new is None:
                return None
            digest.update(b"\0\0".join((b"\0path", *change.old_paths, change.path)))
            before, after = split_lines(old), split_lines(new)
            for hunk in self.repository.diff_lines(old, new) if old != new else ():
                has_lines = True
                gone = before[hunk.old_start : hunk.old_start + hunk.old_count]
                made = after[hunk.new_start : hunk.new_start + hunk.new_count]
                digest.update(b"\0-" + b"\0-".join(map(squeezed, gone)))
                digest.update(b"\0+" + b"\0+".join(map(squeezed, made)))
        return digest.hexdigest() if has_lines else None

    def _content(self, entry: TreeEntry | None) -> bytes | None:
        if entry is None:
            return b""
        return entry.oid.encode() if entry.is_gitlink else self.comparer.blob(entry.oid)
