"""The distinct recorded states at one path: which are equal, and what they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from attrib.git.hashing import hash_of
from attrib.model.ids import ObjectIdType
from attrib.model.states import ABSENT, UNKNOWN, Presence, RecordedState
from attrib.state_table import ABSENT_NUMBER, StateTable

SHA1, SHA256 = ObjectIdType.GIT_BLOB_SHA1, ObjectIdType.SHA256
ONE, TWO = b"one\n", b"two\n"


def by_id(content: bytes, kind: ObjectIdType = SHA1) -> RecordedState:
    """A state known by ID alone."""
    return RecordedState(Presence.PRESENT, hash_of(content, kind), kind)


def held(content: bytes) -> RecordedState:
    """A state known by content alone."""
    return RecordedState(Presence.PRESENT, content=content)


def table_of(
    *states: RecordedState, here: Callable[[RecordedState], bytes | None] | None = None
) -> StateTable:
    """A table whose contents are those of the states, and those that are `here`."""
    return StateTable(states, here or (lambda state: state.content))


def test_states_with_one_id_are_equal() -> None:
    table = table_of(by_id(ONE), by_id(ONE), by_id(TWO))
    assert table.number_of(by_id(ONE)) != table.number_of(by_id(TWO))


def test_a_content_is_equal_to_its_id() -> None:
    table = table_of(by_id(ONE), held(ONE))
    assert table.number_of(by_id(ONE)) == table.number_of(held(ONE))
    assert table.content_of(table.number_of(by_id(ONE))) == ONE


def test_ids_of_two_kinds_are_equal_where_a_content_joins_them() -> None:
    apart = table_of(by_id(ONE), by_id(ONE, SHA256))
    joined = table_of(by_id(ONE), by_id(ONE, SHA256), held(ONE))
    assert apart.number_of(by_id(ONE)) != apart.number_of(by_id(ONE, SHA256))
    assert joined.number_of(by_id(ONE)) == joined.number_of(by_id(ONE, SHA256))


def test_the_order_of_states_decides_nothing() -> None:
    states = [by_id(ONE), by_id(ONE, SHA256), held(ONE)]
    for turn in range(3):
        table = table_of(*states[turn:], *states[:turn])
        assert len({table.number_of(state) for state in states}) == 1
        assert {table.content_of(table.number_of(state)) for state in states} == {ONE}


def test_no_file_is_one_state_and_holds_nothing() -> None:
    table = table_of(ABSENT, held(b""))
    assert table.number_of(ABSENT) == ABSENT_NUMBER
    assert table.content_of(ABSENT_NUMBER) == b""
    assert table.number_of(held(b"")) != ABSENT_NUMBER


@pytest.mark.parametrize("state", [UNKNOWN, RecordedState(Presence.PRESENT), by_id(TWO)])
def test_what_names_nothing_known_has_no_number(state: RecordedState) -> None:
    table = table_of(held(ONE), UNKNOWN)
    assert table.number_of(state) is None
    assert table.content_of(None) is None


def test_the_repository_gives_contents() -> None:
    table = table_of(by_id(ONE), here=lambda state: ONE)
    assert table.content_of(table.number_of(by_id(ONE))) == ONE
    assert table.unread() == {}


def test_states_without_content_are_unread_until_they_are_learnt() -> None:
    table = table_of(by_id(ONE), held(TWO))
    number = table.number_of(by_id(ONE))
    assert number is not None
    assert table.unread() == {(SHA1, hash_of(ONE, SHA1)): number}
    table.learn(number, ONE)
    assert (table.unread(), table.content_of(number)) == ({}, ONE)


def test_sizes_of_unread_states_are_known_where_each_has_one() -> None:
    sized = replace(by_id(ONE), size=4)
    assert table_of(sized, held(TWO)).unread_sizes() == frozenset({4})
    assert table_of(sized, by_id(TWO)).unread_sizes() is None
    assert table_of(sized, by_id(ONE)).unread_sizes() == frozenset({4})


def test_every_size_that_was_recorded_of_a_state_counts() -> None:
    table = table_of(replace(by_id(ONE), size=4), replace(by_id(ONE), size=5))
    assert table.unread_sizes() == frozenset({4, 5})
