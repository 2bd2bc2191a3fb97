"""What custom filters make of recorded worktree files, where the user lets git run them."""

from __future__ import annotations

from attrib.git.convert import hash_of
from attrib.git.interface import Repository
from attrib.model.ids import Oid, RepoPath, Representation
from attrib.model.states import Presence, RecordedState

#: For so many contents filters are run at most.
_MOST_RUNS = 64


class Filtered:
    """Asks git for the ID of each content once."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._files: dict[RepoPath, bytes | None] = {}
        self._ids: dict[tuple[RepoPath, bytes], Oid | None] = {}

    def id_of(self, state: RecordedState, path: RepoPath) -> Oid | None:
        """The ID that git would store the recorded file under; `None` where that is not known.

        Its content is the record's own, or the worktree's file where that has the recorded ID.
        """
        if state.presence is not Presence.PRESENT or not self._repository.allows_filters:
            return None
        if state.representation is Representation.GIT_OBJECT:
            return None
        content = state.content if state.content is not None else self._on_disk(state, path)
        if content is None:
            return None
        key = (path, content)
        if key not in self._ids:
            may_run = len(self._ids) < _MOST_RUNS
            self._ids[key] = self._repository.id_as_added(path, content) if may_run else None
        return self._ids[key]

    def _on_disk(self, state: RecordedState, path: RepoPath) -> bytes | None:
        if path not in self._files:
            file = self._repository.worktree_file(path)
            self._files[path] = file[1] if file is not None else None
        content = self._files[path]
        if content is None or state.object_id is None or state.object_id_type is None:
            return None
        return content if hash_of(content, state.object_id_type) == state.object_id else None
