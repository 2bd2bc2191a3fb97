"""Steps of threads and turns: what a record says, and the honest unknown."""

from __future__ import annotations

from hashlib import sha1, sha256

import pytest

from tests.serve.logs import APP, Log, text

pytestmark = pytest.mark.git

PAGE = "thread/patch_steps/page"


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def effects(*warnings: str) -> dict:
    return {
        "createdDirectories": [],
        "residualDirectories": [],
        "metadataWarnings": list(warnings),
        "exact": False,
    }


def test_step_says_what_its_record_says(repository, asking):
    log = Log(repository, "S")
    log.step(text("src/a.py", "one\r\ntwo\n", "one\n"), minute=2)
    (item,) = asking.result(PAGE, threadId="S")["items"]
    assert item["view"] == "timeline"
    assert item["execution"] == {
        "sourceThreadId": "S",
        "sourceTurnId": "t1",
        "presentedThreadId": "S",
        "executionId": None,
        "runId": None,
    }
    location = {
        "relativePath": "src/a.py",
        "workspaceRoot": APP,
        "absolutePath": f"{APP}/src/a.py",
    }
    snapshot = {
        "schemaVersion": 1,
        "contentHash": digest(b"one\n"),
        "byteLen": 4,
        "encoding": "utf8",
        "lineEndings": {"dominant": "lf", "mixed": False, "finalNewline": True},
    }
    mixed = {"dominant": "mixed", "mixed": True, "finalNewline": True}
    after = {"contentHash": digest(b"one\r\ntwo\n"), "byteLen": 9, "lineEndings": mixed}
    assert item["record"] == {
        "schemaVersion": 1,
        "recordId": "S#r2",
        "threadId": "S",
        "turnId": "t1",
        "invocationId": "call_1",
        "environmentId": "app",
        "commitOrdinal": 0,
        "authority": "unsupported",
        "provenance": "unknown",
        "exactness": "exact",
        "committedAtUnixMs": 1792486920000,
        "outcome": {"status": "applied"},
        "changes": [
            {
                "operationIndex": 0,
                "commitStep": 0,
                "sequence": 0,
                "kind": "update",
                "sourcePath": "src/a.py",
                "sourceLocation": location,
                "destinationPath": None,
                "destinationLocation": None,
                "before": snapshot,
                "after": snapshot | after,
                "overwrittenDestination": None,
                "sideEffects": effects(
                    "before: SHA-256 taken here of the recorded content; no ID is recorded",
                    "after: SHA-256 taken here of the recorded content; no ID is recorded",
                ),
            }
        ],
        "sideEffects": effects(),
    }


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("applied", {"status": "applied"}),
        (
            "partial",
            {"status": "partial", "failedStage": "commit", "errorCode": "partial_commit"},
        ),
        ("unknown", {"status": "commit_state_uncertain"}),
        ("something new", {"status": "commit_state_uncertain"}),
        ("proposed", None),
        ("failed", None),
        ("skipped", None),
    ],
)
def test_only_what_may_have_been_made_is_a_step(repository, asking, status, outcome):
    Log(repository, "S").step(status=status)
    found = [record["outcome"] for record in asking.steps("S")]
    assert found == ([outcome] if outcome else [])


@pytest.mark.parametrize(
    ("change", "kind", "source", "destination"),
    [
        ({"op": "add"}, "add", "a", None),
        ({"op": "modify"}, "update", "a", None),
        ({"op": "delete"}, "delete", "a", None),
        ({"op": "move", "oldPath": "b"}, "move", "b", "a"),
        ({"op": "copy", "oldPath": "b"}, "add", "a", None),
        ({"op": "unknown"}, "update", "a", None),
    ],
)
def test_operation_becomes_a_kind(repository, asking, change, kind, source, destination):
    Log(repository, "S").step({"root": "app", "path": "a", **change})
    (record,) = asking.steps("S")
    (made,) = record["changes"]
    assert (made["kind"], made["sourcePath"], made["destinationPath"]) == (
        kind,
        source,
        destination,
    )


