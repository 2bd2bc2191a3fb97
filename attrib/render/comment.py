"""The comment on a pull request as Markdown: what is covered, what is worth a look, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from attrib.model.audit import Standpoint
from attrib.model.evidence import LEVELS, STATEMENT, Strength
from attrib.model.markers import DEFAULT_KEY, Marker, checked_key
from attrib.model.pull_requests import Gap, Hidden, PullRequest
from attrib.render.comment_tables import commits_section, passages_section, unseen_section
from attrib.render.comment_words import GAPS
from attrib.render.cutting import Section, cut, texts
from attrib.render.size_limits import GITEA, GITHUB, GITLAB, PROVIDERS, SUMMARY, SizeLimits
from attrib.render.text import SHARED, counted

__all__ = ["GITEA", "GITHUB", "GITLAB", "PROVIDERS", "Comment", "SizeLimits", "comment"]

#: So many digits of an ID stand in a command: a phone shows it whole.
_DIGITS = 12
_AGAINST = {Standpoint.CONTRADICTED, Standpoint.UNSUPPORTED}


@dataclass(frozen=True, slots=True)
class Comment:
    """What is posted: `body` begins with its marker and holds the limits; `summary` is longer.

    `headline` is one line of plain text, without Markdown; `is_cut` says that the body leaves out
    rows.
    """

    body: str
    summary: str
    is_cut: bool
    headline: str


def comment(
    answer: PullRequest,
    *,
    key: str = DEFAULT_KEY,
    limits: SizeLimits = GITHUB,
    summary_limits: SizeLimits = SUMMARY,
) -> Comment:
    """The comment for a pull request under a key, within the limits of its host.

    Raises:
        UsageError: the key is none.
    """
    marker = texts([str(Marker(checked_key(key), answer.head_oid))])
    sections = list(_sections(answer))
    body, is_cut = cut([marker, *sections], limits)
    summary, _ = cut([replace(each, most=None) for each in sections], summary_limits)
    return Comment(body, summary, is_cut, headline(answer))


def headline(answer: PullRequest) -> str:
    """How many of the added lines equal a record at least moderately, as one plain line."""
    if answer.merge_base is None:
        return "Session evidence: the clone holds too little to tell"
    if not answer.totals.added:
        return "Session evidence: no added lines"
    covered = answer.lines[Strength.STRONG] + answer.lines[Strength.MODERATE]
    return f"Session evidence: {covered:,} of {counted(answer.totals.added, 'added line')}"


def _sections(answer: PullRequest) -> Iterator[Section]:
    """The parts of the comment in order; what is worth a look gets its rows first."""
    yield texts([f"### {headline(answer)}", ""])
    if answer.merge_base is not None:
        declared = _declared(answer)
        yield texts([_sums(answer), "", *([declared, ""] if declared else [])])
        shared = _shared(answer)
        if shared is not None:
            yield texts([shared, ""])
    for hidden in answer.hidden:
        yield texts([f"**Not seen:** {_hidden(hidden)}", ""])
    if answer.passages:
        yield passages_section(answer)
    if answer.commits:
        yield commits_section(answer)
    if answer.no_record:
        yield unseen_section(answer)
    yield texts([*_checking(answer), "", STATEMENT])


def _sums(answer: PullRequest) -> str:
    parts = [f"{answer.lines[strength]:,} {strength.word}" for strength in LEVELS]
    parts += [f"{answer.no_record:,} without a record"]
    left_out = answer.totals.left_out
    parts += [f"{left_out:,} with weaker evidence than asked for"] if left_out else []
    commits = counted(len(answer.commits), "commit")
    return f"{', '.join(parts)}. {commits}, {counted(len(answer.behind), 'session')}."


def _declared(answer: PullRequest) -> str | None:
    """How many declarations no recorded content supports, where there are any."""
    against = [each for each in answer.declared if each.standpoint in _AGAINST]
    if not against:
        return None
    lines = counted(answer.declared_unsupported, "line")
    number = counted(len(against), "declaration")
    return f"No recorded content supports {number} ({lines} of the diff)."


def _shared(answer: PullRequest) -> str | None:
    """How many sessions are known from notes alone, where there are any, and their mark."""
    number = sum(info.shared for info in answer.sessions)
    if not number:
        return None
    are = "session is" if number == 1 else "sessions are"
    return f"{number:,} {are} known from shared notes alone (`{SHARED}`)."


def _hidden(hidden: Hidden) -> str:
    noun = "file" if hidden.gap is Gap.CONTENT_MISSING else "commit"
    words = GAPS[hidden.gap].format(counted(hidden.count, noun))
    setting = f", or `{hidden.setting}` for `actions/checkout`," if hidden.setting else ""
    return f"{words} `{hidden.fetch}`{setting} brings it."


def _checking(answer: PullRequest) -> Iterator[str]:
    """Commands that give the same answer to anybody; only IDs stand in them."""
    yield ""
    yield "<details><summary>How to check this yourself</summary>"
    yield ""
    yield "```sh"
    yield f"git fetch origin {answer.head_oid}"
    if answer.merge_base is not None:
        base, head = answer.merge_base[:_DIGITS], answer.head_oid[:_DIGITS]
        if _shared(answer) is not None:
            yield "attrib share fetch"
            yield f"attrib share verify {base}..{head}"
        yield f"attrib pr render --base {base} --head {head}"
        yield f"attrib report {base}..{head}"
        yield f"attrib audit {base}..{head}"
        yield f"attrib explain {head}"
    yield "```"
    yield ""
    yield "`attrib explain <file>:<line>` tells the whole derivation for one line,"
    yield "`attrib report --json` all of it for programs."
    yield ""
    yield "</details>"
