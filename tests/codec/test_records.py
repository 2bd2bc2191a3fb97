from __future__ import annotations

import json

import pytest

from attrib.codec import decode, records_in
from attrib.model.ids import ObjectIdType, Representation
from attrib.model.records import (
    BadRecord,
    BlobRef,
    Cause,
    Change,
    Checkpoint,
    CheckpointFile,
    FileChange,
    FileState,
    Header,
    Patch,
    PathRef,
    Place,
    Precision,
    Root,
    RootDeclaration,
    UnknownRecord,
    Vcs,
    WorkspaceState,
)

PLACE = Place("s.jsonl", 3, 100)
SHA1 = "3b18e512dba79e4c8300dd08aeb37f8e728b8dad"


def record(**members):
    return decode(json.dumps(members).encode(), PLACE)


def test_file_change_keeps_every_member():
    state = {
        "objectId": SHA1,
        "objectIdType": "git-blob-sha1",
        "representation": "worktree",
        "size": 12,
        "text": "hello world\n",
    }
    blob = {"blob": "sha256:" + "a" * 64, "size": 3, "mimeType": "text/plain"}
    assert record(
        type="file_change",
        seq=160,
        id="r160",
        ts="2026-10-26T14:02:31.012Z",
        turnId="t1",
        status="applied",
        precision="exact",
        cause={"callId": "c1"},
        basis="net",
        endpoints={"from": "r1", "to": "r2"},
        moreFiles=True,
        modifiedByUser=True,
        patch={"format": "unified", "text": "@@"},
        changes=[
            {
                "op": "move",
                "root": "app",
                "path": "b",
                "nativePath": "B",
                "oldRoot": None,
                "oldPath": "/a",
                "fileType": "text",
                "mimeType": "text/plain",
                "before": {"content": blob},
                "after": state,
            }
        ],
    ) == FileChange(
        place=PLACE,
        type="file_change",
        seq=160,
        id="r160",
        ts="2026-10-26T14:02:31.012Z",
        time=1793023351.012,
        turn_id="t1",
        status="applied",
        precision=Precision.EXACT,
        changes=(
            Change(
                op="move",
                root="app",
                path="b",
                native_path="B",
                old_root=None,
                has_old_root=True,
                old_path="/a",
                file_type="text",
                mime_type="text/plain",
                before=FileState(content=BlobRef("sha256:" + "a" * 64, 3, "text/plain")),
                after=FileState(
                    SHA1, ObjectIdType.GIT_BLOB_SHA1, Representation.WORKTREE, 12, "hello world\n"
                ),
            ),
        ),
        cause=Cause(call_id="c1"),
        patch=Patch("unified", "@@"),
        basis="net",
        endpoint_from="r1",
        endpoint_to="r2",
        more_files=True,
        modified_by_user=True,
    )


def state_of(**members):
    change = {"op": "add", "root": "app", "path": "a", "after": members}
    found = record(type="file_change", changes=[change])
    assert isinstance(found, FileChange)
    return found.changes[0].after


@pytest.mark.asr("ASR-457")
@pytest.mark.parametrize(
    ("object_id", "kind"),
    [
        (SHA1.upper(), "git-blob-sha1"),
        (SHA1[:12], "git-blob-sha1"),
        (SHA1, "sha256"),
        (SHA1, "md5"),
        (SHA1, None),
        (7, "git-blob-sha1"),
    ],
)
def test_object_id_of_the_wrong_shape_is_not_usable_and_the_record_stays(object_id, kind):
    state = state_of(objectId=object_id, objectIdType=kind, text="x")
    assert (state.object_id, state.text) == (None, "x")


@pytest.mark.asr("ASR-461")
def test_state_without_an_object_id_is_a_state():
    assert state_of(text="x") == FileState(text="x")


def test_closed_values_that_are_unknown_are_read_as_the_least_informative():
    assert state_of(representation="index").representation is None
    found = record(type="file_change", precision="rough", status="reverted", changes=[])
    assert (found.precision, found.status) == (Precision.UNKNOWN, "reverted")


