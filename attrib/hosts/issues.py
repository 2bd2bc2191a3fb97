"""What GitHub and those that copied its API share: pull requests and comments are issues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrib.errors import HostError
from attrib.hosts.addresses import owner_and_name
from attrib.hosts.answers import number_at, oid_of, rows_of, text_at
from attrib.hosts.client import Client
from attrib.hosts.interface import HostComment, HostPullRequest


class IssueHost:
    """A repository on such a forge; `_page` asks for pages of the greatest size."""

    _page: Mapping[str, str]

    def __init__(self, client: Client, repository: str) -> None:
        self._client = client
        self._repository = f"/repos/{owner_and_name(repository)}"

    def pull_request(self, number: int) -> HostPullRequest:
        """The pull request as it stands now."""
        answer = self._client.get(f"{self._repository}/pulls/{number}")
        return pull_request_of(answer.value, number)

    def comments(self, number: int) -> list[HostComment]:
        """All comments, oldest first; reviews are no comments."""
        path = f"{self._repository}/issues/{number}/comments"
        pages = self._client.pages(path, self._page)
        return [comment_of(each) for page in pages for each in rows_of(page)]

    def create(self, number: int, body: str) -> HostComment:
        """Add a comment; sent once."""
        path = f"{self._repository}/issues/{number}/comments"
        return comment_of(self._client.order("POST", path, {"body": body}, repeats=False).value)

    def update(self, number: int, comment: int, body: str) -> HostComment:
        """Put another body in the place of a comment's; `number` is not needed here."""
        path = f"{self._repository}/issues/comments/{comment}"
        return comment_of(self._client.order("PATCH", path, {"body": body}).value)

    def delete(self, number: int, comment: int) -> None:
        """Take a comment away; `number` is not needed here."""
        self._client.order("DELETE", f"{self._repository}/issues/comments/{comment}", None)


def pull_request_of(value: Any, number: int) -> HostPullRequest:
    """A pull request as they spell it."""
    return HostPullRequest(
        number,
        oid_of(text_at(value, "head", "sha")),
        oid_of(text_at(value, "base", "sha")),
        text_at(value, "html_url"),
    )


def comment_of(value: Any) -> HostComment:
    """A comment as they spell it.

    Raises:
        HostError: it has no ID.
    """
    number = number_at(value, "id")
    if number is None:
        raise HostError("the forge gives a comment without an ID")
    return HostComment(
        number,
        text_at(value, "user", "login") or "",
        text_at(value, "body") or "",
        text_at(value, "html_url"),
    )
