"""A pull request is judged by the lines that its diff adds, as they stand at its head."""

from __future__ import annotations

import pytest

from attrib.answers.pull_request import pull_request
from attrib.errors import RevisionError
from attrib.model.evidence import Strength, Unseen
from attrib.model.pull_requests import Gap, Hidden
from tests.support.memory import MemoryRepository
from tests.support.streams import HUMAN, Recorder, workspace_of

OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"
LATER = NEW + b"exit_with_status(0)\n"


def counts(totals):
    return {strength.word: count for strength, count in totals.lines.items() if count}


def shown(answer):
    """Each passage as `path first-last why`."""
    return [
        " ".join(
            [
                passage.path.decode(),
                ",".join(f"{span.first}-{span.last}" for span in passage.lines),
                passage.why.value,
            ]
        )
        for passage in answer.passages
    ]


def story(*recorders, more=()):
    """`base` and, on top of it, `topic` of two commits on `app.py`."""
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"app.py": OLD})
    first = repository.commit({"app.py": NEW})
    repository.names["topic"] = second = repository.commit({"app.py": LATER, **dict(more)})
    return workspace_of(repository, *recorders), (first, second)


def test_each_line_of_the_diff_is_counted_once_at_its_strongest():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5)
    workspace, (first, second) = story(recorder)
    answer = pull_request(workspace, "base", "topic")
    assert counts(answer.totals) == {"strong": 2}
    assert answer.totals.unseen == {Unseen.NO_RECORD: 1}
    assert [commit.report.commit.oid for commit in answer.commits] == [second, first]
    assert [commit.totals.added for commit in answer.commits] == [1, 2]
    assert [(file.path, file.old_path, file.totals.added) for file in answer.files] == [
        (b"app.py", None, 3)
    ]
    assert (answer.no_record, answer.declared_unsupported, answer.conflicting) == (1, 0, 0)
    assert shown(answer) == ["app.py 4-4 no-record"]
    assert not answer.incomplete


def test_line_that_a_later_commit_replaced_is_not_counted():
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"app.py": OLD})
    repository.commit({"app.py": NEW})
    repository.names["topic"] = repository.commit(
        {"app.py": NEW.replace(b"upper", b"lower") + b"exit_with_status(0)\n"}
    )
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5)
    answer = pull_request(workspace_of(repository, recorder), "base", "topic")
    assert (counts(answer.totals), answer.totals.added) == ({"strong": 1}, 3)
    (second, first) = answer.commits
    assert (second.totals.added, first.totals.added) == (2, 1)


def test_line_that_went_and_came_back_is_not_in_the_diff():
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"app.py": NEW})
    repository.commit({"app.py": OLD})
    repository.names["topic"] = repository.commit({"app.py": NEW})
    answer = pull_request(workspace_of(repository), "base", "topic")
    assert (answer.totals.added, answer.files, len(answer.commits)) == (0, (), 2)


def test_merge_of_the_base_adds_no_lines_of_the_pull_request():
    repository = MemoryRepository()
    start = repository.commit({"app.py": OLD, "other.py": b"start of the other\n"})
    topic = repository.commit({"app.py": NEW}, parents=[start])
    base = repository.commit({"other.py": b"start of the other\nand more of it\n"}, parents=[start])
    merge = repository.commit(
        {"other.py": b"start of the other\nand more of it\n"}, parents=[topic, base]
    )
    repository.names |= {"base": base, "topic": merge}
    answer = pull_request(workspace_of(repository), "base", "topic")
    assert answer.merge_base == base
    assert [(file.path, file.totals.added) for file in answer.files] == [(b"app.py", 2)]
    assert [commit.report.commit.oid for commit in answer.commits] == [merge, topic]
    assert [commit.totals.added for commit in answer.commits] == [0, 2]


def test_what_only_the_base_changed_since_is_not_shown():
    repository = MemoryRepository()
    start = repository.commit({"app.py": OLD, "other.py": b"start of the other\n"})
    topic = repository.commit({"app.py": NEW}, parents=[start])
    base = repository.commit({"other.py": b"another line of it\n"}, parents=[start])
    repository.names |= {"base": base, "topic": topic}
    answer = pull_request(workspace_of(repository), "base", "topic")
    assert (answer.merge_base, [file.path for file in answer.files]) == (start, [b"app.py"])


def test_moved_file_counts_only_the_lines_that_the_move_adds():
    text = b"".join(b"line number %d of the file\n" % number for number in range(20))
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"old.py": text})
    repository.names["topic"] = repository.commit(
        {"old.py": None, "new.py": text + b"one line more than that\n"}
    )
    answer = pull_request(workspace_of(repository), "base", "topic")
    (file,) = answer.files
    assert (file.path, file.old_path, file.totals.added) == (b"new.py", b"old.py", 1)


def test_deleted_and_binary_files_are_shown_and_add_no_line():
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"gone.py": LATER})
    repository.names["topic"] = repository.commit({"gone.py": None, "image": b"\0\1\2\n"})
    answer = pull_request(workspace_of(repository), "base", "topic")
    assert [(file.path, file.totals.added) for file in answer.files] == [
        (b"gone.py", 0),
        (b"image", 0),
    ]


def test_record_later_than_the_commit_comes_first():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=90)
    workspace, _ = story(recorder)
    answer = pull_request(workspace, "base", "topic")
    assert shown(answer) == ["app.py 2-3 record-after-commit", "app.py 4-4 no-record"]
    assert answer.conflicting == 2


def test_lines_beside_recorded_ones_come_from_an_unrecorded_step():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5)
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"app.py": OLD})
    repository.names["topic"] = repository.commit({"app.py": LATER})
    answer = pull_request(workspace_of(repository, recorder), "base", "topic")
    assert shown(answer)[0] == "app.py 4-4 unrecorded-step"


