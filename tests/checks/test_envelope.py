from __future__ import annotations

import pytest

from tests.checks.streams import HEADER, all_found, change, found, stream, without

PLAIN = {"type": "message", "seq": 2, "id": "r2"}


@pytest.mark.asr("stream-json")
def test_one_object_a_line_conforms():
    assert all_found(HEADER, b"\n", PLAIN) == []


@pytest.mark.asr("stream-json")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"[1]\n", ("error", "no JSON object")),
        (b"17\n", ("error", "no JSON object")),
        (b"\0\0\n", ("error", "2 NUL bytes and nothing else")),
        (
            b'{"type":"message","seq":2,"id":"r\xe9"}\n',
            ("error", "not UTF-8 at byte 34 of the record"),
        ),
        (b'{"n":NaN}\n', ("error", "no JSON: 'NaN' is no JSON number")),
        (b"[" * 100_000 + b"\n", ("error", "no JSON that can be read: nested too deeply")),
        (b'{"n":' + b"1" * 5000 + b"}\n", ("error", "no number that can be read: too many digits")),
        (
            b'{"type":"message","seq":2,"id":"r2"}\0\0\n',
            ("error", "NUL bytes around the record"),
        ),
        (
            b'{"type":"message","seq":2,"id":"r2","id":"r2"}\n',
            ("warning", "an object has 'id' twice; the last one counts"),
        ),
    ],
)
def test_line_of_another_kind_is_found(line, expected):
    assert all_found(HEADER, line) == [(2, "stream-json", *expected)]


@pytest.mark.asr("stream-json")
def test_two_records_on_one_line_are_an_error_and_both_are_checked():
    line = b'{"type":"message","seq":2,"id":"r2"}{"type":"message","seq":3,"id":"r2"}\n'
    assert all_found(HEADER, line) == [
        (2, "stream-id", "error", "id 'r2' is in use already; references go to the first one"),
        (2, "stream-json", "error", "several records on one line"),
    ]


@pytest.mark.asr("stream-json")
def test_last_line_still_being_written_is_a_notice():
    assert all_found(HEADER, b'{"type":"mess') == [
        (
            2,
            "stream-json",
            "notice",
            "the last line is not complete: no JSON: unterminated string starting at character 9",
        )
    ]


@pytest.mark.asr("stream-type")
def test_record_without_type_is_an_error():
    assert found("stream-type", {"text": "x"}) == ["error type is missing or no string"]
    assert found("stream-type", {"type": "thought"}) == []


@pytest.mark.asr("stream-seq")
def test_seq_with_gaps_conforms():
    assert found("stream-seq", PLAIN | {"seq": 12}, change(seq=160, id="r160")) == []


@pytest.mark.asr("stream-seq")
@pytest.mark.parametrize(
    ("seq", "expected"),
    [
        (1, "seq 1 does not come after 1"),
        (-1, "seq '-1' is no non-negative safe integer"),
        (2.0, "seq '2.0' is no non-negative safe integer"),
        (True, "seq 'True' is no non-negative safe integer"),
        (2**53, "seq '9007199254740992' is no non-negative safe integer"),
        ([[]], "seq an array is no non-negative safe integer"),
    ],
)
def test_seq_that_does_not_count_is_an_error(seq, expected):
    assert found("stream-seq", {"type": "message", "seq": seq}) == [f"error {expected}"]


@pytest.mark.asr("stream-id")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (2, "id '2' is no string"),
        ("r1", "id 'r1' is in use already; references go to the first one"),
    ],
)
def test_id_that_names_no_single_record_is_an_error(name, expected):
    assert found("stream-id", {"type": "message", "id": name}) == [f"error {expected}"]
    assert found("stream-id", {"type": "message", "id": "x"}) == []


def test_record_without_seq_and_id_is_an_error_but_a_header_may_have_none():
    header = without(HEADER, "seq", "id")
    assert all_found(header, {"type": "message"}) == [
        (2, "stream-id", "error", "id is missing"),
        (2, "stream-seq", "error", "seq is missing"),
    ]


@pytest.mark.asr("stream-ts")
@pytest.mark.parametrize(
    "ts", ["2026-10-26T14:02:31.012Z", "2026-10-26t14:02:31+02:00", "2026-12-31T23:59:60Z"]
)
def test_rfc_3339_time_conforms(ts):
    assert found("stream-ts", {"type": "message", "ts": ts}) == []


@pytest.mark.asr("stream-ts")
@pytest.mark.parametrize("ts", ["2026-10-26", "2026-10-26T14:02:31", "yesterday", "1792936951"])
def test_other_time_is_a_warning(ts):
    assert found("stream-ts", {"type": "message", "ts": ts}) == [
        f"warning ts '{ts}' is no RFC 3339 time"
    ]


@pytest.mark.asr("stream-session")
def test_two_sessions_in_one_stream_are_an_error():
    assert found("stream-session", {"type": "session", "sessionId": "other"}) == [
        "error session 'other' after '0f1e' in one stream"
    ]
    assert found("stream-session", {"type": "session", "sessionId": "0f1e"}) == []


@pytest.mark.asr("stream-session")
def test_stream_without_a_session_id_gets_a_notice():
    assert all_found({"type": "message", "seq": 1, "id": "r1"}) == [
        (
            1,
            "stream-session",
            "notice",
            "no session ID here; it is taken from the file's name",
        )
    ]


@pytest.mark.asr("stream-namespace")
def test_agent_that_needs_a_namespace_gets_a_warning_without_one():
    header = HEADER | {"agent": "codebuddy"}
    assert all_found(header) == []
    assert all_found(without(header, "namespace")) == [
        (
            1,
            "stream-namespace",
            "warning",
            "no namespace, which the registry requires of 'com.tencent.codebuddy'",
        )
    ]


def test_findings_are_sorted_by_place_even_when_settled_at_the_end():
    records = stream(change(cause={"callId": "c"}), change(changes=[]))
    assert [finding[:2] for finding in all_found(*records)] == [(2, "ASR-453"), (3, "ASR-450")]
