from __future__ import annotations

import pytest

from attrib.codec import READ_KINDS, Found, Sieve, encode, found_in, looks_like_stream
from attrib.model.records import BadRecord, Place

HEADER = {"type": "session", "seq": 1, "id": "r1", "sessionId": "s"}
CHANGE = {"type": "file_change", "seq": 2, "id": "r2"}
CALL = {"type": "tool_call", "seq": 3, "id": "r3", "ts": "2026-10-26T14:00:00Z"}


def raw_lines(data: bytes):
    number, offset, lines = 1, 0, []
    for line in data.splitlines(keepends=True):
        lines.append((number, offset, line))
        number, offset = number + 1, offset + len(line)
    return lines


def values(data: bytes, wanted=None):
    return [
        (found.place.line, found.place.offset, found.value)
        for found in found_in("s", raw_lines(data), wanted)
        if isinstance(found, Found)
    ]


def test_every_line_is_found_with_its_place():
    data = b"\xef\xbb\xbf" + encode(HEADER) + b"\n" + encode(CHANGE)
    assert values(data) == [(1, 3, HEADER), (3, len(encode(HEADER)) + 4, CHANGE)]


def test_array_over_several_lines_is_a_document():
    data = b"\n[\n" + encode(HEADER).strip() + b",\n  " + encode(CHANGE) + b"]\n"
    assert values(data) == [(3, 3, HEADER), (4, len(encode(HEADER)) + 6, CHANGE)]


def test_records_over_several_lines_are_a_document():
    data = b'{\n"sessionId": "s",\n"records": [\n' + encode(CHANGE) + b"]}\n"
    assert values(data) == [(1, 0, {"sessionId": "s"}), (4, 33, CHANGE)]


def test_first_line_that_was_torn_does_not_hide_the_others():
    data = b'{"type":"session","seq":1\n' + encode(CHANGE)
    assert list(found_in("s", raw_lines(data))) == [
        BadRecord(Place("s", 1, 0), "no JSON: expecting ',' delimiter at character 26"),
        Found(Place("s", 2, 26), CHANGE, encode(CHANGE).strip()),
    ]


def test_last_line_without_newline_is_pending_only_when_it_is_no_value():
    whole = encode(HEADER) + encode(CHANGE).strip()
    assert [value for _, _, value in values(whole)] == [HEADER, CHANGE]
    torn = list(found_in("s", raw_lines(whole[:-1])))[1]
    assert isinstance(torn, BadRecord)
    assert torn.pending


def test_first_value_is_decoded_whatever_is_wanted():
    data = encode({"sessionId": "s", "agent": "codex"}) + encode(CALL) + encode(CHANGE)
    assert [line for line, _, _ in values(data, Sieve({"file_change"}))] == [1, 3]


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"file_change"}',
        b' { "type" : "file_change" }',
        b'{"seq":1,"type": "file_change"}',
        b'{"type":"tool_call"}{"type":"file_change"}',
        b'{"type":"tool_call","a{"type":"file_change"}',
        b"\0\0\0",
        b"[[[[",
        b'{"n":1}',
        b'{"type":"session"}',
    ],
)
def test_sieve_lets_through_what_is_wanted_or_not_plain(line):
    assert Sieve(READ_KINDS)(line)


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"tool_call","text":"file_change"}',
        b'{"type":"tool_result","content":[{"type":"text"}]}',
        b'{"seq":1,"type":"message"}',
        b'{"type":"message","text":"{\\"type\\":\\"file_change\\"}"}',
    ],
)
def test_sieve_holds_back_other_kinds(line):
    assert not Sieve(READ_KINDS)(line)


def test_sieve_notes_the_times_of_what_it_holds_back():
    sieve = Sieve(READ_KINDS)
    for second in (1, 2, 3):
        sieve(encode(CALL | {"ts": f"2026-10-26T14:00:0{second}Z"}))
    sieve(b'{"type":"plan"}')
    assert sieve.times == ("2026-10-26T14:00:01Z", "2026-10-26T14:00:03Z")


@pytest.mark.parametrize(
    "head",
    [
        encode(HEADER),
        encode(CHANGE),
        b"\n\0\n" + encode(CHANGE),
        b"[\n" + encode(HEADER),
        b'{"records":[' + encode(CHANGE) + b"]}",
        b'{"asr":"0.1","sessionId":"s"}\n',
        b'{"type":"file_change","seq":1,"id":"r1","native":{"record":"' + b"x" * 999,
    ],
)
def test_head_of_a_stream_is_known(head):
    assert looks_like_stream(head)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"# notes\n",
        b'{"name":"x","version":"1.0.0"}\n',
        b'{"type":"user","uuid":"u","sessionId":"s","message":{}}\n',
        b'{"type":"session","version":3,"id":"u","cwd":"/x"}\n',
        b'{"timestamp":"t","type":"session_meta","payload":{"id":"u"}}\n',
        b"[1,2,3]\n",
    ],
)
def test_head_of_another_file_is_not(head):
    assert not looks_like_stream(head)
