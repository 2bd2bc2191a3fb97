"""What a job runs for, read from what CI tells it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from attrib.errors import HostError
from attrib.hosts.occasions import Occasion, occasion_in

HEAD, BASE = "b" * 40, "0" * 40
ACTIONS = {
    "GITHUB_ACTIONS": "true",
    "GITHUB_API_URL": "https://api.github.com",
    "GITHUB_REPOSITORY": "octo/app",
}


def actions(tmp_path: Path, name: str, event: object, **more: str) -> Occasion:
    path = tmp_path / "event.json"
    path.write_text(event if isinstance(event, str) else json.dumps(event), encoding="utf-8")
    environment = {**ACTIONS, "GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(path), **more}
    return occasion_in(environment)


def pull(head_repo: object = "octo/app") -> dict[str, object]:
    return {
        "pull_request": {
            "number": 7,
            "url": "https://evil.example/pulls/7",
            "head": {"sha": HEAD, "repo": {"full_name": head_repo}},
            "base": {"sha": BASE, "repo": {"full_name": "octo/app"}},
        }
    }


def github(**more: Any) -> Occasion:
    return replace(Occasion("github", "https://api.github.com", "octo/app"), **more)


def test_outside_of_ci_nothing_is_known():
    assert occasion_in({}) == Occasion()


@pytest.mark.parametrize("name", ["pull_request", "pull_request_target"])
def test_pull_request_names_number_base_and_head(tmp_path, name):
    assert actions(tmp_path, name, pull()) == github(number=7, base=BASE, head=HEAD)


@pytest.mark.parametrize("repo", ["mallory/app", None, 5])
def test_head_of_another_repository_is_a_fork(tmp_path, repo):
    assert actions(tmp_path, "pull_request", pull(repo)).is_fork


@pytest.mark.parametrize("name", ["FORGEJO_ACTIONS", "GITEA_ACTIONS"])
def test_gitea_follows_github_and_says_that_it_is_gitea(tmp_path, name):
    found = actions(tmp_path, "pull_request", pull(), **{name: "true"})
    assert found == github(provider="gitea", number=7, base=BASE, head=HEAD)


@pytest.mark.parametrize("name", ["merge_group", "push", "schedule", "workflow_dispatch"])
def test_events_without_a_pull_request_are_nothing_to_do(tmp_path, name):
    assert actions(tmp_path, name, {"ref": "x"}) == github(nothing=name)


def test_run_of_another_workflow_names_head_and_branch(tmp_path):
    run = {
        "event": "pull_request",
        "head_sha": HEAD,
        "head_branch": "topic",
        "head_repository": {"owner": {"login": "mallory"}},
        "pull_requests": [],
    }
    found = actions(tmp_path, "workflow_run", {"workflow_run": run})
    assert found == github(head=HEAD, branch="topic", owner="mallory")
    after_push = actions(tmp_path, "workflow_run", {"workflow_run": {**run, "event": "push"}})
    assert after_push == github(nothing="workflow_run of push")


def test_comment_on_a_pull_request_names_its_number(tmp_path):
    event = {"issue": {"number": 7, "pull_request": {"url": "x"}}}
    assert actions(tmp_path, "issue_comment", event) == github(number=7)
    assert actions(tmp_path, "issue_comment", {"issue": {"number": 7}}).nothing == "issue_comment"


@pytest.mark.parametrize(
    "event",
    [
        [],
        "null",
        "7",
        {"pull_request": []},
        {"pull_request": {"number": "7", "head": 5, "base": [{}]}},
        {"pull_request": {"number": True, "head": {"sha": "$(id)"}, "base": {"sha": HEAD[:7]}}},
        {"pull_request": {"number": -7, "head": {"sha": HEAD.upper()}}},
    ],
)
def test_odd_events_give_no_number_and_no_commit(tmp_path, event):
    found = actions(tmp_path, "pull_request", event)
    assert (found.number, found.base, found.head) == (None, None, None)


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, "\0"])
def test_event_that_is_no_json_is_named(tmp_path, content):
    with pytest.raises(HostError, match=r"event\.json: the event is no JSON"):
        actions(tmp_path, "pull_request", content)


def test_event_that_is_not_there_is_named(tmp_path):
    with pytest.raises(HostError, match="No such file"):
        occasion_in({**ACTIONS, "GITHUB_EVENT_PATH": str(tmp_path / "gone")})


GITLAB = {
    "GITLAB_CI": "true",
    "CI_API_V4_URL": "https://lab.example/git/api/v4",
    "CI_PROJECT_ID": "42",
    "CI_COMMIT_SHA": HEAD,
    "CI_MERGE_REQUEST_IID": "7",
    "CI_MERGE_REQUEST_PROJECT_ID": "42",
    "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "42",
    "CI_MERGE_REQUEST_DIFF_BASE_SHA": BASE,
}


def gitlab(**more: Any) -> Occasion:
    return replace(Occasion("gitlab", "https://lab.example/git/api/v4", "42"), **more)


def test_merge_request_of_gitlab():
    assert occasion_in(GITLAB) == gitlab(number=7, base=BASE, head=HEAD)


def test_merged_result_of_gitlab_has_the_head_of_its_branch():
    merged = {**GITLAB, "CI_COMMIT_SHA": "c" * 40, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": HEAD}
    assert occasion_in(merged).head == HEAD


def test_fork_of_gitlab_speaks_of_the_project_it_came_from():
    fork = {**GITLAB, "CI_PROJECT_ID": "99", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "99"}
    assert occasion_in(fork) == gitlab(number=7, base=BASE, head=HEAD, is_fork=True)


def test_pipeline_without_a_merge_request_is_nothing_to_do():
    branch = {**GITLAB, "CI_MERGE_REQUEST_IID": "", "CI_PIPELINE_SOURCE": "push"}
    assert occasion_in(branch) == gitlab(nothing="push")
