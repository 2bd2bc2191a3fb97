"""`attrib find`: who recorded an object ID, and which commits hold it."""

from __future__ import annotations

import click

from attrib.answers.find import find as answer
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text


@click.command("find")
@common_options
@click.argument("object_id", metavar="OBJECT-ID")
def find(object_id: str, common: Common) -> int:
    """The sessions that recorded an object ID, and the commits that introduce its content.

    Four digits or more, of an ID of any type.
    """
    with common.open() as workspace:
        report = answer(workspace, object_id)
        if common.as_json:
            from attrib.render import find_json, json

            write([json.encode(find_json.find(report))])
        else:
            from attrib.render.find_text import find_text

            write_text(find_text(report))
        return common.finish(workspace, is_negative=report.is_empty)
