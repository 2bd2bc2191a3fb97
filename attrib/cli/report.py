"""`attrib report`: the added lines of a range by strength, by session, and the unseen."""

from __future__ import annotations

import click

from attrib.answers import report as answers
from attrib.cli.commit import RevisionsAndPaths
from attrib.cli.common import Common, common_options
from attrib.cli.ranges import paths_given
from attrib.cli.terminal import write, write_text


@click.command("report", cls=RevisionsAndPaths)
@common_options
@click.argument("revisions", metavar="[RANGE] [-- PATH...]", required=False)
@click.pass_context
def report(context: click.Context, revisions: str | None, common: Common) -> int:
    """The lines that commits add, by the strength of their evidence, and the unseen with reasons.

    A range is A..B, A...B, or B for everything up to B; without one: HEAD.
    """
    with common.open() as workspace:
        paths = paths_given(workspace, context)
        least = common.options.min_strength
        answer = answers.report(workspace, revisions, paths, at_least=least)
        if common.as_json:
            from attrib.render import json, json_ranges

            write([json.encode(json_ranges.report(answer))])
        else:
            from attrib.render.report_text import report_text

            write_text(report_text(answer, color=common.colored(workspace)))
        return common.finish(workspace, is_negative=not any(answer.totals.lines.values()))
