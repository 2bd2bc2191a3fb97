"""The evidence of a blame as JSON of our own, for the index, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from attrib.model.blame import BlameEntry, BlameLine
from attrib.model.evidence import Evidence, Unseen
from attrib.model.ids import RepoPath
from attrib.model.reports import BlameReport, SessionInfo


@dataclass(frozen=True, slots=True)
class _Kept:
    """`runs` are how many lines have the same evidence, by its place in the list, or reason."""

    evidence: tuple[Evidence, ...]
    runs: tuple[tuple[int, tuple[int, ...], Unseen | None], ...]
    sessions: tuple[SessionInfo, ...]


def encode_blame(report: BlameReport) -> str:
    """What a blame says beside what git says."""
    places: dict[Evidence, int] = {}
    runs = []
    for (evidence, unseen), lines in groupby(
        report.lines, key=lambda line: (line.evidence, line.unseen)
    ):
        numbers = tuple(places.setdefault(item, len(places)) for item in evidence)
        runs.append((sum(1 for _ in lines), numbers, unseen))
    encode, _, _ = _tools()
    text: str = encode(_Kept(tuple(places), tuple(runs), report.sessions)).decode()
    return text


def decode_blame(
    text: str,
    path: RepoPath,
    revision: str | None,
    entries: Sequence[BlameEntry],
    lines: Sequence[bytes],
) -> BlameReport | None:
    """The blame of these lines again; `None` where the text is of others, or of another form."""
    _, decode, refusal = _tools()
    try:
        kept = decode(text.encode())
        if sum(count for count, _, _ in kept.runs) != len(lines):
            return None
        rows = tuple(_rows(kept, entries, lines))
    except (refusal, ValueError, IndexError):
        return None
    return BlameReport(path, revision, tuple(entries), rows, kept.sessions)


def _rows(
    kept: _Kept, entries: Sequence[BlameEntry], lines: Sequence[bytes]
) -> Iterator[BlameLine]:
    said = _said(kept)
    position = 0
    for entry in entries:
        for offset in range(entry.count):
            evidence, unseen = next(said)
            yield BlameLine(
                entry.first + offset,
                entry.commit,
                entry.origin_path,
                entry.origin_first + offset,
                entry.boundary,
                lines[position],
                evidence,
                unseen,
            )
            position += 1


def _said(kept: _Kept) -> Iterator[tuple[tuple[Evidence, ...], Unseen | None]]:
    for count, numbers, unseen in kept.runs:
        evidence = tuple(kept.evidence[number] for number in numbers)
        for _ in range(count):
            yield evidence, unseen


@cache
def _tools() -> tuple[Any, Any, type[Exception]]:
    """Encodes, decodes, and the error of what is no such JSON; imported late."""
    import msgspec

    return msgspec.json.encode, msgspec.json.Decoder(_Kept).decode, msgspec.MsgspecError
