"""`attrib session` for people: the list, or one session's states and where they stand now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.model.agents import alias_of
from attrib.model.evidence import Evidence, Link
from attrib.model.ids import Oid
from attrib.model.reports import SessionInfo, SessionReport, StateReport
from attrib.render.text import (
    SessionNames,
    counted,
    escape,
    path_text,
    ranges_text,
    short_oid,
    strength_word,
    time_text,
)

_WIDTH = 12
#: How many names one row lists.
_SHOWN = 4


def sessions_text(sessions: Sequence[SessionInfo], *, color: bool) -> Iterator[str]:
    """One line a session: agent, short ID, times, streams."""
    labels = [f"{escape(alias_of(info.key.agent))} {escape(info.short)}" for info in sessions]
    width = max(map(len, labels), default=0)
    spans = [_span(info) for info in sessions]
    wide = max(map(len, spans), default=0)
    for label, span, info in zip(labels, spans, sessions, strict=True):
        streams = ", ".join(map(escape, info.streams))
        yield f"{label:<{width}}  {span:<{wide}}  {streams}".rstrip()


def _span(info: SessionInfo) -> str:
    """The first and the last time that its records have."""
    if info.first is None and info.last is None:
        return "no times recorded"
    return f"{time_text(info.first)} to {time_text(info.last)}"


def session_text(report: SessionReport, *, color: bool) -> Iterator[str]:
    """The session's roots, its states one line each, and the commits linked to it."""
    info = report.info
    names = SessionNames([info])
    yield f"session {names.label(info.key)}  {_span(info)}"
    yield ""
    yield _row("id", escape(f"{info.key.agent}:{info.key.namespace}:{info.key.id}"))
    yield _row("records", f"{report.records:,}")
    for stream in info.streams:
        yield _row("stream", escape(stream))
    for root, binding in report.roots:
        yield _row("root", f"{escape(root)} -> {escape(binding)}")
    if report.states:
        yield ""
        yield from _states(report.states)
    if report.left_out:
        paths = ", ".join(path_text(path) for path in report.left_out[:_SHOWN])
        more = " and more" if len(report.left_out) > _SHOWN else ""
        yield f"{counted(len(report.left_out), 'path')} not looked up at HEAD: {paths}{more}"
    links = links_of(report)
    if links:
        yield ""
    for link in links:
        word = strength_word(link.strength, color=color, width=_WIDTH)
        relations = dict.fromkeys(item.relation.value for item in link.evidence)
        yield f"{word}commit {short_oid(link.commit)}  {', '.join(relations)}"


def links_of(report: SessionReport) -> tuple[Link, ...]:
    """The session's links: as reported, or its evidence put together by commit."""
    if report.links:
        return report.links
    by_commit: dict[Oid | None, list[Evidence]] = {}
    for item in report.evidence:
        by_commit.setdefault(item.commit, []).append(item)
    return tuple(Link(report.info.key, commit, tuple(found)) for commit, found in by_commit.items())


def _states(states: Sequence[StateReport]) -> Iterator[str]:
    paths = [path_text(state.path) for state in states]
    width = max(map(len, paths))
    for path, state in zip(paths, states, strict=True):
        yield f"{_when(state)}  {escape(state.op):<6}  {path:<{width}}  {_where(state)}".rstrip()


def _when(state: StateReport) -> str:
    return escape((state.ts or "-")[:19].replace("T", " ")).ljust(19)


def _where(state: StateReport) -> str:
    """Status and actor where they matter, the commits and names that hold it, the lines alive."""
    parts = [] if state.status == "applied" else [f"status {escape(state.status)}"]
    parts += [] if state.actor == "session" else [f"actor {escape(state.actor)}"]
    parts += [f"commit {', '.join(map(short_oid, state.commits))}"] if state.commits else []
    parts += [f"in {_refs(state.refs)}"] if state.refs else []
    if state.alive:
        one = len(state.alive) == 1 and len(state.alive[0]) == 1
        parts.append(f"{'line' if one else 'lines'} {ranges_text(state.alive)} at HEAD")
    return "; ".join(parts)


def _refs(names: Sequence[str]) -> str:
    shown = ", ".join(map(escape, names[:_SHOWN]))
    return f"{shown} and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else shown


def _row(head: str, text: str) -> str:
    return f"{head:<{_WIDTH}}{text}"
