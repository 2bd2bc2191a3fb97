"""`attrib controls` for people: a row a control, and what should not be there."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.controls import ControlsReport
from attrib.model.evidence import LEVELS, Evidence, Strength
from attrib.render.text import (
    SessionNames,
    counted,
    path_text,
    ranges_text,
    short_oid,
    strength_word,
)

_WORDS = 40
_SHOWN = 10
_STRENGTHS = LEVELS


def controls_text(report: ControlsReport, *, color: bool) -> Iterator[str]:
    """What was compared that cannot be true, and how much evidence of each strength it gave."""
    commits = counted(report.commits, "commit")
    yield f"{commits}, {counted(report.known_sessions, 'session')}"
    yield ""
    heads = "".join(f"{word:>10}" for word in ("commits", "records", *_words()))
    yield f"{'':<{_WORDS}}{heads}"
    for control in report.controls:
        if control.skipped is not None:
            yield f"{control.words:<{_WORDS}}  {control.skipped}"
            continue
        numbers = [control.commits, control.records, *map(control.count, _STRENGTHS)]
        yield f"{control.words:<{_WORDS}}" + "".join(f"{number:>10,}" for number in numbers)
    yield ""
    if all(control.skipped is not None for control in report.controls):
        yield "nothing could be compared"
    elif report.holds:
        yield "nothing strong and nothing moderate, as it must be"
    else:
        yield from _findings(report, color=color)


def _words() -> list[str]:
    return [strength.word for strength in _STRENGTHS]


def _findings(report: ControlsReport, *, color: bool) -> Iterator[str]:
    names = SessionNames(report.sessions)
    for control in report.controls:
        found = [item for item in control.evidence if item.strength >= Strength.MODERATE]
        if found:
            yield f"{control.words}: {counted(len(found), 'finding')}"
        for item in found[:_SHOWN]:
            yield _finding(item, names, color=color)
        if len(found) > _SHOWN:
            yield f"  and {len(found) - _SHOWN:,} more"


def _finding(item: Evidence, names: SessionNames, *, color: bool) -> str:
    word = strength_word(item.strength, color=color, width=10)
    path = path_text(item.path) if item.path is not None else "-"
    records = ", ".join(map(names.record, item.records))
    lines = f" lines {ranges_text(item.lines)}" if item.lines else ""
    where = f"commit {short_oid(item.commit)} {path}{lines}"
    return f"  {word}{where}: {names.label(item.session)} {records}, {item.relation.value}"
