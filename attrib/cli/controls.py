"""`attrib controls`: evidence that cannot be true, looked for on purpose."""

from __future__ import annotations

import click

from attrib.answers import controls as answers
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text


@click.command("controls")
@common_options
@click.argument("revisions", metavar="[RANGE]", required=False)
def controls(revisions: str | None, common: Common) -> int:
    """Comparisons that nothing true can answer, and how much evidence each of them gives here.

    Nothing strong and nothing moderate is expected; --exit-code tells.
    """
    with common.open() as workspace:
        answer = answers.controls(workspace, revisions)
        if common.as_json:
            from attrib.render import json, json_ranges

            write([json.encode(json_ranges.controls(answer))])
        else:
            from attrib.render.controls_text import controls_text

            write_text(controls_text(answer, color=common.colored(workspace)))
        return common.finish(workspace, is_negative=not answer.holds)
