"""What all routes share: the workspace, opened in the clean manner and again when it changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from attrib.errors import AttribError, BusyError
from attrib.git.interface import Repository
from attrib.model.commits import Hunk
from attrib.model.records import BlobRef
from attrib.opening import Options, open_repository, open_workspace, stores_of
from attrib.serve.grants.store import Grants
from attrib.serve.limits import Limits
from attrib.serve.threads.catalog import Catalog
from attrib.serve.waiting import Crew, PatientLock
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
#: What those are told who wait too long.
IN_USE = "the repository is in use by another request that takes long"
OPENING = "the repository is still being opened; that goes on, and is not begun again"
#: So many workspaces may be in use by requests that nobody waits for any more.
_LEFT_MOST = 3


@dataclass(eq=False)
class _Seat:
    """A workspace for one thread at a time; `since` tells since when the thread has it open.

    While it is still being opened that is never: what is read then is read for all.
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    workspace: Workspace | None = None
    basis: _Basis | None = None
    since: float = inf

    def leave(self) -> None:
        """Close the workspace."""
        if self.workspace is not None:
            self.workspace.repository.close()
        self.workspace = self.basis = None


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
        self._lock = threading.Lock()
        self._opening = PatientLock(self.limits.wait, lambda: "the repository is being opened")
        self._seat = _Seat()
        self.left: set[_Seat] = set()
        self._crews: list[Crew] = []
        self._is_closed = False
        self._stores: tuple[Store, ...] = ()
        self._configured: tuple[State, ...] | None = None
        self.catalog = Catalog(self.stores, clock, self.limits.fresh_for, self.limits.wait)
        repository = self._repository = open_repository(options.start)
        self.git_dir = Path(repository.git_dir)
        self.common_dir = Path(repository.common_dir)
        self.worktree = Path(repository.worktrees[0]) if repository.worktrees else None

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """The workspace as it is now, for this thread alone until the block ends.

        A request that has it for longer than one may take is left alone with it: the others go on
        with one of their own.

        Raises:
            AttribError: it cannot be opened any more.
            BusyError: other requests have it, for too long.
        """
        seat = self._taken()
        try:
            workspace = self._opened(seat)
            seat.since = self.clock()
            yield workspace
        finally:
            self._given_back(seat)

    def _taken(self) -> _Seat:
        while True:
            seat = self._seat
            if not seat.lock.acquire(timeout=self.limits.wait):
                self._replace(seat)
            elif seat is self._seat:
                seat.since = inf
                return seat
            else:
                seat.lock.release()  # it was left to another request meanwhile

    def _replace(self, seat: _Seat) -> None:
        """Leave a seat to whoever has it for too long, and have another one."""
        with self._lock:
            if seat is not self._seat:
                return
            is_late = self.clock() - seat.since > self.limits.seconds
            if not is_late or len(self.left) >= _LEFT_MOST:
                message = OPENING if seat.since == inf else IN_USE
                raise BusyError(message, hint="ask again in a moment")
            self.left.add(seat)
            self._seat = _Seat()

    def _given_back(self, seat: _Seat) -> None:
        with self._lock:
            if seat in self.left or self._is_closed:
                self.left.discard(seat)
                seat.leave()
        seat.lock.release()

    def _opened(self, seat: _Seat) -> Workspace:
        if seat.workspace is not None and seat.basis is not None:
            is_same = self._basis_of(seat.workspace.repository) == seat.basis
            if is_same:
                return seat.workspace
        seat.leave()
        repository = open_repository(self.options.start)
        # Taken before anything is read: what changes meanwhile is read again the next time.
        seat.basis = self._basis_of(repository)
        seat.workspace = open_workspace(self.options, repository)
        return seat.workspace

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
            BusyError: that takes long already, for another request.
        """
        with self._opening:
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

    def read_ahead(self) -> None:
        """Read the logs before somebody asks; what cannot be read is told to who asks."""
        with suppress(AttribError):
            self.generation()

    def generation(self) -> object:
        """What changes with the streams of records, and is looked at a few times a second."""
        return self.catalog.refresh()

    def new_crew(self) -> Crew:
        """Threads for one kind of requests."""
        self._crews.append(Crew(self.limits))
        return self._crews[-1]

    @property
    def is_worked_at(self) -> bool:
        """True while a thread works on a request, whether anybody waits for it or not."""
        return any(crew.is_busy for crew in self._crews)

    def close(self) -> None:
        """End what was started; the desk answers nothing afterwards."""
        with self._lock:
            self._is_closed = True
            for seat in (self._seat, *self.left):
                # Whoever works with one may close it at the same moment.
                with suppress(OSError, ValueError):
                    seat.leave()
            self._repository.close()
