"""What `attrib explain` says, for a page: the derivation of a line or of a commit's path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrib.model.evidence import Evidence, PathFinding, Side, Tried
from attrib.model.ids import RecordRef, RepoPath
from attrib.model.reports import Explanation, LineExplanation, RecordFacts
from attrib.render.explain_text import RELATION_WORDS
from attrib.render.markup import Html, element, join
from attrib.render.text import (
    SessionNames,
    line_text,
    path_text,
    ranges_text,
    short_oid,
    unseen_words,
)
from attrib.serve.pages.links import file_link
from attrib.serve.pages.parts import FROM_NOTE, commit_line, facts, session_name, strength_mark


def card(answer: Explanation) -> Html:
    """The derivation of the first line that was asked for."""
    names = SessionNames(answer.sessions)
    return join(*_line(answer.path, answer.revision, answer.lines[0], names))


def _line(
    path: RepoPath, revision: str | None, explained: LineExplanation, names: SessionNames
) -> Iterator[Html]:
    line = explained.line
    yield element(
        "p",
        element(
            "a", path_text(path), f":{line.number}", href=file_link(path, revision, line.number)
        ),
        " ",
        element("code", line_text(line.line), class_="shown"),
    )
    commit = explained.commit
    yield facts(
        ("commit", commit_line(commit) if commit is not None else "not committed yet"),
        ("blob", _blobs(explained) if explained.new_blob else None),
    )
    yield from evidence_list(line.evidence, explained.records, names)
    if not line.evidence:
        yield element(
            "p", element("span", "no evidence", class_="word"), f": {unseen_words(line.unseen)}"
        )
    yield from tried_list(explained.tried, names)


def _blobs(explained: LineExplanation) -> Html:
    old = f"{short_oid(explained.old_blob)} → " if explained.old_blob else ""
    return join(
        element("bdi", path_text(explained.line.origin_path)),
        " ",
        element("span", old, short_oid(explained.new_blob), class_="oid"),
    )


def finding_parts(
    finding: PathFinding, records: Sequence[RecordFacts], names: SessionNames
) -> Iterator[Html]:
    """The derivation for one path of a commit."""
    yield from evidence_list(finding.evidence, records, names)
    if not finding.evidence:
        yield element(
            "p", element("span", "no evidence", class_="word"), f": {unseen_words(finding.unseen)}"
        )
    yield from tried_list(finding.tried, names)


def evidence_list(
    evidence: Iterable[Evidence], records: Sequence[RecordFacts], names: SessionNames
) -> Iterator[Html]:
    """Every piece of evidence: strength, session and records, then what it rests on."""
    known = {each.ref: each for each in records}
    for item in evidence:
        yield element(
            "section",
            element("p", strength_mark(item.strength), " ", session_name(item.session, names)),
            _rests_on(item, known, names),
            class_="evidence",
        )


def _rests_on(item: Evidence, known: Mapping[RecordRef, RecordFacts], names: SessionNames) -> Html:
    limits = ", ".join(qualifier.value for qualifier in item.qualifiers)
    return facts(
        *(
            ("record" if not at else "and", _record(ref, known, names))
            for at, ref in enumerate(item.records)
        ),
        ("relation", f"{item.relation.value}: {RELATION_WORDS[item.relation]}"),
        *((side.name, _side(side)) for side in item.sides),
        ("lines", ranges_text(item.lines) if item.lines else None),
        ("removed", ranges_text(item.removed) if item.removed else None),
        *(("note", note) for note in item.notes),
        ("from", FROM_NOTE if item.shared else None),
        ("actor", item.actor if item.actor != "session" else None),
        ("limits", limits or "none"),
    )


def _record(ref: RecordRef, known: Mapping[RecordRef, RecordFacts], names: SessionNames) -> str:
    found = known.get(ref)
    parts = [names.record(ref)]
    if found is not None:
        when = found.ts.replace("T", " ").removesuffix("Z") if found.ts else None
        parts += [part for part in (when, found.status, found.cause) if part]
    return ", ".join(parts)


def _side(side: Side) -> str:
    if side.recorded == side.how:
        return side.recorded
    blob = f", blob {short_oid(side.blob)}" if side.blob else ""
    return f"{side.recorded}{blob}: {side.how}"


def tried_list(tried: Sequence[Tried], names: SessionNames) -> Iterator[Html]:
    """What was compared and did not hold."""
    if tried:
        items = (
            element(
                "li",
                session_name(each.record.session, names),
                f", record {names.record(each.record)}: {each.reason}",
            )
            for each in tried
        )
        yield element("p", "Compared, and did not hold:", class_="faint")
        yield element("ul", items, class_="plain")
