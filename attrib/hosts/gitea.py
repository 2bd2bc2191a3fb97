"""Gitea and Forgejo: GitHub's ways with other names for pages, and with no neutral result."""

from __future__ import annotations

from typing import ClassVar

from attrib.errors import HostError
from attrib.hosts.addresses import owner_and_name
from attrib.hosts.answers import number_at, text_at
from attrib.hosts.client import Client
from attrib.hosts.github import comment_of, pull_request_of, rows_of
from attrib.hosts.interface import HostComment, HostPullRequest

_PAGE = {"limit": "50"}


class Gitea:
    """A repository on Gitea or Forgejo.

    A commit's status is pending, success, error, failure or warning there: each of them judges,
    so none is set.
    """

    headers: ClassVar = {"Accept": "application/json"}
    shows_neutral = False

    def __init__(self, client: Client, repository: str) -> None:
        self._client = client
        self._repository = f"/repos/{owner_and_name(repository)}"

    def whoami(self) -> str:
        """The login."""
        login = text_at(self._client.get("/user").value, "login")
        if not login:
            raise HostError("the forge does not say whose token this is", hint="a user's token")
        return login

    def pull_request(self, number: int) -> HostPullRequest:
        """The pull request as it stands now."""
        answer = self._client.get(f"{self._repository}/pulls/{number}")
        return pull_request_of(answer.value, number)

    def number_of(self, branch: str, owner: str, head: str) -> int | None:
        """Among all open ones, the one with this branch and head."""
        query = {"state": "open", **_PAGE}
        for page in self._client.pages(f"{self._repository}/pulls", query):
            for each in rows_of(page):
                is_branch = text_at(each, "head", "ref") == branch
                if is_branch and text_at(each, "head", "sha") == head:
                    return number_at(each, "number")
        return None

    def comments(self, number: int) -> list[HostComment]:
        """All comments, oldest first."""
        path = f"{self._repository}/issues/{number}/comments"
        return [
            comment_of(each) for page in self._client.pages(path, _PAGE) for each in rows_of(page)
        ]

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

    def check(self, head: str, name: str, title: str, summary: str) -> str | None:
        """Nothing: no status of a commit is neutral here."""
        return None
