"""Every answer as one JSON object: plain dicts in the key order of the format.

The formats are promises; `attrib.render.schemas` holds them as types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrib.model.doctor import DoctorReport
from attrib.model.evidence import STATEMENT
from attrib.model.reports import (
    BlameReport,
    CommitExplanation,
    CommitsReport,
    Explanation,
    SessionInfo,
    SessionReport,
)
from attrib.render.json_parts import (
    Object,
    blame_line_object,
    bytes_members,
    commit_object,
    explained_object,
    explained_path_object,
    link_object,
    record_facts_object,
    session_object,
    session_objects,
    state_object,
)
from attrib.render.session_text import links_of
from attrib.render.text import time_iso

_SURROGATES = re.compile("[\ud800-\udfff]")


def encode(answer: Mapping[str, Any]) -> bytes:
    """One line of UTF-8 JSON; what is no character becomes U+FFFD."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return (_SURROGATES.sub("\ufffd", text) + "\n").encode()


def blame(report: BlameReport) -> Object:
    """`attrib.blame/1`."""
    return {
        "format": "attrib.blame/1",
        **bytes_members("path", report.path),
        "revision": report.revision,
        "lines": [blame_line_object(line) for line in report.lines],
        "sessions": session_objects(report.sessions),
        "statement": STATEMENT,
    }


def commits(report: CommitsReport) -> Object:
    """`attrib.commit/1`."""
    return {
        "format": "attrib.commit/1",
        "commits": [commit_object(each) for each in report.commits],
        "statement": STATEMENT,
    }


def explanation(report: Explanation) -> Object:
    """`attrib.explain/1`."""
    return {
        "format": "attrib.explain/1",
        **bytes_members("path", report.path),
        "revision": report.revision,
        "lines": [explained_object(line) for line in report.lines],
        "sessions": session_objects(report.sessions),
        "statement": STATEMENT,
    }


def commit_explanation(report: CommitExplanation) -> Object:
    """`attrib.explain-commit/1`."""
    return {
        "format": "attrib.explain-commit/1",
        "commit": commit_object(report.report),
        "paths": [explained_path_object(path) for path in report.report.paths],
        "records": [record_facts_object(facts) for facts in report.records],
        "sessions": session_objects(report.sessions),
        "statement": STATEMENT,
    }


def sessions(infos: Sequence[SessionInfo]) -> Object:
    """`attrib.sessions/1`."""
    return {
        "format": "attrib.sessions/1",
        "sessions": session_objects(infos),
        "statement": STATEMENT,
    }


def session(report: SessionReport) -> Object:
    """`attrib.session/1`."""
    return {
        "format": "attrib.session/1",
        "session": session_object(report.info),
        "roots": [{"id": root, "binding": binding} for root, binding in report.roots],
        "records": report.records,
        "states": [state_object(state) for state in report.states],
        "left_out": [path.decode("utf-8", "replace") for path in report.left_out],
        "links": [{"commit": link.commit, **link_object(link)} for link in links_of(report)],
        "statement": STATEMENT,
    }


def doctor(report: DoctorReport) -> Object:
    """`attrib.doctor/1`."""
    return {
        "format": "attrib.doctor/1",
        "repository": {
            "git_dir": report.git_dir,
            "object_format": report.object_format,
            "commits": report.commits,
            "versions": dict(report.versions),
        },
        "sessions": {
            "count": sum(report.sessions.values()),
            "agents": dict(report.sessions),
            "newest": time_iso(report.newest),
        },
        "roots": [
            {"id": root.id, "bound": root.bound, "reason": root.reason, "remedy": root.remedy}
            for root in report.roots
        ],
        "index": report.index,
        "hooks": list(report.hooks),
        "missed": list(report.missed),
        "filters": list(report.filters),
        "unreadable": [
            {
                "stream": bad.place.stream,
                "line": bad.place.line,
                "offset": bad.place.offset,
                "reason": bad.reason,
                "pending": bad.pending,
            }
            for bad in report.unreadable
        ],
        "notices": list(report.notices),
    }