def test_members_of_the_wrong_type_are_as_good_as_absent():
    found = record(
        type="file_change",
        seq="1",
        id=2,
        ts=3,
        status=[],
        precision={},
        changes=[1, {"op": "add"}, {"path": "a", "root": 1, "before": 1, "after": []}],
        cause="c1",
        patch=[],
        endpoints=1,
        moreFiles="yes",
    )
    assert found == FileChange(
        PLACE, "file_change", None, None, None, None, None, "unknown", Precision.UNKNOWN,
        (Change("unknown", None, "a"),), None, None, None, None, None, False, False,
    )  # fmt: skip
    assert found.name == "@3"


@pytest.mark.parametrize(("seq", "read"), [(3.0, 3), (3.5, None), (True, None), (2**60, 2**60)])
def test_floats_in_integer_fields_are_tolerated_and_large_integers_survive(seq, read):
    assert record(type="vcs", seq=seq).seq == read


@pytest.mark.parametrize(
    ("ts", "time"),
    [
        ("2026-10-26T14:02:31.012Z", 1793023351.012),
        ("2026-10-26t14:02:31z", 1793023351.0),
        ("2026-10-26T16:02:31.0120000+02:00", 1793023351.012),
        ("2026-12-31T23:59:60Z", 1798761600.0),
        ("2026-10-26T14:02:31", None),
        ("yesterday", None),
        ("0001-01-01T00:00:00+14:00", -62135647200.0),
        ("", None),
    ],
)
def test_time_is_read_from_any_rfc_3339(ts, time):
    assert record(type="vcs", ts=ts).time == time


@pytest.mark.asr("ASR-452")
@pytest.mark.parametrize(
    ("cause", "read"),
    [
        ({"callId": "c"}, Cause(call_id="c")),
        ({"actor": "human", "observed": True}, Cause(actor="human", observed=True)),
        ({"actor": "human"}, Cause(actor="human")),
        ({"restore": "r1"}, Cause(restore="r1")),
        ({"callId": "c", "actor": "human"}, None),
        ({}, None),
    ],
)
def test_cause_of_several_forms_says_nothing(cause, read):
    assert record(type="file_change", cause=cause).cause == read


@pytest.mark.asr("ASR-463")
def test_vcs_keeps_full_ids_and_drops_what_is_none():
    oid = "a" * 40
    found = record(
        type="vcs",
        action="commit",
        evidence="observed",
        root="app",
        commit=oid,
        commitPrefix="aaaa",
        parents=[oid, "b" * 64, "abc", 1],
        branch="main",
        remote="origin",
        pr={"number": 1},
    )
    assert isinstance(found, Vcs)
    assert (found.commit, found.commit_prefix, found.parents) == (oid, None, (oid, "b" * 64))
    assert (found.branch, found.remote, found.pr) == ("main", "origin", {"number": 1})


@pytest.mark.parametrize(
    ("prefix", "read"),
    [("8e2f", "8e2f"), ("8e2", None), ("8E2F", None), ("a" * 40, None), (7, None)],
)
def test_commit_prefix_has_4_to_39_lowercase_digits(prefix, read):
    assert record(type="vcs", commitPrefix=prefix).commit_prefix == read


@pytest.mark.asr("ASR-466")
def test_workspace_state_is_read():
    found = record(
        type="workspace_state",
        cwd={"root": "app", "path": "src"},
        head="a" * 40,
        branch="main",
        detached=False,
        dirty=True,
        dirtyPaths=["a", 1],
        worktree={"linked": True, "name": "w"},
    )
    assert isinstance(found, WorkspaceState)
    assert (found.root, found.cwd, found.head) == (None, PathRef("app", "src"), "a" * 40)
    assert (found.detached, found.dirty, found.dirty_paths) == (False, True, ("a",))
    assert (found.worktree_linked, found.worktree_name) == (True, "w")


@pytest.mark.asr("ASR-467")
def test_checkpoint_files_are_paths_under_its_root_or_of_their_own():
    blob = {"blob": "sha256:" + "a" * 64, "size": 1}
    found = record(
        type="checkpoint",
        kind="snapshot",
        ref="x",
        root="app",
        files=["a", {"root": "web", "path": "b", "version": 2, "blob": blob}, {"root": "web"}],
    )
    assert isinstance(found, Checkpoint)
    assert found.files == (
        CheckpointFile(PathRef("app", "a")),
        CheckpointFile(PathRef("web", "b"), 2, BlobRef("sha256:" + "a" * 64, 1)),
    )


