"""Which lines of a pull request are worth a look, and in which order.

Lines of one file with one reason are one passage. One of blank lines and lone braces alone is none,
where all that is said of it is that nothing or little is recorded. Passages come by reason, in
the order of `Why`; then those with more lines; then by path and line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from attrib.answers.pull_lines import Verdict
from attrib.model.audit import AuditFinding
from attrib.model.evidence import Evidence, Qualifier, Relation, Unseen
from attrib.model.ids import RepoPath, ranges_of
from attrib.model.pull_requests import Passage, Why

#: Reasons that a blank line or a lone brace gives no passage.
_QUIET = {Why.UNRECORDED_STEP, Why.NO_RECORD, Why.WEAK}


class _Reason(NamedTuple):
    """What the lines of one passage have in common."""

    why: Why
    unseen: Unseen | None
    finding: AuditFinding | None
    relation: Relation | None
    qualifiers: tuple[Qualifier, ...]


def passages_in(files: Iterable[tuple[RepoPath, Mapping[int, Verdict]]]) -> tuple[Passage, ...]:
    """The passages of all files, given the verdicts on their lines, in order."""
    passages = [passage for path, verdicts in files for passage in _passages_of(path, verdicts)]
    return tuple(sorted(passages, key=_order))


def _passages_of(path: RepoPath, verdicts: Mapping[int, Verdict]) -> Iterator[Passage]:
    lines: defaultdict[_Reason, list[int]] = defaultdict(list)
    for number, verdict in sorted(verdicts.items()):
        if verdict.why is not None:
            item = _evidence_of(verdict)
            relation, qualifiers = (item.relation, item.qualifiers) if item else (None, ())
            reason = _Reason(verdict.why, verdict.unseen, verdict.finding, relation, qualifiers)
            lines[reason].append(number)
    for reason, numbers in lines.items():
        if reason.why in _QUIET and all(verdicts[number].is_bare for number in numbers):
            continue
        commits = {verdicts[number].commit: None for number in numbers}
        yield Passage(
            path=path,
            lines=ranges_of(numbers),
            why=reason.why,
            commits=tuple(oid for oid in commits if oid is not None),
            unseen=reason.unseen,
            evidence=_evidence_of(verdicts[numbers[0]]),
            finding=reason.finding,
        )


def _evidence_of(verdict: Verdict) -> Evidence | None:
    """The evidence that makes a line worth a look, or that stands beside a declaration."""
    return verdict.items[0] if verdict.items else None


def _order(passage: Passage) -> tuple[int, int, RepoPath, int]:
    return passage.why.rank, -passage.count, passage.path, passage.lines[0].first
