"""The index on disk answers every question as the pass in memory does, whatever happened."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.index.building import update
from attrib.index.database import Database, index_path
from attrib.index.interface import HistoryAnswers
from attrib.index.memory import MemoryHistory
from attrib.index.stored import StoredHistory
from attrib.model.ids import Oid, RepoPath
from tests.support.memory import TIME, MemoryRepository

PATHS = ("a", "b/c", "b/d", "e")


class Sketch(MemoryRepository):
    """A repository in memory whose references are set, with a folder for its index."""

    def __init__(self, folder: Path, *, object_format: str = "sha1") -> None:
        super().__init__(object_format=object_format)
        self.common_dir = self.git_dir = str(folder)
        self.made: list[Oid] = []
        self.tips: set[Oid] = set()

    def refs(self) -> Mapping[bytes, Oid]:
        return {b"refs/heads/" + oid.encode(): oid for oid in self.tips}


def answers_of(history: HistoryAnswers, repository: Sketch, turn: int = 0) -> list[object]:
    """Every answer about every commit, path and blob that was ever made; `turn` is asked first."""
    paths = [RepoPath(path.encode()) for path in (*PATHS, "none")]
    blobs = sorted({Oid("1" * len(repository.blob(b""))), *repository._blobs})
    commits = [*repository.made, Oid("2" * len(blobs[0]))]
    questions: list[Callable[[], object]] = [
        lambda: [history.commit(oid) for oid in commits],
        lambda: history.authored_at({TIME + shift for shift in range(-50, 51, 2)}),
        lambda: [history.is_root(oid) for oid in commits],
        lambda: [list(history.introductions_at(path)) for path in paths],
        lambda: [list(history.places_of(blob)) for blob in blobs],
        lambda: [list(history.blobs_like(blob[:size])) for blob in blobs for size in (4, 5, 40)],
        lambda: [list(history.ancestors_at(path, oid)) for path in paths for oid in commits],
        lambda: history.contained(commits[::2], commits),
    ]
    first = turn % len(questions)
    return [question() for question in (*questions[first:], *questions[:first])]


def check(repository: Sketch, include: Sequence[Oid] = ()) -> None:
    """Both members, asked after `include`, say the same."""
    memory = MemoryHistory(repository)
    database = Database(index_path(repository.common_dir), create=True)
    try:
        stored = StoredHistory(database, repository)
        for history in (memory, stored):
            history.include(include)
        turn = len(repository.made)
        assert answers_of(stored, repository, turn) == answers_of(memory, repository, turn)
    finally:
        database.close()


@st.composite
def steps(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """Commits upon commits made before, moved references, and questions between them."""
    number = st.integers(0, 30)
    commit = st.tuples(
        st.just("commit"),
        st.tuples(
            st.lists(number, max_size=3),
            st.dictionaries(st.sampled_from(PATHS), st.integers(0, 4), max_size=3),
            st.integers(-50, 50),
        ),
    )
    tips = st.tuples(st.just("tips"), st.lists(number, max_size=3))
    ask = st.tuples(st.just("ask"), st.lists(number, max_size=2))
    return draw(st.lists(st.one_of(commit, commit, tips, ask), max_size=24))


def play(repository: Sketch, moves: Sequence[tuple[str, Any]]) -> None:
    """Take the steps, and compare at every question and at the end."""
    made = repository.made
    for kind, value in [*moves, ("ask", [])]:
        if kind == "commit":
            parents, files, shift = value
            chosen = list(dict.fromkeys(made[n % len(made)] for n in parents if made))
            oid = repository.commit(
                {path: b"content %d\n" % content for path, content in files.items()},
                parents=chosen,
                time=TIME + shift,
                subject=b"%d" % len(made),
            )
            made.append(oid)
            repository.tips.add(oid)
        elif kind == "tips":
            repository.tips = {made[n % len(made)] for n in value if made}
        else:
            check(repository, [made[n % len(made)] for n in value if made])


@given(steps())
@settings(max_examples=60)
def test_index_answers_as_the_pass_in_memory(moves: list[tuple[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        play(Sketch(Path(folder)), moves)


def test_index_of_a_sha256_repository_answers_as_the_pass_in_memory(tmp_path: Path) -> None:
    repository = Sketch(tmp_path, object_format="sha256")
    play(
        repository,
        [
            ("commit", ([], {"a": 1, "b/c": 1}, 0)),
            ("commit", ([0], {"a": 2}, 5)),
            ("ask", []),
            ("commit", ([0], {"b/c": 3}, -9)),
            ("commit", ([1, 2, 0], {"e": 4, "a": 4}, 1)),
        ],
    )


def test_many_small_updates_leave_a_few_rows_and_the_same_answers(tmp_path: Path) -> None:
    repository = Sketch(tmp_path)
    database = Database(index_path(str(tmp_path)), create=True)
    for number in range(150):
        oid = repository.commit(
            {PATHS[number % 4]: b"%d\n" % number}, parents=repository.made[-1 - number % 3 :]
        )
        repository.made.append(oid)
        repository.tips = {oid}
        update(database, repository)
    rows = database.row("SELECT count(*) FROM commits")
    database.close()
    assert rows is not None
    assert rows[0] <= 65
    check(repository)


class CountingDatabase(Database):
    """Counts the statements that it runs."""

    count = 0

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        self.count += 1
        return super().rows(question, values)

    def row(self, question: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        self.count += 1
        return super().row(question, values)

    def write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self.count += 1
        super().write(statement, rows)


@pytest.mark.parametrize("tips", [1, 200])
def test_one_new_commit_takes_as_many_statements_with_many_references(
    tmp_path: Path, tips: int
) -> None:
    repository = Sketch(tmp_path)
    for number in range(tips):
        repository.tips.add(repository.commit({"a": b"%d\n" % number}, parents=[]))
    database = CountingDatabase(index_path(str(tmp_path)), create=True)
    update(database, repository)
    database.count = 0
    repository.tips.add(repository.commit({"a": b"new\n"}, parents=[min(repository.tips)]))
    seen = update(database, repository)
    database.close()
    assert (len(seen.tips), seen.is_all) == (tips + 1, True)
    assert database.count <= 25


@pytest.mark.parametrize("include", [True, False])
def test_commit_that_no_reference_reaches_is_answered_only_when_included(
    tmp_path: Path, *, include: bool
) -> None:
    repository = Sketch(tmp_path)
    old = repository.commit({"a": b"old\n"}, parents=[])
    new = repository.commit({"a": b"new\n"}, parents=[])
    repository.made += [old, new]
    repository.tips = {old, new}
    check(repository)
    repository.tips = {new}
    check(repository, [old] if include else [])
    database = Database(index_path(str(tmp_path)))
    history = StoredHistory(database, repository)
    before = [row.commit for row in history.introductions_at(RepoPath(b"a"))]
    history.include([old] if include else [])
    after = [row.commit for row in history.introductions_at(RepoPath(b"a"))]
    database.close()
    assert (before, after) == ([new], [old, new] if include else [new])
