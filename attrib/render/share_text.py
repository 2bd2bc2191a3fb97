"""The answers of `attrib share` for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrib.model.agents import alias_of
from attrib.model.evidence import Evidence
from attrib.model.ids import SessionKey
from attrib.model.shared import (
    CheckedClaim,
    NoteLine,
    PublishReport,
    SharedEvidence,
    SharedNote,
    SharedState,
    Verdict,
    VerifyReport,
)
from attrib.render.text import counted, escape, path_text, ranges_text, short_oid

_WORDS = {
    Verdict.HOLDS: "holds",
    Verdict.UNCHECKED: "cannot be checked",
    Verdict.CONTRADICTED: "contradicted",
}
_WIDTH = 18


def verify_text(report: VerifyReport, *, everything: bool) -> Iterator[str]:
    """The claims that are contradicted, then how many cannot be checked and why, then the sums."""
    shown = [c for c in report.claims if everything or c.verdict is Verdict.CONTRADICTED]
    for claim in shown:
        yield from _claim(claim)
    if not everything:
        unchecked = [claim for claim in report.claims if claim.verdict is Verdict.UNCHECKED]
        for reason, count in sorted(Counter(c.reason for c in unchecked).items()):
            words = f"{counted(count, 'claim')}: {escape(reason)}"
            yield f"{_WORDS[Verdict.UNCHECKED]:<{_WIDTH}}{words}"
    total = counted(len(report.claims), "claim")
    sums = ", ".join(f"{report.count(verdict):,} {word}" for verdict, word in _WORDS.items())
    yield f"{total}: {sums.replace('holds', 'hold', 1)}"


def _claim(claim: CheckedClaim) -> Iterator[str]:
    kind = "commit" if claim.is_commit else "blob"
    what = line_words(claim.line)
    yield f"{_WORDS[claim.verdict]:<{_WIDTH}}{kind} {short_oid(claim.object)}  {what}"
    yield f"{'':<{_WIDTH}}{escape(claim.reason)}"


def show_text(notes: Sequence[SharedNote]) -> Iterator[str]:
    """Each annotated object with its lines in words."""
    for index, note in enumerate(notes):
        if index:
            yield ""
        yield f"{'commit' if note.is_commit else 'blob'} {note.object}"
        for line in note.lines:
            yield f"  {line_words(line)}"


def line_words(line: NoteLine) -> str:
    """One line of a note in words; where it was refused, the reason."""
    match line.value:
        case SharedEvidence(evidence=item):
            return _evidence(item)
        case SharedState() as state:
            side = f"{state.side.value} of {escape(state.record.record)}, {state.equality.value}"
            return f"{_session(state.session)}  {path_text(state.path)}  {side}"
        case _:
            return f"line {line.number}: {escape(line.reason or '')}"


def _evidence(item: Evidence) -> str:
    where = path_text(item.path) if item.path is not None else "the commit as a whole"
    parts = [item.strength.word, item.relation.value]
    if item.lines:
        parts.append(f"lines {ranges_text(item.lines)}")
    if item.removed:
        parts.append(f"removed {ranges_text(item.removed)}")
    parts += [each.value for each in item.qualifiers]
    return f"{_session(item.session)}  {where}  {', '.join(parts)}"


def _session(key: SessionKey) -> str:
    return escape(f"{alias_of(key.agent)} {key.id[:8]}").replace("\n", "^J").replace("\t", "^I")


def publish_text(report: PublishReport, verb: str) -> Iterator[str]:
    """One sentence about what was pushed or fetched."""
    if report.tip is None:
        yield f"no shared evidence here or at {escape(report.remote)}"
        return
    tip, ref = short_oid(report.tip), escape(report.reference)
    if verb == "push":
        what = f"{counted(report.commits, 'commit')} and {counted(report.blobs, 'blob')}"
        new = f"{counted(report.added, 'new line')}"
        yield f"{escape(report.remote)}: {ref} is {tip}: {new} about {what}"
    else:
        yield f"{escape(report.remote)}: {ref} is {tip}"
