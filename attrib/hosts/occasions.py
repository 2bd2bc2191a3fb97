"""What a CI job runs for: which pull request on which forge, from the environment it is given.

Files of events hold what people typed: they are read as values with bounds, and no address in
them is ever asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from attrib.errors import HostError
from attrib.hosts.answers import at, number_at, oid_of, text_at

#: The largest payload that GitHub sends.
_EVENT_SIZE = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is known of the job; each may be `None`, and options may say otherwise.

    `base` and `head` are full commit IDs. `branch` and `owner` say where a pull request comes
    from whose number the event does not hold. `is_fork` is true where that is another
    repository. `nothing` is the event's name where there is no pull request to speak of.
    """

    provider: str | None = None
    api: str | None = None
    repository: str | None = None
    number: int | None = None
    base: str | None = None
    head: str | None = None
    branch: str | None = None
    owner: str | None = None
    is_fork: bool = False
    nothing: str | None = None


def occasion_in(environment: Mapping[str, str]) -> Occasion:
    """The occasion of this job; an empty one outside of CI.

    Raises:
        HostError: the file of the event cannot be read.
    """
    if environment.get("GITLAB_CI") == "true":
        return _of_gitlab(environment)
    if environment.get("GITHUB_ACTIONS") == "true":
        return _of_actions(environment)
    return Occasion()


def _of_gitlab(environment: Mapping[str, str]) -> Occasion:
    """A job of GitLab; one of a fork runs there, and speaks of the project it came from."""
    target = environment.get("CI_MERGE_REQUEST_PROJECT_ID")
    source = environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID")
    number = environment.get("CI_MERGE_REQUEST_IID", "")
    found = Occasion(
        provider="gitlab",
        api=environment.get("CI_API_V4_URL") or None,
        repository=target or environment.get("CI_PROJECT_ID") or None,
        is_fork=bool(target and source and target != source),
    )
    if not number.isdecimal() or int(number) == 0:
        return replace(found, nothing=environment.get("CI_PIPELINE_SOURCE") or "pipeline")
    # In a pipeline of merged results the job's own commit is one that nobody pushed.
    head = environment.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") or environment.get("CI_COMMIT_SHA")
    base = environment.get("CI_MERGE_REQUEST_DIFF_BASE_SHA")
    return replace(found, number=int(number), base=oid_of(base), head=oid_of(head))


def _of_actions(environment: Mapping[str, str]) -> Occasion:
    """A job of GitHub's Actions, or of Gitea's and Forgejo's, which follow them."""
    is_gitea = any(environment.get(f"{name}_ACTIONS") == "true" for name in ("GITEA", "FORGEJO"))
    found = Occasion(
        provider="gitea" if is_gitea else "github",
        api=environment.get("GITHUB_API_URL") or None,
        repository=environment.get("GITHUB_REPOSITORY") or None,
    )
    name = environment.get("GITHUB_EVENT_NAME") or "an event"
    event = _event(environment.get("GITHUB_EVENT_PATH"))
    if isinstance(pull := at(event, "pull_request"), dict):
        return _of_pull(found, pull)
    if name == "workflow_run" and isinstance(run := at(event, "workflow_run"), dict):
        return _of_run(found, run)
    if name == "issue_comment" and at(event, "issue", "pull_request") is not None:
        return replace(found, number=number_at(event, "issue", "number"))
    return replace(found, nothing=name)


def _of_pull(found: Occasion, pull: Any) -> Occasion:
    here, there = (
        text_at(pull, "base", "repo", "full_name"),
        text_at(pull, "head", "repo", "full_name"),
    )
    return replace(
        found,
        number=number_at(pull, "number"),
        base=oid_of(text_at(pull, "base", "sha")),
        head=oid_of(text_at(pull, "head", "sha")),
        is_fork=here != there,
    )


def _of_run(found: Occasion, run: Any) -> Occasion:
    """The run of another workflow: its list of pull requests is empty for those from forks."""
    if text_at(run, "event") not in ("pull_request", "pull_request_target"):
        return replace(found, nothing=f"workflow_run of {text_at(run, 'event') or 'an event'}")
    return replace(
        found,
        head=oid_of(text_at(run, "head_sha")),
        branch=text_at(run, "head_branch"),
        owner=text_at(run, "head_repository", "owner", "login"),
    )


def _event(path: str | None) -> Any:
    """The event's payload; `None` without one."""
    if not path:
        return None
    try:
        with Path(path).open("rb") as file:
            content = file.read(_EVENT_SIZE + 1)
        if len(content) > _EVENT_SIZE:
            raise HostError(f"larger than {_EVENT_SIZE:,} bytes", where=path)
        return json.loads(content)
    except OSError as error:
        raise HostError(f"{error.strerror}", where=path) from None
    except (ValueError, RecursionError):
        raise HostError("the event is no JSON", where=path) from None
