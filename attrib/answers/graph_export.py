"""`attrib graph`: the evidence about a range as nodes and edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote, quote_from_bytes

from attrib.answers.ranges import linked, range_of
from attrib.answers.sessions import infos_here
from attrib.model.agents import alias_of
from attrib.model.commits import Commit
from attrib.model.evidence import Evidence, Strength
from attrib.model.graphs import GraphEdge, GraphNode, GraphReport, NodeKind, Value
from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath, SessionKey
from attrib.workspace import Workspace

_COLUMN = {kind: number for number, kind in enumerate(NodeKind)}
_SHORT = 8
_Order = tuple[str, str, str, int, str]


def graph(
    workspace: Workspace,
    text: str | None,
    paths: Sequence[RepoPath] = (),
    *,
    at_least: Strength | None = None,
) -> GraphReport:
    """The graph of a range: session, record, blob at a path, commit.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    commits = range_of(workspace, text, paths)
    found = linked(workspace, commits)
    blobs = {(change.commit, change.path): change.new for change, _ in commits.pairs}
    shorts = {info.key: info.short for info in infos_here(workspace)}
    making = _Making(shorts, {commit.oid: commit for commit in commits.commits})
    for session in found.sessions():
        for item in found.of_session(session):
            if item.strength >= (at_least or Strength.WEAK) and item.commit is not None:
                entry = blobs.get((item.commit, item.path)) if item.path is not None else None
                making.add(item, item.commit, entry.oid if entry else None)
    return making.report(text)


class _Making:
    """Nodes and edges so far, each once."""

    def __init__(self, shorts: Mapping[SessionKey, str], commits: Mapping[Oid, Commit]) -> None:
        self._shorts = shorts
        self._commits = commits
        self._nodes: dict[str, GraphNode] = {}
        self._edges: dict[_Order, GraphEdge] = {}

    def add(self, item: Evidence, commit: Oid, blob: Oid | None) -> None:
        """Put one evidence between its records and the blob, or the commit where there is none."""
        target = self._commit(commit)
        if item.path is not None and blob is not None:
            held = self._blob(item.path, blob)
            self._edge(held, target, "introduced-in", None, {})
            target = held
        facts = _facts(item, commit)
        for ref in item.records:
            record = self._record(ref)
            self._edge(self._session(ref.session), record, "recorded", None, {})
            self._edge(record, target, item.relation.value, item.strength, facts)

    def report(self, text: str | None) -> GraphReport:
        """Everything in order: nodes by column and ID, edges by their ends."""
        nodes = sorted(self._nodes.values(), key=lambda node: (_COLUMN[node.kind], node.id))
        edges = tuple(edge for _, edge in sorted(self._edges.items(), key=lambda pair: pair[0]))
        return GraphReport(text, tuple(nodes), edges)

    def _edge(
        self,
        source: str,
        target: str,
        word: str,
        strength: Strength | None,
        facts: Mapping[str, Value],
    ) -> None:
        order = (source, target, word, -(strength or 0), repr(sorted(facts.items())))
        self._edges.setdefault(order, GraphEdge(source, target, word, strength, facts))

    def _node(self, kind: NodeKind, name: str, label: str, facts: Mapping[str, Value]) -> str:
        node = GraphNode(f"{kind.value}:{name}", kind, label, facts)
        return self._nodes.setdefault(node.id, node).id

    def _session(self, key: SessionKey) -> str:
        label = f"{alias_of(key.agent)} {self._shorts.get(key, key.id[:_SHORT])}"
        facts = {"agent": key.agent, "namespace": key.namespace, "session": key.id}
        return self._node(NodeKind.SESSION, _name_of(key), label, facts)

    def _record(self, ref: RecordRef) -> str:
        name = f"{_name_of(ref.session)}%23{_part(ref.record)}"
        return self._node(NodeKind.RECORD, name, ref.record, {"record": str(ref)})

    def _blob(self, path: RepoPath, oid: Oid) -> str:
        text = path.decode("utf-8", "replace")
        name = f"{quote_from_bytes(path)}@{oid}"
        return self._node(
            NodeKind.BLOB, name, f"{text} {oid[:_SHORT]}", {"path": text, "blob": oid}
        )

    def _commit(self, oid: Oid) -> str:
        commit = self._commits.get(oid)
        subject = commit.subject.decode("utf-8", "replace") if commit else ""
        facts: dict[str, Value] = {"commit": oid, "subject": subject}
        return self._node(NodeKind.COMMIT, oid, oid[:_SHORT], facts)


def _name_of(key: SessionKey) -> str:
    return ":".join(map(_part, (key.agent, key.namespace, key.id)))


def _part(text: str) -> str:
    """A part of an ID: ASCII without spaces, colons or marks of other formats."""
    return quote(text, safe="", errors="surrogatepass")


def _facts(item: Evidence, commit: Oid) -> dict[str, Value]:
    """What was observed, without what holds for nothing here; several values are a tuple."""
    facts: dict[str, Value] = {
        "commit": commit,
        "covers": item.covers.value,
        "actor": item.actor,
        "equality": item.equality.value if item.equality else "",
        "qualifiers": tuple(qualifier.value for qualifier in item.qualifiers),
        "lines": _spans(item.lines),
        "removed": _spans(item.removed),
        "shared": item.shared,
    }
    return {name: value for name, value in facts.items() if value}


def _spans(ranges: Sequence[LineRange]) -> tuple[str, ...]:
    return tuple(f"{span.first}-{span.last}" for span in ranges)
