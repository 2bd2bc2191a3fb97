"""Branches and tags that contain a commit, and the lines of HEAD that a session's records cover."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.answers import standing
from attrib.answers.sessions import session
from attrib.git.command import open_repository
from attrib.model.ids import LineRange
from tests.support.memory import MemoryRepository
from tests.support.repos import commit, git, init
from tests.support.streams import Recorder, workspace_of

OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"


def containing(repo: Path, oid: str) -> list[str]:
    form = "--format=%(refname:short)"
    kinds = ("refs/heads", "refs/tags", "refs/remotes")
    listed = [git(repo, "for-each-ref", form, "--contains", oid, kind) for kind in kinds]
    return [name for names in listed for name in names.decode().split()]


def test_names_are_those_that_git_lists(tmp_path: Path):
    repo = init(tmp_path / "repo")
    first = commit(repo, {"a": b"1\n"})
    git(repo, "tag", "-a", "-m", "one", "v1")
    git(repo, "branch", "side")
    second = commit(repo, {"a": b"2\n"})
    git(repo, "checkout", "-q", "side")
    third = commit(repo, {"b": b"1\n"})
    git(repo, "checkout", "-q", "main")
    git(repo, "merge", "-q", "-m", "merge", "side")
    git(repo, "tag", "v2")
    git(repo, "update-ref", "refs/remotes/origin/main", second)
    git(repo, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    with workspace_of(open_repository(repo)) as workspace:
        found = standing.held_by(workspace, [first, second, third])
    for oid in (first, second, third):
        names = [name for name in containing(repo, oid) if name not in ("origin", "origin/HEAD")]
        assert list(found[oid]) == names


def test_commit_that_no_name_contains_has_none(tmp_path: Path):
    repo = init(tmp_path / "repo")
    commit(repo, {"a": b"1\n"})
    lost = commit(repo, {"a": b"2\n"})
    git(repo, "reset", "-q", "--hard", "HEAD~1")
    with workspace_of(open_repository(repo)) as workspace:
        assert standing.held_by(workspace, [lost]) == {lost: ()}


def test_session_tells_the_lines_that_are_still_there():
    repository = MemoryRepository()
    repository.commit({"app.py": OLD})
    second = repository.commit({"app.py": NEW})
    later = b"#!/usr/bin/env python\n" + NEW.replace(b"print(name.upper())", b"print(name)")
    repository.commit({"app.py": later})
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5)
    report = session(workspace_of(repository, recorder), "S1")
    (state,) = report.states
    assert state.commits == (second,)
    assert state.alive == (LineRange(3, 3),)
    assert len(state.refs) == 1
    assert report.left_out == ()


def test_paths_beyond_the_limit_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(standing, "MOST_FILES", 1)
    repository = MemoryRepository()
    repository.commit({"a.py": OLD, "b.py": OLD})
    repository.commit({"a.py": NEW, "b.py": NEW + b"exit()\n"})
    recorder = Recorder()
    recorder.change("a.py", OLD, NEW, at=0.5)
    recorder.change("b.py", OLD, NEW + b"exit()\n", at=0.5)
    report = session(workspace_of(repository, recorder), "S1")
    assert report.left_out == (b"b.py",)
    assert [bool(state.alive) for state in report.states] == [True, False]
