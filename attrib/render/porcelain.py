"""git blame's machine formats with our lines: `--porcelain`, `--line-porcelain`, `--incremental`.

Every line that git wrote is written unchanged; ours begin with `asr-` and stand before the
`filename` line of an incremental entry, else before the text line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from attrib.git.blame import PorcelainEntry
from attrib.model.blame import BlameLine
from attrib.model.evidence import Evidence, Unseen
from attrib.model.ids import SessionKey

#: What separates names, ends lines or is no character; percent-encoded in names.
_UNSAFE = re.compile("[\x00-\x20:,%\x7f-\xa0\u2028\u2029\ud800-\udfff]")


def with_evidence(entry: PorcelainEntry, lines: Mapping[int, BlameLine]) -> Iterator[bytes]:
    """The output of git for one entry with our lines in place; `lines` by final line number.

    A run of lines with equal evidence is told once, where it begins.
    """
    runs = _runs(entry, lines)
    if not entry.lines:
        *before, filename = entry.headers[0]
        yield b"%b\n%b%b\n" % (b"\n".join(before), b"".join(runs.values()), filename)
        return
    first = entry.entry.first
    for number, (headers, text) in enumerate(zip(entry.headers, entry.lines, strict=True), first):
        ours = runs.get(number, b"")
        yield b"%b\n%b\t%b\n" % (b"\n".join(headers), ours, text)


def _runs(entry: PorcelainEntry, lines: Mapping[int, BlameLine]) -> dict[int, bytes]:
    """Our lines of the entry, by the first line number of their run."""
    numbers = range(entry.entry.first, entry.entry.first + entry.entry.count)
    runs = {}
    for _, members in groupby(numbers, key=lambda number: _finding(lines.get(number))):
        run = list(members)
        runs[run[0]] = b"".join(asr_lines(run[0], len(run), lines.get(run[0])))
    return runs


def _finding(line: BlameLine | None) -> tuple[tuple[Evidence, ...], Unseen | None] | None:
    return (line.evidence, line.unseen) if line else None


def asr_lines(first: int, count: int, line: BlameLine | None) -> Iterator[bytes]:
    """The `asr-evidence` lines for a run of lines, or its one `asr-unseen` line.

    Behind evidence that a note alone tells stands `asr-shared`.
    """
    if line is None:
        return
    for item in line.evidence:
        equality = item.equality.value if item.equality else "-"
        records = ",".join(encoded(ref.record) for ref in item.records)
        yield (
            f"asr-evidence {first} {count} {item.strength.word} {item.relation.value} "
            f"{equality} {_session(item.session)} {records}\n"
        ).encode()
        if item.shared:
            yield f"asr-shared {first} {count} {_session(item.session)} {records}\n".encode()
    if not line.evidence and line.unseen:
        yield f"asr-unseen {first} {count} {line.unseen.value}\n".encode()


def _session(key: SessionKey) -> str:
    return ":".join(map(encoded, (key.agent, key.namespace, key.id)))


def encoded(name: str) -> str:
    """A name with spaces, colons, commas, percent signs and controls percent-encoded."""
    return _UNSAFE.sub(
        lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass")),
        name,
    )
