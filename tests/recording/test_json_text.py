"""Settings are changed in place: what is put in can be taken out, and nothing else moves."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.recording.json_text import (
    add_items,
    add_members,
    collapsed,
    inserted,
    parse,
    without_part,
    without_spans,
)

TEXTS = [
    "{}",
    "{\n}\n",
    '{"a": 1}',
    '{\n  "a": 1\n}\n',
    '{\n\t"a": [1, 2,],\n\t// why\n}',
    '\ufeff{\r\n    "a": {"b": []} /* c */\r\n}\r\n',
    "{ // nothing yet\n}",
    '{\n  "a": 1, // of a\n  "b": "x\\"//y" // of b\n}',
    '{"a": null,\n "b": {"hooks": [ {"x": true} ]}}',
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("text", TEXTS)
def test_members_put_in_are_there_and_taken_out_leave_the_text(text: str) -> None:
    node = parse(text)
    made, spans = inserted(text, add_members(text, node, {"new": {"x": [1]}, "more": []}))
    assert parse(made).value == {**node.value, "new": {"x": [1]}, "more": []}
    assert without_spans(made, spans) == text


@pytest.mark.parametrize("text", TEXTS)
def test_one_member_put_in_can_be_found_and_taken_out(text: str) -> None:
    made, _ = inserted(text, add_members(text, parse(text), {"new": [1]}))
    node = parse(made)
    undone = without_part(made, node, node.keys.index("new"))
    assert undone in (text, text.replace("{}", "{\n}"))


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4), VALUES, st.integers(0, 4))
def test_any_member_can_be_put_in_and_out_again(before: dict, value: object, indent: int) -> None:
    text = json.dumps(before, indent=indent or None)
    made, spans = inserted(text, add_members(text, parse(text), {"a name of its own": value}))
    assert json.loads(made) == {**before, "a name of its own": value}
    assert without_spans(made, spans) == text


@given(st.lists(VALUES, max_size=4), VALUES, st.data())
def test_any_item_can_be_taken_out(items: list, value: object, data: st.DataObject) -> None:
    text = json.dumps(items, indent=2)
    made, _ = inserted(text, add_items(text, parse(text), [value]))
    assert json.loads(made) == [*items, value]
    index = data.draw(st.integers(0, len(items)))
    left = [*items, value]
    del left[index]
    assert json.loads(without_part(made, parse(made), index)) == left


def test_comments_and_blanks_stay_where_they_are() -> None:
    text = '{\n  "a": [\n    1 // one\n  ], /* z */\n  "b": 2, // two\n}\n'
    node = parse(text)
    array = node.member("a")
    assert array is not None
    made, _ = inserted(text, add_items(text, array, [{"x": 1}]) + add_members(text, node, {"c": 3}))
    assert made == (
        '{\n  "a": [\n    1, // one\n    {\n      "x": 1\n    }\n  ], /* z */\n'
        '  "b": 2, // two\n  "c": 3,\n}\n'
    )


def test_part_taken_out_leaves_nothing_behind_a_comment() -> None:
    text = "[\n  1, // one\n  2, 3\n]"
    assert without_part(text, parse(text), 1) == "[\n  1, // one\n  3\n]"


def test_empty_container_is_closed_up_unless_a_comment_is_in_it() -> None:
    assert collapsed("[ \n ]", parse("[ \n ]")) == "[]"
    assert collapsed("[ // x\n ]", parse("[ // x\n ]")) == "[ // x\n ]"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: a value is missing"),
        ("{", "line 1: a name in quotes is missing"),
        ('{"a"\n 1}', "line 2: ':' is missing"),
        ('{"a": 1 "b": 2}', "line 1: neither ',' nor '}' follows"),
        ("[1 2]", "line 1: neither ',' nor ']' follows"),
        ("{} x", "line 1: something follows the value"),
        ("[NaN]", "line 1: a value is no JSON"),
        ("[tru]", "line 1: a value is no JSON"),
        ('["a\nb"]', "line 1: a value is missing"),
        ("[" * 1000, "line 1: it is nested too deeply"),
        ("{} /* open", "line 1: something follows the value"),
    ],
)
def test_what_is_no_json_is_said_with_its_line(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="line") as raised:
        parse(text)
    assert str(raised.value) == why
