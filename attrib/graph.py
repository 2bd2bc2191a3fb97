"""The evidence graph: sessions, records, commits, paths and lines, and what links them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrib.model.evidence import Evidence, Link, Tried
from attrib.model.graphs import GraphReport, Value
from attrib.model.ids import Oid, RepoPath, SessionKey

if TYPE_CHECKING:
    from networkx import MultiDiGraph


def in_order(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Evidence as answers list it: strength, relation, record time, session, lines."""
    return tuple(
        sorted(
            evidence,
            key=lambda item: (
                -item.strength,
                item.relation.rank,
                item.time if item.time is not None else float("inf"),
                item.session,
                item.records,
                item.path or b"",
                item.lines,
            ),
        )
    )


class EvidenceGraph:
    """Holds all evidence of one run; answers by commit, path, line and session."""

    def __init__(self) -> None:
        self._by_change: defaultdict[tuple[Oid | None, RepoPath | None], list[Evidence]]
        self._by_change = defaultdict(list)
        self._by_commit: defaultdict[Oid | None, list[Evidence]] = defaultdict(list)
        self._by_session: defaultdict[SessionKey, list[Evidence]] = defaultdict(list)
        self._tried: defaultdict[tuple[Oid | None, RepoPath | None], list[Tried]]
        self._tried = defaultdict(list)

    def add(self, evidence: Iterable[Evidence]) -> None:
        """Put evidence into the graph."""
        for item in evidence:
            self._by_change[item.commit, item.path].append(item)
            self._by_commit[item.commit].append(item)
            self._by_session[item.session].append(item)

    def add_tried(self, commit: Oid | None, path: RepoPath, tried: Iterable[Tried]) -> None:
        """Keep what was compared at a path and did not hold."""
        self._tried[commit, path].extend(tried)

    def at(self, commit: Oid | None, path: RepoPath) -> tuple[Evidence, ...]:
        """All evidence about one commit's change of one path, strongest first."""
        return in_order(self._by_change.get((commit, path), ()))

    def tried_at(self, commit: Oid | None, path: RepoPath) -> tuple[Tried, ...]:
        """What was compared at a path of a commit and did not hold."""
        return tuple(dict.fromkeys(self._tried.get((commit, path), ())))

    def links_of(self, commit: Oid | None) -> tuple[Link, ...]:
        """The links of a commit, one a session, strongest first."""
        by_session: defaultdict[SessionKey, list[Evidence]] = defaultdict(list)
        for item in self._by_commit.get(commit, ()):
            by_session[item.session].append(item)
        links = [Link(key, commit, in_order(items)) for key, items in by_session.items()]
        return tuple(sorted(links, key=lambda link: (-link.strength, link.session)))

    def of_session(self, session: SessionKey) -> tuple[Evidence, ...]:
        """All evidence that rests on a session's records."""
        return in_order(self._by_session.get(session, ()))

    def sessions(self) -> Sequence[SessionKey]:
        """Every session with evidence, in order."""
        return sorted(self._by_session)


def to_networkx(report: GraphReport) -> MultiDiGraph[str]:
    """The graph of an export for networkx; an edge's key is its word, with a number if it repeats.

    Attributes are text and numbers; several values are one text, set apart by commas.
    """
    import networkx

    graph: MultiDiGraph[str] = networkx.MultiDiGraph()
    for node in report.nodes:
        graph.add_node(node.id, kind=node.kind.value, label=node.label, **_flat(node.facts))
    for edge in report.edges:
        facts = _flat(edge.facts)
        if edge.strength is not None:
            facts["strength"] = edge.strength.word
        number, key = 1, edge.word
        while graph.has_edge(edge.source, edge.target, key):
            number += 1
            key = f"{edge.word}-{number}"
        graph.add_edge(edge.source, edge.target, key=key, word=edge.word, **facts)
    return graph


def _flat(facts: Mapping[str, Value]) -> dict[str, str | int]:
    return {
        name: ", ".join(value) if isinstance(value, tuple) else value
        for name, value in facts.items()
    }
