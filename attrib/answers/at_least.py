"""Answers without their weaker evidence, as `--min-strength` asks."""

from __future__ import annotations

from dataclasses import replace

from attrib.model.blame import BlameLine
from attrib.model.evidence import Evidence, Link, PathFinding, Strength
from attrib.model.reports import (
    BlameReport,
    CommitExplanation,
    CommitReport,
    CommitsReport,
    Explanation,
)


def blame_at_least(report: BlameReport, strength: Strength | None) -> BlameReport:
    """The report with evidence of this strength and above; `None` keeps all."""
    if strength is None:
        return report
    lines = tuple(_line(line, strength) for line in report.lines)
    named = {item.session for line in lines for item in line.evidence}
    infos = tuple(info for info in report.sessions if info.key in named)
    return replace(report, lines=lines, sessions=infos)


def explanation_at_least(report: Explanation, strength: Strength | None) -> Explanation:
    """As `blame_at_least`, for the derivation of lines."""
    if strength is None:
        return report
    lines = tuple(replace(each, line=_line(each.line, strength)) for each in report.lines)
    return replace(report, lines=lines)


def commits_at_least(report: CommitsReport, strength: Strength | None) -> CommitsReport:
    """As `blame_at_least`, for commits: links and paths."""
    if strength is None:
        return report
    return replace(report, commits=tuple(_commit(each, strength) for each in report.commits))


def commit_explanation_at_least(
    report: CommitExplanation, strength: Strength | None
) -> CommitExplanation:
    """As `blame_at_least`, for the derivation of a commit."""
    if strength is None:
        return report
    return replace(report, report=_commit(report.report, strength))


def _line(line: BlameLine, strength: Strength) -> BlameLine:
    return replace(line, evidence=_kept(line.evidence, strength))


def _kept(evidence: tuple[Evidence, ...], strength: Strength) -> tuple[Evidence, ...]:
    return tuple(item for item in evidence if item.strength >= strength)


def _commit(report: CommitReport, strength: Strength) -> CommitReport:
    links = [replace(link, evidence=_kept(link.evidence, strength)) for link in report.links]
    paths = [_path(path, strength) for path in report.paths]
    return replace(report, links=tuple(filter(_holds, links)), paths=tuple(paths))


def _path(finding: PathFinding, strength: Strength) -> PathFinding:
    return replace(finding, evidence=_kept(finding.evidence, strength))


def _holds(link: Link) -> bool:
    return bool(link.evidence)