def test_unknown_type_is_kept_whole():
    line = b'{"type":"plan", "seq":4,"id":"r4","x":[1.50]}'
    assert decode(line + b"\n", PLACE) == UnknownRecord(
        PLACE, "plan", 4, "r4", None, None, None, raw=line
    )


def test_welded_records_have_places_of_their_own():
    line = b'{"type":"vcs","id":"a"}{"type":"vcs","id":"b"}\n'
    found = records_in(line, PLACE)
    assert [(one.id, one.place) for one in found if not isinstance(one, BadRecord)] == [
        ("a", PLACE),
        ("b", Place("s.jsonl", 3, 123)),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"17", "no JSON object"),
        (b'{"a":1}', "no record: it has no type"),
        (b'{"type":7}', "no record: it has no type"),
        (b"", "a blank line"),
    ],
)
def test_line_that_is_no_record_is_bad(line, reason):
    assert decode(line, PLACE) == BadRecord(PLACE, reason)


ROOTS = (Root("app", "/home/ada/app"),)


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"type": "session", "seq": 1, "id": "r1", "sessionId": "s"}, "s"),
        ({"type": "header", "session": {"sessionId": "s", "id": "t"}}, "s"),
        ({"type": "stream", "session": {"id": "s"}, "id": "x"}, "s"),
        ({"type": "asr", "id": "s"}, "s"),
        ({"type": "session", "seq": 1, "id": "r1"}, None),
        ({"sessionId": "s"}, "s"),
        ({"asr": "0.1", "id": "s"}, "s"),
        ({"version": 1, "session": "s"}, "s"),
        ({"profiles": ["coding"]}, None),
    ],
)
def test_header_forms_give_the_session_id(members, expected):
    found = record(**members)
    assert isinstance(found, Header)
    assert found.session_id == expected


@pytest.mark.parametrize(
    "members",
    [
        {"agent": "codebuddy"},
        {"agent": "com.tencent.codebuddy"},
        {"agent": {"name": "codebuddy", "version": "2"}},
        {"producer": "codebuddy"},
        {"producer": {"name": "com.tencent.codebuddy"}},
        {"source": {"agent": "codebuddy"}},
        {"source": {"agent": {"name": "codebuddy"}}},
        {"session": {"agent": "codebuddy"}},
    ],
)
def test_agent_given_by_name_or_alias_is_its_registry_name(members):
    assert record(type="session", **members).agent == "com.tencent.codebuddy"


@pytest.mark.parametrize(
    "members",
    [{"namespace": "n"}, {"namespace": {"id": "n"}}, {"session": {"namespace": "n"}}],
)
def test_namespace_forms(members):
    assert record(type="session", **members).namespace == "n"


@pytest.mark.parametrize(
    "roots",
    [
        [{"root": "app", "path": "/home/ada/app"}],
        [{"id": "app", "path": "/home/ada/app"}],
        [{"name": "app", "cwd": "/home/ada/app"}],
        [{"root": "app", "path": {"root": None, "path": "/home/ada/app"}}],
        {"app": "/home/ada/app"},
        {"app": {"path": "/home/ada/app"}},
    ],
)
def test_root_forms_of_a_header(roots):
    assert record(type="session", roots=roots).roots == ROOTS


@pytest.mark.asr("ASR-468")
@pytest.mark.parametrize(
    "members",
    [
        {"type": "root", "seq": 2, "id": "r2", "root": "app", "path": "/home/ada/app"},
        {"type": "root", "id": "app", "path": "/home/ada/app"},
        {"type": "workspace", "seq": 2, "id": "r2", "name": "app", "cwd": "/home/ada/app"},
        {"type": "workspace_root", "root": {"id": "app", "path": "/home/ada/app"}},
        {"type": "roots", "roots": [{"root": "app", "path": "/home/ada/app"}]},
    ],
)
def test_root_forms_of_a_record(members):
    found = record(**members)
    assert isinstance(found, RootDeclaration)
    assert found.roots == ROOTS


def test_root_may_keep_its_path_to_itself():
    assert record(type="session", roots=["app", {"root": "web"}]).roots == (
        Root("app"),
        Root("web"),
    )


@pytest.mark.asr("ASR-473")
@pytest.mark.parametrize(
    "losses", [["path.encoding"], [{"key": "path.encoding"}], {"path.encoding": "replaced"}]
)
def test_loss_forms(losses):
    assert record(type="session", losses=losses).losses == ("path.encoding",)
