"""Checks streams against all rules, in one pass over each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from attrib.checks.envelope import STREAM_JSON
from attrib.checks.facts import learn
from attrib.checks.interface import BlobReader, Facts, Finding, Item, Problem, Rule, Severity
from attrib.codec import Found, RawLine, found_in
from attrib.model.records import BadRecord


@dataclass(frozen=True, slots=True)
class Source:
    """A stream to check: what places call it, its lines, and a reader of the blobs it names."""

    name: str
    lines: Iterable[RawLine | BadRecord]
    blob: BlobReader


@dataclass(frozen=True, slots=True)
class Report:
    """What streams show: findings by place, and how many lines are records or unreadable."""

    findings: tuple[Finding, ...]
    streams: int
    records: int
    unreadable: int

    def count(self, severity: Severity) -> int:
        """How many findings weigh this much."""
        return sum(finding.severity is severity for finding in self.findings)


def check_streams(sources: Iterable[Source], rules: Iterable[Rule]) -> Report:
    """What every stream shows, sorted by place and rule."""
    rules = tuple(rules)
    reports = [check_stream(source, rules) for source in sources]
    return Report(
        tuple(sorted((f for report in reports for f in report.findings), key=_order)),
        len(reports),
        sum(report.records for report in reports),
        sum(report.unreadable for report in reports),
    )


def check_stream(source: Source, rules: Iterable[Rule]) -> Report:
    """What one stream shows; a blob that its reader does not have is not compared."""
    rules = tuple(rule for rule in rules if rule.check is not None)
    facts = Facts(source.blob)
    findings: list[Finding] = []
    waiting: list[tuple[Finding, Problem]] = []
    unreadable = 0
    for found in found_in(source.name, source.lines):
        item = _item(found)
        if isinstance(item, BadRecord):
            findings.append(_unread(item))
            unreadable += not item.pending
            continue
        for finding, problem in _problems(item, facts, rules):
            if problem.holds is None:
                findings.append(finding)
            else:
                waiting.append((finding, problem))
        learn(facts, item)
    findings += _settled(waiting, facts)
    return Report(tuple(sorted(findings, key=_order)), 1, facts.count, unreadable)


def _settled(waiting: Iterable[tuple[Finding, Problem]], facts: Facts) -> Iterator[Finding]:
    """The findings that stand now that the stream has ended."""
    said: set[tuple[str, str]] = set()
    for finding, problem in waiting:
        name = finding.rule, finding.message
        if problem.holds is None or not problem.holds(facts) or (problem.once and name in said):
            continue
        said.add(name)
        yield finding


def _item(found: Found | BadRecord) -> Item | BadRecord:
    if isinstance(found, BadRecord):
        return found
    if not isinstance(found.value, dict):
        return BadRecord(found.place, "no JSON object")
    kind = found.value.get("type")
    return Item(
        found.place, kind if isinstance(kind, str) else "", found.value, found.raw, found.flaw
    )


def _unread(bad: BadRecord) -> Finding:
    """A line that is no record; a tail still being written is only a notice."""
    if bad.pending:
        message = f"the last line is not complete: {bad.reason}"
        return Finding(bad.place, STREAM_JSON, Severity.NOTICE, message)
    return Finding(bad.place, STREAM_JSON, Severity.ERROR, bad.reason)


def _problems(
    item: Item, facts: Facts, rules: tuple[Rule, ...]
) -> Iterator[tuple[Finding, Problem]]:
    for rule in rules:
        if rule.check is not None and (not rule.kinds or item.type in rule.kinds):
            for problem in rule.check(item, facts):
                yield Finding(item.place, rule.number, problem.severity, problem.message), problem


def _order(finding: Finding) -> tuple[str, int, int, str, str]:
    place = finding.place
    return place.stream, place.line, place.offset, finding.rule, finding.message
