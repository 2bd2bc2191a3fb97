from __future__ import annotations

import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.codec import LONGEST_LINE
from attrib.errors import StreamError
from attrib.model.records import BadRecord, Place
from attrib.stores.lines import lines_of, read_lines


def written(tmp_path, data: bytes):
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    return path


def test_lines_have_number_and_offset_and_keep_their_newline(tmp_path):
    path = written(tmp_path, b"one\r\n\n\x0ctwo\xe2\x80\xa8\rx\nlast")
    assert list(read_lines(path)) == [
        (1, 0, b"one\r\n"),
        (2, 5, b"\n"),
        (3, 6, b"\x0ctwo\xe2\x80\xa8\rx\n"),
        (4, 16, b"last"),
    ]


def test_reading_goes_on_where_it_stopped(tmp_path):
    path = written(tmp_path, b"one\ntwo\nthree\n")
    assert list(read_lines(path, start=8, number=3)) == [(3, 8, b"three\n")]
    assert list(read_lines(path, start=99, number=4)) == []


def test_line_that_is_too_long_is_a_bad_record_with_its_offset(tmp_path):
    path = written(tmp_path, b"a\n" + b"x" * 50 + b"\nb\n")
    assert list(read_lines(path, longest=10, name="s")) == [
        (1, 0, b"a\n"),
        BadRecord(
            Place("s", 2, 2), "a line of 51 bytes is longer than 10 bytes, skipped", pending=False
        ),
        (3, 53, b"b\n"),
    ]


def test_long_line_still_being_written_is_pending():
    found = list(lines_of(io.BytesIO(b"x" * 50), "s", longest=10))
    assert found == [
        BadRecord(
            Place("s", 1, 0), "a line of 50 bytes is longer than 10 bytes, skipped", pending=True
        )
    ]


@given(st.binary(max_size=60), st.integers(1, 9))
def test_lines_cover_every_byte_once(data, longest):
    offset = number = 0
    for item in lines_of(io.BytesIO(data), "s", longest=longest):
        place = (item.place.line, item.place.offset) if isinstance(item, BadRecord) else item[:2]
        assert place == (number + 1, offset)
        end = data.find(b"\n", offset) + 1 or len(data)
        if not isinstance(item, BadRecord):
            assert item[2] == data[offset:end]
        number, offset = number + 1, end
    assert offset == len(data)


@pytest.mark.slow
def test_line_of_120_megabytes_is_skipped_in_bounded_memory(tmp_path):
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        for _ in range(120):
            file.write(b"A" * 1_000_000)
        file.write(b"\nx\n")
    tracemalloc.start()
    bad, last = read_lines(path, name="s")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert bad == BadRecord(
        Place("s", 1, 0),
        f"a line of 120000001 bytes is longer than {LONGEST_LINE} bytes, skipped",
    )
    assert last == (2, 120_000_001, b"x\n")
    assert peak < 3 * LONGEST_LINE


def test_file_that_cannot_be_read_is_an_error_with_a_hint(tmp_path):
    with pytest.raises(StreamError) as caught:
        list(read_lines(tmp_path, name="logs"))
    assert str(caught.value) == "cannot read 'logs': is a directory"
    assert caught.value.hint == "ls -ld 'logs'"
