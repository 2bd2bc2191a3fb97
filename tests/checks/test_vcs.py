from __future__ import annotations

import pytest

from tests.checks.streams import COMMIT, change, found, vcs, without

CALLED = {"callId": "c1"}


@pytest.mark.asr("ASR-463")
@pytest.mark.parametrize(
    "record",
    [
        vcs(commit=COMMIT, parents=[COMMIT, "a" * 64], branch="main", remote="origin", root="app"),
        vcs(commitPrefix="8e2f", cause=CALLED),
        vcs(action="pr_open", pr={"url": "https://x.invalid/1", "number": 1, "repository": "a/b"}),
        vcs(action="bisect", cause={"actor": "hook", "observed": True}),
    ],
)
def test_vcs_record_of_the_right_form_conforms(record):
    assert found("ASR-463", record) == []


@pytest.mark.asr("ASR-463")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (without(vcs(), "action"), "action is missing or no string"),
        (without(vcs(), "evidence"), "evidence is missing"),
        (vcs(commit="8e2f"), "commit '8e2f' is not 40 or 64 lowercase hex digits"),
        (vcs(commit=8), "commit '8' is not 40 or 64 lowercase hex digits"),
        (vcs(commitPrefix="8e2"), "commitPrefix '8e2' is not 4 to 39 lowercase hex digits"),
        (
            vcs(commitPrefix=COMMIT),
            f"commitPrefix '{COMMIT}' is not 4 to 39 lowercase hex digits",
        ),
        (vcs(commit=COMMIT, commitPrefix="8e2f"), "both commit and commitPrefix are there"),
        (vcs(parents=COMMIT), "parents is no array"),
        (vcs(parents=["8E2F"]), "parents[0] '8E2F' is not 40 or 64 lowercase hex digits"),
        (vcs(branch=None), "branch is no string"),
        (vcs(pr="1"), "pr is no object"),
        (vcs(pr={"url": 1}), "pr.url is no string"),
        (vcs(pr={"number": "1"}), "pr.number '1' is no non-negative integer"),
        (vcs(cause={"restore": "r1"}), "cause has restore; here only callId, actor may stand"),
        (vcs(cause={"actor": "hook"}), "cause has an actor without observed: true"),
    ],
)
def test_vcs_record_of_another_form_is_an_error(record, expected):
    assert found("ASR-463", record) == [f"error {expected}"]


@pytest.mark.asr("ASR-464")
def test_commit_that_is_only_mentioned_is_no_vcs_record_to_check():
    message = {"type": "message", "text": f"see commit {COMMIT}"}
    assert found("ASR-464", message, change()) == []


@pytest.mark.asr("ASR-465")
@pytest.mark.parametrize(
    "record",
    [
        vcs(commit=COMMIT, cause=CALLED),
        vcs(commitPrefix="8e2f", cause=CALLED, evidence="parsed_output"),
        vcs(commitPrefix="8e2f", evidence="observed"),
        vcs(evidence="overheard"),
    ],
)
def test_evidence_that_says_how_conforms(record):
    assert found("ASR-465", record) == []


@pytest.mark.asr("ASR-465")
def test_evidence_that_is_no_string_is_an_error():
    assert found("ASR-465", vcs(evidence=1)) == ["error evidence is no string"]


@pytest.mark.asr("ASR-465")
def test_observed_prefix_of_a_call_is_a_warning():
    assert found("ASR-465", vcs(commitPrefix="8e2f", cause=CALLED)) == [
        "warning evidence is observed, but a commitPrefix of a call looks parsed from output"
    ]


@pytest.mark.asr("ASR-476")
def test_reported_link_conforms():
    assert found("ASR-476", vcs(action="pr_link", evidence="reported")) == []


@pytest.mark.asr("ASR-476")
def test_observed_link_is_an_error():
    assert found("ASR-476", vcs(action="pr_link")) == [
        "error evidence of a pr_link is 'observed', not reported"
    ]
