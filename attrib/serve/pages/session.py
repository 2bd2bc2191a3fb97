"""A session: what it recorded step by step, with diffs, and the commits that hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from attrib.model.ids import RepoPath, SessionKey
from attrib.model.reports import SessionReport, StateReport
from attrib.model.states import PatchHunk
from attrib.render.markup import Html, element, join
from attrib.render.session_text import links_of
from attrib.render.text import SessionNames, path_text, time_text
from attrib.serve.pages.diffs import diff_part
from attrib.serve.pages.frame import page
from attrib.serve.pages.links import session_link
from attrib.serve.pages.parts import (
    commit_name,
    facts,
    lines_words,
    path_name,
    session_name,
    strength_mark,
    table,
    ways,
)

#: A page shows this many steps, and this many names of branches and tags a step.
STEPS = 50
#: What holds the steps of a longer session is not looked up: that may take minutes.
MOST_HELD = 2_000
_NAMES = 4
_OTHERS = 300


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded state with its hunks; `number` counts from 1."""

    number: int
    state: StateReport
    hunks: Sequence[PatchHunk] | None


@dataclass(frozen=True, slots=True)
class Family:
    """What a session belongs to: `parents` it names, each here or not, and `others` below it."""

    parents: Sequence[tuple[SessionKey, bool]]
    others: Sequence[SessionKey]
    names: SessionNames


def session_page(
    report: SessionReport,
    steps: Sequence[Step],
    present: Mapping[RepoPath, bool],
    family: Family,
) -> str:
    """The page of a session; `steps` are those shown, `present` the paths that HEAD holds."""
    info = report.info
    names = family.names
    times = "no times recorded"
    if info.first is not None or info.last is not None:
        times = f"{time_text(info.first)} to {time_text(info.last)}"
    return page(
        f"session {names.label(info.key)}",
        facts(
            ("id", element("bdi", f"{info.key.agent}:{info.key.namespace}:{info.key.id}")),
            ("time", times),
            ("records", f"{report.records:,}"),
            *(("stream", element("bdi", stream)) for stream in info.streams),
            *(("root", f"{root} → {binding}") for root, binding in report.roots),
            *(("parent", _parent(*each, names)) for each in family.parents),
        ),
        *_others(family),
        element("h2", "Steps"),
        _steps(report, steps, present),
        element("h2", "Commits that hold them"),
        _links(report),
    )


def _parent(key: SessionKey, is_here: bool, names: SessionNames) -> Html:
    return session_name(key, names) if is_here else element("bdi", f"{key.id}, not recorded here")


def _others(family: Family) -> Iterator[Html]:
    """The rest of the thread, each a way to its own steps."""
    if family.others:
        yield element("h2", "Forks and subagents")
        words = "This session and these are one thread; the steps of each are on its own page."
        yield element("p", words, class_="faint")
        items = [element("li", session_name(key, family.names)) for key in family.others[:_OTHERS]]
        if len(family.others) > _OTHERS:
            items.append(element("li", f"{len(family.others) - _OTHERS:,} more"))
        yield element("ul", items, class_="plain")


def _links(report: SessionReport) -> Html:
    if len(report.states) > MOST_HELD:
        words = f"More than {MOST_HELD:,} steps: what holds them is told by "
        name = f"{report.info.key.agent}:{report.info.key.namespace}:{report.info.key.id}"
        return element("p", words, element("code", f"attrib session {name}"))
    links = sorted(links_of(report), key=lambda link: -link.strength)
    if not links:
        return element("p", "No commit here holds what it recorded.")
    rows = []
    for link in links:
        relations = dict.fromkeys(item.relation.value for item in link.evidence)
        commit = commit_name(link.commit) if link.commit is not None else "not committed yet"
        rows.append(
            element(
                "tr",
                element("td", strength_mark(link.strength)),
                element("td", commit),
                element("td", ", ".join(relations)),
            )
        )
    return element("div", table(("strength", "commit", "relations"), rows), class_="wide")


def _steps(report: SessionReport, steps: Sequence[Step], present: Mapping[RepoPath, bool]) -> Html:
    if not steps:
        return element("p", "No recorded change lies in this repository.")
    key, count = report.info.key, len(report.states)
    starts = range(1, count + 1, STEPS)
    return join(
        ways("Steps", starts, count, lambda start: session_link(key, start), steps[0].number),
        element(
            "ol",
            (_step(step, is_present=present.get(step.state.path, False)) for step in steps),
            start=steps[0].number,
            class_="steps",
        ),
    )


def _step(step: Step, *, is_present: bool) -> Html:
    state = step.state
    name = path_name(state.path) if is_present else element("bdi", path_text(state.path))
    held = (
        join(" in ", ((commit_name(oid), " ") for oid in state.commits)) if state.commits else None
    )
    return element(
        "li",
        element(
            "div",
            element("span", (state.ts or "no time")[:19].replace("T", " "), class_="faint nowrap"),
            f" {state.op} ",
            name,
            held,
            element("span", ";".join(_facts(state)), class_="faint"),
        ),
        _diff(step.hunks),
    )


def _diff(hunks: Sequence[PatchHunk] | None) -> Html:
    """The diff, closed until somebody opens it."""
    if hunks is None:
        return diff_part(None)
    tags = [tag for hunk in hunks for tag, _ in hunk.lines]
    size = f"Diff, +{tags.count(b'+'):,} -{tags.count(b'-'):,}"
    return element("details", element("summary", size), diff_part(hunks))


def _facts(state: StateReport) -> Iterator[str]:
    """Status and actor where they matter, names that hold it, lines alive."""
    if state.status != "applied":
        yield f" status {state.status}"
    if state.actor != "session":
        yield f" actor {state.actor}"
    if state.refs:
        more = f" and {len(state.refs) - _NAMES:,} more" if len(state.refs) > _NAMES else ""
        yield f" on {', '.join(state.refs[:_NAMES])}{more}"
    if state.alive:
        yield f" {lines_words(state.alive)} at HEAD"