def test_record_without_a_turn_is_of_the_one_turn_without_a_name(repository, asking):
    log = Log(repository, "S")
    for number in range(2):
        log.step(turnId=None, minute=number)
    log.step(turnId="attrib:unnamed:S", minute=3)
    turns = [record["turnId"] for record in asking.steps("S")]
    assert turns == ["attrib:unnamed:S"] * 2 + ["attrib:named:attrib:unnamed:S"]
    for turn in dict.fromkeys(turns):
        page = asking.result("turn/patch_steps/page", threadId="S", turnId=turn)
        assert len(page["items"]) == turns.count(turn)


def test_record_without_a_time_has_the_latest_time_before_it(repository, asking):
    log = Log(repository, "S")
    log.step(minute=5)
    log.step(ts=None)
    log.step(minute=1)
    times = [record["committedAtUnixMs"] for record in asking.steps("S")]
    assert times == [1792487100000, 1792487100000, 1792486860000]
    warnings = [record["sideEffects"]["metadataWarnings"] for record in asking.steps("S")]
    assert warnings[1] == [
        "no time is recorded; committedAtUnixMs is the latest one before it, or 0"
    ]


def test_record_without_a_call_says_who_made_it(repository, asking):
    log = Log(repository, "S")
    log.step(cause={"actor": "human", "observed": True})
    log.step(cause=None)
    invocations = [record["invocationId"] for record in asking.steps("S")]
    assert invocations == ["attrib:no-call:r2", "attrib:no-call:r3"]
    warnings = [record["sideEffects"]["metadataWarnings"] for record in asking.steps("S")]
    assert warnings == [
        ["no call is recorded; the record names human as its reason"],
        ["no call is recorded; the record names nothing as its reason"],
    ]


def blob_id(content: bytes) -> str:
    return sha1(b"blob %d\0%s" % (len(content), content), usedforsecurity=False).hexdigest()


def state(content: bytes, **members: object) -> dict:
    return {"objectIdType": "git-blob-sha1", "representation": "worktree", **members}


ONE, CRLF = b"one\n", b"one\r\n"


@pytest.mark.asr("ASR-458", "ASR-460")
@pytest.mark.parametrize(
    ("after", "has_ref", "warning"),
    [
        ({"text": "one\n", "objectId": digest(ONE), "objectIdType": "sha256"}, True, None),
        (
            state(ONE, text="one\n", objectId=blob_id(ONE)),
            True,
            "after: SHA-256 taken here of the recorded content, which has the recorded ID",
        ),
        (
            state(ONE, text="one\n", objectId=blob_id(CRLF)),
            False,
            f"after: the recorded content does not have the recorded ID {blob_id(CRLF)}",
        ),
        (
            state(ONE, text="one\n", objectId=blob_id(ONE), representation="git_object"),
            False,
            f"after: the recorded ID {blob_id(ONE)} is of what git stores, "
            "not of the bytes on disk",
        ),
        (
            {"objectId": digest(ONE), "objectIdType": "sha256", "size": 4},
            False,
            f"after: known by its sha256 {digest(ONE)} alone, 4 bytes",
        ),
        (
            {"text": "\udcff"},
            False,
            f"after: 1 bytes with SHA-256 {digest(bytes([255]))} that are not UTF-8",
        ),
        (
            {"content": {"blob": f"sha256:{digest(ONE)}", "size": 4}},
            False,
            f"after: the recorded content sha256:{digest(ONE)} is not at hand",
        ),
    ],
)
def test_snapshot_is_given_only_for_bytes_that_are_known(
    repository, asking, after, has_ref, warning
):
    Log(repository, "S").step({"op": "add", "root": "app", "path": "a", "after": after})
    (record,) = asking.steps("S")
    (change,) = record["changes"]
    assert (change["after"] is not None) == has_ref
    if has_ref:
        assert change["after"]["contentHash"] == digest(ONE)
    assert change["sideEffects"]["metadataWarnings"] == ([warning] if warning else [])


