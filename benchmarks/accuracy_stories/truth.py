"""What is true of a line of a commit, and what the kept records could support."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.accuracy_stories.lines import pointer_texts
from benchmarks.accuracy_stories.model import Commit, Edit, Line, Lines, content_of
from benchmarks.accuracy_stories.recorder import Kept, Session
from benchmarks.accuracy_stories.text import is_bare, is_telling
from benchmarks.accuracy_stories.world import World

#: Modes that record both sides by an ID alone.
_BY_ID = frozenset({"ids", "git", "sha256"})
_BY_LINES = frozenset({"hunks", "bare-hunks", "snippet"})


@dataclass
class Truth:
    """Answers for one world."""

    world: World
    _ancestors: dict[int, frozenset[int]] = field(default_factory=dict)
    _earlier: dict[tuple[int, str], frozenset[bytes]] = field(default_factory=dict)

    # Who put a line there

    def on_added(self, commit: Commit, path: str, index: int, session: str) -> str:
        """Whether the session put the line (0-based) of the commit's file there: a verdict."""
        if self.world.nothing_is_true:
            return "wrong"
        line = commit.tree[path][index]
        if self._stood(commit, line):
            return self._on_standing(commit, path, line, session)
        if line.session == session:
            return "moved" if line.moved else "right"
        if line.limit == session:
            return "limit"
        if line.shape_of is not None and line.shape_of.session == session:
            return "right"
        equal = [other for other in self.added(commit, path) if other.text == line.text]
        return "swapped" if any(other.session == session for other in equal) else "wrong"

    def _on_standing(self, commit: Commit, path: str, line: Line, session: str) -> str:
        """A line that git's diff calls added, and that a parent has: equal lines, or a move."""
        equal = [other for other in self.added(commit, path) if other.text == line.text]
        if any(other.session == session for other in equal):
            return "right"
        if any(line is other for p in commit.parents for other in p.tree.get(path, ())):
            # git keeps another of several lines: its own choice, next to the session's lines.
            near = any(other.session == session for other in self.added(commit, path))
            return "moved" if near else "wrong"
        movers = {edit.session for edit in self.edits if edit.old_path and edit.path == path}
        return "moved" if session in movers else "wrong"

    def on_removed(self, commit: Commit, path: str, index: int, session: str) -> str:
        """Whether the session took the line (0-based) of the first parent's file away."""
        if self.world.nothing_is_true:
            return "wrong"
        line = commit.parents[0].tree[path][index]
        gone = self.removed(commit, path)
        if any(line is other for other in gone):
            if session in self._removers(commit, line):
                return "right"
            word = "swapped"
        else:
            word = "right"
        equal = [other for other in gone if other.text == line.text and other is not line]
        if any(session in self._removers(commit, other) for other in equal):
            return word
        if any(edit.session == session and edit.old_path == path for edit in self.edits):
            return "right"  # it moved the file away
        held = commit.tree.get(path, ())
        if any(line is other for other in held):
            near = any(session in self._removers(commit, other) for other in gone)
            return "moved" if near else "wrong"
        again = [other for other in held if other.text == line.text and other.session == session]
        return "moved" if again else "wrong"

    def author_of(self, commit: Commit, path: str, index: int) -> str:
        """Who put a line there, for people."""
        line = commit.tree[path][index]
        stood = " (stood before)" if self._stood(commit, line) else ""
        who = line.edit.who if line.edit else "nobody"
        return f"{line.session or who}{stood}"

    def on_link(self, commit: Commit, session: str) -> str:
        """Whether the session put, took or moved anything that the commit brings: a verdict."""
        if self.world.nothing_is_true:
            return "wrong"
        if self._has_part_in(commit, session):
            return "right"
        lines = [line for path in commit.tree for line in self.added(commit, path)]
        return "limit" if any(line.limit == session for line in lines) else "wrong"

    def _has_part_in(self, commit: Commit, session: str) -> bool:
        paths = {*commit.tree, *(p for parent in commit.parents for p in parent.tree)}
        for path in paths:
            if any(
                line.session == session or (line.shape_of and line.shape_of.session == session)
                for line in self.added(commit, path)
            ):
                return True
            gone = self.removed(commit, path)
            if any(session in self._removers(commit, line) for line in gone):
                return True
            if path in commit.tree and self._is_moved_by(commit, path, session):
                return True
        return False

    def _is_moved_by(self, commit: Commit, path: str, session: str) -> bool:
        fresh = not any(path in parent.tree for parent in commit.parents)
        return fresh and any(
            edit.session == session and edit.path == path and edit.old_path for edit in self.edits
        )

    def _removers(self, commit: Commit, line: Line) -> set[str | None]:
        latest: dict[str, Edit] = {}
        for edit in line.removers:
            if edit.worktree in commit.folders and edit.time <= commit.committer_time + 1:
                latest[edit.worktree] = edit
        return {edit.session for edit in latest.values()}

    def added(self, commit: Commit, path: str) -> list[Line]:
        """The lines that no parent has in any file."""
        lines = commit.tree.get(path, ())
        return [line for line in lines if not self._stood(commit, line)]

    def removed(self, commit: Commit, path: str) -> list[Line]:
        """The lines that every parent has at the path and the commit has nowhere."""
        if not commit.parents:
            return []
        sides = [{id(line) for line in parent.tree.get(path, ())} for parent in commit.parents]
        holds = {id(line) for lines in commit.tree.values() for line in lines}
        return [
            line
            for line in commit.parents[0].tree.get(path, ())
            if id(line) not in holds and all(id(line) in side for side in sides)
        ]

    def _stood(self, commit: Commit, line: Line) -> bool:
        return any(id(line) in self._held(parent) for parent in commit.parents)

    def _held(self, commit: Commit) -> frozenset[int]:
        key = commit.mark
        if key not in self._ancestors:
            held = frozenset(id(line) for lines in commit.tree.values() for line in lines)
            self._ancestors[key] = held
        return self._ancestors[key]

    # What the records could support

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Every edit of a session that a record was kept of."""
        return tuple(dict.fromkeys(kept.edit for kept in self._kept))

    @cached_property
    def _kept(self) -> tuple[Kept, ...]:
        return tuple(kept for session in self.world.sessions for kept in session.kept)

    @cached_property
    def _by_edit(self) -> Mapping[int, list[Kept]]:
        found: dict[int, list[Kept]] = {}
        for kept in self._kept:
            if kept.own and kept.session == kept.edit.session:
                found.setdefault(id(kept.edit), []).append(kept)
        return found

    @cached_property
    def _known(self) -> frozenset[bytes]:
        """Contents that a record or the repository holds whole."""
        held = {content_of(lines) for c in self.world.commits for lines in c.tree.values()}
        for kept in self._kept:
            if kept.mode in {"full", "claude", "after"}:
                sides = (kept.edit.before, kept.edit.after)
                held.update(content_of(side) for side in sides[kept.mode == "after" :] if side)
        return frozenset(held)

    @cached_property
    def _typed(self) -> Mapping[tuple[str, bytes], int]:
        """How often a text was put at a path, by anybody."""
        counts: dict[tuple[str, bytes], int] = {}
        seen: set[int] = set()
        for commit in self.world.commits:
            for path, lines in commit.tree.items():
                for line in lines:
                    if id(line) not in seen:
                        seen.add(id(line))
                        counts[path, line.text] = counts.get((path, line.text), 0) + 1
        for edit in self.edits:
            for line in edit.made:
                if id(line) not in seen:
                    seen.add(id(line))
                    counts[edit.path, line.text] = counts.get((edit.path, line.text), 0) + 1
        return counts

    def supportable(self, commit: Commit, path: str) -> Iterator[tuple[int, Session, str]]:
        """The lines (0-based) that records could support, with the session and record's mode."""
        lines = commit.tree[path]
        sessions = {session.id: session for session in self.world.sessions}
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
            if self._stood(commit, line) or line.text in self._earlier_texts(commit, path):
                continue
            for kept in self._by_edit.get(id(edit), ()):
                if path in self.world.pointers:
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
        session = next(s for s in self.world.sessions if s.id == kept.session)
        content = content_of(lines)
        whole = any(
            content == content_of(k.edit.after or ()) and k.mode not in _BY_LINES
            for k in self._kept
            if k.edit.path == path
        )
        if session.manner.user_modified and not whole:
            return False
        if not self._tells_lines(kept):
            return False
        if whole and kept.mode not in _BY_LINES:
            return True
        stand = {id(line) for line in self.added(commit, path)}
        stand |= {id(line.shape_of) for line in self.added(commit, path) if line.shape_of}
        found = [line for line in kept.edit.made if id(line) in stand]
        telling = sum(is_telling(line.text) for line in found)
        stood = {x.text for parent in commit.parents for x in parent.tree.get(path, ())}
        is_whole = len(found) == len(kept.edit.made) and all(x.text not in stood for x in found)
        enough = telling >= 3 or (is_whole and telling >= 1)
        if kept.mode == "snippet":
            gone = {id(line) for line in self.removed(commit, path)}
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
