"""How each kind of forge spells what `tests.support.forge` does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlencode

from werkzeug import Response

if TYPE_CHECKING:
    from tests.support.forge import Asked, Comment, Forge

Action = Callable[["Forge", "Asked", str, Mapping[str, str]], Response]
READ_ONLY = "Resource not accessible by integration"


def reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    response = Response(json.dumps(value), status=status, content_type="application/json")
    for name, text in (headers or {}).items():
        response.headers[name] = text
    return response


def graphql_of(prefix: str) -> str:
    return prefix.removesuffix("/v3") + "/graphql"


def id_of(author: str) -> int:
    """A number for a name."""
    return int.from_bytes(author.encode()[:4], "big")


def _user(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    if forge.is_app:
        return reply({"message": READ_ONLY}, 403)
    return reply({"id": id_of(user), "login": user, "username": user})


def _pull(forge: Forge, number: int) -> dict[str, Any]:
    if forge.kind == "gitlab":
        return {
            "iid": number,
            "sha": forge.head,
            "source_branch": forge.branch,
            "diff_refs": {"base_sha": forge.base, "head_sha": forge.head},
            "web_url": f"https://forge.example/{forge.repository}/-/merge_requests/{number}",
        }
    return {
        "number": number,
        "head": {"sha": forge.head, "ref": forge.branch},
        "base": {"sha": forge.base},
        "html_url": f"https://forge.example/{forge.repository}/pull/{number}",
    }


def _one_pull(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    if not _is_ours(forge, names) or int(names["number"]) != forge.number:
        return reply({"message": "Not Found"}, 404)
    return reply(_pull(forge, forge.number))


def _pulls(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    branch = asked.query.get("source_branch", forge.branch)
    wanted = asked.query.get("head", f"{forge.owner}:{forge.branch}")
    fits = branch == forge.branch and wanted == f"{forge.owner}:{forge.branch}"
    return reply([_pull(forge, forge.number)] if fits else [])


def _comment(forge: Forge, comment: Comment) -> dict[str, Any]:
    if forge.kind == "gitlab":
        author = {"id": id_of(comment.author), "username": comment.author}
        return {
            "id": comment.id,
            "body": comment.body,
            "author": author,
            "system": comment.system,
        }
    return {
        "id": comment.id,
        "body": comment.body,
        "user": {"login": comment.author},
        "html_url": f"https://forge.example/c/{comment.id}",
    }


def _comments(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    if not _is_ours(forge, names) or int(names["number"]) != forge.number:
        return reply({"message": "Not Found"}, 404)
    size = min(int(asked.query.get("per_page", asked.query.get("limit", "30"))), forge.per_page)
    page = int(asked.query.get("page", "1"))
    rows = forge.comments[(page - 1) * size : page * size]
    has_more = page * size < len(forge.comments)
    headers = {}
    if forge.kind == "gitlab":
        headers["X-Next-Page"] = str(page + 1) if has_more else ""
    elif has_more:
        query = urlencode({**asked.query, "page": str(page + 1)})
        url = f"http://127.0.0.1:{forge.server.port}{quote(asked.path)}?{query}"
        headers["Link"] = f'<{url}>; rel="next", <{url}>; rel="last"'
    return reply([_comment(forge, row) for row in rows], headers=headers)


def _create(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    refused = _refused(forge, asked.value["body"])
    if refused is not None:
        return refused
    return reply(_comment(forge, forge.add(asked.value["body"], user)), 201)


def _update(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    found = _found(forge, names)
    if found is None:
        return reply({"message": "Not Found"}, 404)
    refused = _refused(forge, asked.value["body"])
    if refused is not None:
        return refused
    if found.author != user:
        return reply({"message": "Must have admin rights to Repository."}, 403)
    found.body = asked.value["body"]
    return reply(_comment(forge, found))


def _delete(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    found = _found(forge, names)
    if found is None:
        return reply({"message": "Not Found"}, 404)
    if not forge.may_write or found.author != user:
        return reply({"message": READ_ONLY}, 403)
    forge.comments.remove(found)
    return Response(status=204)


def _checks(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    name = asked.query.get("check_name")
    rows = [each for each in forge.checks if name in (None, each["name"])]
    return reply({"total_count": len(rows), "check_runs": rows})


def _check(forge: Forge, asked: Asked, user: str, names: Mapping[str, str]) -> Response:
    if not forge.may_write:
        return reply({"message": READ_ONLY}, 403)
    if "id" in names:
        found = next(each for each in forge.checks if each["id"] == int(names["id"]))
        found.update(asked.value)
        return reply(found)
    made = {"id": len(forge.checks) + 1, "html_url": "https://forge.example/run", **asked.value}
    forge.checks.append(made)
    return reply(made, 201)


def _found(forge: Forge, names: Mapping[str, str]) -> Comment | None:
    return next((each for each in forge.comments if each.id == int(names["id"])), None)


def _refused(forge: Forge, body: str) -> Response | None:
    if not forge.may_write:
        message = "403 Forbidden" if forge.kind == "gitlab" else READ_ONLY
        return reply({"message": message}, 403)
    if len(body) <= forge.longest:
        return None
    if forge.kind == "gitlab":
        words = f"is too long (maximum is {forge.longest} characters)"
        return reply({"message": {"note": [words]}}, 400)
    error = {
        "resource": "IssueComment",
        "code": "unprocessable",
        "field": "data",
        "message": f"Body is too long (maximum is {forge.longest} characters)",
    }
    return reply({"message": "Validation Failed", "errors": [error]}, 422)


def _is_ours(forge: Forge, names: Mapping[str, str]) -> bool:
    return unquote(names["repo"]) == forge.repository


_REPO = r"/repos/(?P<repo>[^/]+/[^/]+)"
_PROJECT = r"/projects/(?P<repo>.+?)"
_GITHUB: Sequence[tuple[str, str, Action]] = (
    ("GET", "/user", _user),
    ("GET", _REPO + r"/pulls/(?P<number>\d+)", _one_pull),
    ("GET", _REPO + r"/pulls", _pulls),
    ("GET", _REPO + r"/issues/(?P<number>\d+)/comments", _comments),
    ("POST", _REPO + r"/issues/(?P<number>\d+)/comments", _create),
    ("PATCH", _REPO + r"/issues/comments/(?P<id>\d+)", _update),
    ("DELETE", _REPO + r"/issues/comments/(?P<id>\d+)", _delete),
)
_CHECKS: Sequence[tuple[str, str, Action]] = (
    ("GET", _REPO + r"/commits/(?P<sha>\w+)/check-runs", _checks),
    ("POST", _REPO + r"/check-runs", _check),
    ("PATCH", _REPO + r"/check-runs/(?P<id>\d+)", _check),
)
_NOTES = _PROJECT + r"/merge_requests/(?P<number>\d+)/notes"
_GITLAB: Sequence[tuple[str, str, Action]] = (
    ("GET", "/user", _user),
    ("GET", _PROJECT + r"/merge_requests/(?P<number>\d+)", _one_pull),
    ("GET", _PROJECT + r"/merge_requests", _pulls),
    ("GET", _NOTES, _comments),
    ("POST", _NOTES, _create),
    ("PUT", _NOTES + r"/(?P<id>\d+)", _update),
    ("DELETE", _NOTES + r"/(?P<id>\d+)", _delete),
)
ROUTES = {"github": (*_GITHUB, *_CHECKS), "gitea": _GITHUB, "gitlab": _GITLAB}
