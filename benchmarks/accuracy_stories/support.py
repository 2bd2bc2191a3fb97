"""Which lines the records that were kept could support, and so ought to be found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.accuracy_stories.lines import pointer_texts
from benchmarks.accuracy_stories.model import Commit, Edit, Line, Lines, content_of
from benchmarks.accuracy_stories.recorder import Kept, Session
from benchmarks.accuracy_stories.text import is_bare, is_telling
from benchmarks.accuracy_stories.truth import Truth

#: Modes that record both sides by an ID alone.
_BY_ID = frozenset({"ids", "git", "sha256"})
_BY_LINES = frozenset({"hunks", "bare-hunks", "snippet"})


@dataclass
class Support:
    """Answers for one world."""

    truth: Truth
    _earlier: dict[tuple[int, str], frozenset[bytes]] = field(default_factory=dict)

    @cached_property
    def _by_edit(self) -> Mapping[int, list[Kept]]:
        found: dict[int, list[Kept]] = {}
        for kept in self.truth.kept:
            if kept.own and kept.session == kept.edit.session:
                found.setdefault(id(kept.edit), []).append(kept)
        return found

    @cached_property
    def _known(self) -> frozenset[bytes]:
        """Contents that a record or the repository holds whole."""
        held = {content_of(lines) for c in self.truth.world.commits for lines in c.tree.values()}
        for kept in self.truth.kept:
            if kept.mode in {"full", "claude", "after"}:
                sides = (kept.edit.before, kept.edit.after)
                held.update(content_of(side) for side in sides[kept.mode == "after" :] if side)
        return frozenset(held)

    @cached_property
    def _typed(self) -> Mapping[tuple[str, bytes], int]:
        """How often a text was put at a path, by anybody."""
        counts: dict[tuple[str, bytes], int] = {}
        seen: set[int] = set()
        for commit in self.truth.world.commits:
            for path, lines in commit.tree.items():
                for line in lines:
                    if id(line) not in seen:
                        seen.add(id(line))
                        counts[path, line.text] = counts.get((path, line.text), 0) + 1
        for edit in self.truth.edits:
            for line in edit.made:
                if id(line) not in seen:
                    seen.add(id(line))
                    counts[edit.path, line.text] = counts.get((edit.path, line.text), 0) + 1
        return counts

    def supportable(self, commit: Commit, path: str) -> Iterator[tuple[int, Session, str]]:
        """The lines (0-based) that records could support, with the session and record's mode."""
        lines = commit.tree[path]
        sessions = {session.id: session for session in self.truth.world.sessions}
        for index, line in enumerate(lines):
            edit, shape = line.edit, ""
            if line.shape_of is not None and edit is not None and edit.session is None:
                edit, shape = line.shape_of.edit, "reshaped:"
            if edit is None or edit.session is None or line.moved:
                continue
            if edit.path != path:
                if not self._is_elsewhere(edit, commit, path):
                    continue
                shape = "elsewhere:"
            if is_bare(line.text) or self._typed.get((path, line.text), 1) != 1:
                continue
            if self.truth.stood(commit, line) or line.text in self._earlier_texts(commit, path):
                continue
            for kept in self._by_edit.get(id(edit), ()):
                if path in self.truth.world.pointers:
                    fits = self._supports_pointer(kept, commit, path, line)
                else:
                    fits = self._supports(kept, commit, path, lines)
                if fits:
                    yield index, sessions[edit.session], shape + kept.mode
                    break

    def _is_elsewhere(self, edit: Edit, commit: Commit, path: str) -> bool:
        """True for a file that stands at a new path as the edit left it at another, now gone."""
        fresh = not any(path in parent.tree for parent in commit.parents)
        content = content_of(commit.tree[path])
        return (
            fresh
            and edit.path not in commit.tree
            and edit.after is not None
            and content_of(edit.after) == content
            and sum(content_of(lines) == content for lines in commit.tree.values()) == 1
            and all(kept.mode not in _BY_LINES for kept in self._by_edit.get(id(edit), ()))
        )

    def _supports(self, kept: Kept, commit: Commit, path: str, lines: Lines) -> bool:
        late = max(commit.author_time, commit.committer_time) + 1
        if kept.time is not None and kept.time >= late:
            return False
        session = next(s for s in self.truth.world.sessions if s.id == kept.session)
        content = content_of(lines)
        whole = any(
            content == content_of(k.edit.after or ()) and k.mode not in _BY_LINES
            for k in self.truth.kept
            if k.edit.path == path
        )
        if session.manner.user_modified and not whole:
            return False
        if not self._tells_lines(kept):
            return False
        if whole and kept.mode not in _BY_LINES:
            return True
        stand = {id(line) for line in self.truth.added(commit, path)}
        stand |= {id(line.shape_of) for line in self.truth.added(commit, path) if line.shape_of}
        found = [line for line in kept.edit.made if id(line) in stand]
        telling = sum(is_telling(line.text) for line in found)
        stood = {x.text for parent in commit.parents for x in parent.tree.get(path, ())}
        is_whole = len(found) == len(kept.edit.made) and all(x.text not in stood for x in found)
        enough = telling >= 3 or (is_whole and telling >= 1)
        if kept.mode == "snippet":
            gone = {id(line) for line in self.truth.removed(commit, path)}
            enough &= any(is_telling(line.text) for line in kept.edit.gone)
            enough &= all(id(line) in gone for line in kept.edit.gone)
        return enough

    def _supports_pointer(self, kept: Kept, commit: Commit, path: str, line: Line) -> bool:
        """Only the ID of a pointer tells; it can be had from a sha256 ID or the whole content."""
        stood = [p.tree[path] for p in commit.parents if path in p.tree]
        starts = not stood and kept.edit.before is None
        for old in stood:
            starts |= pointer_texts(kept.edit.before or ())[1] == old[1].text
        ends = pointer_texts(kept.edit.after or ())[1] == line.text
        return kept.mode in {"sha256", "full"} and starts and ends

    def _tells_lines(self, kept: Kept) -> bool:
        """True when the content on both sides of the change can be had."""
        edit = kept.edit
        before = b"" if edit.before is None else content_of(edit.before)
        after = content_of(edit.after or ())
        if edit.old_path is not None and kept.mode in {"after", "after-id", *_BY_LINES}:
            return False
        if kept.mode in {"after", "after-id"}:
            return edit.before is None and (kept.mode == "after" or after in self._known)
        if kept.mode in _BY_ID:
            return (edit.before is None or before in self._known) and after in self._known
        return True

    def _earlier_texts(self, commit: Commit, path: str) -> frozenset[bytes]:
        key = (commit.mark, path)
        if key not in self._earlier:
            found: set[bytes] = set()
            for parent in commit.parents:
                found |= {line.text for line in parent.tree.get(path, ())}
                found |= self._earlier_texts(parent, path)
            self._earlier[key] = frozenset(found)
        return self._earlier[key]
