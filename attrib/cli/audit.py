"""`attrib audit`: what commits declare against what recorded content supports."""

from __future__ import annotations

import click

from attrib.answers import audit as answers
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text
from attrib.model.audit import Standpoint


@click.command("audit")
@common_options
@click.argument("revisions", metavar="[RANGE]", required=False)
def audit(revisions: str | None, common: Common) -> int:
    """Trailers and other tools' notes and files against recorded content, commit by commit.

    A range is A..B, A...B, or B for everything up to B; without one: HEAD.
    """
    with common.open() as workspace:
        answer = answers.audit(workspace, revisions, at_least=common.options.min_strength)
        if common.as_json:
            from attrib.render import json, json_ranges

            write([json.encode(json_ranges.audit(answer))])
        else:
            from attrib.render.audit_text import audit_text

            write_text(audit_text(answer, color=common.colored(workspace)))
        against = answer.of(Standpoint.CONTRADICTED) + answer.of(Standpoint.UNSUPPORTED)
        return common.finish(workspace, is_negative=bool(against))
