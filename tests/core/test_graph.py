"""The evidence graph: it holds, and answers in a stable order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from attrib.graph import EvidenceGraph, in_order
from attrib.model.evidence import Covers, Evidence, Link, Relation, Strength, Tried
from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath
from tests.support.streams import key_of

COMMIT, OTHER = Oid("1" * 40), Oid("2" * 40)
PATH = RepoPath(b"f")


def item(session: str = "S1", **members: Any) -> Evidence:
    """Evidence of one record, strong unless said."""
    given: dict[str, Any] = {
        "session": key_of(session),
        "commit": COMMIT,
        "relation": Relation.CHAIN,
        "strength": Strength.STRONG,
        "covers": Covers.LINE,
        "records": (RecordRef(key_of(session), "r1"),),
        "path": PATH,
        "time": 1.0,
    }
    return Evidence(**given | members)


def test_evidence_names_at_least_one_record() -> None:
    with pytest.raises(ValueError, match="at least one record"):
        item(records=())


def test_order_is_strength_relation_time_session_record_lines() -> None:
    wanted = [
        item(relation=Relation.TRANSITION, session="S9"),
        item(time=0.5, session="S9"),
        item(),
        item(records=(RecordRef(key_of("S1"), "r2"),), lines=(LineRange(1, 1),)),
        item(records=(RecordRef(key_of("S1"), "r2"),), lines=(LineRange(2, 2),)),
        item(session="S2"),
        item(time=None),
        item(strength=Strength.MODERATE, relation=Relation.TRANSITION),
        item(strength=Strength.WEAK, relation=Relation.TRANSITION),
    ]
    assert list(in_order(reversed(wanted))) == wanted
    assert list(in_order(wanted[::2] + wanted[1::2])) == wanted


def test_the_graph_answers_by_commit_path_and_session_whatever_the_order() -> None:
    here = item()
    weak = item("S2", strength=Strength.WEAK)
    whole = item(path=None, covers=Covers.COMMIT, relation=Relation.NAMED)
    there = item(commit=OTHER)
    open_ = item(commit=None)
    for order in permutations([here, weak, whole, there, open_]):
        graph = EvidenceGraph()
        graph.add(order)
        assert graph.at(COMMIT, PATH) == (here, weak)
        assert graph.at(COMMIT, RepoPath(b"g")) == ()
        assert graph.at(None, PATH) == (open_,)
        assert graph.links_of(COMMIT) == (
            Link(key_of("S1"), COMMIT, (here, whole)),
            Link(key_of("S2"), COMMIT, (weak,)),
        )
        assert graph.links_of(Oid("3" * 40)) == ()
        assert len(graph.of_session(key_of("S1"))) == 4
        assert graph.of_session(key_of("S9")) == ()
        assert list(graph.sessions()) == [key_of("S1"), key_of("S2")]


def test_a_link_is_as_strong_as_its_strongest_evidence() -> None:
    link = Link(key_of("S1"), COMMIT, (item(strength=Strength.WEAK), item()))
    assert link.strength is Strength.STRONG


def test_what_did_not_hold_is_kept_once_and_in_order() -> None:
    ref = RecordRef(key_of("S1"), "r1")
    first, second = Tried(ref, PATH, "one"), Tried(ref, PATH, "two", 3)
    graph = EvidenceGraph()
    graph.add_tried(COMMIT, PATH, [first, second])
    graph.add_tried(COMMIT, PATH, [first])
    assert graph.tried_at(COMMIT, PATH) == (first, second)
    assert graph.tried_at(OTHER, PATH) == ()
