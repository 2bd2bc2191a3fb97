"""The answers about a fleet as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from attrib.model.evidence import STATEMENT, Strength
from attrib.model.fleet import (
    FleetExport,
    FleetFailure,
    FleetLink,
    FleetMatch,
    FleetObject,
    FleetPlace,
    FleetSummary,
    Vendored,
)
from attrib.render.json_parts import Object, bytes_members, key_object
from attrib.render.text import time_iso


def export(answer: FleetExport) -> Object:
    """`attrib.fleet-export/1`."""
    return {
        "format": "attrib.fleet-export/1",
        "exported": [
            {"place": each.place, "manner": each.manner, "count": each.count, "noun": each.noun}
            for each in answer.exported
        ],
        "failures": _failures(answer.failures),
        "notices": list(answer.notices),
    }


def match(answer: FleetMatch) -> Object:
    """`attrib.fleet-match/1`."""
    return {
        "format": "attrib.fleet-match/1",
        "joined": answer.joined,
        "evidence": answer.evidence,
        "units": answer.units,
        "kept": answer.kept,
        "failures": _failures(answer.failures),
        "statement": STATEMENT,
    }


def _failures(failures: Iterable[FleetFailure]) -> list[Object]:
    return [{"place": each.place, "reason": each.reason} for each in failures]


def summary(answer: FleetSummary) -> Object:
    """`attrib.fleet-report/1`."""
    return {
        "format": "attrib.fleet-report/1",
        "by": answer.by,
        "groups": [
            {
                "name": each.name,
                **{strength.word: each.links.get(strength, 0) for strength in reversed(Strength)},
                "commits": each.commits,
                "sessions": each.sessions,
            }
            for each in answer.groups
        ],
        "statement": STATEMENT,
    }


def links(answer: Iterable[FleetLink]) -> Object:
    """`attrib.fleet-session/1`."""
    return {
        "format": "attrib.fleet-session/1",
        "links": [
            {
                "repository": each.repository,
                "commit": each.commit,
                "time": time_iso(each.time),
                "session": key_object(each.session),
                "strength": each.strength.word,
                "relations": list(each.relations),
            }
            for each in answer
        ],
        "statement": STATEMENT,
    }


def found(answer: FleetObject) -> Object:
    """`attrib.fleet-object/1`."""
    return {
        "format": "attrib.fleet-object/1",
        "object_id": answer.object_id,
        "records": [
            {"session": key_object(key), "record": record, **bytes_members("path", path)}
            for key, record, path in answer.records
        ],
        "places": [_place(each) for each in answer.places],
        "statement": STATEMENT,
    }


def _place(place: FleetPlace) -> Object:
    return {
        "repository": place.repository,
        "commit": place.commit,
        **bytes_members("path", place.path),
        "time": time_iso(place.time),
    }


def vendored(answer: Iterable[Vendored]) -> Object:
    """`attrib.fleet-vendored/1`."""
    return {
        "format": "attrib.fleet-vendored/1",
        "files": [
            {
                "object_id": each.object_id,
                "source": _place(each.source),
                "target": _place(each.target),
                "sessions": [key_object(key) for key in each.sessions],
            }
            for each in answer
        ],
        "statement": STATEMENT,
    }
