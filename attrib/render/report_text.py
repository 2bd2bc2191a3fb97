"""`attrib report` for people: added lines by strength with bars, by session, and the unseen."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.totals import LineTotals, RangeReport
from attrib.render.text import SessionNames, counted, escape, strength_word

_HEAD = 12
#: The length of the bar for all lines.
_BAR = 32
_EIGHTHS = " ▏▎▍▌▋▊▉"
_SESSIONS = 5


def report_text(report: RangeReport, *, color: bool) -> Iterator[str]:
    """The totals of a range, one row a strength."""
    totals = report.totals
    lines = counted(totals.added, "added line")
    sessions = counted(len(report.sessions), "session")
    yield f"{counted(len(report.commits), 'commit')}, {lines}, {sessions}"
    if totals.added:
        yield ""
        yield from _rows(totals, color=color)
    below = [*_by_session(report), *_observed(report), *_declared(report)]
    if below:
        yield ""
        yield from below


def _rows(totals: LineTotals, *, color: bool) -> Iterator[str]:
    width = max(3, len(f"{totals.added:,}"))
    for strength, count in totals.lines.items():
        note = f"{totals.reshaped[strength]:,} reshaped" if totals.reshaped[strength] else ""
        head = strength_word(strength, color=color, width=_HEAD)
        yield _row(head, count, totals.added, width, note)
    if totals.left_out:
        yield _row("weaker".ljust(_HEAD), totals.left_out, totals.added, width, "")
    unseen = sum(totals.unseen.values())
    reasons = sorted(totals.unseen.items(), key=lambda pair: (-pair[1], pair[0].value))
    note = ", ".join(f"{count:,} {reason.value}" for reason, count in reasons)
    yield _row("no record".ljust(_HEAD), unseen, totals.added, width, note)


def _row(head: str, count: int, total: int, width: int, note: str) -> str:
    bar = _bar(count, total)
    row = f"{head}{count:>{width},}  {_percent(count, total):>3} %  {bar}"
    return f"{row}    {note}".rstrip() if note else row.rstrip()


def _percent(count: int, total: int) -> str:
    """Whole percents; what is neither none nor all never reads as 0 or 100."""
    percent = round(100 * count / total)
    if count and not percent:
        return "<1"
    return ">99" if count < total and percent == 100 else str(percent)


def _bar(count: int, total: int) -> str:
    eighths = round(8 * _BAR * count / total)
    if eighths >= 8:
        return "█" * round(eighths / 8)
    return _EIGHTHS[max(eighths, 1)] if count else ""


def _names(report: RangeReport) -> SessionNames:
    return SessionNames([row.info for row in report.sessions])


def _by_session(report: RangeReport) -> Iterator[str]:
    names = _names(report)
    rows = [row for row in report.sessions if row.own]
    shown = [f"{names.label(row.info.key)} {row.own:,}" for row in rows[:_SESSIONS]]
    if len(rows) > _SESSIONS:
        shown.append(f"and {len(rows) - _SESSIONS:,} more")
    if shown:
        yield f"{'by session':<{_HEAD}}{', '.join(shown)}"
    if report.shared:
        yield f"{'':<{_HEAD}}{counted(report.shared, 'line')} under several sessions"


def _observed(report: RangeReport) -> Iterator[str]:
    """Lines that sessions recorded as another's."""
    actors: dict[str, int] = {}
    for row in report.sessions:
        for actor, count in row.observed.items():
            actors[actor] = actors.get(actor, 0) + count
    if actors:
        words = (f"{escape(actor)} {count:,}" for actor, count in sorted(actors.items()))
        yield f"{'observed':<{_HEAD}}{', '.join(words)}"


def _declared(report: RangeReport) -> Iterator[str]:
    if report.declared:
        one = report.declared == 1
        words = f"{'names' if one else 'name'} a session that no content supports"
        command = " ".join(["attrib audit", *([escape(report.range)] if report.range else [])])
        yield f"{'declared':<{_HEAD}}{counted(report.declared, 'commit')} {words}: {command}"
