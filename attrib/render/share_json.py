"""The answers of `attrib share` as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attrib.model.evidence import STATEMENT
from attrib.model.shared import (
    CheckedClaim,
    NoteLine,
    PublishReport,
    SharedNote,
    Verdict,
    VerifyReport,
)
from attrib.render.json_parts import Object, key_object


def verify(report: VerifyReport) -> Object:
    """`attrib.share-verify/1`."""
    return {
        "format": "attrib.share-verify/1",
        "source": report.source,
        "range": report.range,
        **{name: report.count(verdict) for verdict, name in _COUNTS.items()},
        "claims": [_claim(claim) for claim in report.claims],
        "statement": STATEMENT,
    }


_COUNTS = {
    Verdict.HOLDS: "holds",
    Verdict.UNCHECKED: "cannot_be_checked",
    Verdict.CONTRADICTED: "contradicted",
}


def _claim(claim: CheckedClaim) -> Object:
    return {
        "object": claim.object,
        "kind": "commit" if claim.is_commit else "blob",
        "line": claim.line.number,
        "verdict": claim.verdict.value,
        "reason": claim.reason,
        "session": key_object(claim.line.value.session) if claim.line.value else None,
        "claim": _value(claim.line),
    }


def show(reference: str, notes: Sequence[SharedNote]) -> Object:
    """`attrib.share-show/1`."""
    return {
        "format": "attrib.share-show/1",
        "reference": reference,
        "notes": [
            {
                "object": note.object,
                "kind": "commit" if note.is_commit else "blob",
                "lines": [
                    {"line": line.number, "claim": _value(line), "reason": line.reason}
                    for line in note.lines
                ],
            }
            for note in notes
        ],
        "statement": STATEMENT,
    }


def _value(line: NoteLine) -> Any:
    """The members of a line that was read; nothing of one that was refused."""
    return json.loads(line.raw) if line.value is not None else None


def publish(report: PublishReport) -> Object:
    """`attrib.share-push/1`."""
    return {
        "format": "attrib.share-push/1",
        "remote": report.remote,
        "reference": report.reference,
        "tip": report.tip,
        "commits": report.commits,
        "blobs": report.blobs,
        "added": report.added,
        "left_out": report.left_out,
        "withheld": report.withheld,
        "tries": report.tries,
    }
