"""`[RANGE] [-- PATH...]`: what commands about ranges take."""

from __future__ import annotations

import click

from attrib.cli.checkout import checkout_of, path_from_top
from attrib.model.ids import RepoPath
from attrib.workspace import Workspace


def paths_given(workspace: Workspace, context: click.Context) -> list[RepoPath]:
    """What stood after `--`, from the top of the repository."""
    given = context.meta.get("attrib.paths", ())
    if not given:
        return []
    checkout = checkout_of(workspace)
    return [path_from_top(checkout, path) for path in given]
