"""`attrib graph`: the evidence about a range as a graph, in the formats of other tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from attrib.answers import graph_export
from attrib.cli.commit import RevisionsAndPaths
from attrib.cli.common import Common, common_options
from attrib.cli.ranges import paths_given
from attrib.cli.terminal import write
from attrib.model.graphs import GraphReport

FORMATS = ("json", "graphml", "dot", "mermaid", "prov", "html")


@click.command("graph", cls=RevisionsAndPaths)
@common_options
@click.argument("revisions", metavar="[RANGE] [-- PATH...]", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), help="json unless given.")
@click.pass_context
def graph(context: click.Context, revisions: str | None, form: str | None, common: Common) -> int:
    """Sessions, records, blobs and commits of a range, and what each has to do with the next.

    A range is A..B, A...B, or B for everything up to B; without one: HEAD.
    """
    if common.as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} are two formats")
    with common.open() as workspace:
        paths = paths_given(workspace, context)
        least = common.options.min_strength
        answer = graph_export.graph(workspace, revisions, paths, at_least=least)
        write(_written(answer, form or "json"))
        return common.finish(workspace, is_negative=not answer.edges)


def _written(answer: GraphReport, form: str) -> Iterable[bytes]:
    from attrib.render import json

    match form:
        case "graphml":
            from attrib.render.graphml import graphml

            return _lines(graphml(answer))
        case "dot":
            from attrib.render.dot import dot

            return _lines(dot(answer))
        case "mermaid":
            from attrib.render.mermaid import mermaid

            return _lines(mermaid(answer))
        case "html":
            from attrib.render.graph_html import graph_html

            return _lines(graph_html(answer))
        case "prov":
            from attrib.render.prov import prov

            return [json.encode(prov(answer))]
        case _:
            from attrib.render.graph_json import graph_json

            return [json.encode(graph_json(answer))]


def _lines(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode("utf-8", "replace")
