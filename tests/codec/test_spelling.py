from __future__ import annotations

import json

import pytest

from attrib.codec import decode, encode, header_line
from attrib.model.records import Header, Place, Root


def test_record_is_one_line_in_the_order_given():
    assert encode({"type": "vcs", "seq": 1, "branch": "é"}) == (
        '{"type": "vcs", "seq": 1, "branch": "é"}\n'.encode()
    )


@pytest.mark.parametrize("text", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_reader_finds_a_second_line(text):
    line = encode({"text": f"a{text}b"})
    assert len(line.decode().splitlines()) == 1
    assert json.loads(line) == {"text": f"a{text}b"}


@pytest.mark.parametrize("text", ["caf\udce9", "\ud83d", "é\udce9\u2028"])
def test_lone_surrogates_are_spelled_as_escapes(text):
    line = encode({"text": text})
    assert line.isascii()
    assert json.loads(line) == {"text": text}


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_number_that_json_does_not_have_is_refused(number):
    with pytest.raises(ValueError, match="JSON compliant"):
        encode({"n": number})


def test_header_is_read_back():
    line = header_line(
        session_id="0f1e",
        agent="com.tencent.codebuddy",
        namespace="ada",
        producer="import",
        version="1.2",
        ts="2026-10-26T14:00:00.000Z",
        roots=[Root("app", "/home/ada/app"), Root("win", "C:/x", "C:\\x")],
        losses=["path.encoding"],
        parent_session="0a",
        meta={"attrib/note": 1},
    )
    place = Place("s", 1, 0)
    assert decode(line, place) == Header(
        place=place,
        type="session",
        seq=1,
        id="r1",
        ts="2026-10-26T14:00:00.000Z",
        time=1793023200.0,
        turn_id=None,
        session_id="0f1e",
        agent="com.tencent.codebuddy",
        namespace="ada",
        profiles=("coding",),
        roots=(Root("app", "/home/ada/app"), Root("win", "C:/x", "C:\\x")),
        losses=("path.encoding",),
        producer="import",
        parent_session="0a",
    )
    assert list(json.loads(line)) == [
        *("type", "seq", "id", "ts", "sessionId", "agent", "namespace", "parentSessionId"),
        *("profiles", "roots", "losses", "_meta"),
    ]
