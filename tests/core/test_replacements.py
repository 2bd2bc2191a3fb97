"""The texts that a tool call replaced."""

from __future__ import annotations

from typing import Any

import pytest

from attrib.model.states import Replacement
from attrib.replacements import replace_in, replacements_in

ONE = Replacement(b"one", b"two", False)


@pytest.mark.asr("ASR-453")
@pytest.mark.parametrize(
    "call",
    [
        {"file_path": "/home/dev/r/pkg/f.py", "old_string": "one", "new_string": "two"},
        {"filePath": "pkg/f.py", "oldString": "one", "newString": "two"},
        {"path": "./pkg/f.py", "old_str": "one", "new_str": "two"},
        {"file": "C:\\r\\pkg\\f.py", "oldText": "one", "newText": "two"},
        {"target_file": "f.py", "old_text": "one", "new_text": "two"},
        {"old_string": "one", "new_string": "two"},
    ],
)
def test_a_call_says_which_text_became_which(call: dict[str, Any]) -> None:
    assert replacements_in(call, "pkg/f.py") == (ONE,)


def test_several_edits_of_one_call_stand_in_order() -> None:
    edits = [
        {"old_string": "one", "new_string": "two"},
        {"old_string": "three", "new_string": "four", "replace_all": True},
        "no edit",
    ]
    assert replacements_in({"file_path": "f", "edits": edits}, "f") == (
        ONE,
        Replacement(b"three", b"four", True),
    )


@pytest.mark.parametrize(
    ("more", "everywhere"),
    [
        ({"replace_all": True}, True),
        ({"replaceAll": True}, True),
        ({"allow_multiple": True}, True),
        ({"expected_replacements": 2}, True),
        ({"expected_replacements": 1}, False),
        ({"replace_all": 1, "expected_replacements": "2"}, False),
    ],
)
def test_a_call_says_whether_every_place_was_replaced(
    more: dict[str, Any], everywhere: bool
) -> None:
    call = {"old_string": "one", "new_string": "two", **more}
    assert replacements_in(call, "f") == (Replacement(b"one", b"two", everywhere),)


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"old_string": "one"},
        {"old_string": "one", "new_string": 2},
        {"old_string": "one", "new_string": "one"},
        {"file_path": "other.py", "old_string": "one", "new_string": "two"},
        {"edits": {"old_string": "one"}},
    ],
)
def test_a_call_that_says_nothing_of_the_file_gives_none(call: dict[str, Any]) -> None:
    assert replacements_in(call, "pkg/f.py") == ()


def test_a_replacement_is_made_where_its_text_stands_once() -> None:
    assert replace_in(b"a one b", (ONE,)) == b"a two b"
    assert replace_in(b"a one b one", (ONE,)) is None
    assert replace_in(b"a b", (ONE,)) is None


def test_a_replacement_everywhere_is_made_everywhere() -> None:
    everywhere = (Replacement(b"one", b"two", True),)
    assert replace_in(b"a one b one", everywhere) == b"a two b two"
    assert replace_in(b"a b", everywhere) is None


def test_each_replacement_starts_from_what_the_one_before_left() -> None:
    second = Replacement(b"two", b"three", False)
    assert replace_in(b"one", (ONE, second)) == b"three"
    assert replace_in(b"one two", (ONE, second)) is None


def test_an_empty_text_stands_nowhere() -> None:
    assert replace_in(b"", (Replacement(b"", b"two", False),)) is None
