"""What all routes share: the workspace, opened in the clean manner and again when it changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrib.git.interface import Repository
from attrib.model.commits import Hunk
from attrib.model.records import BlobRef
from attrib.opening import Options, open_repository, open_workspace, stores_of
from attrib.serve.grants.store import Grants
from attrib.serve.limits import Limits
from attrib.serve.threads.catalog import Catalog
from attrib.serve.watching import (
    State,
    configuration_of,
    is_settled,
    states_of,
    streams_in,
)
from attrib.stores import Store
from attrib.workspace import Workspace

#: What a workspace rests on: configuration, repository, streams.
_Basis = tuple[tuple[State, ...], str, tuple[tuple[str, State], ...]]


class Desk:
    """One repository and its sessions for many requests.

    `clock` counts seconds, `now` gives seconds since the epoch. A workspace is used by one thread
    at a time, and is opened anew once the repository, its configuration or a stream of records is
    another one than when it was opened.
    """

    def __init__(
        self,
        options: Options,
        *,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.options = options
        self.limits = limits or Limits()
        self.clock = clock
        self.now = now
        self.grants = Grants(now, life=self.limits.grant)
        self._lock = threading.RLock()
        self._workspace: Workspace | None = None
        self._basis: _Basis | None = None
        self._stores: tuple[Store, ...] = ()
        self._configured: tuple[State, ...] | None = None
        self.catalog = Catalog(self.stores, clock, self.limits.fresh_for)
        repository = self._repository = open_repository(options.start)
        self.git_dir = Path(repository.git_dir)
        self.common_dir = Path(repository.common_dir)
        self.worktree = Path(repository.worktrees[0]) if repository.worktrees else None

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """The workspace as it is now, for this thread alone until the block ends.

        Raises:
            AttribError: it cannot be opened any more.
        """
        with self._lock:
            yield self._opened()

    def _opened(self) -> Workspace:
        known = self._workspace
        if known is not None and self._basis is not None:
            is_same = self._basis_of(known.repository) == self._basis
            if is_same:
                return known
        self._leave()
        repository = open_repository(self.options.start)
        # Taken before anything is read: what changes meanwhile is read again the next time.
        self._basis = self._basis_of(repository)
        self._workspace = open_workspace(self.options, repository)
        return self._workspace

    def _basis_of(self, repository: Repository) -> _Basis | None:
        """What a workspace rests on; `None` where that may change unseen."""
        configured = configuration_of(self.git_dir, self.common_dir)
        footprint = repository.footprint(())
        streams = states_of(streams_in(self.stores()))
        states = (*configured, *(state for _, state in streams))
        if footprint is None or not all(map(is_settled, states)):
            return None
        return (configured, footprint, streams)

    def stores(self) -> tuple[Store, ...]:
        """The stores of sessions that are configured now.

        Raises:
            AttribError: the repository cannot be opened any more.
        """
        with self._lock:
            configured = configuration_of(self.git_dir, self.common_dir)
            if configured != self._configured or not all(map(is_settled, configured)):
                repository = open_repository(self.options.start)
                self._stores = tuple(stores_of(self.options, repository, []))
                repository.close()
                self._configured = configured
            return self._stores

    def read_blob(self, ref: BlobRef, largest: int) -> bytes | None:
        """A content that is kept outside of the streams, of at most so many bytes."""
        for store in self.stores():
            content = store.blob(ref, largest=largest)
            if content is not None:
                return content
        return None

    def diff_lines(self, old: bytes, new: bytes) -> Sequence[Hunk]:
        """git's own line diff of two contents, in order."""
        return self._repository.diff_lines(old, new)

    def generation(self) -> object:
        """What changes with the streams of records, and is looked at a few times a second."""
        return self.catalog.refresh()

    def _leave(self) -> None:
        if self._workspace is not None:
            self._workspace.repository.close()
        self._workspace = self._basis = None

    def close(self) -> None:
        """End what was started; the desk answers nothing afterwards."""
        with self._lock:
            self._leave()
            self._repository.close()
