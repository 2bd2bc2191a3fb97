"""`attrib index`: the state of the index, and building it."""

from __future__ import annotations

from dataclasses import replace

import click

from attrib.answers.index import build_index, index_state
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text
from attrib.git.room import build as build_room
from attrib.git.user import UserCheckout
from attrib.opening import open_repository, open_workspace


@click.command("index")
@common_options
@click.option("--build", is_flag=True, help="Build it, or read into it what is new.")
@click.option("--rebuild", is_flag=True, help="Build it anew.")
def index(build: bool, rebuild: bool, common: Common) -> int:
    """What the index of this repository holds; it only saves time, and may be deleted."""
    repository = open_repository(common.start)
    try:
        if build or rebuild:
            built = build_index(repository, anew=rebuild)
            # Whoever opens the sessions where there is an index reads into it what is new.
            open_workspace(common.options, repository)
            if isinstance(repository, UserCheckout):
                build_room(repository, anew=rebuild)
            report = replace(index_state(repository), seconds=built.seconds)
        else:
            report = index_state(repository)
    finally:
        repository.close()
    if common.as_json:
        from attrib.render import find_json, json

        write([json.encode(find_json.index(report))])
    else:
        from attrib.render.find_text import index_text

        write_text(index_text(report))
    return 1 if common.exit_code and not report.is_built else 0
