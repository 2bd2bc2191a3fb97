"""`attrib doctor` for people: a head word, then what is so and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.doctor import DoctorReport
from attrib.render.text import escape

_WIDTH = 13
_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))
_SPELLED = {"sha1": "SHA-1", "sha256": "SHA-256"}


def doctor_text(report: DoctorReport, *, color: bool) -> Iterator[str]:
    """The facts, one subject after the other."""
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    form = _SPELLED.get(report.object_format, report.object_format)
    count = f"{report.commits:,} commit{'s' * (report.commits != 1)}"
    yield _row("repository", f"{escape(report.git_dir)}, {form}, {count}; {escape(versions)}")
    yield _row("sessions", _sessions(report))
    yield from _rows("roots", [_root(root.id, root.reason, root.remedy) for root in report.roots])
    if report.index is not None:
        yield _row("index", escape(report.index))
    yield from _rows("hooks", [escape(line) for line in report.hooks])
    yield from _rows("missed", [escape(line) for line in report.missed])
    yield from _rows("filters", [escape(line) for line in report.filters])
    yield from _rows(
        "unreadable",
        [
            escape(
                f"{bad.place} byte {bad.place.offset:,}: {bad.reason}"
                f"{', waiting for more' if bad.pending else ''}"
            )
            for bad in report.unreadable
        ],
    )
    yield from _rows("notices", [escape(notice) for notice in report.notices])


def _sessions(report: DoctorReport) -> str:
    total = sum(report.sessions.values())
    if not total:
        return "none known here: attrib import, or --sessions <path>"
    agents = ", ".join(f"{escape(agent)} {count:,}" for agent, count in report.sessions.items())
    newest = f"; newest {_ago(report.now - report.newest)}" if report.newest is not None else ""
    return f"{total:,} ({agents}){newest}"


def _ago(seconds: float) -> str:
    for size, unit in _UNITS:
        number = int(seconds // size)
        if number > 0:
            return f"{number:,} {unit}{'s' * (number != 1)} ago"
    return "just now"


def _root(name: str, reason: str, remedy: str | None) -> str:
    return escape(f"{name} -> {reason}" + (f": {remedy}" if remedy else ""))


def _rows(head: str, lines: list[str]) -> Iterator[str]:
    for index, line in enumerate(lines):
        yield _row("" if index else head, line)


def _row(head: str, text: str) -> str:
    return f"{head:<{_WIDTH}}{text}"
