from __future__ import annotations

import pytest

from tests.checks.streams import COMMIT, STATE, all_found, change, found, stream, without

CALL = {"type": "tool_call", "callId": "c1"}


@pytest.mark.asr("ASR-450")
def test_file_change_with_status_precision_and_changes_conforms():
    assert found("ASR-450", change()) == []


@pytest.mark.asr("ASR-450")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (without(change(), "status"), "status is missing"),
        (change(status=3), "status is no string"),
        (without(change(), "precision"), "precision is missing"),
        (change(precision="rough"), "precision 'rough' is none of exact, hunks, snippet, unknown"),
        (
            change(precision=["exact"]),
            "precision an array is none of exact, hunks, snippet, unknown",
        ),
        (without(change(), "changes"), "changes is missing or no array"),
        (change(changes={}), "changes is missing or no array"),
        (change(changes=[]), "changes is empty"),
        (change(changes=[7]), "changes[0] is no object"),
    ],
)
def test_file_change_without_a_required_member_is_an_error(record, expected):
    assert found("ASR-450", record) == [f"error {expected}"]


@pytest.mark.asr("ASR-450")
def test_unknown_status_is_no_finding():
    assert found("ASR-450", change(status="reverted")) == []


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize("result", [{"status": "completed"}, {"isError": False}, {}])
def test_applied_after_a_good_result_conforms(result):
    records = CALL, change(cause={"callId": "c1"}), {"type": "tool_result", "callId": "c1"} | result
    assert found("ASR-451", *records) == []


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize("result", [{"status": "denied"}, {"isError": True}, {"error": "no"}])
def test_applied_beside_a_failed_result_is_a_warning(result):
    records = CALL, change(cause={"callId": "c1"}), {"type": "tool_result", "callId": "c1"} | result
    assert found("ASR-451", *records) == [
        "warning status is applied, but the result of call 'c1' is an error"
    ]


@pytest.mark.asr("ASR-451")
def test_failed_beside_a_failed_result_conforms():
    result = {"type": "tool_result", "callId": "c1", "isError": True}
    assert found("ASR-451", CALL, result, change(status="failed", cause={"callId": "c1"})) == []


@pytest.mark.asr("ASR-452")
@pytest.mark.parametrize(
    "cause",
    [
        {"callId": "c1"},
        {"restore": "r9"},
        {"actor": "external", "observed": True},
        {"actor": "human", "observed": True},
    ],
)
def test_cause_of_one_form_conforms(cause):
    assert found("ASR-452", change(cause=cause)) == []


@pytest.mark.asr("ASR-452")
@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        ("c1", ["error cause is no object"]),
        ({}, ["error cause has 0 of callId, actor, restore, not exactly one"]),
        (
            {"callId": "c1", "restore": "r1"},
            ["error cause has 2 of callId, actor, restore, not exactly one"],
        ),
        ({"callId": 1}, ["error cause.callId is no string"]),
        ({"actor": "human"}, ["error cause has an actor without observed: true"]),
        (
            {"actor": "human", "observed": "yes"},
            ["error cause has an actor without observed: true"],
        ),
        ({"callId": "c1", "observed": True}, ["warning cause has observed without an actor"]),
        (
            {"actor": "robot", "observed": True},
            ["notice cause.actor 'robot' is none of external, harness, hook, human"],
        ),
    ],
)
def test_cause_of_no_single_form_is_found(cause, expected):
    assert found("ASR-452", change(cause=cause)) == expected


@pytest.mark.asr("ASR-453")
@pytest.mark.parametrize(
    "records",
    [
        (CALL, change(cause={"callId": "c1"})),
        (change(cause={"callId": "c1"}), CALL),
        ({"type": "rewind"}, change(cause={"restore": "r2"})),
        (change(cause={"restore": "r3"}), {"type": "checkpoint", "kind": "snapshot", "ref": "x"}),
    ],
)
def test_cause_that_names_a_record_anywhere_in_the_stream_conforms(records):
    assert found("ASR-453", *records) == []


