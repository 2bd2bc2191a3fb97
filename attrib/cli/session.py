"""`attrib session`: the sessions known here, or one of them."""

from __future__ import annotations

import click

from attrib import answers
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text


@click.command("session")
@common_options
@click.argument("identifier", metavar="[ID]", required=False)
def session(identifier: str | None, common: Common) -> int:
    """List the sessions known here; with an ID, what that session recorded and where it stands."""
    from attrib.render import json, session_text

    with common.open() as workspace:
        if identifier is None:
            infos = answers.sessions(workspace)
            if common.as_json:
                write([json.encode(json.sessions(infos))])
            else:
                write_text(session_text.sessions_text(infos, color=common.colored(workspace)))
            return common.finish(workspace, is_negative=not infos, state=False)
        report = answers.session(workspace, identifier)
        if common.as_json:
            write([json.encode(json.session(report))])
        else:
            write_text(session_text.session_text(report, color=common.colored(workspace)))
        return common.finish(workspace, is_negative=not session_text.links_of(report))
