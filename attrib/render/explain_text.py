"""`attrib explain` for people: from the record to the line, and what did not hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrib.model.evidence import Evidence, PathFinding, Relation, Side, Tried
from attrib.model.ids import RecordRef, RepoPath
from attrib.model.reports import CommitExplanation, Explanation, LineExplanation, RecordFacts
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

_WIDTH = 12
#: What each relation says, in the order of the evidence rules.
RELATION_WORDS: Mapping[Relation, str] = {
    Relation.TRANSITION: "the recorded before and after equal the commit's two blobs",
    Relation.AFTER_STATE: "the recorded after equals the commit's blob",
    Relation.CHAIN: "recorded states lead from the parent's blob to the commit's without a gap",
    Relation.REPLAYED: "the recorded edits, applied to a known state, give the commit's blob",
    Relation.LINES: "lines of the recorded change stand among those that the commit adds",
    Relation.HUNKS: "the recorded hunk stands among the lines that the commit changes",
    Relation.RESHAPED: "the same lines, equal only with all white space removed",
    Relation.SNIPPET: "the recorded replacement stands in a region that the commit adds",
    Relation.ELSEWHERE: "the recorded after equals a blob that the commit adds at another path",
    Relation.CHECKPOINT: "a checkpoint's version of the file equals the commit's blob",
    Relation.REWRITTEN: "the commit was made from one that has this evidence",
    Relation.NAMED: "a record names the commit",
    Relation.HEAD_MOVED: "the recorded HEAD moved to the commit",
    Relation.TOUCHED: "the session changed the file in that time; its content is not recorded",
    Relation.DURING: "the session was live in that worktree and on that branch",
    Relation.DECLARED: "the commit declares the session; no content supports it here",
}


def lines_text(answer: Explanation, *, color: bool) -> Iterator[str]:
    """The derivation for each line, an empty line between two."""
    names = SessionNames(answer.sessions)
    for index, explained in enumerate(answer.lines):
        if index:
            yield ""
        yield from _line(answer.path, explained, names, color=color)


def _line(
    path: RepoPath, explained: LineExplanation, names: SessionNames, *, color: bool
) -> Iterator[str]:
    line = explained.line
    yield f"{path_text(path)}:{line.number}    {line_text(line.line)}".rstrip()
    yield ""
    if explained.commit is None:
        yield _row("commit", "not committed yet")
    else:
        subject = line_text(explained.commit.subject)
        when = time_text(explained.commit.author_time)
        yield _row("commit", f"{short_oid(explained.commit.oid)}  {when}  {subject}".rstrip())
    if explained.new_blob:
        old = f"{short_oid(explained.old_blob)} -> " if explained.old_blob else ""
        yield _row("", f"{path_text(line.origin_path)}: blob {old}{short_oid(explained.new_blob)}")
    facts = {each.ref: each for each in explained.records}
    for item in line.evidence:
        yield ""
        yield from _evidence(item, facts, names, color=color)
    if not line.evidence:
        yield ""
        yield _row("no evidence", unseen_words(line.unseen))
    yield from _tried(explained.tried, names)


def commit_text(answer: CommitExplanation, *, color: bool) -> Iterator[str]:
    """The derivation for every path of a commit, then what speaks for the commit as a whole."""
    names = SessionNames(answer.sessions)
    commit = answer.report.commit
    facts = {each.ref: each for each in answer.records}
    subject = line_text(commit.subject)
    yield f"commit {short_oid(commit.oid)}  {time_text(commit.author_time)}  {subject}".rstrip()
    for finding in answer.report.paths:
        yield ""
        yield from _path(finding, facts, names, color=color)
    whole = [item for link in answer.report.links for item in link.evidence if item.path is None]
    for item in whole:
        yield ""
        yield from _evidence(item, facts, names, color=color)
    if answer.report.unseen:
        yield ""
        yield _row("no evidence", unseen_words(answer.report.unseen))


def _path(
    finding: PathFinding,
    facts: Mapping[RecordRef, RecordFacts],
    names: SessionNames,
    *,
    color: bool,
) -> Iterator[str]:
    moved = f" (from {path_text(finding.old_path)})" if finding.old_path else ""
    yield f"{path_text(finding.path)}  {escape(finding.op)}{moved}"
    for item in finding.evidence:
        yield ""
        yield from _evidence(item, facts, names, color=color)
    if not finding.evidence:
        yield _row("no evidence", unseen_words(finding.unseen))
    yield from _tried(finding.tried, names)


def _evidence(
    item: Evidence,
    facts: Mapping[RecordRef, RecordFacts],
    names: SessionNames,
    *,
    color: bool,
) -> Iterator[str]:
    word = strength_word(item.strength, color=color, width=_WIDTH)
    yield f"{word}{names.label(item.session)}, {_record(item.records[0], facts, names)}"
    for ref in item.records[1:]:
        yield _row("", f"and {_record(ref, facts, names)}")
    yield _detail("relation", f"{item.relation.value}: {RELATION_WORDS[item.relation]}")
    for side in item.sides:
        yield _detail(side.name, _side(side))
    if item.lines:
        yield _detail("lines", ranges_text(item.lines))
    if item.removed:
        yield _detail("removed", ranges_text(item.removed))
    for note in item.notes:
        yield _detail("note", escape(note))
    if item.shared:
        yield _detail("from", "a note; its records are not here")
    if item.actor != "session":
        yield _detail("actor", escape(item.actor))
    limits = ", ".join(qualifier.value for qualifier in item.qualifiers)
    yield _detail("limits", limits or "none")


def _record(ref: RecordRef, facts: Mapping[RecordRef, RecordFacts], names: SessionNames) -> str:
    """The record with its time, status and cause, as far as they are known."""
    known = facts.get(ref)
    parts = [f"record {names.record(ref)}"]
    if known:
        when = known.ts.replace("T", " ").removesuffix("Z") if known.ts else None
        parts += [escape(part) for part in (when, known.status, known.cause) if part]
    return ", ".join(parts)


def _side(side: Side) -> str:
    recorded, how = escape(side.recorded), escape(side.how)
    if recorded == how:
        return recorded
    return f"{recorded}, blob {short_oid(side.blob)}: {how}" if side.blob else f"{recorded}: {how}"


def _tried(tried: Sequence[Tried], names: SessionNames) -> Iterator[str]:
    if tried:
        yield ""
    for index, each in enumerate(tried):
        session = names.label(each.record.session)
        text = f"{session}, record {names.record(each.record)}: {escape(each.reason)}"
        yield _row("" if index else "tried", text)


def _row(head: str, text: str) -> str:
    return f"{head:<{_WIDTH}}{text}"


def _detail(head: str, text: str) -> str:
    return f"  {head:<{_WIDTH - 4}}  {text}"
