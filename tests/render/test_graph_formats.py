"""Each graph format is read back by a tool that people use, and is the same every time."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import networkx
import pytest

from attrib.model.evidence import STATEMENT
from attrib.model.graphs import GraphReport
from attrib.render import json as ours
from attrib.render.assets import asset
from attrib.render.dot import dot
from attrib.render.graph_html import graph_html
from attrib.render.graph_json import graph_json
from attrib.render.graph_view import MOST_IN_COLUMN
from attrib.render.graphml import graphml
from attrib.render.mermaid import MOST_NODES, mermaid
from attrib.render.prov import prov
from tests.render.range_values import GRAPH, LARGE

WORDS = ["introduced-in", "lines", "recorded", "transition", "transition"]
FORMATS: dict[str, Callable[[GraphReport], str]] = {
    "json": lambda report: ours.encode(graph_json(report)).decode(),
    "graphml": lambda report: "\n".join(graphml(report)),
    "dot": lambda report: "\n".join(dot(report)),
    "mermaid": lambda report: "\n".join(mermaid(report)),
    "prov": lambda report: ours.encode(prov(report)).decode(),
    "html": lambda report: "\n".join(graph_html(report)),
}


@pytest.mark.parametrize("name", FORMATS)
def test_format_is_the_same_every_time(name: str) -> None:
    assert FORMATS[name](GRAPH) == FORMATS[name](GRAPH)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "json"])
def test_text_of_a_repository_reaches_no_format_with_its_controls(name: str) -> None:
    text = FORMATS[name](GRAPH)
    for own in ("base.css", "graph.css", "graph.js", "cytoscape.min.js"):
        text = text.replace(asset(own).decode(), "")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


@pytest.mark.parametrize("name", FORMATS)
def test_empty_graph_has_a_form_too(name: str) -> None:
    assert FORMATS[name](GraphReport(None, (), ()))


def test_networkx_reads_the_json() -> None:
    data = json.loads(FORMATS["json"](GRAPH))
    found = networkx.node_link_graph(data, edges="edges")
    assert data["format"] == "attrib.graph/1"
    assert found.is_multigraph()
    assert found.is_directed()
    assert sorted(facts["word"] for _, _, facts in found.edges(data=True)) == WORDS
    assert set(found.nodes) == {node.id for node in GRAPH.nodes}


def test_networkx_reads_the_graphml() -> None:
    found: Any = networkx.parse_graphml(FORMATS["graphml"](GRAPH), force_multigraph=True)
    assert sorted(facts["word"] for _, _, facts in found.edges(data=True)) == WORDS
    assert set(found.nodes) == {node.id for node in GRAPH.nodes}
    assert found.graph["statement"] == STATEMENT


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_the_dot() -> None:
    command = ["dot", "-Tjson0"]
    out = subprocess.run(command, input=FORMATS["dot"](GRAPH).encode(), capture_output=True)
    assert out.returncode == 0, out.stderr
    assert out.stderr == b""
    drawn = json.loads(out.stdout)
    names = {each["name"] for each in drawn["objects"] if "nodes" not in each}
    assert names >= {node.id for node in GRAPH.nodes}
    words = sorted(edge["label"].partition(",")[0] for edge in drawn["edges"])
    assert words == WORDS


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pydot_reads_the_dot() -> None:
    pydot = pytest.importorskip("pydot")
    (drawn,) = pydot.graph_from_dot_data(FORMATS["dot"](GRAPH))
    assert len(drawn.get_edges()) == len(GRAPH.edges)


def test_prov_reads_the_document_and_finds_nothing_of_making() -> None:
    model = pytest.importorskip("prov.model")
    text = FORMATS["prov"](GRAPH)
    document = model.ProvDocument.deserialize(content=text, format="json")
    kinds = {type(record).__name__ for record in document.get_records()}
    assert kinds == {"ProvEntity", "ProvMembership", "ProvAlternate"}
    assert set(json.loads(text)) == {"prefix", "entity", "hadMember", "alternateOf"}
    again = model.ProvDocument.deserialize(content=document.serialize(), format="json")
    assert again == document


def test_no_membership_leads_from_a_commit_to_a_session_or_back() -> None:
    members = json.loads(FORMATS["prov"](GRAPH))["hadMember"].values()
    inside: dict[str, set[str]] = {}
    for each in members:
        inside.setdefault(each["prov:collection"], set()).add(each["prov:entity"])
    for kind, other in (("git:commit", "asr:"), ("asr:session", "git:")):
        reached = [name for name in inside if name.startswith(kind)]
        for name in reached:
            reached += [each for each in inside.get(name, ()) if each not in reached]
        assert not [name for name in reached if name.startswith(other)]


NODE = re.compile(r'  [srbc]\d+(\["[^"]*"\]|\("[^"]*"\)|\[/"[^"]*"/\]|\[\["[^"]*"\]\])')
EDGE = re.compile(r'  [srbc]\d+ (==>|-->|-\.->)\|"[^"]*"\| [srbc]\d+')
MORE = re.compile(r'  more\["[^"]*"\]')


@pytest.mark.parametrize("report", [GRAPH, LARGE], ids=["small", "large"])
def test_mermaid_keeps_to_a_strict_grammar(report: GraphReport) -> None:
    first, *rest = FORMATS["mermaid"](report).split("\n")
    assert first == "flowchart LR"
    for line in rest:
        comment = line.startswith("  %% ")
        assert comment or NODE.fullmatch(line) or EDGE.fullmatch(line) or MORE.fullmatch(line)
        label = re.search(r'"([^"]*)"', line)
        assert comment or not re.search(r"[<>&`\\{}\[\]|%]|click|href", label[1] if label else "")


def test_mermaid_says_what_it_leaves_out_and_keeps_the_strongest() -> None:
    text = FORMATS["mermaid"](LARGE)
    nodes = [line for line in text.split("\n") if NODE.fullmatch(line)]
    assert len(nodes) == MOST_NODES
    assert f'more["{len(LARGE.nodes) - MOST_NODES} nodes left out"]' in text
    assert '"b77"' in text


class Page(HTMLParser):
    """What a browser would meet: tags, the rows of the table, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_page_needs_nothing_else_and_runs_nothing_but_its_own() -> None:
    page = Page(FORMATS["html"](GRAPH))
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"link", "img", "iframe", "object", "a", "base", "form"}
    for _, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "href")]
    (policy,) = [
        str(attributes["content"])
        for tag, attributes in page.tags
        if tag == "meta" and "http-equiv" in attributes
    ]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert policy.count("'sha256-") == 3
    assert STATEMENT in page.words


