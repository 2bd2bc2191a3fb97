"""The evidence graph as PROV-JSON: entities, membership and alternates, and nothing of making.

No activity, no agent, and no relation leads from a commit to a session or back. A session is a
collection of its records, a record of the states that it holds, a commit of its blobs; evidence
is a collection of the state and the blob (or the commit) that were compared. Where two whole
states are equal, they are alternates of each other. See docs/adr.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrib.model.evidence import STATEMENT, Relation
from attrib.model.graphs import GraphEdge, GraphNode, GraphReport, NodeKind, Value
from attrib.render.graph_parts import label_of, printable

_PREFIXES = {
    "asr": "urn:attrib:asr:",
    "git": "urn:attrib:git:",
    "attrib": "urn:attrib:",
}
_SPACES = {
    NodeKind.SESSION: "asr",
    NodeKind.RECORD: "asr",
    NodeKind.BLOB: "git",
    NodeKind.COMMIT: "git",
}
#: Relations that say: the recorded state and the blob are the same file.
_WHOLE = frozenset(
    relation.value
    for relation in (
        Relation.TRANSITION,
        Relation.AFTER_STATE,
        Relation.ELSEWHERE,
        Relation.CHECKPOINT,
    )
)
_COLLECTIONS = (NodeKind.SESSION, NodeKind.RECORD, NodeKind.COMMIT)
Object = dict[str, Any]


def prov(report: GraphReport) -> Object:
    """The document as PROV-JSON; every name of an identifier is percent-encoded ASCII."""
    making = _Making({node.id: node for node in report.nodes})
    for node in report.nodes:
        making.add_node(node)
    for edge in report.edges:
        making.add_edge(edge)
    making.add_statement()
    return {"prefix": dict(_PREFIXES), **making.document}


class _Making:
    """The document so far."""

    def __init__(self, nodes: Mapping[str, GraphNode]) -> None:
        self._nodes = nodes
        self.document: dict[str, Object] = {"entity": {}, "hadMember": {}, "alternateOf": {}}
        self._count = 0
        self._alternates: set[tuple[str, str]] = set()
        self._members: set[tuple[str, str]] = set()

    def add_node(self, node: GraphNode) -> None:
        """One entity; what has members is a collection."""
        facts: Object = {"prov:label": label_of(node), "attrib:kind": node.kind.value}
        if node.kind in _COLLECTIONS:
            facts["prov:type"] = _type("prov:Collection")
        facts |= dict(_attributes(node.facts))
        self.document["entity"][_name(node)] = facts

    def add_edge(self, edge: GraphEdge) -> None:
        """Membership for what is recorded or introduced; else the evidence, as a collection."""
        source, target = self._nodes[edge.source], self._nodes[edge.target]
        if edge.word == "recorded":
            self._member(_name(source), _name(target))
        elif edge.strength is None:
            self._member(_name(target), _name(source))
        else:
            self._evidence(edge, source, target)

    def _evidence(self, edge: GraphEdge, source: GraphNode, target: GraphNode) -> None:
        held = self._state(source, target) if target.kind is NodeKind.BLOB else _name(source)
        entities = self.document["entity"]
        self._count += 1
        name = f"attrib:evidence-{self._count}"
        entities[name] = {
            "prov:type": _type("prov:Collection"),
            "attrib:kind": "evidence",
            "attrib:relation": edge.word,
            "attrib:strength": edge.strength.word if edge.strength else "",
            **dict(_attributes(edge.facts)),
        }
        self._member(name, held)
        self._member(name, _name(target))
        pair = (held, _name(target))
        is_equal = edge.word in _WHOLE and target.kind is NodeKind.BLOB
        if is_equal and pair not in self._alternates:
            self._alternates.add(pair)
            self.document["alternateOf"][f"_:a{len(self._alternates)}"] = {
                "prov:alternate1": pair[0],
                "prov:alternate2": pair[1],
            }

    def _state(self, record: GraphNode, blob: GraphNode) -> str:
        """The state that a record holds of the blob's path."""
        path = blob.id.removeprefix("blob:").rpartition("@")[0]
        name = f"{_name(record)}%2F{_local(path)}"
        if name not in self.document["entity"]:
            label = f"{label_of(record)}: {printable(str(blob.facts['path']))}"
            facts = {"prov:label": label, "attrib:kind": "state"}
            self.document["entity"][name] = facts
            self._member(_name(record), name)
        return name

    def _member(self, collection: str, member: str) -> None:
        if (collection, member) not in self._members:
            self._members.add((collection, member))
            self.document["hadMember"][f"_:m{len(self._members)}"] = {
                "prov:collection": collection,
                "prov:entity": member,
            }

    def add_statement(self) -> None:
        """The statement, as an entity of its own."""
        self.document["entity"]["attrib:statement"] = {"prov:value": STATEMENT}


def _name(node: GraphNode) -> str:
    return f"{_SPACES[node.kind]}:{_local(node.id)}"


def _local(name: str) -> str:
    """A local part without what qualified names set apart."""
    return name.replace(":", "%3A").replace("@", "%40").replace("/", "%2F")


def _attributes(facts: Mapping[str, Value]) -> Iterator[tuple[str, str | int | list[str]]]:
    for name, value in facts.items():
        if isinstance(value, tuple):
            if value:
                yield f"attrib:{name}", [printable(each) for each in value]
        else:
            yield f"attrib:{name}", printable(value) if isinstance(value, str) else value


def _type(name: str) -> Object:
    return {"$": name, "type": "prov:QUALIFIED_NAME"}