def test_content_kept_outside_of_the_log_is_read_and_checked(repository, asking):
    log = Log(repository, "S")
    blobs = log.path.parent / "blobs"
    blobs.mkdir()
    (blobs / digest(ONE)).write_bytes(ONE)
    (blobs / digest(b"two")).write_bytes(b"tampered")
    for content in (ONE, b"two"):
        ref = {"content": {"blob": f"sha256:{digest(content)}"}}
        log.step({"op": "add", "root": "app", "path": "a", "after": ref})
    found = [record["changes"][0]["after"] for record in asking.steps("S")]
    assert [each and each["byteLen"] for each in found] == [4, None]


def test_redacted_text_gives_no_snapshot(repository, asking):
    meta = {"attrib/redacted": ["changes[0].after.text"]}
    Log(repository, "S").step(text("a", "key = ****\n"), precision="hunks", _meta=meta)
    (record,) = asking.steps("S")
    assert record["changes"][0]["after"] is None
    warnings = record["changes"][0]["sideEffects"]["metadataWarnings"]
    assert warnings == ["after: the record was redacted"]


def test_file_outside_of_every_root_has_no_workspace(repository, asking):
    Log(repository, "S").step({"op": "delete", "root": None, "path": "/srv/x"})
    (record,) = asking.steps("S")
    assert record["environmentId"] == "attrib:no-root"
    location = {"relativePath": "/srv/x", "workspaceRoot": "", "absolutePath": "/srv/x"}
    assert record["changes"][0]["sourceLocation"] == location


def test_fork_and_subagent_are_shown_under_their_thread(repository, asking):
    Log(repository, "S").step(minute=1)
    Log(repository, "child", parentSessionId="S").step(minute=0)
    Log(repository, "grandchild", parentSessionId="child").step(minute=2)
    Log(repository, "other").step()
    Log(repository, "S2", parentSessionId="S", namespace="elsewhere", name="x").step()
    items = asking.result(PAGE, threadId="S")["items"]
    assert [item["execution"]["sourceThreadId"] for item in items] == ["child", "S", "grandchild"]
    assert {item["execution"]["presentedThreadId"] for item in items} == {"S"}
    assert [record["threadId"] for record in asking.steps("child")] == ["child", "grandchild"]


def test_sessions_that_name_each_other_as_parents_end(repository, asking):
    Log(repository, "A", parentSessionId="B").step()
    Log(repository, "B", parentSessionId="A").step()
    assert [record["threadId"] for record in asking.steps("A")] == ["A", "B"]


def test_thread_is_named_by_its_whole_id(repository, asking):
    Log(repository, "S").step()
    Log(repository, "S", namespace="other", name="T").step()
    assert asking.error(PAGE, threadId="S") == {
        "code": -32006,
        "message": "several sessions have this ID",
        "data": {
            "path": "$.params.threadId",
            "threadIds": ["com.openai.codex:laptop:S", "com.openai.codex:other:S"],
        },
    }
    named = asking.result(PAGE, threadId="codex:other:S")
    assert named["threadId"] == "codex:other:S"
    assert named["items"][0]["execution"]["sourceThreadId"] == "S"
    assert named["items"][0]["execution"]["presentedThreadId"] == "codex:other:S"
    assert asking.error(PAGE, threadId="codex:")["code"] == -32001


def test_turn_of_a_subagent_is_found_and_one_of_several_is_asked_for(repository, asking):
    turns = "turn/patch_steps/page"
    Log(repository, "S").step()
    Log(repository, "child", parentSessionId="S").step(turnId="t2")
    assert len(asking.result(turns, threadId="S", turnId="t2")["items"]) == 1
    Log(repository, "child2", parentSessionId="S").step(turnId="t2")
    error = asking.error(turns, threadId="S", turnId="t2")
    assert error["data"]["threadIds"] == ["child", "child2"]
    assert asking.error(turns, threadId="S", turnId="t3")["code"] == -32001


