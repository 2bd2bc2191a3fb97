"""The parts of answers as plain dicts, in the key order of the formats."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

from attrib.model.blame import BlameLine
from attrib.model.evidence import Evidence, Link, PathFinding, Strength, Tried
from attrib.model.ids import LineRange, SessionKey
from attrib.model.reports import (
    CommitReport,
    LineExplanation,
    RecordFacts,
    SessionInfo,
    StateReport,
)
from attrib.render.text import time_iso

Object = dict[str, Any]


def bytes_members(name: str, value: bytes | None) -> Object:
    """A member for bytes, and its exact form beside it where it is not UTF-8."""
    if value is None:
        return {name: None}
    try:
        return {name: value.decode("utf-8")}
    except UnicodeDecodeError:
        exact = base64.b64encode(value).decode("ascii")
        return {name: value.decode("utf-8", "replace"), f"{name}_base64": exact}


def word(strength: Strength | None) -> str | None:
    """The word of a strength, or null."""
    return strength.word if strength else None


def key_object(key: SessionKey) -> Object:
    """What names a session."""
    return {"agent": key.agent, "namespace": key.namespace, "id": key.id}


def session_object(info: SessionInfo) -> Object:
    """A session as answers list it."""
    return {
        **key_object(info.key),
        "short": info.short,
        "streams": list(info.streams),
        "first": time_iso(info.first),
        "last": time_iso(info.last),
        **shared_member(info.shared),
    }


def shared_member(is_shared: bool) -> Object:
    """A member that is there only for what is known from notes alone."""
    return {"shared": True} if is_shared else {}


def session_objects(infos: Iterable[SessionInfo]) -> list[Object]:
    """All sessions that an answer lists."""
    return [session_object(info) for info in infos]


def evidence_object(item: Evidence) -> Object:
    """One evidence, as `git asr-blame` tells it."""
    return {
        "session": key_object(item.session),
        "strength": item.strength.word,
        "relation": item.relation.value,
        "equality": item.equality.value if item.equality else None,
        "covers": item.covers.value,
        "qualifiers": [qualifier.value for qualifier in item.qualifiers],
        "records": [str(ref) for ref in item.records],
        "actor": item.actor,
        "notes": list(item.notes),
        **shared_member(item.shared),
    }


def placed_evidence_object(item: Evidence) -> Object:
    """One evidence with its path and lines."""
    return {
        **evidence_object(item),
        **bytes_members("path", item.path),
        **bytes_members("old_path", item.old_path),
        "lines": pairs(item.lines),
        "removed": pairs(item.removed),
    }


def explained_evidence_object(item: Evidence) -> Object:
    """One evidence with the sides that were compared."""
    sides = [
        {"name": side.name, "recorded": side.recorded, "blob": side.blob, "how": side.how}
        for side in item.sides
    ]
    return {**placed_evidence_object(item), "sides": sides}


def pairs(ranges: Iterable[LineRange]) -> list[list[int]]:
    """Line ranges as pairs of first and last."""
    return [[each.first, each.last] for each in ranges]


def blame_line_object(line: BlameLine) -> Object:
    """One line of the file."""
    return {
        "number": line.number,
        "commit": line.commit,
        **bytes_members("origin_path", line.origin_path),
        "origin_number": line.origin_number,
        "boundary": line.boundary,
        **bytes_members("text", line.line.removesuffix(b"\n")),
        "strength": word(line.strength),
        "evidence": [evidence_object(item) for item in line.evidence],
        "unseen": line.unseen.value if line.unseen else None,
    }


def link_object(link: Link) -> Object:
    """A session with its evidence about one commit."""
    return {
        "session": key_object(link.session),
        "strength": link.strength.word,
        "evidence": [placed_evidence_object(item) for item in link.evidence],
    }


def commit_object(report: CommitReport) -> Object:
    """One commit, its links, and its paths."""
    return {
        "commit": report.commit.oid,
        "parents": list(report.commit.parents),
        "strength": word(report.strength),
        "links": [link_object(link) for link in report.links],
        "paths": [
            {
                **bytes_members("path", path.path),
                "op": path.op,
                "strength": strongest(path),
                "unseen": path.unseen.value if path.unseen else None,
            }
            for path in report.paths
        ],
        "unseen": report.unseen.value if report.unseen else None,
    }


def strongest(finding: PathFinding) -> str | None:
    """The strongest word found for a path, or null."""
    return word(max((item.strength for item in finding.evidence), default=None))


def explained_object(explained: LineExplanation) -> Object:
    """One line with its whole derivation."""
    return {
        **blame_line_object(explained.line),
        "evidence": [explained_evidence_object(item) for item in explained.line.evidence],
        "old_blob": explained.old_blob,
        "new_blob": explained.new_blob,
        "records": [record_facts_object(facts) for facts in explained.records],
        "tried": [tried_object(tried) for tried in explained.tried],
    }


def explained_path_object(finding: PathFinding) -> Object:
    """One path of a commit with its whole derivation."""
    return {
        **bytes_members("path", finding.path),
        **bytes_members("old_path", finding.old_path),
        "op": finding.op,
        "strength": strongest(finding),
        "evidence": [explained_evidence_object(item) for item in finding.evidence],
        "unseen": finding.unseen.value if finding.unseen else None,
        "tried": [tried_object(tried) for tried in finding.tried],
    }


def tried_object(tried: Tried) -> Object:
    """A record that was compared and did not hold."""
    return {
        "session": key_object(tried.record.session),
        "record": str(tried.record),
        **bytes_members("path", tried.path),
        "reason": tried.reason,
    }


def record_facts_object(facts: RecordFacts) -> Object:
    """When a record was made, and how."""
    return {
        "session": key_object(facts.ref.session),
        "record": str(facts.ref),
        "ts": facts.ts,
        "status": facts.status,
        "cause": facts.cause,
        "place": facts.place,
    }


def state_object(state: StateReport) -> Object:
    """One recorded state and where it is held."""
    return {
        "record": str(state.record),
        "ts": state.ts,
        "op": state.op,
        **bytes_members("path", state.path),
        "status": state.status,
        "actor": state.actor,
        "object_id": state.object_id,
        "commits": list(state.commits),
        "refs": list(state.refs),
        "alive": pairs(state.alive),
    }
