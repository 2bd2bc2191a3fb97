"""GitHub, here or on a server of one's own."""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import quote

from attrib.errors import HostError, NotAllowedError, NotThereError, UncertainError
from attrib.hosts.answers import at, number_at, rows_of, text_at
from attrib.hosts.issues import IssueHost

#: Names our check runs among all others of the same name.
_OURS = "attrib:pr-evidence"
_GHES = "/api/v3"
_PAGE = {"per_page": "100"}


class GitHub(IssueHost):
    """A repository on GitHub; a token of Actions speaks as `github-actions[bot]`."""

    #: The first is what GitHub asks for, the second what its description names.
    headers: ClassVar = {
        "Accept": "application/vnd.github+json, application/json;q=0.9",
        "X-GitHub-Api-Version": "2022-11-28",
    }
    shows_neutral = True
    _page = _PAGE

    def whoami(self) -> str:
        """The login; tokens of apps and of Actions are told it by GraphQL alone."""
        try:
            answer = self._client.get("/user").value
        except (NotAllowedError, NotThereError):
            answer = at(self._viewer(), "data", "viewer")
        login = text_at(answer, "login")
        if not login:
            raise HostError("GitHub does not say whose token this is", hint="a token of a user")
        return login

    def number_of(self, branch: str, owner: str, head: str) -> int | None:
        """Among the open ones from this branch, the one with this head."""
        query = {"state": "open", "head": f"{owner}:{branch}", **_PAGE}
        for page in self._client.pages(f"{self._repository}/pulls", query):
            for each in rows_of(page):
                if text_at(each, "head", "sha") == head:
                    return number_at(each, "number")
        return None

    def check(self, head: str, name: str, title: str, summary: str) -> str | None:
        """A check run with the conclusion `neutral`; a second one replaces the first."""
        payload = {
            "name": name,
            "head_sha": head,
            "external_id": _OURS,
            "status": "completed",
            "conclusion": "neutral",
            "output": {"title": title, "summary": summary},
        }
        ours = self._our_check(head, name)
        if ours is None:
            try:
                path = f"{self._repository}/check-runs"
                made = self._client.order("POST", path, payload, repeats=False).value
                return text_at(made, "html_url")
            except UncertainError:
                ours = self._our_check(head, name)
                if ours is None:
                    raise
        del payload["head_sha"]
        path = f"{self._repository}/check-runs/{ours}"
        return text_at(self._client.order("PATCH", path, payload).value, "html_url")

    def _our_check(self, head: str, name: str) -> int | None:
        path = f"{self._repository}/commits/{quote(head, safe='')}/check-runs"
        query = {"check_name": name, "filter": "latest", **_PAGE}
        for page in self._client.pages(path, query):
            for each in at(page.value, "check_runs") or ():
                if text_at(each, "external_id") == _OURS and text_at(each, "name") == name:
                    return number_at(each, "id")
        return None

    def _viewer(self) -> Any:
        """What GraphQL says of the token's owner; on a server of one's own it lies beside v3."""
        query = {"query": "query { viewer { login } }"}
        api = self._client.api
        base = api.removesuffix("/v3") if api.endswith(_GHES) else api
        return self._client.order("POST", "/graphql", query, base=base).value
