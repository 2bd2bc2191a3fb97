"""`hunks`: a recorded hunk's lines stand among those that the commit adds and removes."""

from __future__ import annotations

from tests.support.streams import BASE, Recorder, evidence_of, file_through, put, said, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")
ELSEWHERE = (
    b"@@ -1,3 +1,3 @@\n another context\n-bravo line two\n+bravo line edited\n charlie line three\n"
)


def test_a_hunk_that_applies_nowhere_is_known_by_its_lines() -> None:
    repository, commit = file_through(BASE, put(ONE, 1, b"alpha by hand\n"))
    session = Recorder()
    session.change("f", at=0.5, patch=ELSEWHERE)
    assert said(repository, session, at=commit) == ["S1#r1 hunks moderate +2 -2"]


def test_one_of_two_added_lines_is_weak() -> None:
    repository, commit = file_through(BASE, put(BASE, 2, b"bravo line edited\n", b"hand\n"))
    session = Recorder()
    patch = ELSEWHERE.replace(b"edited\n", b"edited\n+bravo second line\n")
    session.change("f", at=0.5, patch=patch)
    assert said(repository, session, at=commit) == ["S1#r1 hunks weak +2 -2"]


def test_a_hunk_whose_lines_do_not_stand_is_no_evidence() -> None:
    repository, commit = file_through(BASE, put(BASE, 4, b"delta by hand\n"))
    session = Recorder()
    session.change("f", at=0.5, patch=ELSEWHERE)
    assert said(repository, session, at=commit) == []


def test_one_hunk_of_two_is_covered_and_counted() -> None:
    repository, commit = file_through(BASE, put(put(ONE, 1, b"hand\n"), 4, b"by hand\n"))
    session = Recorder()
    patch = ELSEWHERE + b"@@ -4,2 +4,2 @@\n-delta line four\n+delta line edited\n echo line five\n"
    session.change("f", at=0.5, patch=patch)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert (said(repository, session, at=commit), item.notes) == (
        ["S1#r1 hunks weak +2 -2"],
        ("1 of 2 added lines stand here",),
    )


def test_lines_that_a_walk_has_reached_are_left_to_it() -> None:
    repository, commit = file_through(BASE, put(ONE, 5, b"echo by hand\n"))
    session, second = Recorder("S1"), Recorder("S2")
    session.change("f", BASE, ONE, at=0.3)
    second.change("f", at=0.4, patch=ELSEWHERE)
    assert said(repository, session, second, at=commit) == ["S1#r1 lines moderate +2 -2"]


def test_blank_lines_alone_anchor_nothing() -> None:
    repository, commit = file_through(BASE, put(BASE, 3, b"\n", b"hand\n", instead_of=0))
    session = Recorder()
    session.change("f", at=0.5, patch=b"@@ -1,1 +1,2 @@\n another context\n+\n")
    assert said(repository, session, at=commit) == []


def test_a_hunk_recorded_after_the_commit_is_no_evidence() -> None:
    repository, commit = file_through(BASE, put(ONE, 1, b"alpha by hand\n"))
    session = Recorder()
    session.change("f", at=60, patch=ELSEWHERE)
    assert said(repository, session, at=commit) == []


def test_a_hunk_of_several_files_is_read_at_its_own() -> None:
    repository, commit = file_through(BASE, put(ONE, 5, b"echo by hand\n"))
    session = Recorder()
    patch = (
        b"diff --git a/g b/g\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-one\n+two\n"
        b"diff --git a/f b/f\n--- a/f\n+++ b/f\n" + ELSEWHERE
    )
    session.change("f", at=0.5, patch=patch, patch_format="git_patch")
    assert said(repository, session, at=commit) == ["S1#r1 hunks moderate +2 -2"]