@pytest.mark.asr("ASR-453")
@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (
            [change(cause={"callId": "c1"})],
            "warning no tool_call in the stream has callId 'c1'",
        ),
        (
            [change(cause={"restore": "r77"})],
            "error cause.restore 'r77' is no rewind or checkpoint record of the stream",
        ),
        (
            [CALL, change(cause={"restore": "r2"})],
            "error cause.restore 'r2' is no rewind or checkpoint record of the stream",
        ),
    ],
)
def test_cause_that_names_no_record_is_found(records, expected):
    assert found("ASR-453", *records) == [expected]


@pytest.mark.asr("ASR-454")
@pytest.mark.parametrize(
    "record",
    [
        change(op="add"),
        change(root=None, path="/etc/hosts"),
        change(op="move", oldPath="b.py", oldRoot=None),
        change(op="symlink", oldPath="b.py"),
    ],
)
def test_change_with_op_root_and_path_conforms(record):
    assert found("ASR-454", record) == []


@pytest.mark.asr("ASR-454")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (
            change(changes=[{}]),
            [
                "error changes[0].op is missing",
                "error changes[0].path is missing",
                "error changes[0].root is missing; it is null for a file outside every root",
            ],
        ),
        (change(op=[]), ["error changes[0].op is no string"]),
        (change(root=1), ["error changes[0].root is neither a string nor null"]),
        (change(op="move"), ["error changes[0].oldPath is missing in a move"]),
        (change(op="copy"), ["error changes[0].oldPath is missing in a copy"]),
        (change(op="move", oldPath=1), ["error changes[0].oldPath is no string"]),
        (
            change(op="move", oldPath="b", oldRoot=1),
            ["error changes[0].oldRoot is neither a string nor null"],
        ),
        (change(oldPath="b"), ["warning changes[0].oldPath stands in a change with op modify"]),
    ],
)
def test_change_without_a_required_member_is_found(record, expected):
    assert found("ASR-454", record) == expected


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize(
    "record",
    [
        change(precision="exact", after={"text": "x"}),
        change(precision="exact", after=STATE),
        change(precision="exact", op="delete"),
        change(precision="exact", op="move", oldPath="b"),
        change(precision="hunks", patch={"format": "unified", "text": "@@ -1 +1 @@\n-a\n+b\n"}),
        change(precision="snippet"),
        change(precision="unknown"),
    ],
)
def test_precision_that_the_changes_support_conforms(record):
    assert found("ASR-455", record) == []


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize("op", ["add", "modify", "copy", "unknown"])
def test_exact_without_an_after_state_is_an_error(op):
    assert found("ASR-455", change(precision="exact", op=op, oldPath="b", after={"size": 3})) == [
        "error precision is exact, but changes[0].after has neither text, content nor objectId"
    ]


@pytest.mark.asr("ASR-455")
def test_hunks_without_a_patch_is_a_warning():
    assert found("ASR-455", change(precision="hunks")) == [
        "warning precision is hunks, but there is no patch; it may have been withheld"
    ]


@pytest.mark.asr("ASR-455")
def test_move_with_a_patch_is_no_pure_move():
    patch = {"format": "unified", "text": "@@ -1 +1 @@\n-a\n+b\n"}
    moved = change(op="move", oldPath="b", precision="hunks")
    assert len(found("ASR-455", moved)) == 2
    assert found("ASR-455", moved | {"patch": patch}) == []


@pytest.mark.asr("ASR-455")
def test_precision_below_what_the_record_holds_is_a_warning():
    assert found("ASR-455", change(precision="snippet", after={"text": "x"})) == [
        "warning precision is snippet, though every change is fully determined"
    ]


def test_record_with_every_member_conforms():
    record = change(
        precision="exact",
        after=STATE,
        cause={"callId": "c1"},
        moreFiles=False,
        modifiedByUser=True,
        patch={"format": "unified", "text": "@@ -0,0 +1 @@\n+hello world\n"},
    )
    commit = {"type": "vcs", "action": "commit", "evidence": "observed", "commit": COMMIT}
    assert all_found(*stream(CALL, record, commit)) == []
