"""`attrib find` and `attrib index` for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.model.evidence import Equality
from attrib.model.found import FindReport, FoundPlace, FoundRecord, IndexReport
from attrib.render.text import (
    SessionNames,
    counted,
    escape,
    path_text,
    short_oid,
    time_text,
)

_HEAD = 10


def find_text(report: FindReport) -> Iterator[str]:
    """The records with the ID, then the commits that introduce its content, one row each."""
    if report.is_empty:
        yield f"{escape(report.asked)}: no record, and no commit here introduces it"
        return
    names = SessionNames(report.sessions)
    yield from _table("recorded", [_record(found, names) for found in report.records])
    if report.records and report.places:
        yield ""
    yield from _table("introduced", [_place(found) for found in report.places])


def _record(found: FoundRecord, names: SessionNames) -> tuple[str, ...]:
    path = path_text(found.path) if found.path is not None else escape(found.recorded_path)
    return (
        names.label(found.record.session),
        names.record(found.record),
        escape((found.ts or "-")[:19].replace("T", " ")),
        found.side,
        path,
        f"{found.object_id[:8]} {found.object_id_type} {found.representation or '-'}",
        _equality(found.equality, found.how),
    )


def _place(found: FoundPlace) -> tuple[str, ...]:
    return (
        f"commit {short_oid(found.commit)}",
        time_text(found.time),
        path_text(found.path),
        f"blob {short_oid(found.blob)}",
        f"in {', '.join(map(escape, found.refs))}" if found.refs else "",
        _equality(found.equality, found.how),
    )


def _equality(equality: Equality, how: str) -> str:
    """Nothing where the ID itself is the same."""
    return "" if equality is Equality.IDENTICAL and "asked for" in how else equality.value


def _table(head: str, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        return
    yield head
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True) if width)
        yield "  ".join(("", *cells)).rstrip()


def index_text(report: IndexReport) -> Iterator[str]:
    """Where the index lies and what it holds, or how to build it."""
    yield f"{'index':<{_HEAD}}{escape(report.path)}"
    state = _state(report)
    if not report.is_built:
        yield f"{'state':<{_HEAD}}{state}"
        return
    size = f"{(report.size or 0) / 1e6:.1f} MB"
    took = f", {report.seconds:.1f} s" if report.seconds is not None else ""
    yield f"{'state':<{_HEAD}}{state}, {size}{took}"
    yield f"{'holds':<{_HEAD}}{_holds(report)}"


def index_words(report: IndexReport) -> str:
    """The state of the index on one line."""
    return f"{_state(report)}; {_holds(report)}" if report.is_built else _state(report)


def _state(report: IndexReport) -> str:
    if not report.is_built:
        return "without history: attrib index --build"
    return "up to date" if report.is_current else "behind, read on when it is used"


def _holds(report: IndexReport) -> str:
    commits, paths = counted(report.commits, "commit"), counted(report.paths, "path")
    return f"{commits}, {paths}, {counted(report.streams, 'stream')}"
