"""What bound a root by content is remembered as long as nothing changed that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from attrib.binding_content import bind_by_content
from attrib.index.answers import KeptAnswers
from attrib.index.database import Database
from attrib.index.history import History
from attrib.kept_bindings import bound_by_content
from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder


class Counted(MemoryRepository):
    """Counts the questions about blobs, and has a footprint that a test sets."""

    asked = 0
    print: str | None = "as it is"

    def footprint(self, folders: Iterable[bytes]) -> str | None:
        return self.print

    def sizes_of(self, oids: Iterable[Oid]) -> dict[Oid, int]:
        self.asked += 1
        return dict(super().sizes_of(oids))


@pytest.fixture
def repository() -> Counted:
    repository = Counted()
    repository.commit({"app.py": b"a file of this repository\n"})
    return repository


@pytest.fixture
def answers(tmp_path: Path) -> KeptAnswers:
    return KeptAnswers(Database(tmp_path / "attrib" / "index.sqlite", create=True))


@pytest.fixture
def session(repository: Counted) -> Recorder:
    session = Recorder(path="/home/ada/clone")
    session.head(repository.names["HEAD"], at=0)
    return session


def test_a_root_is_looked_for_once(repository, answers, session) -> None:
    left = [(session.session, session.session.roots[0])]
    wanted = bind_by_content(left, repository, History(repository))
    asked = repository.asked
    for _ in range(3):
        history = History(repository)
        assert bound_by_content(left, repository, history, answers, ["s 1"]) == wanted
    assert wanted
    assert repository.asked == 2 * asked


@pytest.mark.parametrize("change", ["repository", "streams", "roots"])
def test_a_change_makes_it_be_looked_for_again(repository, answers, session, change) -> None:
    left = [(session.session, session.session.roots[0])]
    bound_by_content(left, repository, History(repository), answers, ["s 1"])
    asked = repository.asked
    if change == "repository":
        repository.print = "another"
    if change == "roots":
        other = Recorder("S2", path="/home/ada/other")
        left += [(other.session, other.session.roots[0])]
    identity = ["s 2"] if change == "streams" else ["s 1"]
    bound_by_content(left, repository, History(repository), answers, identity)
    assert repository.asked > asked


def test_what_is_not_certain_is_not_kept(repository, answers, session) -> None:
    left = [(session.session, session.session.roots[0])]
    repository.print = None
    for identity in (["s 1"], None):
        for _ in range(2):
            asked = repository.asked
            assert bound_by_content(left, repository, History(repository), answers, identity)
            assert repository.asked > asked
