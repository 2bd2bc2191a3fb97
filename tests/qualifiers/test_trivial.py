"""`trivial`: what is covered is empty, or holds no distinctive line."""

from __future__ import annotations

from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, put, said


def _commits(*versions: bytes) -> tuple[MemoryRepository, Oid]:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    found = [repository.commit({"f": version}) for version in versions]
    return repository, found[-1]


def test_an_empty_file_is_trivial() -> None:
    repository, commit = _commits(b"")
    session = Recorder()
    session.change("f", None, b"", at=0.5, op="add")
    assert said(repository, session, at=commit) == ["S1#r1 transition weak trivial"]


def test_blank_lines_alone_are_trivial() -> None:
    repository, commit = _commits(BASE, put(BASE, 3, b"\n", b"  \n", instead_of=0))
    session = Recorder()
    session.change("f", BASE, put(BASE, 3, b"\n", b"  \n", instead_of=0), at=1.5)
    assert said(repository, session, at=commit) == ["S1#r1 transition weak +3-4 trivial"]


def test_short_lines_are_trivial_for_lines_and_not_for_whole_states() -> None:
    added = put(BASE, 3, b"x = 1\n", instead_of=0)
    repository, commit = _commits(BASE, added)
    session = Recorder()
    session.change("f", BASE, added, at=1.5)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +3"]
    repository, commit = _commits(BASE, put(added, 6, b"echo by hand\n"))
    assert said(repository, session, at=commit) == ["S1#r1 lines weak +3 trivial"]


def test_a_part_is_trivial_by_its_own_lines() -> None:
    old = put(BASE, 3, b"a line that came back\n", instead_of=0)
    new = put(old, 4, b"x = 1\n", instead_of=0)
    repository = MemoryRepository()
    for content in (BASE, old, BASE):
        repository.commit({"f": content})
    commit = repository.commit({"f": put(new, 7, b"echo by hand\n")})
    session = Recorder()
    session.change("f", BASE, new, at=2.5)
    assert said(repository, session, at=commit) == [
        "S1#r1 lines weak +3 pre-existing",
        "S1#r1 lines weak +4 trivial",
    ]
