"""Gitea and Forgejo: GitHub's ways with other names for pages, and with no neutral result."""

from __future__ import annotations

from typing import ClassVar

from attrib.errors import HostError
from attrib.hosts.answers import number_at, rows_of, text_at
from attrib.hosts.issues import IssueHost

_PAGE = {"limit": "50"}


class Gitea(IssueHost):
    """A repository on Gitea or Forgejo.

    A commit's status is pending, success, error, failure or warning there: each of them judges,
    so none is set.
    """

    headers: ClassVar = {"Accept": "application/json"}
    shows_neutral = False
    _page = _PAGE

    def whoami(self) -> str:
        """The login."""
        login = text_at(self._client.get("/user").value, "login")
        if not login:
            raise HostError("the forge does not say whose token this is", hint="a user's token")
        return login

    def number_of(self, branch: str, owner: str, head: str) -> int | None:
        """Among all open ones, the one with this branch and head."""
        query = {"state": "open", **_PAGE}
        for page in self._client.pages(f"{self._repository}/pulls", query):
            for each in rows_of(page):
                is_branch = text_at(each, "head", "ref") == branch
                if is_branch and text_at(each, "head", "sha") == head:
                    return number_at(each, "number")
        return None

    def check(self, head: str, name: str, title: str, summary: str) -> str | None:
        """Nothing: no status of a commit is neutral here."""
        return None
