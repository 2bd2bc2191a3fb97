"""`attrib session`: the sessions known here, or one of them."""

from __future__ import annotations

import click

from attrib import answers
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text
from attrib.errors import UsageError


@click.command("session")
@common_options
@click.argument("words", metavar="[[forget] ID]", nargs=-1)
def session(words: tuple[str, ...], common: Common) -> int:
    """List the sessions known here; with an ID, what that session recorded and where it stands.

    With `forget` before the ID, the session is removed: its streams in this repository's store,
    what the index holds of it, and its native records. Streams elsewhere are left, and named.
    """
    if words and words[0] == "forget":
        from attrib.cli.forget import forget

        if len(words) != 2:
            raise UsageError("forget which session?", hint="attrib session forget ID")
        return forget(words[1], common)
    if len(words) > 1:
        raise UsageError(f"one session at a time, not '{' '.join(words)}'", hint="attrib session")
    return _show(words[0] if words else None, common)


def _show(identifier: str | None, common: Common) -> int:
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
