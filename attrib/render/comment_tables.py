"""The tables of a comment: what is worth a look, the commits path by path, and the unseen."""

from __future__ import annotations

from attrib.model.audit import AuditFinding, Standpoint
from attrib.model.evidence import Evidence, PathFinding, Qualifier, Relation
from attrib.model.pull_requests import Passage, PullCommit, PullRequest, Why
from attrib.model.totals import LineTotals
from attrib.render.comment_words import QUALIFIERS, RELATIONS, UNSEEN, WHYS
from attrib.render.cutting import Group, Section
from attrib.render.markdown import code, in_cell, path_code
from attrib.render.text import SessionNames, counted, ranges_text, short_oid, unseen_words

#: So many passages are shown in a comment, and so many ranges of lines of one.
MOST_PASSAGES = 20
_MOST_RANGES = 6
_MOST_SUBJECT = 60
#: Actors whose change is the session's own.
_OWN = ("session", "unstated")


def passages_section(answer: PullRequest) -> Section:
    """The passages that are worth a look, in their order."""
    names = SessionNames(answer.sessions)
    rows = tuple(_row(_where(each), _why(each, names)) for each in answer.passages)
    groups = (Group("| where | why |\n| --- | --- |", rows),)
    return Section("#### Worth a look\n", groups, "", noun="place", most=MOST_PASSAGES)


def commits_section(answer: PullRequest) -> Section:
    """Every commit with a row for each of its paths; it fills what room the others leave."""
    names = SessionNames(answer.sessions)
    return Section(
        "\n<details><summary>By commit and path</summary>",
        tuple(_commit(each, names) for each in answer.commits),
        "\n</details>",
        rank=2,
    )


def unseen_section(answer: PullRequest) -> Section:
    """The lines for which nothing can be said, by reason, with what helps."""
    reasons = sorted(answer.totals.unseen.items(), key=lambda pair: (-pair[1], pair[0].value))
    rows = []
    for reason, count in reasons:
        meaning, helps = UNSEEN[reason]
        rows.append(f"- {counted(count, 'line')}, `{reason.value}`: {meaning}. Helps: {helps}.")
    return Section(
        "\n<details><summary>What has no record, and why</summary>\n",
        (Group("", tuple(rows)),),
        "\n</details>",
        noun="reason",
        rank=1,
    )


def _row(first: str, second: str) -> str:
    return f"| {in_cell(first)} | {in_cell(second)} |"


def _where(passage: Passage) -> str:
    """The path and its lines, the first ranges of many."""
    shown = ranges_text(passage.lines[:_MOST_RANGES])
    more = len(passage.lines) - _MOST_RANGES
    return f"{path_code(passage.path)} {shown}" + (f" and {more:,} more" if more > 0 else "")


def _why(passage: Passage, names: SessionNames) -> str:
    match passage.why:
        case Why.CONTRADICTED | Why.UNSUPPORTED if passage.finding is not None:
            return _declared(passage.finding)
        case Why.NO_RECORD:
            return unseen_words(passage.unseen)
        case Why.WEAK if passage.evidence is not None:
            return _evidence(passage.evidence, names)
        case Why.LATE if passage.evidence is not None:
            return f"{WHYS[passage.why]}: {_session(passage.evidence, names)}"
        case _:
            return WHYS[passage.why]


def _declared(finding: AuditFinding) -> str:
    """Whose word it is, and what the records say."""
    declaration = finding.declaration
    if declaration is None:
        return finding.reason
    is_trailer = declaration.source == "trailer"
    text = declaration.key if is_trailer else declaration.source
    source = path_code(text.encode("utf-8", "surrogatepass"))
    if finding.standpoint is Standpoint.SUPPORTED:
        return f"declared in {source}; recorded content stands on other lines"
    return f"declared in {source}; {finding.reason}"


def _evidence(item: Evidence, names: SessionNames, lines: str = "", more: int = 0) -> str:
    """Strength, relation, lines, session and limits, the same way in every row."""
    word = RELATIONS[item.relation]
    if item.relation is Relation.DECLARED:
        return f"{word}: {_session(item, names)}"
    parts = [f"{item.strength.word}: {word}"]
    parts += [lines] if lines else []
    parts.append(_session(item, names) + (f" +{more:,}" if more else ""))
    parts += [f"actor {code(item.actor)}"] if item.actor not in _OWN else []
    said = [each for each in item.qualifiers if each is not Qualifier.CONFLICTING]
    limits = ", ".join(QUALIFIERS[each] for each in said or item.qualifiers)
    return ", ".join(parts) + (f"; {limits}" if limits else "")


def _session(item: Evidence, names: SessionNames) -> str:
    return code(names.label(item.session))


def _commit(each: PullCommit, names: SessionNames) -> Group:
    """A commit's own line, what speaks for it as a whole, and its paths."""
    commit = each.report.commit
    lines = ["", f"**{code(short_oid(commit.oid))}** {code(_text(commit.subject), _MOST_SUBJECT)}"]
    whole = [item for link in each.report.links for item in link.evidence if item.path is None]
    lines += ["", _evidence(whole[0], names, more=len(whole) - 1)] if whole else []
    if not each.report.paths:
        return Group("\n".join([*lines, "", "It adds nothing of its own."]))
    rows = tuple(
        _row(path_code(path.path), _path(path, each.lines.get(path.path), names))
        for path in each.report.paths
    )
    return Group("\n".join([*lines, "", "| path | evidence |", "| --- | --- |"]), rows)


def _text(subject: bytes) -> str:
    return subject.decode("utf-8", "replace")


def _path(finding: PathFinding, totals: LineTotals | None, names: SessionNames) -> str:
    """What is said of one path of a commit; how many of its lines stand in the diff with it."""
    if not finding.evidence:
        return unseen_words(finding.unseen) if finding.unseen else "left out"
    item, *others = finding.evidence
    equal = {o.session for o in others if o.strength is item.strength} - {item.session}
    if totals is None:
        lines = "" if finding.op == "delete" else "none of its lines at the head"
    else:
        held = sum(totals.lines.values())
        lines = f"{held:,} of {counted(totals.added, 'line')}"
    return _evidence(item, names, lines, len(equal))
