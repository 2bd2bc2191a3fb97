"""`attrib commit` for people: sessions by strength, and under each its paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.model.evidence import Evidence, Link
from attrib.model.reports import CommitReport, CommitsReport
from attrib.render.text import (
    SessionNames,
    escape,
    line_text,
    path_text,
    ranges_text,
    short_oid,
    strength_word,
    time_text,
    unseen_words,
)

_STRENGTH = 12
_PATH = 15
_RELATION = 24


def commits_text(answer: CommitsReport, *, color: bool) -> Iterator[str]:
    """Each commit with its sessions, and the paths that no record stands for."""
    names = SessionNames(answer.sessions)
    for index, report in enumerate(answer.commits):
        if index:
            yield ""
        yield from _commit(report, names, color=color)


def _commit(report: CommitReport, names: SessionNames, *, color: bool) -> Iterator[str]:
    commit = report.commit
    subject = line_text(commit.subject)
    yield f"commit {short_oid(commit.oid)}  {time_text(commit.author_time)}  {subject}".rstrip()
    yield ""
    for link in report.links:
        yield from _link(link, len(report.paths), names, color=color)
    reasons: dict[str, list[str]] = {}
    for finding in report.paths:
        if not finding.evidence:
            reasons.setdefault(unseen_words(finding.unseen), []).append(path_text(finding.path))
    for reason, paths in reasons.items():
        yield f"{reason:<{_STRENGTH - 2}}  {', '.join(paths)}"
    if not report.links and not reasons:
        yield unseen_words(report.unseen)


def _link(link: Link, total: int, names: SessionNames, *, color: bool) -> Iterator[str]:
    paths = {item.path for item in link.evidence if item.path is not None}
    word = strength_word(link.strength, color=color, width=_STRENGTH)
    reach = f"{len(paths)} of {total} paths" if paths else "the commit as a whole"
    yield f"{word}{names.label(link.session):<22} {reach}"
    rows = [_row(item, link) for item in link.evidence]
    widths = [max(minimum, *(len(row[index]) for row in rows)) for index, minimum in _COLUMNS]
    for path, relation, where in rows:
        yield f"  {path:<{widths[0]}}  {relation:<{widths[1]}}  {where}".rstrip()


_COLUMNS: Sequence[tuple[int, int]] = ((0, _PATH), (1, _RELATION))


def _row(item: Evidence, link: Link) -> tuple[str, str, str]:
    """Path, relation with its strength where it is weaker than the link, and where it holds."""
    path = "-" if item.path is None else path_text(item.path)
    relation = item.relation.value
    if item.strength is not link.strength:
        relation += f", {item.strength.word}"
    parts = []
    if item.lines:
        one = len(item.lines) == 1 and len(item.lines[0]) == 1
        parts.append(f"{'line' if one else 'lines'} {ranges_text(item.lines)}")
    if item.removed:
        parts.append(f"removed {ranges_text(item.removed)}")
    parts += [escape(note) for note in item.notes]
    if item.actor != "session":
        parts.append(f"actor {escape(item.actor)}")
    if item.shared:
        parts.append("from a note")
    if item.qualifiers:
        parts.append(", ".join(qualifier.value for qualifier in item.qualifiers))
    return path, relation, "; ".join(parts)
