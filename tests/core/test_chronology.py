"""Whether a record stands before a commit: the stream's order first, then clocks."""

from __future__ import annotations

import pytest

from attrib.chronology import Chronology, Standing
from attrib.index.memory import MemoryHistory
from attrib.model.commits import Commit
from attrib.model.ids import RepoPath
from tests.support.memory import TIME, MemoryRepository
from tests.support.streams import BASE, EXTERNAL, Recorder, key_of, put, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")


def _place() -> tuple[MemoryRepository, Commit]:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    oid = repository.commit({"f": ONE})
    return repository, repository.commits([oid])[oid]


def standing_of(session: Recorder, *, allowance: float = 120) -> Standing:
    """Where the session's only change stands to the second commit."""
    repository, commit = _place()
    workspace = workspace_of(repository, session, allowance=allowance)
    (change,) = workspace.changes[RepoPath(b"f")]
    return workspace.chronology.standing(change, commit)


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        (0.5, Standing.BEFORE),
        (1, Standing.BEFORE),
        (1 + 0.999 / 60, Standing.BEFORE),
        (1 + 1 / 60, Standing.WITHIN),
        (3, Standing.WITHIN),
        (3.01, Standing.AFTER),
        (None, Standing.UNKNOWN),
    ],
)
def test_the_clock_decides_in_whole_seconds_and_with_an_allowance(
    at: float | None, wanted: Standing
) -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=at)
    assert standing_of(session) is wanted


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (None, 0.5, Standing.BEFORE),
        (0.2, 0.5, Standing.BEFORE),
        (0.2, 60, Standing.UNKNOWN),
        (0.2, None, Standing.UNKNOWN),
        (None, 60, Standing.UNKNOWN),
        (2, None, Standing.WITHIN),
        (60, None, Standing.AFTER),
        (60, 70, Standing.AFTER),
    ],
)
def test_a_record_without_a_time_is_bounded_by_its_neighbours(
    before: float | None, after: float | None, wanted: Standing
) -> None:
    session = Recorder()
    if before is not None:
        session.change("g", BASE, ONE, at=before)
    session.change("f", BASE, ONE, at=None)
    if after is not None:
        session.change("g", ONE, BASE, at=after)
    assert standing_of(session) is wanted


def test_everything_stands_before_what_is_not_committed() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=10_000)
    workspace = workspace_of(_place()[0], session)
    (change,) = workspace.changes[RepoPath(b"f")]
    assert workspace.chronology.standing(change, None) is Standing.BEFORE


@pytest.mark.parametrize("how", ["head", "commit", "prefix"])
@pytest.mark.parametrize(("is_first", "wanted"), [(True, Standing.AFTER), (False, Standing.BEFORE)])
def test_a_stream_that_shows_the_commit_settles_it(
    how: str, is_first: bool, wanted: Standing
) -> None:
    _, commit = _place()
    session = Recorder()

    def see() -> None:
        if how == "head":
            session.head(commit.oid, at=None)
        else:
            full, prefix = (commit.oid, None) if how == "commit" else (None, commit.oid[:8])
            session.vcs(full, prefix=prefix, at=None)

    if is_first:
        see()
    session.change("f", BASE, ONE, at=60 if not is_first else 0.1)
    if not is_first:
        see()
    assert standing_of(session) is wanted


def test_an_action_that_makes_no_commit_shows_none() -> None:
    _, commit = _place()
    session = Recorder()
    session.change("f", BASE, ONE, at=60)
    session.vcs(commit.oid, at=None, action="push")
    assert standing_of(session) is Standing.AFTER


def test_the_first_record_that_shows_a_commit_is_its_sighting() -> None:
    repository, commit = _place()
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    session.head(commit.oid, at=1)
    session.head(commit.oid, at=2)
    chronology = Chronology([session.session], repository, MemoryHistory(repository), 120)
    stream = "S1.asr.jsonl"
    assert chronology.sighting(key_of("S1"), stream, commit.oid) == 1
    assert chronology.sighting(key_of("S2"), stream, commit.oid) is None
    assert chronology.sighting(key_of("S1"), "another", commit.oid) is None


def test_a_step_stands_where_its_earliest_record_does() -> None:
    repository, commit = _place()
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=60, cause=EXTERNAL)
    second.change("f", BASE, ONE, at=0.5)
    workspace = workspace_of(repository, first, second)
    (node,) = workspace.timeline([RepoPath(b"f")]).nodes
    assert workspace.chronology.standing_of_step(node.step, commit) is Standing.BEFORE


def test_the_later_of_author_and_committer_time_counts() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=9)
    workspace = workspace_of(_place()[0], session)
    (change,) = workspace.changes[RepoPath(b"f")]
    for author, committer in ((TIME + 60, TIME + 600), (TIME + 600, TIME + 60)):
        made = Commit(_place()[1].oid, (), author, committer, b"", b"")
        assert workspace.chronology.standing(change, made) is Standing.BEFORE
