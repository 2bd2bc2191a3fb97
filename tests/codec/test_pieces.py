from __future__ import annotations

import pytest

from attrib.codec import duplicate_members, pieces_in

ONE = b'{"type":"vcs","seq":1,"id":"r1"}'
TWO = b'{"type":"vcs","seq":2,"id":"r2"}'


def seen(data: bytes):
    """Each piece: what it is in the bytes, or why it is none, and what is odd around it."""
    return [
        (data[piece.start : piece.end] if piece.reason is None else piece.reason, piece.flaw)
        for piece in pieces_in(data)
    ]


@pytest.mark.parametrize(
    "line",
    [ONE, ONE + b"\n", ONE + b"\r\n", b"  " + ONE, b"\xef\xbb\xbf" + ONE + b"\n"],
    ids=["bare", "newline", "crlf", "spaces", "bom"],
)
def test_one_object_is_one_piece_whatever_stands_around_it(line):
    assert seen(line) == [(ONE, None)]


@pytest.mark.parametrize("line", [b"", b"\n", b" \t\r\n"])
def test_blank_line_has_no_piece(line):
    assert pieces_in(line) == []


@pytest.mark.parametrize("between", [b"", b" ", b"\0\0\0"])
def test_welded_records_are_told_apart(between):
    flaw = "NUL bytes around the record" if b"\0" in between else None
    assert seen(ONE + between + TWO + b"\n") == [
        (ONE, flaw),
        (TWO, "several records on one line"),
    ]


def test_offsets_count_bytes_where_text_is_not_ascii():
    first = '{"text":"é😀\u2028"}'.encode()
    assert seen(b"  " + first + TWO) == [(first, None), (TWO, "several records on one line")]


def test_nul_bytes_around_a_record_are_stripped():
    assert seen(b"\0\0" + ONE + b"\0" * 9 + b"\n") == [(ONE, "NUL bytes around the record")]


def test_nul_bytes_inside_a_record_are_not_closed_up():
    assert [piece.value for piece in pieces_in(b'{"type":"v\0\0cs"}')] == [None]


def test_record_after_a_torn_one_is_rescued():
    torn = b'{"type":"vcs","seq":9,"bra'
    assert seen(torn + ONE + TWO + b"\n") == [
        ("no JSON: expecting ':' delimiter at character 29", None),
        (ONE, "on the line of a torn record"),
        (TWO, "on the line of a torn record"),
    ]


def test_object_nested_in_a_torn_record_is_no_record():
    nested = b'{"type":"tool_result","content":[{"type":"vcs","seq":1,"id":"r1"}], oops'
    assert [piece.value for piece in pieces_in(nested)] == [None]


@pytest.mark.parametrize(
    "document",
    [
        b"[" + ONE + b"," + TWO + b"]",
        b"[\n  " + ONE + b" ,\n" + TWO + b"\n]\n",
        b'{"records":[' + ONE + b"," + TWO + b"]}",
        b'{"records":[1],"records":[' + ONE + b"," + TWO + b"]}",
    ],
)
def test_elements_of_an_array_and_of_records_are_pieces(document):
    assert seen(document) == [(ONE, None), (TWO, None)]


def test_members_beside_records_are_a_piece_of_their_own():
    document = b'{"sessionId":"s","records":[' + ONE + b"]}"
    assert [piece.value for piece in pieces_in(document)] == [
        {"sessionId": "s"},
        {"type": "vcs", "seq": 1, "id": "r1"},
    ]


def test_typed_object_with_records_stays_whole():
    line = b'{"type":"message","records":[{"type":"vcs"}]}'
    assert seen(line) == [(line, None)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"hello", "no JSON: expecting value at character 1"),
        (b"17", "no JSON object"),
        (b'"text"', "no JSON object"),
        (b"null", "no JSON object"),
        (b'{"n":Infinity}', "no JSON: 'Infinity' is no JSON number"),
        (b'{"a":"\xe9"}', "not UTF-8 at byte 7 of the record"),
        (b"[" * 100_000, "no JSON that can be read: nested too deeply"),
        (b'{"a":' * 100_000, "no JSON that can be read: nested too deeply"),
        (b'{"n":' + b"1" * 5000 + b"}", "no number that can be read: too many digits"),
        (b"\0" * 300 + b"\n", "300 NUL bytes and nothing else"),
    ],
)
def test_line_without_an_object_says_why(line, reason):
    assert seen(line) == [(reason, None)]


def test_integers_beyond_2_to_53_survive():
    assert [piece.value for piece in pieces_in(b'{"n":9007199254740993}')] == [
        {"n": 9007199254740993}
    ]


def test_lone_surrogates_and_escaped_nul_survive():
    assert [piece.value for piece in pieces_in(rb'{"a":"caf\udce9","b":"n\u0000l"}')] == [
        {"a": "caf\udce9", "b": "n\0l"}
    ]


def test_last_of_two_equal_members_wins_and_both_are_named():
    line = b'{"a":1,"b":{"c":1,"c":2},"a":2}'
    assert [piece.value for piece in pieces_in(line)] == [{"a": 2, "b": {"c": 2}}]
    assert duplicate_members(line) == ["c", "a"]


def test_only_a_value_that_the_end_cuts_is_cut():
    cut = [b"[", b"{", b"[" + ONE + b",", b'{"records": [']
    whole = [ONE, b"hello", b'{"a" b', b'{"a":"b']  # no text goes on after a newline
    assert [pieces_in(line)[-1].is_cut for line in cut] == [True] * 4
    assert [pieces_in(line)[-1].is_cut for line in whole] == [False] * 4
