"""Controls compare what cannot be true, and say how much they compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attrib.answers.controls import controls, is_bot
from attrib.binding import Bindings, UnboundRoot
from attrib.model.evidence import LEVELS
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, workspace_of

OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"
OTHER = b"another file with words of its own\nand a second line\n"


def story():
    repository = MemoryRepository()
    repository.commit({"app.py": OLD, "other.py": b""})
    repository.commit({"app.py": NEW})
    repository.commit({"other.py": OTHER})
    return repository


def recorded(*, at=0.5):
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=at)
    recorder.change("other.py", b"", OTHER, at=at + 1)
    return recorder


def numbers(report):
    return {
        each.name: each.skipped or (each.commits, each.records, *map(each.count, reversed(LEVELS)))
        for each in report.controls
    }


def test_true_records_give_nothing_strong_where_nothing_can_be_true():
    report = controls(workspace_of(story(), recorded()), None)
    assert report.holds
    assert numbers(report) == {
        "older-commits": "no commit is older",
        "bots": "no bot commits here",
        "other-repositories": "every root is this repository",
        "other-paths": (3, 2, 0, 0, 0),
        "later-records": (3, 2, 2, 0, 0),
    }


def test_commits_long_before_the_first_record_are_compared():
    report = controls(workspace_of(story(), recorded(at=600)), None)
    assert numbers(report)["older-commits"] == (3, 2, 2, 0, 0)
    assert report.holds


def test_commit_that_a_record_names_is_no_control():
    repository = story()
    recorder = recorded(at=600)
    recorder.vcs(repository.names["HEAD"], at=605)
    report = controls(workspace_of(repository, recorder), None)
    assert numbers(report)["older-commits"][0] == 2


def test_without_sessions_nothing_is_compared():
    report = controls(workspace_of(story()), None)
    assert all(control.skipped for control in report.controls)
    assert report.holds


def test_records_of_an_unbound_root_are_read_as_if_it_were_bound():
    recorder = recorded()
    workspace = workspace_of(story(), replace(recorder, is_bound=False))
    session = recorder.session
    workspace.bindings = Bindings({}, [UnboundRoot(session.key, session.roots[0], "")], ())
    report = controls(workspace, None)
    assert numbers(report)["other-repositories"] == (3, 2, 0, 0, 2)
    assert not report.holds
    assert [info.key for info in report.sessions] == [session.key]


def test_state_that_both_paths_hold_is_not_moved_between_them():
    repository = MemoryRepository()
    repository.commit({"a": OLD, "b": OLD})
    repository.commit({"a": NEW, "b": NEW})
    recorder = Recorder()
    recorder.change("a", OLD, NEW, at=0.5)
    recorder.change("b", OLD, NEW, at=0.6)
    report = controls(workspace_of(repository, recorder), None)
    assert numbers(report)["other-paths"] == "they recorded no change of a file"


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        (b"dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>", True),
        (b"Renovate <29139614+renovate[bot]@users.noreply.github.com>", True),
        (b"build [BOT] <build@example.invalid>", True),
        (b"Ada [bot] Lovelace <ada@example.invalid>", False),
        (b"Ada <ada@example.invalid>", False),
        (b"", False),
    ],
)
def test_bot_is_told_by_the_end_of_its_name(author, expected):
    assert is_bot(author) is expected
