"""`named`: a `vcs` record of an action that makes commits names the commit."""

from __future__ import annotations

import pytest

from attrib.model.records import Cause
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, CALL, EXTERNAL, Recorder, evidence_of, said, workspace_of

CASES = [
    ("observed", CALL, "full", "strong"),
    ("observed", None, "full", "weak"),
    ("observed", EXTERNAL, "full", "weak"),
    ("observed", CALL, "prefix", "weak"),
    ("parsed_output", CALL, "full", "moderate"),
    ("parsed_output", CALL, "prefix", "moderate"),
    ("reported", CALL, "full", "weak"),
]


@pytest.mark.asr("ASR-463")
@pytest.mark.parametrize(("how", "cause", "spelling", "strength"), CASES)
def test_how_the_producer_knows_decides(
    how: str, cause: Cause | None, spelling: str, strength: str
) -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    full, prefix = (commit, None) if spelling == "full" else (None, commit[:8])
    session.vcs(full, prefix=prefix, at=0, evidence=how, cause=cause)
    assert said(repository, session, at=commit) == [f"S1#r1 named {strength} commit"]


@pytest.mark.asr("ASR-463")
@pytest.mark.parametrize("action", ["commit", "amend", "merge", "rebase", "cherry_pick", "revert"])
def test_every_action_that_makes_commits_counts(action: str) -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.vcs(commit, at=0, action=action)
    assert said(repository, session, at=commit) == ["S1#r1 named strong commit"]


@pytest.mark.parametrize("action", ["push", "pr_link", "checkout", "fetch", "tag"])
def test_other_actions_link_nothing(action: str) -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.vcs(commit, at=0, action=action)
    assert said(repository, session, at=commit) == []


def test_a_prefix_of_two_commits_names_neither() -> None:
    repository = MemoryRepository()
    commits = [repository.commit({"f": b"%d\n" % number}) for number in range(700)]
    four = [commit[:4] for commit in commits]
    twice = next(prefix for prefix in four if four.count(prefix) > 1)
    commit = next(commit for commit in commits if commit.startswith(twice))
    session = Recorder()
    session.vcs(None, prefix=twice, at=0, evidence="parsed_output")
    assert said(repository, session, at=commit) == []


def test_the_best_record_of_a_session_speaks_for_it() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.vcs(commit, at=0, evidence="reported")
    session.vcs(None, prefix=commit[:8], at=0, evidence="parsed_output")
    assert said(repository, session, at=commit) == ["S1#r2 named moderate commit"]


def test_each_session_that_names_the_commit_is_said() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    first, second = Recorder("S1"), Recorder("S2")
    first.vcs(commit, at=0, evidence="reported")
    second.vcs(commit, at=0)
    assert said(repository, first, second, at=commit) == [
        "S2#r1 named strong commit",
        "S1#r1 named weak commit",
    ]


def test_a_record_under_a_root_that_is_not_ours_names_nothing() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder(is_bound=False)
    session.vcs(commit, at=0)
    assert said(repository, session, at=commit) == []


def test_a_record_without_a_root_counts_where_a_root_of_its_session_is_ours() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    bound, unbound = Recorder("S1"), Recorder("S2", is_bound=False)
    bound.vcs(commit, at=0, root=None)
    unbound.vcs(commit, at=0, root=None)
    assert said(repository, bound, unbound, at=commit) == ["S1#r1 named strong commit"]


def test_the_note_says_how_the_id_is_known() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.vcs(commit, at=0)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert item.notes == ("the commit ID was observed in a tool call",)
