"""A commit: its sessions by strength, path by path; what has no record; the derivation of each."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.commits import Commit
from attrib.model.evidence import Evidence, Link
from attrib.model.ids import Oid
from attrib.model.reports import CommitExplanation, CommitReport
from attrib.render.markup import Html, element, join
from attrib.render.text import (
    SessionNames,
    counted,
    line_text,
    path_text,
    short_oid,
    time_text,
    unseen_words,
)
from attrib.serve.pages.evidence import evidence_list, finding_parts
from attrib.serve.pages.frame import page
from attrib.serve.pages.links import graph_link, range_link
from attrib.serve.pages.parts import (
    commit_name,
    facts,
    path_name,
    session_name,
    strength_mark,
    table,
    where_words,
)

#: So many rows of a session, paths without record, and derivations are shown.
MOST = 300


def commit_page(answer: CommitExplanation) -> str:
    """The page of one commit."""
    names = SessionNames(answer.sessions)
    report = answer.report
    commit = report.commit
    return page(
        f"commit {short_oid(commit.oid)}",
        element("p", element("bdi", line_text(commit.subject))),
        facts(
            ("commit", element("span", commit.oid, class_="oid")),
            ("by", element("bdi", line_text(commit.author))),
            ("time", time_text(commit.author_time)),
            ("parents", _parents(commit)),
            ("see also", element("a", "evidence graph", href=graph_link(alone(commit)))),
        ),
        element("h2", "By strength"),
        *(_link(link, report, names) for link in report.links),
        None if report.links else element("p", f"no evidence: {unseen_words(report.unseen)}"),
        *_unseen(report),
        *_derivations(answer, names),
    )


def _left(count: int) -> Html:
    """How many of a list are not shown."""
    words = f"{count - MOST:,} more are not shown: attrib commit lists them"
    return element("p", words) if count > MOST else join()


def alone(commit: Commit) -> str:
    """The range that holds this commit and no other, or all that leads to a first commit."""
    return f"{commit.parents[0]}..{commit.oid}" if len(commit.parents) == 1 else commit.oid


def _parents(commit: Commit) -> Html | str:
    if not commit.parents:
        return "not here" if commit.is_boundary else "none"
    return join((commit_name(parent), " ") for parent in commit.parents)


def _link(link: Link, report: CommitReport, names: SessionNames) -> Html:
    """One session: how far it reaches, and a row for each piece of evidence."""
    paths = {item.path for item in link.evidence if item.path is not None}
    reach = (
        f"{len(paths)} of {counted(len(report.paths), 'path')}"
        if paths
        else "the commit as a whole"
    )
    rows = [_row(item, report.commit.oid) for item in link.evidence[:MOST]]
    return element(
        "section",
        element(
            "h3", strength_mark(link.strength), " ", session_name(link.session, names), f" {reach}"
        ),
        element("div", table(("path", "relation", "strength", "where"), rows), class_="wide"),
        _left(len(link.evidence)),
    )


def _row(item: Evidence, oid: Oid) -> Html:
    line = item.lines[0].first if item.lines else None
    return element(
        "tr",
        element("td", path_name(item.path, oid, line) if item.path is not None else "-"),
        element("td", item.relation.value),
        element("td", strength_mark(item.strength)),
        element("td", where_words(item)),
    )


def _unseen(report: CommitReport) -> Iterator[Html]:
    without = [finding for finding in report.paths if not finding.evidence]
    if without:
        yield element("h3", "No record")
        yield element(
            "ul",
            (
                element(
                    "li",
                    path_name(finding.path, report.commit.oid)
                    if finding.op != "delete"
                    else element("bdi", path_text(finding.path)),
                    element(
                        "span", f" {finding.op}, {unseen_words(finding.unseen)}", class_="faint"
                    ),
                )
                for finding in without[:MOST]
            ),
            class_="plain",
        )
        yield _left(len(without))


def _derivations(answer: CommitExplanation, names: SessionNames) -> Iterator[Html]:
    """What `attrib explain` says, closed until somebody opens it."""
    whole = [item for link in answer.report.links for item in link.evidence if item.path is None]
    yield element("h2", "How it comes to this")
    for finding in answer.report.paths[:MOST]:
        yield element(
            "details",
            element("summary", element("bdi", path_text(finding.path)), f" {finding.op}"),
            *finding_parts(finding, answer.records, names),
        )
    yield _left(len(answer.report.paths))
    if whole:
        yield element(
            "details",
            element("summary", "the commit as a whole"),
            *evidence_list(whole, answer.records, names),
        )


def range_words(text: str) -> Html:
    """A range, leading to its page."""
    return element("a", element("bdi", text), href=range_link(text))
