"""Waiting that ends: for a lock that another request holds, for a thread, for its answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio
import anyio.to_thread

from attrib.errors import BusyError
from attrib.serve.limits import Limits

_T = TypeVar("_T")


class CrowdedError(BusyError):
    """Too many requests wait already."""


class PatientLock:
    """A lock of one thread at a time, entered again by its holder; others wait a limited time.

    `reason` gives the words for those who waited in vain.
    """

    def __init__(self, seconds: float, reason: Callable[[], str]) -> None:
        self._lock = threading.RLock()
        self._seconds = seconds
        self._reason = reason

    def __enter__(self) -> None:
        """Wait for the lock.

        Raises:
            BusyError: somebody else holds it all that time.
        """
        if not self.take():
            raise BusyError(self._reason(), hint="ask again in a moment")

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def take(self) -> bool:
        """Wait for the lock; false where it was not let go in time."""
        return self._lock.acquire(timeout=self._seconds)


class Crew:
    """Threads that work on requests, a bounded number at once, and nobody waits for ever.

    A thread cannot be stopped: where nobody waits any more it works on, and counts until it ends.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._limiter: anyio.CapacityLimiter | None = None
        self._waiting = 0
        self._lock = threading.Lock()

    async def run(self, work: Callable[[], _T]) -> _T:
        """What the work gives.

        Raises:
            CrowdedError: too many requests wait already.
            BusyError: it is not done in time.
        """
        with self._lock:
            if self._waiting >= self._limits.waiting:
                raise CrowdedError("too many requests at once", hint="ask again in a moment")
            self._waiting += 1
        ticket = _Ticket(self._leave)
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(self._limits.at_once)
        run = partial(anyio.to_thread.run_sync, abandon_on_cancel=True, limiter=self._limiter)
        try:
            with anyio.move_on_after(self._limits.seconds):
                return await run(partial(_worked, work, ticket))
        finally:
            ticket.give_up()
        seconds = f"{self._limits.seconds:g} seconds"
        raise BusyError(f"not answered within {seconds}", hint="ask again, or for less")

    @property
    def is_busy(self) -> bool:
        """True while any request is waited for or worked on."""
        return self._waiting > 0

    def _leave(self) -> None:
        with self._lock:
            self._waiting -= 1


class _Ticket:
    """The place of one request in a crew, given back once: by its thread, or where none began."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self._lock = threading.Lock()
        self._is_begun = self._is_over = False

    def begin(self) -> None:
        """Let the thread give it back."""
        with self._lock:
            self._is_begun = True

    def end(self) -> None:
        """The thread has done its work."""
        with self._lock:
            is_over, self._is_over = self._is_over, True
        if not is_over:
            self._leave()

    def give_up(self) -> None:
        """Nobody waits; where no thread has begun, none will."""
        with self._lock:
            is_begun = self._is_begun
        if not is_begun:
            self.end()


def _worked(work: Callable[[], _T], ticket: _Ticket) -> _T:
    ticket.begin()
    try:
        return work()
    finally:
        ticket.end()
