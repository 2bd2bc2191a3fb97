"""Finding the content of a state that is known by its ID alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from attrib.git.hashing import hash_of
from attrib.git.libgit2 import diff_lines
from attrib.model.ids import ObjectIdType
from attrib.rebuild import Sought, states_after, states_between

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
    return states_between(old, new, diff_lines(old, new), Sought(wanted))


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


ENDS = st.sampled_from([b"\n", b"\r\n"])
EDITS = st.lists(st.sampled_from(range(40)), min_size=2, max_size=5, unique=True)


@given(EDITS, st.data(), ENDS, ENDS, ENDS)
def test_known_sizes_change_nothing_of_what_is_found(
    numbers: Sequence[int], data: st.DataObject, old_end: bytes, start_end: bytes, end: bytes
) -> None:
    part = data.draw(st.lists(st.sampled_from(numbers), min_size=1, unique=True))
    old, new = (each.replace(b"\n", old_end) for each in (OLD, edited(*numbers)))
    start = edited(39, *part[:-1]).replace(b"\n", start_end)
    states = [edited(*part), edited(39, *part)]
    states = [state.replace(b"\n", end) for state in states]
    names = {(SHA1, hash_of(each, SHA1)): number for number, each in enumerate(states, 1)}
    open_ended = Sought(names)
    sized = Sought(names, frozenset(map(len, states)))
    hunks = diff_lines(old, new)
    assert states_between(old, new, hunks, sized) == states_between(old, new, hunks, open_ended)
    assert states_after(start, old, new, hunks, sized) == (
        states_after(start, old, new, hunks, open_ended)
    )


def test_no_content_of_another_size_is_hashed() -> None:
    state = edited(1)
    names = {(SHA1, hash_of(state, SHA1)): 1}
    new, hunks = edited(1, 5), diff_lines(OLD, edited(1, 5))
    assert states_between(OLD, new, hunks, Sought(names, frozenset({len(state)}))) == {1: state}
    assert states_between(OLD, new, hunks, Sought(names, frozenset({1}))) == {}
