from __future__ import annotations

import json

from hypothesis import example, given
from hypothesis import strategies as st

from attrib.codec import (
    decode,
    encode,
    found_in,
    looks_like_stream,
    pieces_in,
    record_of,
    records_in,
)
from attrib.model.records import BadRecord, Place

PLACE = Place("s", 1, 0)
TEXTS = st.text(st.characters(), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=10,
)  # fmt: skip
KINDS = st.sampled_from(["file_change", "vcs", "workspace_state", "checkpoint", "session", "root"])
PATHS = st.builds(lambda path: {"op": "add", "root": "app", "path": path}, TEXTS)
RECORDS = st.builds(
    lambda kind, seq, changes, text, more: {
        **more,
        "type": kind,
        "seq": seq,
        "id": f"r{seq}",
        "changes": [change | {"after": {"text": text}} for change in changes],
    },
    KINDS,
    st.integers(0, 2**60),
    st.lists(PATHS, max_size=3),
    TEXTS,
    st.dictionaries(TEXTS, VALUES, max_size=3),
)


@given(RECORDS)
def test_what_is_encoded_is_decoded_as_it_was(record):
    line = encode(record)
    assert line.endswith(b"\n")
    assert b"\n" not in line[:-1]
    assert [piece.value for piece in pieces_in(line)] == [record]
    found = decode(line, PLACE)
    assert found == record_of(record, PLACE, line[:-1])
    assert not isinstance(found, BadRecord)
    assert (found.type, found.seq, found.id) == (record["type"], record["seq"], record["id"])


@given(RECORDS, RECORDS, st.sampled_from([b"", b" ", b"\0\0"]))
def test_welded_records_are_both_recovered(one, two, between):
    line = encode(one).strip() + between + encode(two)
    assert [piece.value for piece in pieces_in(line)] == [one, two]


@given(st.binary(max_size=200) | st.text('[]{}",:\\u0d1e \0\n', max_size=60).map(str.encode))
@example(b"\xef\xbb\xbf")
@example(b"\xed\xb3\xa9")
@example(b'{"a":"\xed\xb3\xa9"}{"b":"\xed\xb3\xa9"}')
@example(b'[{"type":"vcs"},{}')
@example(b'{"records":[]}')
@example(b'{"records":[[[]]],"x":{}}')
def test_any_bytes_give_records_and_bad_records(data):
    for found in records_in(data, PLACE):
        assert 0 <= found.place.offset <= len(data)
    lines = [(n, n, line + b"\n") for n, line in enumerate(data.split(b"\n"))]
    for item in found_in("s", lines):
        assert isinstance(item, BadRecord) or item.raw
    assert looks_like_stream(data) in (True, False)


@given(RECORDS, st.data())
def test_cut_line_is_never_another_record(record, data):
    line = json.dumps(record).encode()
    cut = line[: data.draw(st.integers(1, len(line) - 1))]
    assert all(isinstance(found, BadRecord) for found in records_in(cut, PLACE))
