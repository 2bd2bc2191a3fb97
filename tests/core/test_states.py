"""Recorded changes of sessions, in order, at paths of this repository."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from attrib.binding import Bindings, RootBinding
from attrib.codec.members import content_of_text
from attrib.model.ids import ObjectIdType, RepoPath, Representation
from attrib.model.records import BlobRef, Cause, FileState
from attrib.model.states import (
    ABSENT,
    ASSUMED_ABSENT,
    UNKNOWN,
    Actor,
    Moment,
    Presence,
    RecordedChange,
    RecordedState,
)
from attrib.states import actor_of, derive, moments_of, recorded_changes
from tests.support.memory import TIME
from tests.support.streams import BASE, Recorder, id_only, key_of, put, state_of, text_only

ONE = put(BASE, 2, b"bravo line edited\n")
TO_ONE = (
    b"@@ -1,3 +1,3 @@\n alpha line one\n-bravo line two\n+bravo line edited\n charlie line three\n"
)


def changes_of(
    session: Recorder,
    *,
    blobs: Mapping[str, bytes] | None = None,
    binding: RootBinding = RootBinding("declared path", b"", b"", "/memory"),  # noqa: B008
) -> list[RecordedChange]:
    """The session's changes, its root bound to the repository."""
    bindings = Bindings({(session.session.key, "repo"): binding}, (), ["/memory"])
    held = blobs or {}
    return list(recorded_changes(session.session, bindings, lambda ref: held.get(ref.blob)))


# Times


def test_a_record_without_a_time_is_bounded_by_its_neighbours() -> None:
    session = Recorder()
    for at in (None, 1, None, None, 3, None):
        session.change("f", BASE, ONE, at=at)
    low, high = TIME + 60, TIME + 180
    assert moments_of(session.records) == [
        Moment(None, low),
        Moment(low, low),
        Moment(low, high),
        Moment(low, high),
        Moment(high, high),
        Moment(high, None),
    ]


def test_a_time_is_known_only_where_it_is_recorded() -> None:
    assert (Moment(1, 1).known, Moment(1, 2).known, Moment(None, None).known) == (1, None, None)


# Causes


@pytest.mark.asr("ASR-452")
@pytest.mark.parametrize(
    ("cause", "wanted"),
    [
        (None, Actor.UNSTATED),
        (Cause(call_id="c1"), Actor.SESSION),
        (Cause(restore="r1"), Actor.RESTORE),
        (Cause(actor="human"), Actor.HUMAN),
        (Cause(actor="hook"), Actor.HOOK),
        (Cause(actor="harness"), Actor.HARNESS),
        (Cause(actor="external"), Actor.EXTERNAL),
        (Cause(actor="a later word"), Actor.EXTERNAL),
        (Cause(), Actor.EXTERNAL),
    ],
)
def test_a_cause_says_what_made_the_change(cause: Cause | None, wanted: Actor) -> None:
    assert actor_of(cause) is wanted


def test_only_a_call_and_no_cause_at_all_count_as_the_sessions_own() -> None:
    assert {actor for actor in Actor if actor.is_own} == {Actor.SESSION, Actor.UNSTATED}


# Contents


@pytest.mark.asr("ASR-461")
@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("naïve\n", "naïve\n".encode()),
        ("caf\udce9", b"caf\xe9"),
        ("n\0l", b"n\0l"),
        ("\ud800", b"\xed\xa0\x80"),
        ("", b""),
    ],
)
def test_an_inline_text_is_its_utf_8_bytes(text: str, content: bytes) -> None:
    assert content_of_text(text) == content


def test_a_state_keeps_what_is_recorded_of_it() -> None:
    session = Recorder()
    session.change("f", id_only(BASE), ONE, at=1)
    (change,) = changes_of(session)
    given = state_of(ONE)
    assert change.after == RecordedState(
        Presence.PRESENT,
        given.object_id,
        ObjectIdType.GIT_BLOB_SHA1,
        Representation.WORKTREE,
        len(ONE),
        ONE,
    )
    assert (change.before.content, change.before.object_id) == (None, id_only(BASE).object_id)


