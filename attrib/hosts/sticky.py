"""The sticky rule: one comment per key, ours alone, written only where it would change.

Ours is a comment with the marker **and** our own author: anyone can copy a marker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attrib.hosts.interface import HostComment
from attrib.model.markers import marker_of


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: `kept` is the comment to leave or update, `None` where one is added.

    `extra` are further comments of ours with the same key, to be deleted. `writes` is false where
    the kept comment holds the wanted body already.
    """

    kept: HostComment | None
    extra: tuple[HostComment, ...]
    writes: bool

    @property
    def is_done(self) -> bool:
        """True where nothing is left to do."""
        return not self.writes and not self.extra


def plan(comments: Sequence[HostComment], me: str, key: str, body: str) -> Plan:
    """What leaves exactly one comment of ours with this key and body.

    The one with the lowest ID is kept, so that two runs at once keep the same.
    """
    ours = sorted(ours_of(comments, me, key), key=lambda comment: comment.id)
    if not ours:
        return Plan(None, (), writes=True)
    kept, *extra = ours
    return Plan(kept, tuple(extra), writes=not is_same(kept.body, body))


def ours_of(comments: Sequence[HostComment], me: str, key: str) -> list[HostComment]:
    """The comments with our marker and key whose author we are."""
    return [
        comment
        for comment in comments
        if comment.author == me
        and (marker := marker_of(comment.body)) is not None
        and marker.key == key
    ]


def is_same(one: str, other: str) -> bool:
    """True for bodies that differ at most in what forges change: line ends, blanks at the ends."""
    return _plain(one) == _plain(other)


def _plain(body: str) -> str:
    return body.replace("\r\n", "\n").strip()
