"""Finding the content of a state that is known by its ID alone."""

from __future__ import annotations

from collections.abc import Iterable

from attrib.git.hashing import hash_of
from attrib.git.libgit2 import diff_lines
from attrib.model.ids import ObjectIdType
from attrib.rebuild import states_between

SHA1, SHA256 = ObjectIdType.GIT_BLOB_SHA1, ObjectIdType.SHA256
OLD = b"".join(b"%d\n" % number for number in range(40))


def edited(*numbers: int) -> bytes:
    """The old content with these lines changed."""
    return b"".join(
        b"%d edited\n" % number if number in numbers else b"%d\n" % number for number in range(40)
    )


def found(
    new: bytes, contents: Iterable[bytes], kind: ObjectIdType = SHA1, old: bytes = OLD
) -> dict[int, bytes]:
    """What is found of the wanted contents, numbered from 1."""
    wanted = {(kind, hash_of(each, kind)): number for number, each in enumerate(contents, 1)}
    return states_between(old, new, diff_lines(old, new), wanted)


def test_a_state_made_of_some_of_the_hunks_is_found_by_its_hash() -> None:
    states = [edited(1), edited(1, 5), edited(5, 9)]
    assert found(edited(1, 5, 9), states) == dict(enumerate(states, 1))


def test_a_state_of_no_choice_of_hunks_is_not_found() -> None:
    assert found(edited(1, 5), [edited(1, 2)]) == {}


def test_neither_end_is_looked_for() -> None:
    assert found(edited(1, 5), [OLD, edited(1, 5)]) == {}


def test_ids_of_every_kind_confirm() -> None:
    assert found(edited(1, 5), [edited(1)], SHA256) == {1: edited(1)}


def test_worktree_bytes_with_crlf_are_found_as_they_stand() -> None:
    crlf = edited(1).replace(b"\n", b"\r\n")
    assert found(edited(1, 5), [crlf]) == {1: crlf}


def test_of_many_hunks_runs_from_either_end_and_singles_are_tried() -> None:
    numbers = list(range(0, 40, 3))
    new = edited(*numbers)
    states = [
        edited(numbers[4]),
        edited(*numbers[:6]),
        edited(*numbers[6:]),
        edited(*numbers[:3], *numbers[4:]),
    ]
    assert found(new, states) == dict(enumerate(states, 1))
    assert found(new, [edited(numbers[2], numbers[7])]) == {}


def test_nothing_wanted_or_nothing_changed_finds_nothing() -> None:
    assert found(edited(1, 5), []) == {}
    assert found(OLD, [edited(1)]) == {}