def test_content_kept_outside_the_stream_is_read_where_it_is_here() -> None:
    session = Recorder()
    ref = BlobRef("sha256:1", 3)
    session.change("f", FileState(content=ref), FileState(content=BlobRef("sha256:2")), at=1)
    (change,) = changes_of(session, blobs={"sha256:1": BASE})
    assert (change.before.content, change.after.content) == (BASE, None)
    assert (change.before.is_known, change.after.is_known) == (True, False)


# What an operation says of its sides


def test_an_add_without_a_before_is_assumed_to_start_from_no_file() -> None:
    session = Recorder()
    session.change("f", None, ONE, at=1, op="add")
    session.change("f", BASE, ONE, at=2, op="add")
    assumed, stated = changes_of(session)
    assert (assumed.before, stated.before.content) == (ASSUMED_ABSENT, BASE)


def test_a_modify_without_sides_says_nothing_of_them() -> None:
    session = Recorder()
    session.change("f", at=1)
    (change,) = changes_of(session)
    assert (change.before, change.after, change.hunks) == (UNKNOWN, UNKNOWN, None)


def test_a_delete_ends_in_no_file_whatever_else_it_says() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1, op="delete")
    (change,) = changes_of(session)
    assert change.after == ABSENT


def test_a_move_ends_in_what_it_started_from_and_deletes_its_old_path() -> None:
    session = Recorder()
    session.change("new", BASE, None, at=1, op="move", old_path="old")
    there, away = changes_of(session)
    assert (there.path, there.old_path, there.op, there.after.content) == (
        b"new",
        b"old",
        "move",
        BASE,
    )
    assert (away.path, away.old_path, away.op, away.before.content, away.after) == (
        b"old",
        None,
        "delete",
        BASE,
        ABSENT,
    )


def test_a_copy_leaves_its_old_path_alone() -> None:
    session = Recorder()
    session.change("new", BASE, ONE, at=1, op="copy", old_path="old")
    assert [(change.path, change.old_path) for change in changes_of(session)] == [(b"new", b"old")]


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        ("applied", True),
        ("partial", True),
        ("unknown", True),
        ("proposed", False),
        ("failed", False),
        ("skipped", False),
    ],
)
def test_what_was_not_applied_does_not_count(status: str, wanted: bool) -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1, status=status)
    assert [change.counts for change in changes_of(session)] == [wanted]


# Paths


def test_paths_are_those_of_the_binding() -> None:
    session = Recorder()
    session.change("pkg/f", BASE, ONE, at=1)
    session.change("other/f", BASE, ONE, at=2)
    binding = RootBinding("recorded content", b"pkg/", b"src/", "/clone")
    assert [(c.path, c.worktree) for c in changes_of(session, binding=binding)] == [
        (b"src/f", "/clone")
    ]


def test_a_path_outside_the_repository_gives_no_change() -> None:
    session = Recorder()
    for path in ("../f", "a/../../f", "", ".git/config", "/etc/passwd"):
        session.change(path, BASE, ONE, at=1)
    assert changes_of(session) == []


def test_a_file_moved_in_from_outside_has_no_old_path_here() -> None:
    session = Recorder()
    session.change("new", BASE, ONE, at=1, op="move", old_path="../old")
    session.change("../new", BASE, ONE, at=2, op="move", old_path="old")
    assert [(c.path, c.old_path, c.op) for c in changes_of(session)] == [
        (b"new", None, "move"),
        (b"old", None, "delete"),
    ]


