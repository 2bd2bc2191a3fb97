"""GitLab, here or on a server of one's own, also below a path: notes of merge requests."""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import quote

from attrib.errors import HostError, UsageError
from attrib.hosts.answers import at, number_at, oid_of, rows_of, text_at
from attrib.hosts.client import Client
from attrib.hosts.interface import HostComment, HostPullRequest


class GitLab:
    """A project on GitLab.

    A commit's status is pending, running, success, failed, canceled or skipped there: none of
    them says "looked at, and not judged", so none is set.
    """

    headers: ClassVar = {"Accept": "application/json"}
    shows_neutral = False

    def __init__(self, client: Client, project: str) -> None:
        if not project or project.startswith("/") or not project.isprintable():
            raise UsageError(f"--repo is no project: '{project}'", hint="--repo group/project")
        self._client = client
        self._project = f"/projects/{quote(project, safe='')}"

    def whoami(self) -> str:
        """The ID of the user, or of the bot that a project's token speaks as."""
        number = number_at(self._client.get("/user").value, "id")
        if number is None:
            raise HostError("GitLab does not say whose token this is", hint="a project's token")
        return str(number)

    def pull_request(self, number: int) -> HostPullRequest:
        """The merge request as it stands now."""
        value = self._client.get(f"{self._project}/merge_requests/{number}").value
        head = oid_of(text_at(value, "sha") or text_at(value, "diff_refs", "head_sha"))
        base = oid_of(text_at(value, "diff_refs", "base_sha"))
        return HostPullRequest(number, head, base, text_at(value, "web_url"))

    def number_of(self, branch: str, owner: str, head: str) -> int | None:
        """Among the open ones from this branch, the one with this head."""
        query = {"state": "opened", "source_branch": branch, "per_page": "100"}
        for page in self._client.pages(f"{self._project}/merge_requests", query):
            for each in rows_of(page):
                if text_at(each, "sha") == head:
                    return number_at(each, "iid")
        return None

    def comments(self, number: int) -> list[HostComment]:
        """All notes of people and bots, oldest first; what GitLab itself notes is left out."""
        query = {"sort": "asc", "order_by": "created_at", "per_page": "100"}
        return [
            _comment_of(each)
            for page in self._client.pages(self._notes(number), query)
            for each in rows_of(page)
            if at(each, "system") is not True
        ]

    def create(self, number: int, body: str) -> HostComment:
        """Add a note; sent once."""
        answer = self._client.order("POST", self._notes(number), {"body": body}, repeats=False)
        return _comment_of(answer.value)

    def update(self, number: int, comment: int, body: str) -> HostComment:
        """Put another body in the place of a note's."""
        path = f"{self._notes(number)}/{comment}"
        return _comment_of(self._client.order("PUT", path, {"body": body}).value)

    def delete(self, number: int, comment: int) -> None:
        """Take a note away."""
        self._client.order("DELETE", f"{self._notes(number)}/{comment}", None)

    def check(self, head: str, name: str, title: str, summary: str) -> str | None:
        """Nothing: no status of a commit is neutral here."""
        return None

    def _notes(self, number: int) -> str:
        return f"{self._project}/merge_requests/{number}/notes"


def _comment_of(value: Any) -> HostComment:
    number = number_at(value, "id")
    if number is None:
        raise HostError("the forge gives a note without an ID")
    author = number_at(value, "author", "id")
    return HostComment(number, "" if author is None else str(author), text_at(value, "body") or "")
