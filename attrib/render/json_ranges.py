"""The answers about ranges as JSON: `report`, `audit`, `controls`."""

from __future__ import annotations

from collections.abc import Mapping

from attrib.model.audit import AuditFinding, AuditReport, Declaration
from attrib.model.controls import Control, ControlsReport
from attrib.model.evidence import LEVELS, STATEMENT, Strength
from attrib.model.ids import SessionKey
from attrib.model.totals import CommitTotals, LineTotals, RangeReport, SessionTotals
from attrib.render.json_parts import (
    Object,
    bytes_members,
    key_object,
    pairs,
    placed_evidence_object,
    session_object,
    session_objects,
    word,
)
from attrib.render.text import time_iso


def report(answer: RangeReport) -> Object:
    """`attrib.report/1`."""
    return {
        "format": "attrib.report/1",
        "range": answer.range,
        "totals": totals_object(answer.totals),
        "sessions": [session_totals_object(row) for row in answer.sessions],
        "shared_lines": answer.shared,
        "declared_unsupported": answer.declared,
        "commits": [commit_totals_object(row) for row in answer.commits],
        "statement": STATEMENT,
    }


def totals_object(totals: LineTotals) -> Object:
    """Added lines by strength and reason; `reshaped` are among the lines of their strength."""
    return {
        "added": totals.added,
        **_by_word(totals.lines),
        "reshaped": _by_word(totals.reshaped),
        "left_out": totals.left_out,
        "unseen": {reason.value: count for reason, count in totals.unseen.items()},
    }


def session_totals_object(row: SessionTotals) -> Object:
    """The lines that stand under one session."""
    return {
        "session": session_object(row.info),
        **_by_word(row.lines),
        "reshaped": row.reshaped,
        "observed": dict(row.observed),
    }


def commit_totals_object(row: CommitTotals) -> Object:
    """The lines that one commit adds."""
    commit = row.commit
    return {
        "commit": commit.oid,
        "time": time_iso(commit.author_time),
        **bytes_members("subject", commit.subject),
        **totals_object(row.totals),
        "sessions": [key_object(key) for key in row.sessions],
    }


def _by_word(counts: Mapping[Strength, int]) -> dict[str, int]:
    return {strength.word: count for strength, count in counts.items()}


def audit(answer: AuditReport) -> Object:
    """`attrib.audit/1`."""
    return {
        "format": "attrib.audit/1",
        "range": answer.range,
        "commits": answer.commits,
        "findings": [finding_object(finding) for finding in answer.findings],
        "sessions": session_objects(answer.sessions),
        "statement": STATEMENT,
    }


def finding_object(finding: AuditFinding) -> Object:
    """One declaration, or one session that none names."""
    return {
        "class": finding.standpoint.value,
        "commit": finding.commit.oid,
        **bytes_members("subject", finding.commit.subject),
        "declaration": _declaration(finding.declaration),
        "session": _key(finding.session),
        "strength": word(finding.strength),
        "reason": finding.reason,
    }


def _declaration(declaration: Declaration | None) -> Object | None:
    if declaration is None:
        return None
    lines = declaration.lines
    return {
        "key": declaration.key,
        "value": declaration.value,
        "names_session": declaration.names_session,
        "source": declaration.source,
        "tool": declaration.tool,
        "session": declaration.session,
        "agent": declaration.agent,
        "lines": None
        if lines is None
        else [{**bytes_members("path", each.path), "lines": pairs(each.ranges)} for each in lines],
    }


def _key(key: SessionKey | None) -> Object | None:
    return key_object(key) if key is not None else None


def controls(answer: ControlsReport) -> Object:
    """`attrib.controls/1`."""
    return {
        "format": "attrib.controls/1",
        "range": answer.range,
        "commits": answer.commits,
        "known_sessions": answer.known_sessions,
        "holds": answer.holds,
        "controls": [control_object(control) for control in answer.controls],
        "sessions": session_objects(answer.sessions),
        "statement": STATEMENT,
    }


def control_object(control: Control) -> Object:
    """One comparison that nothing true can answer."""
    return {
        "name": control.name,
        "commits": control.commits,
        "records": control.records,
        "skipped": control.skipped,
        **{strength.word: control.count(strength) for strength in LEVELS},
        "evidence": [
            {"commit": item.commit, **placed_evidence_object(item)} for item in control.evidence
        ],
    }
