"""Keeping the one comment: look, plan, make sure of the head, write, and look again.

A comment is added only after looking for ours, also where an earlier try may have arrived; what
two runs at once leave behind is put right by each of them in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from attrib.errors import HostError, NotAllowedError, NotThereError, TooLongError, UncertainError
from attrib.hosts.interface import Host, HostComment
from attrib.hosts.sticky import Plan, plan
from attrib.model.markers import marker_of

_ROUNDS = 6


class Outcome(Enum):
    """What became of a comment."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    LATE = "late"
    NOT_ALLOWED = "not allowed"
    TOO_LONG = "too long"


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of the comment, where it is, and in a few words why."""

    outcome: Outcome
    url: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The comment that is wanted for a pull request.

    `bodies` are from the longest to the shortest; a shorter one is tried where the forge finds
    the one before too long. `head` is the full ID of the commit that they speak of.
    """

    number: int
    key: str
    head: str
    bodies: Sequence[str]


class Poster:
    """Posts one wanted comment on one forge.

    `contains(newer, older)` says whether one commit has the other in its history, as far as the
    repository here knows.
    """

    def __init__(
        self,
        host: Host,
        wanted: Wanted,
        contains: Callable[[str, str], bool],
        say: Callable[[str], None],
    ) -> None:
        self._host = host
        self._wanted = wanted
        self._contains = contains
        self._say = say
        self._bodies = list(wanted.bodies)
        self._me = ""
        self._recreated = False
        self._wrote: Posted | None = None

    def look(self) -> tuple[Plan, Posted | None]:
        """What would be done now; and why nothing would, where the run is late."""
        self._me = self._me or self._host.whoami()
        comments = self._host.comments(self._wanted.number)
        found = plan(comments, self._me, self._wanted.key, self._bodies[0])
        return found, None if found.is_done else self._late(found)

    def post(self) -> Posted:
        """Make it so that exactly one comment of ours holds the wanted body.

        Raises:
            HostError: the forge does not answer, or refuses for a reason that is no outcome.
        """
        uncertain: UncertainError | None = None
        for _ in range(_ROUNDS):
            try:
                posted = self._round()
            except NotAllowedError as error:
                return Posted(Outcome.NOT_ALLOWED, reason=str(error))
            except TooLongError as error:
                self._bodies.pop(0)
                if not self._bodies:
                    return Posted(Outcome.TOO_LONG, reason=str(error))
                self._say(f"notice: {error}; a shorter text is sent")
                continue
            except UncertainError as error:
                self._say(f"notice: {error}; looking whether it arrived")
                uncertain = error
                continue
            if posted is not None:
                return posted
        raise uncertain or HostError("the comments do not settle", hint="run it again")

    def _round(self) -> Posted | None:
        """One look and what follows from it; `None` where another look is needed."""
        found, late = self.look()
        if late is not None:
            return self._wrote or late
        for comment in found.extra:
            self._delete(comment)
        if found.kept is not None and not found.writes:
            return self._wrote or Posted(Outcome.UNCHANGED, found.kept.url)
        if found.kept is None:
            made = self._host.create(self._wanted.number, self._bodies[0])
            self._wrote = Posted(Outcome.CREATED, made.url)
            return None
        return self._update(found.kept)

    def _update(self, kept: HostComment) -> Posted | None:
        try:
            made = self._host.update(self._wanted.number, kept.id, self._bodies[0])
        except NotThereError:
            if self._recreated:
                raise
            self._recreated = True
            return None
        return Posted(Outcome.UPDATED, made.url or kept.url)

    def _delete(self, comment: HostComment) -> None:
        """Take a double away; another run may have done so already."""
        try:
            self._host.delete(self._wanted.number, comment.id)
        except NotThereError:
            return
        except NotAllowedError as error:
            self._say(f"notice: a second comment stays: {error}")

    def _late(self, found: Plan) -> Posted | None:
        """Why nothing may be written: the pull request, or its comment, is further than we are."""
        ours = self._wanted.head
        now = self._host.pull_request(self._wanted.number).head
        url = found.kept.url if found.kept else None
        if now is not None and now != ours:
            return Posted(Outcome.LATE, url, f"the head is {now[:12]} by now, not {ours[:12]}")
        marker = marker_of(found.kept.body) if found.kept else None
        is_newer = marker is not None and marker.head != ours and self._contains(marker.head, ours)
        if marker is not None and is_newer and now is None:
            return Posted(Outcome.LATE, url, f"the comment is of {marker.head[:12]}, a later head")
        return None
