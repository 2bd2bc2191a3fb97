"""Version-control actions, as Claude Code's own reading of git's output tells them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrib.importers.common.commits import commit_member

_PR_ACTIONS = {
    "created": "pr_open",
    "edited": "pr_update",
    "merged": "pr_merge",
    "commented": "pr_comment",
    "closed": "pr_close",
    "reopened": "pr_reopen",
    "ready": "pr_ready",
    "draft": "pr_draft",
}
_KINDS = {"committed": "commit", "amended": "amend", "cherry-picked": "cherry_pick"}


def reported_actions(operation: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The members of `vcs` records for Claude Code's own reading of git's output."""
    for name, reader in (("commit", _committed), ("push", _pushed), ("branch", _branched)):
        part = operation.get(name)
        if isinstance(part, Mapping):
            yield from reader(part)
    request = operation.get("pr")
    if isinstance(request, Mapping) and isinstance(request.get("action"), str):
        action = _PR_ACTIONS.get(request["action"], request["action"])
        yield {"action": action, "pr": pull_request(request.get("url"), request.get("number"))}


def _committed(part: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    name = str(part.get("sha", ""))
    commit = commit_member(name) if re.fullmatch("[0-9a-f]+", name) else {}
    kind = str(part.get("kind", "committed"))
    yield {"action": _KINDS.get(kind, kind), **commit, **_branch(part.get("branch"))}


def _pushed(part: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"action": "push", **_branch(part.get("branch"))}


def _branched(part: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    action = {"merged": "merge", "rebased": "rebase"}.get(str(part.get("action")))
    if action is not None:
        # The ref is what was merged or rebased onto, not the branch that moved.
        yield {"action": action, "_meta": {"attrib/ref": part.get("ref")}}


def _branch(name: object) -> dict[str, str]:
    return {"branch": name} if isinstance(name, str) and name else {}


def pull_request(url: object, number: object, repository: object = None) -> dict[str, Any]:
    """The `pr` member of a `vcs` record, with what the source tells."""
    members: dict[str, Any] = {}
    if isinstance(url, str) and url:
        members["url"] = url
    if isinstance(number, int) and not isinstance(number, bool):
        members["number"] = number
    if isinstance(repository, str) and repository:
        members["repository"] = repository
    return members
