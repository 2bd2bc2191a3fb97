"""The answers of `find` and `index` as JSON."""

from __future__ import annotations

from attrib.model.evidence import STATEMENT
from attrib.model.found import FindReport, FoundPlace, FoundRecord, IndexReport
from attrib.render.json_parts import Object, bytes_members, key_object, session_objects
from attrib.render.text import time_iso


def find(report: FindReport) -> Object:
    """`attrib.find/1`."""
    return {
        "format": "attrib.find/1",
        "object_id": report.asked,
        "records": [_record(found) for found in report.records],
        "places": [_place(found) for found in report.places],
        "sessions": session_objects(report.sessions),
        "statement": STATEMENT,
    }


def _record(found: FoundRecord) -> Object:
    return {
        "session": key_object(found.record.session),
        "record": str(found.record),
        "ts": found.ts,
        "side": found.side,
        "root": found.root,
        "recorded_path": found.recorded_path,
        **bytes_members("path", found.path),
        "object_id": found.object_id,
        "object_id_type": found.object_id_type,
        "representation": found.representation,
        "equality": found.equality.value,
        "how": found.how,
    }


def _place(found: FoundPlace) -> Object:
    return {
        "blob": found.blob,
        "commit": found.commit,
        **bytes_members("path", found.path),
        "time": time_iso(found.time),
        "refs": list(found.refs),
        "equality": found.equality.value,
        "how": found.how,
    }


def index(report: IndexReport) -> Object:
    """`attrib.index/1`."""
    return {
        "format": "attrib.index/1",
        "path": report.path,
        "size": report.size,
        "built": report.is_built,
        "current": report.is_current,
        "commits": report.commits,
        "paths": report.paths,
        "streams": report.streams,
        "seconds": None if report.seconds is None else round(report.seconds, 3),
    }
