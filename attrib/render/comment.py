"""The comment on a pull request as Markdown: what is covered, what is worth a look, and why."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.model.evidence import LEVELS, STATEMENT
from attrib.model.markers import DEFAULT_KEY, Marker, checked_key
from attrib.model.pull_requests import PullRequest
from attrib.render.size_limits import GITEA, GITHUB, GITLAB, PROVIDERS, SUMMARY, SizeLimits
from attrib.render.text import counted

__all__ = ["GITEA", "GITHUB", "GITLAB", "PROVIDERS", "Comment", "SizeLimits", "comment"]


@dataclass(frozen=True, slots=True)
class Comment:
    """What is posted: `body` begins with its marker and holds the limits; `summary` is longer.

    `headline` is one line of plain text, without Markdown; `is_cut` says that the body leaves out
    rows that the summary has, or would have without its own limit.
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
    marker = Marker(checked_key(key), answer.head_oid)
    body = "\n".join([str(marker), f"## {headline(answer)}", "", _sums(answer), "", STATEMENT, ""])
    return Comment(body, body, is_cut=False, headline=headline(answer))


def headline(answer: PullRequest) -> str:
    """How many of the added lines equal a record at least moderately, as one plain line."""
    covered = sum(answer.lines[strength] for strength in LEVELS[:2])
    return f"Session evidence: {covered:,} of {counted(answer.totals.added, 'added line')}"


def _sums(answer: PullRequest) -> str:
    parts = [f"{answer.lines[strength]:,} {strength.word}" for strength in LEVELS]
    commits = counted(len(answer.commits), "commit")
    sessions = counted(len(answer.behind), "session")
    return f"{', '.join(parts)}, {answer.no_record:,} without a record. {commits}, {sessions}."
