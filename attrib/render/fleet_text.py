"""The answers about a fleet for people: one row each, columns in line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrib.model.agents import alias_of
from attrib.model.evidence import Strength
from attrib.model.fleet import (
    FleetExport,
    FleetLink,
    FleetMatch,
    FleetObject,
    FleetPlace,
    FleetSummary,
    Vendored,
)
from attrib.model.ids import SessionKey
from attrib.render.text import counted, escape, path_text, short_oid, time_text


def export_text(answer: FleetExport) -> Iterator[str]:
    """What was written of each repository and store."""
    rows = [
        (_cell(each.place), counted(each.count, each.noun), _cell(each.manner))
        for each in answer.exported
    ]
    yield from _table(rows)


def match_text(answer: FleetMatch) -> Iterator[str]:
    """How much was found, in one sentence."""
    yield (
        f"{counted(answer.joined, 'row')} joined, {answer.evidence:,} pieces of evidence; "
        f"{counted(answer.units, 'unit')}, of which {answer.kept:,} held from before"
    )


def summary_text(answer: FleetSummary) -> Iterator[str]:
    """One row a group: links by strength, and how many commits and sessions they join."""
    if not answer.groups:
        yield "no links"
        return
    levels = list(reversed(Strength))
    head = (answer.by, *(level.word for level in levels), "commits", "sessions")
    rows = [
        (
            _cell(each.name),
            *(f"{each.links.get(level, 0):,}" for level in levels),
            f"{each.commits:,}",
            f"{each.sessions:,}",
        )
        for each in answer.groups
    ]
    yield from _table([head, *rows])


def links_text(answer: Sequence[FleetLink]) -> Iterator[str]:
    """The commits of a session, repository by repository."""
    if not answer:
        yield "no links"
        return
    yield from _table(
        (
            _cell(each.repository),
            short_oid(each.commit),
            time_text(each.time),
            each.strength.word,
            ", ".join(map(_cell, each.relations)),
        )
        for each in answer
    )


def object_text(answer: FleetObject) -> Iterator[str]:
    """The records with an object ID, then the commits that introduce it."""
    if not answer.records and not answer.places:
        yield f"{escape(answer.object_id)}: no record, and no commit of the fleet introduces it"
        return
    yield from _table(
        ("recorded", _session(key), _cell(record), path_text(path))
        for key, record, path in answer.records
    )
    yield from _table(("introduced", *_place(each)) for each in answer.places)


def vendored_text(answer: Sequence[Vendored]) -> Iterator[str]:
    """Each file with where it was before, and the sessions of that place."""
    if not answer:
        yield "no file of which another repository held the same before, with evidence there"
        return
    for each in answer:
        yield "  ".join(_place(each.target))
        yield "  same as  " + "  ".join(_place(each.source))
        for key in each.sessions:
            yield f"    recorded by {_session(key)}"


def _place(place: FleetPlace) -> tuple[str, ...]:
    return (
        _cell(place.repository),
        short_oid(place.commit),
        time_text(place.time),
        path_text(place.path),
    )


def _session(key: SessionKey) -> str:
    return _cell(f"{alias_of(key.agent)}:{key.id}")


def _cell(text: str) -> str:
    """Text that stays in its row and column, whatever it holds."""
    return escape(text).replace("\n", "^J").replace("\t", "^I")


def _table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    for row in listed:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()
