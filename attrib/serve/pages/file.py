"""A file with blame: line numbers, code, a rail with the strength, the session of each run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrib.answers.held import HeldFile
from attrib.model.ids import Oid, SessionKey
from attrib.model.reports import BlameReport
from attrib.render.markup import Html, element, join
from attrib.render.text import (
    SHARED,
    SessionNames,
    counted,
    path_text,
    short_oid,
    unseen_words,
)
from attrib.serve.pages.frame import message, page
from attrib.serve.pages.links import explain_link, file_link
from attrib.serve.pages.parts import FROM_NOTE, LETTERS, class_of, commit_name, ways
from attrib.serve.pages.runs import Run, runs_of

#: A page shows this many lines; the others are on pages of their own.
LINES = 1000
#: So many sessions or commits have a colour of their own; then the colours begin again.
_HUES = 8
_COLUMNS = ("col-rail", "col-who", "col-line", "col-code")
_SWITCH = (("strength", "Strength"), ("session", "Session"), ("commit", "Commit"))


def file_page(
    file: HeldFile,
    revision: str | None,
    report: BlameReport | None,
    code: Sequence[Html],
    first: int,
) -> str:
    """The page of a file from line `first` on; `report` and `code` are of the lines shown."""
    about = join(
        element(
            "p",
            f"{counted(len(file.lines), 'line')}, {counted(file.size, 'byte')}, as commit ",
            commit_name(file.commit),
            " holds it",
            class_="faint",
        ),
        element(
            "p",
            "What is not committed is not shown here; ",
            element("code", "git asr-blame"),
            " shows it",
            class_="faint",
        )
        if revision is None
        else None,
    )
    if report is None:
        return page(path_text(file.path), about, message("binary content is not shown"))
    if not file.lines:
        return page(path_text(file.path), about, element("p", "The file is empty."))
    count = len(file.lines)
    starts = range(1, count + 1, LINES)
    parts = ways("Lines", starts, count, lambda at: file_link(file.path, revision, at), first)
    body = element(
        "div",
        element("div", _switch(), parts, _blame(report, revision, code), class_="listing"),
        _card(),
        class_="beside",
    )
    return page(path_text(file.path), about, body, scripts=["file.js"], styles=["code.css"])


def _switch() -> Html:
    """What the rail's colours tell; a style sheet sees to it, no script is needed."""
    choices = (
        element(
            "label",
            element(
                "input", type="radio", name="colours", id=f"by-{name}", checked=name == "strength"
            ),
            word,
        )
        for name, word in _SWITCH
    )
    return element("fieldset", element("legend", "Colours"), choices, class_="switch")


def _card() -> Html:
    """Where the derivation of a run is shown; a script fills it."""
    hint = "Point at a run of lines, or go to it with Tab: its evidence is shown here. "
    hint += "Enter keeps it, Escape lets it go."
    return element(
        "aside",
        element("p", hint, class_="faint"),
        id="card",
        class_="card",
        tabindex=-1,
        aria_label="Evidence",
    )


def _blame(report: BlameReport, revision: str | None, code: Sequence[Html]) -> Html:
    names = SessionNames(report.sessions)
    runs = list(runs_of(report.lines))
    hues = _hues([run.sessions[0] for run in runs if run.sessions])
    shades = _hues([run.commit for run in runs])
    offset = report.lines[0].number if report.lines else 1

    def of_run(run: Run) -> Html:
        numbers = range(run.first.number - offset, run.first.number - offset + len(run.lines))
        kinds = ["run", f"c{shades[run.commit]}"]
        kinds += [f"s{hues[run.sessions[0]]}"] if run.sessions else []
        mark = _mark(report, revision, run, names)
        rows = (_row(run, at, code[number], mark) for at, number in enumerate(numbers))
        return element("tbody", rows, class_=" ".join(kinds))

    heads = ("Strength", "Session", "Line", "Content")
    has_notes = any(item.shared for line in report.lines for item in line.evidence)
    notes = f"; {SHARED} {FROM_NOTE}" if has_notes else ""
    letters = "S strong, M moderate, W weak, D declared; no letter: no evidence"
    return element(
        "table",
        element("caption", letters, notes),
        element("colgroup", (element("col", class_=name) for name in _COLUMNS)),
        element(
            "thead",
            element("tr", (element("th", head, scope="col") for head in heads)),
            class_="unseen-by-eye",
        ),
        (of_run(run) for run in runs),
        class_="blame",
    )


def _row(run: Run, at: int, code: Html, mark: Html) -> Html:
    line = run.lines[at]
    return element(
        "tr",
        element("td", LETTERS[line.strength], class_="rail"),
        element("th", mark, class_="who", scope="rowgroup", rowspan=len(run.lines))
        if not at
        else None,
        element("td", line.number, class_="line number", id=f"L{line.number}"),
        element("td", element("code", code), class_="code"),
        class_=f"is-{class_of(line.strength)}",
    )


def _mark(report: BlameReport, revision: str | None, run: Run, names: SessionNames) -> Html:
    """What stands at the top of a run: the session or a dash, the commit, and the way to both."""
    first, last = run.first.number, run.lines[-1].number
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    strength = run.strength.word if run.strength is not None else unseen_words(run.first.unseen)
    more = len(run.sessions) - 1
    words = _label(run, names) if run.sessions else "-"
    return element(
        "a",
        element("span", f"{lines}, {strength}, ", class_="unseen-by-eye"),
        element("bdi", words, f" +{more}" if more > 0 else None, class_="name"),
        " ",
        element("span", short_oid(run.commit), class_="oid"),
        href=explain_link(report.path, run.best.number, revision),
        class_="mark",
    )


def _label(run: Run, names: SessionNames) -> str:
    """The strongest session; with the mark of notes where all that it has comes from them."""
    first = run.sessions[0]
    words = names.label(first)
    is_told = all(item.shared for item in run.best.evidence if item.session == first)
    return words if names.is_shared(first) or not is_told else f"{words}{SHARED}"


def _hues(keys: Sequence[SessionKey | Oid | None]) -> Mapping[SessionKey | Oid | None, int]:
    """A number from 0 for each, in the order of appearance."""
    return {key: number % _HUES for number, key in enumerate(dict.fromkeys(keys))}
