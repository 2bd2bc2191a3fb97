"""The content that is recorded for one commit, by session and by line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from attrib.graph import EvidenceGraph
from attrib.model.audit import Declaration
from attrib.model.commits import Commit
from attrib.model.evidence import Evidence, Qualifier, Strength
from attrib.model.ids import LineRange, RepoPath, SessionKey

_OWN = ("session", "unstated")

#: A line of the commit's file at a path.
_Line = tuple[RepoPath, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """The content evidence about one commit: own content by session, and what conflicts.

    `strongly` are the sessions that hold every path strongly; `lines` those that a session's
    content reaches, `strong_lines` those of them that it holds strongly.
    """

    content: Mapping[SessionKey, Strength]
    conflicting: frozenset[SessionKey]
    strongly: frozenset[SessionKey]
    lines: Mapping[SessionKey, Collection[_Line]]
    strong_lines: Mapping[SessionKey, Collection[_Line]]


def seen_of(
    graph: EvidenceGraph, commit: Commit, paths: Collection[RepoPath], least: Strength
) -> Seen:
    """What is recorded for a commit that changes these paths; content below `least` is left out."""
    content: dict[SessionKey, Strength] = {}
    conflicting: set[SessionKey] = set()
    strong: defaultdict[SessionKey, set[RepoPath]] = defaultdict(set)
    lines: defaultdict[SessionKey, set[_Line]] = defaultdict(set)
    strong_lines: defaultdict[SessionKey, set[_Line]] = defaultdict(set)
    for item in _content_of(graph, commit):
        key = item.session
        if Qualifier.CONFLICTING in item.qualifiers or _is_late(item):
            conflicting.add(key)
        elif item.strength >= least:
            content[key] = max(item.strength, content.get(key, item.strength))
            lines[key].update(_lines_of(item))
            if item.strength is Strength.STRONG and item.path is not None:
                strong[key].add(item.path)
                strong_lines[key].update(_lines_of(item))
    strongly = frozenset(key for key, held in strong.items() if paths and held >= set(paths))
    late = frozenset(conflicting - set(content))
    return Seen(content, late, strongly, lines, strong_lines)


def _content_of(graph: EvidenceGraph, commit: Commit) -> Iterator[Evidence]:
    for link in graph.links_of(commit.oid):
        for item in link.evidence:
            if item.path is not None and item.actor in _OWN:
                yield item


def _is_late(item: Evidence) -> bool:
    return Qualifier.RECORD_AFTER_COMMIT in item.qualifiers


def _lines_of(item: Evidence) -> Iterator[_Line]:
    return _spread(item.path, item.lines) if item.path is not None else iter(())


def declared_lines(declaration: Declaration) -> set[_Line]:
    """The lines that a declaration lists, each by itself."""
    listed = declaration.lines or ()
    return {line for each in listed for line in _spread(each.path, each.ranges)}


def _spread(path: RepoPath, ranges: Iterable[LineRange]) -> Iterator[_Line]:
    return ((path, line) for span in ranges for line in range(span.first, span.last + 1))


def joined(
    lines: Mapping[SessionKey, Collection[_Line]], keys: Collection[SessionKey]
) -> set[_Line]:
    """The lines of some of the sessions."""
    return {line for key in keys for line in lines.get(key, ())}
