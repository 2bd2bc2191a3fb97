"""`attrib serve`: the patch history and file view API, and pages to look at."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import click

from attrib.cli.common import Common, common_options
from attrib.cli.terminal import say
from attrib.errors import AttribError


@click.command("serve")
@common_options
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0, or none: a free one.")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Another one is reachable.")
@click.option(
    "--allow-host", "allowed", multiple=True, metavar="NAME", help="Answer for this name too."
)
@click.option("--stdio", is_flag=True, help="One JSON-RPC message a line; no network.")
def serve(port: int, host: str, allowed: tuple[str, ...], stdio: bool, common: Common) -> int:
    """Answer JSON-RPC about this repository and its recorded sessions, and show pages.

    It listens on this machine alone, for whoever has the token or opens the URL that is printed.
    Nothing that it answers changes anything.
    """
    common.refuse_json()
    missing = [name for name in ("msgspec", "starlette", "uvicorn") if not _has(name)]
    if missing:
        raise AttribError(f"'{missing[0]}' is not installed", hint="pip install 'attrib[serve]'")
    from attrib.serve.desk import Desk

    desk = Desk(common.options)
    if stdio:
        from attrib.serve.stdio import serve_lines

        serve_lines(desk, sys.stdin.buffer, sys.stdout.buffer)
        desk.close()
        return 0
    from attrib.serve import server
    from attrib.serve.hosts import is_loopback

    if not is_loopback(host):
        say(f"warning: whoever reaches '{host}' can ask, with the token, over an open connection")
    server.serve(desk, host=host, port=port, allowed=allowed, announce=_announce)
    return 0


def _has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _announce(base: str, login: str, file: Path) -> None:
    """The address on stdout, for programs; the rest for people."""
    sys.stdout.write(f"{base}\n")
    sys.stdout.flush()
    say(f"open     {login}")
    say(f"token    {file}")
    say("stop it with Ctrl-C")
