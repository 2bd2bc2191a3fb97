"""Every added line is counted once, at its strongest, or with the reason why it has nothing."""

from __future__ import annotations

from attrib.answers.report import report
from attrib.model.evidence import LEVELS, Strength, Unseen
from attrib.model.ids import RepoPath
from attrib.unseen import unseen_at
from tests.support.memory import MemoryRepository
from tests.support.streams import HUMAN, Recorder, key_of, workspace_of

OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"
LATER = NEW + b"exit_with_status(0)\n"


def unseen_of_path(workspace, oid):
    (commit,) = workspace.repository.commits([oid]).values()
    (change,) = workspace.repository.changes_of([oid])[oid]
    return unseen_at(workspace, change, commit)


def counts(totals):
    return {strength.word: count for strength, count in totals.lines.items() if count}


def story(*recorders):
    repository = MemoryRepository()
    first = repository.commit({"app.py": OLD})
    second = repository.commit({"app.py": NEW})
    third = repository.commit({"app.py": LATER})
    return workspace_of(repository, *recorders), (first, second, third)


def test_each_added_line_is_counted_once():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5)
    workspace, commits = story(recorder)
    answer = report(workspace, None)
    assert counts(answer.totals) == {"strong": 2}
    assert answer.totals.unseen == {Unseen.NO_RECORD: 1, Unseen.RECORDER_ABSENT: 1}
    assert answer.totals.added == 4
    assert [row.commit.oid for row in answer.commits] == list(reversed(commits))
    assert [row.totals.added for row in answer.commits] == [1, 2, 1]
    assert [row.sessions for row in answer.commits] == [(), (key_of("S1"),), ()]


def test_line_of_two_sessions_counts_once_in_the_sum_and_under_both():
    recorders = [Recorder("S1"), Recorder("S2")]
    for recorder in recorders:
        recorder.change("app.py", OLD, NEW, at=0.5)
    workspace, _ = story(*recorders)
    answer = report(workspace, None)
    assert sum(answer.totals.lines.values()) == 2
    assert [(row.info.key.id, row.own) for row in answer.sessions] == [("S1", 2), ("S2", 2)]
    assert answer.shared == 2


def test_line_that_a_session_only_observed_is_not_its_own():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5, cause=HUMAN)
    workspace, _ = story(recorder)
    (row,) = report(workspace, None).sessions
    assert (row.own, row.observed) == (0, {"human": 2})


def test_reshaped_lines_are_told_apart_where_that_relation_holds():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW.replace(b" = ", b"="), at=0.5)
    workspace, _ = story(recorder)
    totals = report(workspace, None).totals
    assert all(totals.reshaped[strength] <= totals.lines[strength] for strength in LEVELS)


def test_weaker_lines_are_left_out_and_counted():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5, status="unknown")
    workspace, _ = story(recorder)
    weak = report(workspace, None)
    assert counts(weak.totals) == {"weak": 2}
    least = report(workspace, None, at_least=Strength.MODERATE)
    assert (counts(least.totals), least.totals.left_out, least.totals.added) == ({}, 2, 4)


def test_paths_limit_what_is_counted():
    workspace, _ = story()
    assert report(workspace, None, [RepoPath(b"other.py")]).commits == ()


def test_binary_files_and_merges_add_no_lines():
    repository = MemoryRepository()
    base = repository.commit({"a": b"1\n2\n3\n4\n5\n6\n", "b.bin": b"\0\n\n\n"})
    left = repository.commit({"a": b"0\n1\n2\n3\n4\n5\n6\n"})
    right = repository.commit({"a": b"1\n2\n3\n4\n5\n6\n7\n"}, parents=[base])
    repository.commit({"a": b"0\n1\n2\n3\n4\n5\n6\n7\n"}, parents=[left, right])
    answer = report(workspace_of(repository), None)
    assert [row.totals.added for row in answer.commits] == [0, 1, 1, 6]


def test_commit_that_names_an_unsupported_session_is_counted():
    workspace, (_, second, _) = story()
    workspace.repository.messages[second] = b"name it\n\nAsr-Session: nobody-here\n"
    assert report(workspace, None).declared == 1


def test_lines_are_not_counted_where_the_parent_s_content_is_not_here():
    workspace, (_, _, third) = story()
    repository = workspace.repository
    repository.missing.add(repository.blob(NEW))
    answer = report(workspace, None)
    assert [row.totals.added for row in answer.commits] == [0, 0, 1]
    assert unseen_of_path(workspace, third) is Unseen.OBJECT_MISSING