def test_table_and_picture_say_the_same() -> None:
    page = Page(FORMATS["html"](GRAPH))
    rows = [attributes for tag, attributes in page.tags if tag == "tr"][1:]
    items = [attributes for tag, attributes in page.tags if tag == "li"]
    numbers = {item["data-number"] for item in items}
    assert len(rows) == len(GRAPH.edges)
    assert len(numbers) == len(items) == len(GRAPH.nodes)
    assert {row[end] for row in rows for end in ("data-source", "data-target")} == numbers
    assert sorted(str(row["data-word"]) for row in rows) == WORDS


def test_nodes_of_a_column_stand_in_rows_of_their_own() -> None:
    items = [attributes for tag, attributes in Page(FORMATS["html"](GRAPH)).tags if tag == "li"]
    places = [(item["data-column"], item["data-row"]) for item in items]
    assert len(set(places)) == len(places)


def test_picture_ends_somewhere_and_the_table_goes_on() -> None:
    node, edge = LARGE.nodes[1], LARGE.edges[0]
    more = MOST_IN_COLUMN + 5
    nodes = tuple(replace(node, id=f"record:{number:04}") for number in range(more))
    edges = tuple(replace(edge, source=each.id, target=nodes[0].id) for each in nodes)
    page = Page(FORMATS["html"](GraphReport(None, nodes, edges)))
    assert [tag for tag, _ in page.tags].count("li") == MOST_IN_COLUMN
    assert [tag for tag, _ in page.tags].count("tr") == more + 1
    assert "5 nodes left out of the picture." in " ".join(page.words)
