from __future__ import annotations

import pytest

from tests.checks.streams import change, found

FIRST = {"type": "checkpoint", "kind": "git_ref", "ref": "a", "root": "app"}
SECOND = {"type": "workspace_state", "root": "app"}


@pytest.mark.asr("ASR-474")
def test_net_change_between_two_earlier_states_conforms():
    record = change(basis="net", endpoints={"from": "r2", "to": "r3"})
    assert found("ASR-474", FIRST, SECOND, record) == []


@pytest.mark.asr("ASR-474")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (change(basis=1), "error basis is no string"),
        (change(basis="net", endpoints="r2"), "error endpoints is no object"),
        (change(basis="net", endpoints={"from": 2}), "error endpoints.from is no string"),
        (
            change(basis="net", endpoints={"to": "r9"}),
            "error endpoints.to 'r9' names no record with a lower seq",
        ),
        (
            change(basis="net", endpoints={"to": "r4"}),
            "error endpoints.to 'r4' names no record with a lower seq",
        ),
        (
            change(basis="net", endpoints={"to": "r2"}, seq=2, id="late"),
            "error endpoints.to 'r2' has seq 2, which is not lower",
        ),
        (change(endpoints={"from": "r2"}), "warning endpoints stand without basis net"),
        (
            change(basis="net", endpoints={"from": "r1"}),
            "warning endpoints.from 'r1' is of type 'session', not checkpoint or workspace_state",
        ),
    ],
)
def test_endpoint_that_is_no_earlier_state_is_found(record, expected):
    assert found("ASR-474", FIRST, SECOND, record) == [expected]


@pytest.mark.asr("ASR-475")
def test_flags_that_are_booleans_conform():
    assert found("ASR-475", change(moreFiles=True, modifiedByUser=False)) == []


@pytest.mark.asr("ASR-475")
def test_flags_that_are_no_booleans_are_errors():
    assert found("ASR-475", change(moreFiles="true", modifiedByUser=None)) == [
        "error modifiedByUser is no boolean",
        "error moreFiles is no boolean",
    ]
