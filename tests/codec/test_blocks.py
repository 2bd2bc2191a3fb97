"""Of a stream in blocks only the lines are given that a line-by-line reading wants."""

from __future__ import annotations

from io import BytesIO, RawIOBase
from typing import Any

import pytest

from attrib.codec import READ_KINDS, Sieve, encode
from attrib.codec.blocks import wanted_lines

HEADER = {"type": "session", "seq": 1, "id": "r1", "sessionId": "s"}


class Raw(RawIOBase):
    """Bytes as a raw file."""

    def __init__(self, data: bytes) -> None:
        self._file = BytesIO(data)

    def readinto(self, buffer: Any) -> int:
        return self._file.readinto(buffer)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)


def message(number: int) -> dict[str, Any]:
    ts = f"2026-10-26T14:00:{number % 60:02}Z"
    content = [{"type": "text", "text": 'says {"type": "file_change"}\n' * (number % 7)}]
    return {"type": "message", "seq": number, "id": f"r{number}", "ts": ts, "content": content}


def change(number: int) -> dict[str, Any]:
    return {"type": "file_change", "seq": number, "id": f"r{number}", "changes": []}


def given(data: bytes) -> list[tuple[int, int, bytes]]:
    """What is given in blocks, which must be what a sieve wants of each line."""
    found = list(wanted_lines(Raw(data), Sieve(READ_KINDS), 0, 1))
    sieve, offset, expected = Sieve(READ_KINDS), 0, []
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if sieve(line):
            expected.append((number, offset, line))
        offset += len(line)
    assert found == [*expected, (len(lines) + 1, offset, b"")]
    return found[:-1]


def test_one_line_in_ten_is_given_where_one_in_ten_is_wanted() -> None:
    records = [HEADER, *(message(n) if n % 10 else change(n) for n in range(2, 9001))]
    data = b"".join(map(encode, records))
    assert len(data) > 1024 * 1024
    assert [number for number, _, _ in given(data)] == [1, *range(10, 9001, 10)]


@pytest.mark.parametrize(
    "line",
    [
        encode(message(3))[:-1] + encode(change(4)),
        encode(message(3))[:60] + encode(change(4)),
        encode({"seq": 3, "type": "file_change"}),
        encode({"content": [message(3)], **change(4)}),
        encode({"seq": 3, "no": "kind"}),
        b"{}\n",
        b"\n",
        b'  { "type" : "vcs"}\n',
    ],
)
def test_line_that_may_hold_a_wanted_record_is_given(line: bytes) -> None:
    around = b"".join(encode(message(number)) for number in range(40))
    wanted = given(encode(HEADER) + around + line + around)
    assert [data for _, _, data in wanted] == [encode(HEADER), line]


def test_kind_named_across_two_lines_is_named_in_neither() -> None:
    torn = b'{"seq": 3, "type": "message", "type"\n'
    wanted = given(encode(HEADER) + torn + b': "vcs", "type": "x"}\n')
    assert [data for _, _, data in wanted] == [encode(HEADER)]