def test_blank_lines_alone_are_no_passage():
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"app.py": OLD})
    repository.names["topic"] = repository.commit({"app.py": OLD + b"\n}\n"})
    answer = pull_request(workspace_of(repository), "base", "topic")
    assert (answer.no_record, answer.passages) == (2, ())


def test_declared_line_without_content_is_counted_and_named():
    workspace, (_, second) = story()
    workspace.repository.messages[second] = b"change\n\nAsr-Session: nobody-here\n"
    answer = pull_request(workspace, "base", "topic")
    assert answer.declared_unsupported == 1
    assert shown(answer) == ["app.py 4-4 declared-unsupported", "app.py 2-3 no-record"]
    finding = answer.passages[0].finding
    assert finding is not None
    assert finding.reason == "its records are not here"
    assert answer.passages[0].unseen is Unseen.RECORDS_NOT_SHARED


def test_declared_line_with_content_needs_no_look():
    recorder = Recorder("nobody-here")
    recorder.change("app.py", OLD, NEW, at=0.5)
    workspace, (first, _) = story(recorder)
    workspace.repository.messages[first] = b"change\n\nAsr-Session: nobody-here\n"
    answer = pull_request(workspace, "base", "topic")
    assert (answer.declared_unsupported, len(answer.declared)) == (0, 1)


def test_weaker_lines_are_left_out_and_need_no_look():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5, status="unknown")
    workspace, _ = story(recorder)
    weak = pull_request(workspace, "base", "topic")
    assert shown(weak) == ["app.py 4-4 no-record", "app.py 2-3 weak"]
    least = pull_request(workspace, "base", "topic", at_least=Strength.MODERATE)
    assert (counts(least.totals), least.totals.left_out) == ({}, 2)
    assert shown(least) == ["app.py 4-4 no-record"]
    assert all(not commit.report.links for commit in least.commits)


def test_line_that_a_session_only_observed_has_its_evidence():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5, cause=HUMAN)
    workspace, _ = story(recorder)
    answer = pull_request(workspace, "base", "topic")
    assert counts(answer.totals) == {"strong": 2}


def test_passages_with_more_lines_come_first_then_by_path():
    more = {"b.py": b"one line here\ntwo lines here\n", "a.py": b"another line here\n"}
    workspace, _ = story(more=more.items())
    assert shown(pull_request(workspace, "base", "topic")) == [
        "app.py 2-4 no-record",
        "b.py 1-2 no-record",
        "a.py 1-1 no-record",
    ]


def test_unknown_revision_is_an_error():
    workspace, _ = story()
    for ends in (("nowhere", "topic"), ("base", "nowhere")):
        with pytest.raises(RevisionError, match="bad revision 'nowhere'"):
            pull_request(workspace, *ends)


def test_id_that_is_not_here_is_told_with_the_fetch_that_helps():
    workspace, _ = story()
    head = pull_request(workspace, "base", "a" * 40)
    assert (head.head_oid, head.merge_base, head.totals.added) == ("a" * 40, None, 0)
    assert head.hidden == (
        Hidden(Gap.HEAD_MISSING, 0, f"git fetch origin {'a' * 40}", "fetch-depth: 0"),
    )
    base = pull_request(workspace, "b" * 40, "topic")
    assert [each.gap for each in base.hidden] == [Gap.BASE_MISSING]
    assert base.incomplete


def test_histories_without_a_common_commit_are_an_error():
    repository = MemoryRepository()
    repository.names["base"] = repository.commit({"app.py": OLD})
    repository.names["topic"] = repository.commit({"app.py": NEW}, parents=[])
    with pytest.raises(RevisionError, match="no commit in common"):
        pull_request(workspace_of(repository), "base", "topic")


def test_shallow_clone_without_the_merge_base_tells_nothing_of_the_lines():
    repository = MemoryRepository()
    start = repository.commit({"app.py": OLD})
    topic = repository.commit({"app.py": NEW}, parents=[start])
    base = repository.commit({"other.py": OLD}, parents=[start])
    repository.names |= {"base": base, "topic": topic}
    repository.boundaries |= {base, topic}
    answer = pull_request(workspace_of(repository), "base", "topic")
    assert (answer.totals.added, answer.commits, answer.files) == (0, (), ())
    assert answer.hidden == (
        Hidden(Gap.NO_MERGE_BASE, 0, "git fetch --unshallow", "fetch-depth: 0"),
    )


def test_base_that_a_shallow_clone_has_not_is_told_by_name():
    workspace, (first, _) = story()
    workspace.repository.boundaries.add(first)
    answer = pull_request(workspace, "origin/main", "topic")
    assert [(each.gap, each.fetch) for each in answer.hidden] == [
        (Gap.BASE_MISSING, "git fetch --unshallow")
    ]


def test_file_whose_content_is_not_here_is_told_and_not_counted():
    workspace, _ = story(more={"b.py": b"one line here\n"}.items())
    repository = workspace.repository
    repository.missing.add(repository.blob(b"one line here\n"))
    answer = pull_request(workspace, "base", "topic")
    assert [(file.path, file.totals.added) for file in answer.files] == [
        (b"app.py", 3),
        (b"b.py", 0),
    ]
    assert [(each.gap, each.count) for each in answer.hidden] == [(Gap.CONTENT_MISSING, 1)]


def test_content_missing_on_the_way_leaves_the_line_without_an_origin():
    workspace, _ = story()
    repository = workspace.repository
    repository.missing.add(repository.blob(NEW))
    answer = pull_request(workspace, "base", "topic")
    assert answer.totals.unseen == {Unseen.OBJECT_MISSING: 3}