@pytest.mark.asr("ASR-472")
def test_bytes_of_a_path_that_are_no_utf_8_are_kept() -> None:
    session = Recorder()
    session.change("bad\udce4.txt", BASE, ONE, at=1)
    session.change("lost\ufffd.txt", BASE, ONE, at=2)
    assert [(c.path, c.has_lossy_path) for c in changes_of(session)] == [
        (RepoPath(b"bad\xe4.txt"), False),
        ("lost\ufffd.txt".encode(), True),
    ]


def test_a_change_names_its_record_and_its_place_in_the_stream() -> None:
    session = Recorder()
    session.head("0" * 40, at=0)
    session.change("f", BASE, ONE, at=1, more_files=True, file_type="symlink")
    (change,) = changes_of(session)
    assert (str(change.ref), change.session, change.stream, change.position) == (
        "S1#r2",
        key_of("S1"),
        "S1.asr.jsonl",
        1,
    )
    assert (change.more_files, change.is_symlink, change.call_id) == (True, True, "call_1")


# Hunks


@pytest.mark.asr("ASR-460")
def test_hunks_give_the_side_that_is_not_recorded() -> None:
    session = Recorder()
    session.change("f", BASE, None, at=1, patch=TO_ONE)
    session.change("f", None, ONE, at=2, patch=TO_ONE)
    first, second = changes_of(session)
    assert first.after == RecordedState(Presence.PRESENT, content=ONE, is_derived=True)
    assert second.before == RecordedState(Presence.PRESENT, content=BASE, is_derived=True)


def test_hunks_that_do_not_apply_give_nothing() -> None:
    session = Recorder()
    session.change("f", ONE, None, at=1, patch=TO_ONE)
    (change,) = changes_of(session)
    assert (change.after, change.hunks is not None) == (UNKNOWN, True)


def test_a_recorded_id_must_confirm_what_hunks_give() -> None:
    session = Recorder()
    session.change("f", BASE, id_only(ONE), at=1, patch=TO_ONE)
    session.change("f", BASE, id_only(b"another\n"), at=2, patch=TO_ONE)
    confirmed, other = changes_of(session)
    assert (confirmed.after.content, other.after.content) == (ONE, None)


def test_an_id_of_bytes_with_crlf_confirms_them_as_they_stood() -> None:
    crlf = ONE.replace(b"\n", b"\r\n")
    session = Recorder()
    session.change("f", BASE, id_only(crlf), at=1, patch=TO_ONE)
    (change,) = changes_of(session)
    assert change.after.content == crlf


def test_both_sides_recorded_stay_as_they_are() -> None:
    session = Recorder()
    session.change("f", text_only(b"x\n"), text_only(b"y\n"), at=1, patch=TO_ONE)
    (change,) = changes_of(session)
    assert derive(change.before, change.after, change.hunks or ()) == (change.before, change.after)


@pytest.mark.asr("ASR-456")
@pytest.mark.parametrize(
    "name", [b"f", b"pkg/f", b'"f"'], ids=["plain", "below-a-folder", "quoted"]
)
def test_a_git_patch_is_read_at_the_changes_path(name: bytes) -> None:
    quoted = name.startswith(b'"')
    old, new = (b'"a/f"', b'"b/f"') if quoted else (b"a/" + name, b"b/" + name)
    patch = b"diff --git %b %b\n--- %b\n+++ %b\n" % (old, new, old, new) + TO_ONE
    other = b"diff --git a/g b/g\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n"
    session = Recorder()
    session.change("f", BASE, None, at=1, patch=other + patch, patch_format="git_patch")
    (change,) = changes_of(session)
    assert change.after.content == ONE


def test_a_git_patch_of_other_files_says_nothing_of_this_one() -> None:
    patch = b"diff --git a/g b/g\n--- a/g\n+++ b/g\n" + TO_ONE
    session = Recorder()
    session.change("f", BASE, None, at=1, patch=patch, patch_format="git_patch")
    (change,) = changes_of(session)
    assert (change.after, change.hunks) == (UNKNOWN, None)
