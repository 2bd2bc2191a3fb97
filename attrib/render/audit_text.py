"""`attrib audit` for people: each class with its findings, one line each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from attrib.model.agents import alias_of
from attrib.model.audit import AuditFinding, AuditReport, Declaration, Standpoint
from attrib.render.text import (
    SessionNames,
    counted,
    escape,
    line_text,
    short_oid,
    strength_word,
    time_text,
)

_TITLES = {
    Standpoint.CONTRADICTED: "contradicted",
    Standpoint.UNSUPPORTED: "declared, unsupported",
    Standpoint.UNDECLARED: "supported, undeclared",
    Standpoint.SUPPORTED: "declared and supported",
}
#: The columns of the table of trailers and tools.
_COLUMNS = {
    "contradicted": Standpoint.CONTRADICTED,
    "unsupported": Standpoint.UNSUPPORTED,
    "supported": Standpoint.SUPPORTED,
}
_COLUMN = 14
_SUBJECT = 48
_VALUE = 48


def audit_text(report: AuditReport, *, color: bool) -> Iterator[str]:
    """The number of findings by class, by trailer and tool, then the findings."""
    names = SessionNames(report.sessions)
    yield f"{counted(report.commits, 'commit')}, {counted(len(report.findings), 'finding')}"
    if report.findings:
        yield ""
        width = max(map(len, _TITLES.values())) + 2
        for standpoint, title in _TITLES.items():
            yield f"{title:<{width}}{len(report.of(standpoint)):>5,}"
        yield from _by_key(report)
    for standpoint, title in _TITLES.items():
        findings = report.of(standpoint)
        if findings:
            yield ""
            yield title
            for finding in findings:
                yield from _finding(finding, names, color=color)


def _by_key(report: AuditReport) -> Iterator[str]:
    """A table: how the declarations of each trailer and each tool stand to recorded content."""
    counts: defaultdict[str, Counter[Standpoint]] = defaultdict(Counter)
    for finding in report.findings:
        if finding.declaration is not None:
            counts[escape(finding.declaration.key)][finding.standpoint] += 1
    if counts:
        width = max(map(len, counts)) + 2
        yield ""
        yield f"{'':<{width}}" + "".join(f"{name:>{_COLUMN}}" for name in _COLUMNS)
        for key, found in sorted(counts.items()):
            numbers = (found[standpoint] for standpoint in _COLUMNS.values())
            yield f"{key:<{width}}" + "".join(f"{number:>{_COLUMN},}" for number in numbers)


def _finding(finding: AuditFinding, names: SessionNames, *, color: bool) -> Iterator[str]:
    commit = finding.commit
    subject = _cut(line_text(commit.subject), _SUBJECT)
    yield f"  {short_oid(commit.oid)}  {time_text(commit.author_time)}  {subject}".rstrip()
    parts = []
    if finding.declaration is not None:
        parts.append(_declared(finding.declaration))
    if finding.session is not None:
        label = names.label(finding.session)
        if finding.strength is not None:
            label = f"{strength_word(finding.strength, color=color)} {label}"
        parts.append(label)
    parts.append(escape(finding.reason))
    yield f"            {'; '.join(parts)}"


def _declared(declaration: Declaration) -> str:
    """The key, what is named, and how many lines where it lists some."""
    value = _cut(" ".join(escape(declaration.value).split()), _VALUE)
    parts = [f"{escape(declaration.key)}: {value}"]
    if declaration.name != declaration.value:
        parts.append(f"session {_cut(' '.join(escape(declaration.name).split()), _VALUE)}")
    if declaration.agent is not None and declaration.names_session:
        parts.append(alias_of(declaration.agent))
    if declaration.lines is not None:
        parts.append(counted(declaration.line_count, "line"))
    return ", ".join(parts)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
