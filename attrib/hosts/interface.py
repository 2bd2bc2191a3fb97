"""What a forge is to us: eight questions and orders, with plain text and IDs only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class HostComment:
    """A comment on a pull request; `author` is who posted it, as `Host.whoami` would say."""

    id: int
    author: str
    body: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class HostPullRequest:
    """A pull request now; `base` and `head` are full commit IDs where the forge says them."""

    number: int
    head: str | None
    base: str | None
    url: str | None = None


class Host(Protocol):
    """One repository on one forge, as the owner of a token sees it.

    Every question and order may raise a `HostError`; which one is said in `attrib.errors`.
    """

    @property
    def shows_neutral(self) -> bool:
        """True where a commit can be marked with a result that neither passes nor fails."""
        ...

    def whoami(self) -> str:
        """Whose token this is: the name or ID that stands as the author of their comments."""
        ...

    def pull_request(self, number: int) -> HostPullRequest:
        """The pull request as it stands now."""
        ...

    def number_of(self, branch: str, owner: str, head: str) -> int | None:
        """The open pull request from `owner`'s branch whose head is this commit."""
        ...

    def comments(self, number: int) -> list[HostComment]:
        """All comments of a pull request, from all pages, in the forge's order."""
        ...

    def create(self, number: int, body: str) -> HostComment:
        """Add a comment; it is never sent twice where the first may have arrived.

        Raises:
            UncertainError: it may be there; look before it is tried again.
        """
        ...

    def update(self, number: int, comment: int, body: str) -> HostComment:
        """Put another body in the place of a comment's."""
        ...

    def delete(self, number: int, comment: int) -> None:
        """Take a comment away."""
        ...

    def check(self, head: str, name: str, title: str, summary: str) -> str | None:
        """Mark a commit with a neutral result, one per name; its address.

        Asked only where `shows_neutral`.
        """
        ...
