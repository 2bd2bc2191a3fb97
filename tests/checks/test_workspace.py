from __future__ import annotations

import pytest

from tests.checks.streams import COMMIT, found, without


def state(**members):
    return {"type": "workspace_state", "root": "app", **members}


def checkpoint(**members):
    return {"type": "checkpoint", "kind": "snapshot", "ref": "x", "root": "app", **members}


BLOB = {"blob": "sha256:" + "a" * 64, "size": 4127, "mimeType": "text/plain"}
FILE = {"root": "app", "path": "a.py"}


@pytest.mark.asr("ASR-466")
@pytest.mark.parametrize(
    "record",
    [
        state(head=COMMIT, branch="main", detached=False, dirty=True, dirtyPaths=["a.py"]),
        state(worktree={"linked": True, "name": "fix"}),
        without(state(cwd={"root": "app", "path": "."}), "root"),
    ],
)
def test_workspace_state_with_root_or_cwd_conforms(record):
    assert found("ASR-466", record) == []


@pytest.mark.asr("ASR-466")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (without(state(), "root"), "neither root nor cwd is there"),
        (state(root=None), "root is no string"),
        (state(cwd="/x"), "cwd is no path object"),
        (state(cwd={"path": "x"}), "cwd.root is missing, or neither a string nor null"),
        (state(cwd={"root": None}), "cwd.path is missing"),
        (state(head="8e2f"), "head '8e2f' is not 40 or 64 lowercase hex digits"),
        (state(detached="no"), "detached is no boolean"),
        (state(dirty=1), "dirty is no boolean"),
        (state(dirtyPaths="a.py"), "dirtyPaths is no array of strings"),
        (state(dirtyPaths=[1]), "dirtyPaths is no array of strings"),
        (state(worktree=True), "worktree is no object"),
        (state(worktree={"linked": 1}), "worktree.linked is no boolean"),
        (state(worktree={"name": 1}), "worktree.name is no string"),
    ],
)
def test_workspace_state_of_another_form_is_an_error(record, expected):
    assert found("ASR-466", record) == [f"error {expected}"]


@pytest.mark.asr("ASR-467")
@pytest.mark.parametrize(
    "record",
    [
        checkpoint(),
        checkpoint(files=["a.py", FILE | {"version": "1", "blob": BLOB}], status="missing"),
        checkpoint(files=[FILE | {"version": 0}], cause={"callId": "c1"}, label="before"),
        without(checkpoint(files=[FILE]), "root"),
    ],
)
def test_checkpoint_with_kind_and_ref_conforms(record):
    assert found("ASR-467", record) == []


@pytest.mark.asr("ASR-467")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (without(checkpoint(), "kind"), "kind is missing"),
        (without(checkpoint(), "ref"), "ref is missing"),
        (checkpoint(ref=1), "ref is no string"),
        (checkpoint(status=1), "status is no string"),
        (checkpoint(files={}), "files is no array"),
        (checkpoint(files=[1]), "files[0] is no path object"),
        (
            checkpoint(files=[{"path": "a.py"}]),
            "files[0].root is missing, or neither a string nor null",
        ),
        (checkpoint(files=[{"root": "app"}]), "files[0].path is missing"),
        (
            checkpoint(files=[FILE | {"version": True}]),
            "files[0].version 'True' is neither a string nor a safe integer",
        ),
        (
            checkpoint(files=[FILE | {"version": 2**53}]),
            "files[0].version '9007199254740992' is neither a string nor a safe integer",
        ),
        (checkpoint(files=[FILE | {"blob": "x"}]), "files[0].blob is no object"),
        (
            checkpoint(files=[FILE | {"blob": {"blob": BLOB["blob"]}}]),
            "files[0].blob has a 'size' that is no non-negative integer",
        ),
        (
            checkpoint(cause={"actor": "hook", "observed": True}),
            "cause has actor; here only callId may stand",
        ),
    ],
)
def test_checkpoint_of_another_form_is_an_error(record, expected):
    assert found("ASR-467", record) == [f"error {expected}"]


@pytest.mark.asr("ASR-467")
def test_relative_file_of_a_checkpoint_without_root_is_a_warning():
    assert found("ASR-467", without(checkpoint(files=["a.py"]), "root")) == [
        "warning files[0] is relative, but the checkpoint has no root"
    ]
