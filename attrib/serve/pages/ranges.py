"""A range of commits or a pull request: lines by strength, and the commits, the strongest first."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.evidence import LEVELS, Strength
from attrib.model.totals import CommitTotals, LineTotals, RangeReport
from attrib.render.markup import Html, element, join
from attrib.render.text import SessionNames, counted
from attrib.serve.pages.frame import page
from attrib.serve.pages.links import graph_link
from attrib.serve.pages.parts import commit_line, session_name, strength_mark, table

#: The page lists this many commits of each strength.
MOST_COMMITS = 500
_BAR = 100


def range_page(report: RangeReport) -> str:
    """The page of a range."""
    names = SessionNames([row.info for row in report.sessions])
    text = report.range or "HEAD"
    totals = report.totals
    said = f"{counted(len(report.commits), 'commit')}, {counted(totals.added, 'added line')}, "
    return page(
        text,
        element(
            "p",
            said,
            counted(len(report.sessions), "session"),
            ". ",
            element("a", "evidence graph", href=graph_link(text)),
        ),
        element("h2", "Added lines"),
        element("div", _lines(totals), class_="wide"),
        *_sessions(report, names),
        *_declared(report),
        element("h2", "Commits by strength"),
        *(part for level in (*LEVELS, None) for part in _commits(report, level, names)),
    )


def _lines(totals: LineTotals) -> Html:
    rows = [_total(strength, count, totals) for strength, count in totals.lines.items()]
    if totals.left_out:
        rows.append(_total(None, totals.left_out, totals, "weaker"))
    for reason, count in sorted(totals.unseen.items(), key=lambda pair: (-pair[1], pair[0].value)):
        rows.append(_total(None, count, totals, reason.value))
    return table(("strength", "lines", "part"), rows)


def _total(strength: Strength | None, count: int, totals: LineTotals, otherwise: str = "") -> Html:
    share = count / totals.added if totals.added else 0
    note = (
        f", {totals.reshaped[strength]:,} reshaped"
        if strength and totals.reshaped[strength]
        else ""
    )
    return element(
        "tr",
        element("th", strength_mark(strength, otherwise), note, scope="row"),
        element("td", f"{count:,}", class_="number"),
        element(
            "td",
            element("span", percent(count, totals.added), class_="percent"),
            element("span", _bar(share), class_=strength.word if strength else "faint"),
            class_="nowrap",
        ),
    )


def percent(count: int, total: int) -> str:
    """Whole percents; what is neither none nor all never reads as 0 or 100."""
    rounded = round(100 * count / total) if total else 0
    if count and not rounded:
        return "<1 %"
    return ">99 %" if count < total and rounded == 100 else f"{rounded} %"


def _bar(share: float) -> Html:
    """A bar as long as the share; the numbers beside it say the same."""
    width = f"{_BAR * share:.1f}"
    return element(
        "svg",
        element("rect", width=width, height=10),
        class_="bar",
        viewBox=f"0 0 {_BAR} 10",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _sessions(report: RangeReport, names: SessionNames) -> Iterator[Html]:
    if report.sessions:
        rows = [
            element(
                "tr",
                element("th", session_name(row.info.key, names), scope="row"),
                *(element("td", f"{row.lines[level]:,}", class_="number") for level in LEVELS),
                element(
                    "td", ", ".join(f"{actor} {count:,}" for actor, count in row.observed.items())
                ),
            )
            for row in report.sessions
        ]
        yield element("h2", "By session")
        heads = ("session", *(level.word for level in LEVELS), "observed, not its own")
        yield element("div", table(heads, rows), class_="wide")
        if report.shared:
            yield element(
                "p", f"{counted(report.shared, 'line')} under several sessions", class_="faint"
            )


def _declared(report: RangeReport) -> Iterator[Html]:
    if report.declared:
        verb = "names" if report.declared == 1 else "name"
        words = f"{counted(report.declared, 'commit')} {verb} a session that no content supports: "
        yield element("p", words, element("code", f"attrib audit {report.range or ''}".strip()))


def _strongest(row: CommitTotals) -> Strength | None:
    return max((level for level, count in row.totals.lines.items() if count), default=None)


def _commits(report: RangeReport, level: Strength | None, names: SessionNames) -> Iterator[Html]:
    found = [row for row in report.commits if _strongest(row) is level]
    if not found:
        return
    yield element("h3", strength_mark(level), f" {counted(len(found), 'commit')}")
    rows = [
        element(
            "tr",
            element("td", commit_line(row.commit)),
            element("td", _counts(row), class_="nowrap"),
            element("td", join((session_name(key, names), " ") for key in row.sessions)),
        )
        for row in found[:MOST_COMMITS]
    ]
    yield element("div", table(("commit", "added lines", "sessions"), rows), class_="wide")
    if len(found) > MOST_COMMITS:
        yield element("p", f"{len(found) - MOST_COMMITS:,} more are not listed; a shorter range is")


def _counts(row: CommitTotals) -> str:
    counts = [f"{count:,} {level.word}" for level, count in row.totals.lines.items() if count]
    unseen = sum(row.totals.unseen.values())
    counts += [f"{unseen:,} without record"] if unseen else []
    return ", ".join(counts) or "none"
