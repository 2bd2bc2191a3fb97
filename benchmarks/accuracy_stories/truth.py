"""What is true of a line of a commit: who put it there, who took it away."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.accuracy_stories.model import Commit, Edit, Line
from benchmarks.accuracy_stories.recorder import Kept
from benchmarks.accuracy_stories.world import World


@dataclass
class Truth:
    """Answers for one world."""

    world: World
    _lines: dict[int, frozenset[int]] = field(default_factory=dict)

    def on_added(self, commit: Commit, path: str, index: int, session: str) -> str:
        """Whether the session put the line (0-based) of the commit's file there: a verdict."""
        if self.world.nothing_is_true:
            return "wrong"
        line = commit.tree[path][index]
        if self.stood(commit, line):
            return self._on_standing(commit, path, line, session)
        if line.session == session:
            return "moved" if line.moved else "right"
        if line.limit == session:
            return "limit"
        if session in line.shapers:
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
        stood = " (stood before)" if self.stood(commit, line) else ""
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
            if any(session in {line.session, *line.shapers} for line in self.added(commit, path)):
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
        return [line for line in lines if not self.stood(commit, line)]

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

    def stood(self, commit: Commit, line: Line) -> bool:
        """True for a line that a parent has, in whatever file."""
        return any(id(line) in self._held(parent) for parent in commit.parents)

    def _held(self, commit: Commit) -> frozenset[int]:
        key = commit.mark
        if key not in self._lines:
            held = frozenset(id(line) for lines in commit.tree.values() for line in lines)
            self._lines[key] = held
        return self._lines[key]

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Every edit of a session that a record was kept of."""
        return tuple(dict.fromkeys(kept.edit for kept in self.kept))

    @cached_property
    def kept(self) -> tuple[Kept, ...]:
        """Every record of an applied change that was kept."""
        return tuple(kept for session in self.world.sessions for kept in session.kept)
