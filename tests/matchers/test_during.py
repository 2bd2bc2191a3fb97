"""`during`: the commit was made in a worktree and on a branch where the session was live."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, said


def _committed(folder: Path, **more: object) -> tuple[MemoryRepository, Oid]:
    """A repository whose second commit the journal tells of, as of 12:01:00."""
    repository = MemoryRepository()
    repository.common_dir = repository.git_dir = str(folder)
    repository.commit({"f": BASE})
    commit = repository.commit({"g": BASE})
    entry = {
        "type": "commit",
        "commit": commit,
        "worktree": "/memory",
        "branch": "main",
        "ts": "2026-10-20T12:01:00.500Z",
        **more,
    }
    (folder / "attrib").mkdir()
    (folder / "attrib" / "journal.jsonl").write_text(json.dumps(entry) + "\n", "utf-8")
    return repository, commit


def _live(*, until: float = 2) -> Recorder:
    session = Recorder()
    session.change("x", None, BASE, at=0.5, op="add")
    session.change("y", None, BASE, at=until, op="add")
    return session


def _on(branch_time: float) -> Recorder:
    session = _live()
    session.head("0" * 40, at=branch_time)
    session.change("z", None, BASE, at=3, op="add")
    return session


def test_a_session_live_in_the_worktree_is_weak_and_rests_on_its_header(tmp_path: Path) -> None:
    repository, commit = _committed(tmp_path)
    assert "S1#r0 during weak commit" in said(repository, _live(), at=commit)


def test_it_rests_on_the_state_that_tells_the_branch(tmp_path: Path) -> None:
    repository, commit = _committed(tmp_path)
    assert "S1#r3 during weak commit" in said(repository, _on(0.7), at=commit)


def test_a_state_after_the_commit_tells_nothing(tmp_path: Path) -> None:
    repository, commit = _committed(tmp_path, branch="other")
    assert "S1#r0 during weak commit" in said(repository, _on(2.5), at=commit)


@pytest.mark.parametrize(
    "more",
    [
        {"branch": "other"},
        {"worktree": "/memory/elsewhere"},
        {"ts": "2026-10-20T12:09:00Z"},
        {"ts": 12},
        {"commit": "1" * 40},
    ],
    ids=["another branch", "another worktree", "after its end", "no time", "another commit"],
)
def test_a_session_elsewhere_is_none(more: dict[str, object], tmp_path: Path) -> None:
    repository, commit = _committed(tmp_path, **more)
    assert not [line for line in said(repository, _on(0.7), at=commit) if "during" in line]


def test_a_session_whose_root_is_not_bound_is_none(tmp_path: Path) -> None:
    repository, commit = _committed(tmp_path)
    session = _live()
    session.is_bound = False
    assert said(repository, session, at=commit) == []