def test_same_producers_record_in_two_streams_counts_once(repository, asking):
    logs = [Log(repository, "S", name=name) for name in ("one", "two")]
    for log in logs:
        log.step(minute=1)
        log.step(minute=2)
    assert [record["recordId"] for record in asking.steps("S")] == ["S#r2", "S#r3"]
    logs[1].step(minute=3)
    assert len(asking.steps("S")) == 3


def test_streams_of_one_producer_that_differ_are_left_out(repository, asking):
    Log(repository, "S", name="one").step(minute=1)
    Log(repository, "S", name="two").step(minute=2)
    assert asking.error(PAGE, threadId="S")["message"] == (
        "the session is left out: two streams differ in the record on line 2"
    )


def test_fork_that_cannot_be_told_makes_its_thread_incomplete(repository, asking):
    Log(repository, "S").step()
    Log(repository, "fork", name="one", parentSessionId="S").step(minute=1)
    other = Log(repository, "fork", name="two", parentSessionId="S")
    other.step(minute=2)
    page = asking.result(PAGE, threadId="S")
    assert [item["execution"]["sourceThreadId"] for item in page["items"]] == ["S"]
    assert page["coverage"]["coverage"] == {
        "kind": "incomplete",
        "reason": "the session fork is left out: two streams differ in the record on line 2",
    }
    other.path.unlink()
    page = asking.result(PAGE, threadId="S")
    assert page["coverage"]["coverage"]["kind"] == "provider_reported_steps"
    assert len(page["items"]) == 2


def test_each_producer_has_ordinals_and_record_names_of_its_own(repository, asking):
    Log(repository, "S").step(minute=1)
    meta = {"attrib/producer": {"name": "agent-hook", "version": "1"}}
    Log(repository, "S", name="S.agent-hook", _meta=meta).step(minute=1)
    found = [(record["recordId"], record["commitOrdinal"]) for record in asking.steps("S")]
    assert found == [("S#r2", 0), ("S#r2@agent-hook", 2 * 2**32)]
    selector = {"kind": "record_id", "recordId": "S#r2@agent-hook"}
    got = asking.result("turn/patch_record/get", threadId="S", turnId="t1", selector=selector)
    assert got["record"]["commitOrdinal"] == 2 * 2**32
    call = {"kind": "invocation", "invocationId": "call_1"}
    error = asking.error("turn/patch_record/get", threadId="S", turnId="t1", selector=call)
    assert error["data"]["recordIds"] == ["S#r2", "S#r2@agent-hook"]


def test_record_is_selected_by_its_id_or_its_call(repository, asking):
    log = Log(repository, "S")
    log.step(cause={"callId": "c1"})
    log.step(cause={"callId": "c2"}, turnId="t2")
    log.step(cause=None)
    for selector, turn, expected in (
        ({"kind": "record_id", "recordId": "S#r2"}, "t1", "S#r2"),
        ({"kind": "invocation", "invocationId": "c2"}, "t2", "S#r3"),
        ({"kind": "invocation", "invocationId": "attrib:no-call:r4"}, "t1", "S#r4"),
    ):
        asked = {"threadId": "S", "turnId": turn, "selector": selector}
        assert asking.result("turn/patch_record/get", **asked)["record"]["recordId"] == expected
    for selector in (
        {"kind": "record_id", "recordId": "S#r3"},
        {"kind": "record_id", "recordId": "r2"},
        {"kind": "invocation", "invocationId": "c2"},
    ):
        asked = {"threadId": "S", "turnId": "t1", "selector": selector}
        assert asking.error("turn/patch_record/get", **asked)["code"] == -32001
