"""Every JSON answer is valid by its schema, and the schemas in the repository are the types'."""

from __future__ import annotations

import json as standard
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.cli.import_json import imported
from attrib.model.doctor import DoctorReport, RootFacts
from attrib.model.ids import RepoPath
from attrib.model.records import BadRecord, Place
from attrib.render import (
    find_json,
    fleet_json,
    json,
    json_pr,
    json_ranges,
    schemas,
    share_json,
)
from attrib.render.graph_json import graph_json
from tests.render import (
    find_values,
    fleet_values,
    pull_values,
    range_values,
    share_values,
    values,
)

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
DOCTOR = DoctorReport(
    git_dir="/r/.git",
    object_format="sha1",
    commits=4812,
    versions={"git": "2.39.5"},
    sessions={"codebuddy": 31, "claude-code": 181},
    newest=1_792_000_000.0,
    index="up to date; 4,812 commits",
    now=1_792_000_300.0,
    roots=(
        RootFacts("app", bound=True, reason="this repository (declared path)", remedy=None),
        RootFacts("infra", bound=False, reason="unbound", remedy="git config attrib.root x"),
    ),
    hooks=("none installed: attrib hook install",),
    missed=("post-commit, 2 times, last at T: disk full",),
    filters=("nbstripout: not allowed here",),
    unreadable=(BadRecord(Place("a.jsonl", 7, 1_204_112), "torn line", pending=True),),
    notices=("a notice",),
)
ANSWERS: dict[str, dict[str, Any]] = {
    "attrib.blame-1": json.blame(values.BLAME),
    "attrib.commit-1": json.commits(values.COMMITS),
    "attrib.explain-1": json.explanation(values.EXPLANATION),
    "attrib.explain-commit-1": json.commit_explanation(values.COMMIT_EXPLANATION),
    "attrib.session-1": json.session(values.SESSION),
    "attrib.sessions-1": json.sessions(values.INFOS),
    "attrib.doctor-1": json.doctor(DOCTOR),
    "attrib.check-1": {"format": "attrib.check/1", "findings": [], "streams": 1, "records": 2},
    "attrib.import-1": imported([], dry_run=True),
    "attrib.report-1": json_ranges.report(range_values.RANGE_REPORT),
    "attrib.audit-1": json_ranges.audit(range_values.AUDIT),
    "attrib.pr-1": json_pr.pull_request(pull_values.PULL),
    "attrib.controls-1": json_ranges.controls(range_values.CONTROLS),
    "attrib.graph-1": graph_json(range_values.GRAPH),
    "attrib.find-1": find_json.find(find_values.FOUND),
    "attrib.index-1": find_json.index(find_values.INDEX),
    "attrib.share-push-1": share_json.publish(share_values.PUBLISHED),
    "attrib.share-show-1": share_json.show("refs/notes/attrib", share_values.NOTES),
    "attrib.share-verify-1": share_json.verify(share_values.VERIFIED),
    "attrib.fleet-export-1": fleet_json.export(fleet_values.EXPORT),
    "attrib.fleet-match-1": fleet_json.match(fleet_values.MATCH),
    "attrib.fleet-report-1": fleet_json.summary(fleet_values.SUMMARY),
    "attrib.fleet-session-1": fleet_json.links(fleet_values.LINKS),
    "attrib.fleet-object-1": fleet_json.found(fleet_values.OBJECT),
    "attrib.fleet-vendored-1": fleet_json.vendored(fleet_values.VENDORED),
}


def valid(name: str, answer: object) -> None:
    schema = standard.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(answer)


@pytest.mark.parametrize("name", schemas.FORMATS)
def test_schema_files_are_generated_from_the_types(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text("utf-8") == schemas.schema_text(name)
    assert name in ANSWERS


def test_there_is_no_schema_of_a_format_that_is_gone() -> None:
    ours = {path.stem for path in FOLDER.glob("attrib.*.json")}
    assert set(schemas.FORMATS) <= ours


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_valid(name: str) -> None:
    valid(name, standard.loads(json.encode(ANSWERS[name])))


def test_answer_without_a_merge_base_is_valid() -> None:
    nothing = json_pr.pull_request(pull_values.NOTHING)
    valid("attrib.pr-1", standard.loads(json.encode(nothing)))


def test_schemas_refuse_what_the_format_has_not() -> None:
    with pytest.raises(jsonschema.ValidationError):
        valid("attrib.blame-1", ANSWERS["attrib.blame-1"] | {"author": "Ada"})


def test_blame_keeps_the_order_of_the_format() -> None:
    answer = standard.loads(json.encode(json.blame(values.BLAME)))
    assert list(answer) == ["format", "path", "revision", "lines", "sessions", "statement"]
    assert answer["lines"][3] == {
        "number": 4,
        "commit": values.SECOND,
        "origin_path": "app.py",
        "origin_number": 4,
        "boundary": False,
        "text": "print(name)",
        "strength": "strong",
        "evidence": [
            {
                "session": {
                    "agent": "com.tencent.codebuddy",
                    "namespace": "n 1",
                    "id": "0f1e2d3c-4b5a",
                },
                "strength": "strong",
                "relation": "transition",
                "equality": "after-eol",
                "covers": "line",
                "qualifiers": [],
                "records": ["0f1e2d3c-4b5a#r205"],
                "actor": "session",
                "notes": [],
            },
            {
                "session": {
                    "agent": "com.anthropic.claude-code",
                    "namespace": "",
                    "id": "7f3a9c2e:x",
                },
                "strength": "strong",
                "relation": "lines",
                "equality": None,
                "covers": "line",
                "qualifiers": ["shared", "time-unknown"],
                "records": ["7f3a9c2e:x#r 88", "7f3a9c2e:x#r89"],
                "actor": "external",
                "notes": ["1 of 4 added lines stands here"],
            },
        ],
        "unseen": None,
    }
    assert answer["lines"][0]["unseen"] == "no-record"
    assert answer["sessions"][1]["last"] == "2026-10-14T17:47:40.500Z"


def test_bytes_that_are_no_text_are_there_exactly() -> None:
    report = replace(values.BLAME, path=RepoPath(b"caf\xe9"))
    answer = standard.loads(json.encode(json.blame(report)))
    assert (answer["path"], answer["path_base64"]) == ("caf\ufffd", "Y2Fm6Q==")
    last = answer["lines"][-1]
    assert (last["text"], last["text_base64"]) == ("caf\ufffd\t\x1b[31m", "Y2Fm6QkbWzMxbQ==")
    valid("attrib.blame-1", answer)


def test_text_that_is_no_text_becomes_a_replacement_character() -> None:
    report = replace(values.BLAME, revision="br\udce9anch")
    assert standard.loads(json.encode(json.blame(report)))["revision"] == "br\ufffdanch"
