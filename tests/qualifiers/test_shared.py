"""`shared`: several sessions recorded the step, and nothing says whose worktree it came from."""

from __future__ import annotations

from tests.support.streams import BASE, EXTERNAL, Recorder, file_through, id_only, put, said

ONE = put(BASE, 2, b"bravo line edited\n")


def _both(first: Recorder, second: Recorder) -> None:
    first.change("f", BASE, ONE, at=0.4)
    second.change("f", BASE, ONE, at=0.5)


def test_all_sessions_of_a_step_are_named_and_weak() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1"), Recorder("S2")
    _both(first, second)
    wanted = ["S1#r1 transition weak +2 -2 shared", "S2#r1 transition weak +2 -2 shared"]
    assert said(repository, first, second, at=commit) == wanted
    assert said(repository, second, first, at=commit) == wanted


def test_the_session_that_names_the_commit_is_not_limited() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1"), Recorder("S2")
    _both(first, second)
    second.vcs(commit, at=1)
    assert said(repository, first, second, at=commit) == [
        "S2#r1 transition strong +2 -2",
        "S1#r1 transition weak +2 -2 shared",
        "S2#r2 named strong commit",
    ]


def test_two_sessions_that_name_the_commit_settle_nothing() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1"), Recorder("S2")
    _both(first, second)
    first.vcs(commit, at=1)
    second.vcs(commit, at=1)
    assert said(repository, first, second, at=commit, path="f") == [
        "S1#r1 transition weak +2 -2 shared",
        "S2#r1 transition weak +2 -2 shared",
    ]


def test_a_session_that_only_observed_the_step_is_no_rival() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=0.4)
    second.change("f", BASE, ONE, at=0.5, cause=EXTERNAL)
    assert said(repository, first, second, at=commit) == [
        "S1#r1 transition strong +2 -2",
        "S2#r1 transition strong external +2 -2",
    ]


def test_a_line_that_two_worktrees_made_is_shared_and_the_rest_is_not() -> None:
    two = put(ONE, 4, b"delta line edited\n")
    repository, commit = file_through(BASE, put(two, 5, b"echo by hand\n"))
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", BASE, two, at=0.4)
    second.change("f", BASE, put(BASE, 4, b"delta line edited\n"), at=0.5)
    assert said(repository, first, second, at=commit) == [
        "S1#r1 lines moderate +2 -2",
        "S1#r1 lines weak +4 -4 shared",
        "S2#r1 lines weak +4 -4 shared",
    ]


def test_steps_of_two_worktrees_on_different_lines_are_not_shared() -> None:
    two = put(ONE, 4, b"delta line edited\n")
    repository, commit = file_through(BASE, put(two, 5, b"echo by hand\n"))
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", BASE, ONE, at=0.4)
    second.change("f", BASE, put(BASE, 4, b"delta line edited\n"), at=0.5)
    wanted = ["S1#r1 lines moderate +2 -2", "S2#r1 lines moderate +4 -4"]
    assert said(repository, first, second, at=commit) == wanted
    assert said(repository, second, first, at=commit) == wanted


def test_the_session_that_shows_the_commit_as_its_head_is_not_limited() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1"), Recorder("S2")
    _both(first, second)
    second.head(commit, at=1)
    assert said(repository, first, second, at=commit) == [
        "S2#r1 transition strong +2 -2",
        "S1#r1 transition weak +2 -2 shared",
    ]


def test_a_session_whose_record_is_later_than_the_commit_is_no_rival() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=0.4)
    second.change("f", BASE, ONE, at=60)
    assert said(repository, first, second, at=commit) == [
        "S1#r1 transition strong +2 -2",
        "S2#r1 transition weak +2 -2 record-after-commit conflicting",
    ]


def test_two_worktrees_that_reach_the_commits_file_by_different_ways_share_its_lines() -> None:
    repository, commit = file_through(BASE, ONE)
    halfway = put(BASE, 2, b"bravo halfway there\n")
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", BASE, ONE, at=0.5)
    second.change("f", BASE, halfway, at=0.3)
    second.change("f", halfway, ONE, at=0.4)
    found = said(repository, first, second, at=commit)
    assert found[0] == "S1#r1 transition weak +2 -2 shared"
    assert {words.split()[0] for words in found} == {"S1#r1", "S2#r1", "S2#r2"}
    assert all(" weak " in words and words.endswith(" shared") for words in found)


def test_a_worktree_that_came_to_the_commits_file_from_nobody_knows_where_is_a_rival() -> None:
    repository, commit = file_through(BASE, ONE)
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", BASE, ONE, at=0.4)
    second.change("f", None, id_only(ONE), at=0.5)
    wanted = ["S1#r1 transition weak +2 -2 shared", "S2#r1 after-state weak file +2 -2 shared"]
    assert sorted(said(repository, first, second, at=commit)) == wanted
    assert sorted(said(repository, second, first, at=commit)) == wanted


def test_hunks_that_lead_to_the_commits_file_have_such_a_rival_too() -> None:
    repository, commit = file_through(BASE, ONE)
    patch = b"@@ -2 +2 @@\n-bravo line two\n+bravo line edited\n"
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", patch=patch, at=0.4)
    second.change("f", None, id_only(ONE), at=0.5)
    found = said(repository, first, second, at=commit)
    assert {words.split()[0] for words in found} == {"S1#r1", "S2#r1"}
    assert all(" weak " in words and "shared" in words for words in found)


def test_a_rival_may_not_tell_where_and_move_a_line_besides() -> None:
    base = b"import os\nbravo line two\nimport os\ndelta line four\necho line five\n"
    made = put(base, 1, b"bravo line edited\n") + b"import os\n"
    repository, commit = file_through(base, made)
    patch = b"@@\n-import os\n+bravo line edited\n@@\n+import os\n"
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", base, made, at=0.4)
    second.change("f", patch=patch, at=0.5)
    found = [words for words in said(repository, first, second, at=commit) if "S1#" in words]
    assert found
    assert all(" weak " in words and "shared" in words for words in found)


def test_loose_hunks_stand_beside_a_rival_of_several_steps() -> None:
    repository, commit = file_through(BASE, put(ONE, 4, b"delta by hand\n"))
    made = put(ONE, 4, b"delta by hand\n")
    patch = b"@@ -7,2 +7,2 @@\n-nobody has this line\n+bravo line edited\n"
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    third = Recorder("S3", path="/two")
    first.change("f", patch=patch, at=0.4)
    second.change("f", id_only(BASE), id_only(b"nowhere kept\n"), at=0.5)
    third.change("f", id_only(b"nowhere kept\n"), id_only(made), at=0.6)
    found = [words for words in said(repository, first, second, third, at=commit) if "S1#" in words]
    assert found == ["S1#r1 hunks weak +2 shared"]
