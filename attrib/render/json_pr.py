"""The answer about a pull request as JSON."""

from __future__ import annotations

from attrib.model.evidence import STATEMENT
from attrib.model.pull_requests import Hidden, Passage, PullCommit, PullFile, PullRequest
from attrib.render.json_parts import (
    Object,
    bytes_members,
    commit_object,
    pairs,
    placed_evidence_object,
    session_objects,
)
from attrib.render.json_ranges import finding_object, totals_object


def pull_request(answer: PullRequest) -> Object:
    """`attrib.pr/1`."""
    return {
        "format": "attrib.pr/1",
        "base": answer.base,
        "head": answer.head,
        "base_commit": answer.base_oid,
        "head_commit": answer.head_oid,
        "merge_base": answer.merge_base,
        "totals": totals_object(answer.totals),
        "no_record": answer.no_record,
        "declared_unsupported": answer.declared_unsupported,
        "conflicting": answer.conflicting,
        "hidden": [hidden_object(each) for each in answer.hidden],
        "passages": [passage_object(each) for each in answer.passages],
        "files": [file_object(each) for each in answer.files],
        "commits": [pull_commit_object(each) for each in answer.commits],
        "declared": [finding_object(each) for each in answer.declared],
        "sessions": session_objects(answer.sessions),
        "statement": STATEMENT,
    }


def hidden_object(hidden: Hidden) -> Object:
    """What the clone does not hold, and the command that brings it."""
    return {"gap": hidden.gap.value, "count": hidden.count, "fetch": hidden.fetch}


def passage_object(passage: Passage) -> Object:
    """Lines that are worth a look, numbered as at the head."""
    item, finding = passage.evidence, passage.finding
    return {
        **bytes_members("path", passage.path),
        "lines": pairs(passage.lines),
        "why": passage.why.value,
        "commits": list(passage.commits),
        "unseen": passage.unseen.value if passage.unseen else None,
        "evidence": placed_evidence_object(item) if item else None,
        "finding": finding_object(finding) if finding else None,
    }


def file_object(file: PullFile) -> Object:
    """One file of the diff and its added lines."""
    return {
        **bytes_members("path", file.path),
        **bytes_members("old_path", file.old_path),
        **totals_object(file.totals),
        "declared_unsupported": file.declared,
        "conflicting": file.late,
    }


def pull_commit_object(each: PullCommit) -> Object:
    """One commit, and what of its lines stands at the head, path by path."""
    return {
        **commit_object(each.report),
        **bytes_members("subject", each.report.commit.subject),
        "totals": totals_object(each.totals),
        "lines": [
            {**bytes_members("path", path), **totals_object(totals)}
            for path, totals in each.lines.items()
        ],
    }
