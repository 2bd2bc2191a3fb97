"""Stories build the same thing every time, and their streams are what the format asks for."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fixture_repos.harness import Place, Story, all_stories, run, streams_of
from fixture_repos.support import worktree_id

STORIES = all_stories()


@pytest.fixture(params=STORIES, ids=lambda story: story.name)
def story(request: pytest.FixtureRequest) -> Story:
    found = request.param
    assert isinstance(found, Story)
    return found


@pytest.fixture
def place(story: Story, tmp_path: Path) -> Place:
    return story.build(tmp_path / "home")


def _rows(content: bytes) -> list[dict[str, Any]]:
    assert content.endswith(b"\n")
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def _refs(place: Place) -> bytes:
    return run("git show-ref --head", place).stdout


def test_two_builds_have_the_same_object_ids(story: Story, place: Place, tmp_path: Path) -> None:
    again = story.build(tmp_path / "another" / "home")
    assert _refs(again) == _refs(place) != b""
    assert streams_of(again) == streams_of(place)


def test_shown_streams_are_the_ones_that_the_story_makes(story: Story, place: Place) -> None:
    shown = {
        str(file.relative_to(story.folder)): file.read_bytes()
        for file in story.folder.glob("sessions*/**/*.jsonl")
    }
    assert shown == streams_of(place)


def test_streams_begin_with_a_header_and_count_upwards(place: Place) -> None:
    for content in streams_of(place).values():
        rows = _rows(content)
        assert rows[0]["type"] == "session"
        assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
        assert len({row["id"] for row in rows}) == len(rows)


def test_record_times_never_go_back(place: Place) -> None:
    for content in streams_of(place).values():
        times = [datetime.fromisoformat(row["ts"]) for row in _rows(content) if "ts" in row]
        assert times == sorted(times)


@pytest.mark.asr("ASR-458")
def test_object_ids_are_the_hash_of_the_text_beside_them(place: Place) -> None:
    for content in streams_of(place).values():
        for state in _states(_rows(content)):
            if "text" in state:
                assert state["objectId"] == worktree_id(state["text"].encode("utf-8"))


@pytest.mark.asr("ASR-468")
def test_changes_name_declared_roots(place: Place) -> None:
    for content in streams_of(place).values():
        rows = _rows(content)
        declared = {root["root"] for root in rows[0]["roots"]}
        named = {change["root"] for row in rows for change in row.get("changes", [])}
        assert named <= declared


@pytest.mark.asr("ASR-453")
def test_calls_are_in_the_stream_before_what_they_made(place: Place) -> None:
    for content in streams_of(place).values():
        calls: set[str] = set()
        for row in _rows(content):
            if row["type"] == "tool_call":
                calls.add(row["callId"])
            elif "callId" in row.get("cause", {}):
                assert row["cause"]["callId"] in calls


def _states(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    changes = [change for row in rows for change in row.get("changes", [])]
    return [change[side] for change in changes for side in ("before", "after") if side in change]
