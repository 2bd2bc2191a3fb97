"""`attrib import`: native logs of agents, written as ASR streams into the repository's store."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from attrib.cli.common import Common, common_options
from attrib.cli.notices import INCOMPLETE
from attrib.cli.terminal import is_terminal, say, write
from attrib.errors import UsageError

if TYPE_CHECKING:
    from attrib.cli.blame_progress import Progress
    from attrib.cli.importing import Found, Keeper, Request, Tally
    from attrib.importers.interface import ImportedSession, Importer


@click.command("import", context_settings={"help_option_names": ["-h", "--help"]})
@common_options
@click.argument("agent", required=False)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would be imported; write nothing.")
@click.option(
    "--since", metavar="DATE", help="Only sessions with a record since DATE (ISO 8601; else UTC)."
)
@click.option(
    "--redact", is_flag=True, help="Leave out secrets that are found, messages, native records."
)
@click.option("--namespace", metavar="NS", help="The installation that the sessions belong to.")
def import_(
    common: Common,
    agent: str | None,
    paths: tuple[Path, ...],
    dry_run: bool,
    since: str | None,
    redact: bool,
    namespace: str | None,
) -> int:
    """Read agents' own logs and keep what they record as streams of this repository.

    Without AGENT, those of all agents that have logs on this machine, listed first. Without PATH,
    the logs where the agent keeps them, and only sessions that worked in a worktree of this
    repository. With PATH, these files and folders, wherever the sessions worked. Importing again
    adds only what is new.
    """
    from attrib.cli.importing import Keeper, Request, carry_out, find, total

    common_dir, trees = _store_and_worktrees(common.start)
    paths = tuple(common.start / path if common.start else path for path in paths)
    request = Request(common_dir, trees, paths, _moment(since), namespace, dry_run, redact)
    keeper = Keeper(request)
    if agent is None:
        done = _all_agents(request, keeper, common)
    else:
        found = find(_importer(agent), request)
        done = [(found, carry_out(found, request, keeper.keep))]
    tally = total(tally for _, tally in done)
    if common.as_json:
        from attrib.cli.import_json import imported
        from attrib.render import json

        write([json.encode(imported(done, dry_run=dry_run))])
    if not common.quiet:
        _report(tally, dry_run=dry_run)
    if common.strict and any(each.skips and not each.pending for each in tally.notices):
        return INCOMPLETE
    return 1 if common.exit_code and not tally.sessions and not tally.unchanged else 0


def _store_and_worktrees(start: Path | None) -> tuple[Path, tuple[str, ...]]:
    """The common git directory, and the worktrees as git names them and by their real paths."""
    from attrib.opening import open_repository

    repository = open_repository(start)
    try:
        trees = [name for tree in repository.worktrees for name in (tree, os.path.realpath(tree))]
        return Path(repository.common_dir), tuple(dict.fromkeys(trees))
    finally:
        repository.close()


def _all_agents(request: Request, keeper: Keeper, common: Common) -> list[tuple[Found, Tally]]:
    """List what is on this machine, agent by agent; then import all of this repository."""
    from attrib.cli.blame_progress import Progress
    from attrib.cli.importing import carry_out, count, find
    from attrib.importers import IMPORTERS

    shown = is_terminal(sys.stderr) and not common.quiet
    counted: list[tuple[Found, Tally]] = []
    with Progress(sys.stderr.buffer if shown else None) as progress:
        for importer in IMPORTERS:
            progress.stage = f"looking at the logs of {importer.alias}"
            found = find(importer, request)
            counted.append((found, carry_out(found, request, count)))
    if not common.quiet and not common.as_json:
        for found, tally in counted:
            _list(found, tally)
    if request.dry_run and not request.redact:
        return counted
    done: list[tuple[Found, Tally]] = []
    with Progress(sys.stderr.buffer if shown else None) as progress:
        for found, tally in counted:
            # Without a session of this repository there is nothing to read a second time.
            keep = _Watched(keeper, progress, found.importer.alias, tally.sessions)
            if tally.sessions:
                tally = carry_out(found, request, keep)
            done.append((found, tally))
    return done


class _Watched:
    """Keeps sessions, and says on a terminal how far it is."""

    def __init__(self, keeper: Keeper, progress: Progress, alias: str, sessions: int) -> None:
        self._keeper = keeper
        self._progress = progress
        self._alias = alias
        self._sessions = sessions
        self._number = 0

    def __call__(self, session: ImportedSession, namespace: str, tally: Tally) -> None:
        self._number += 1
        which = f"session {self._number} of {self._sessions}"
        self._progress.stage = f"importing {self._alias}, {which}"
        self._keeper.keep(session, namespace, tally)


def _list(found: Found, tally: Tally) -> None:
    from attrib.cli.importing import counted
    from attrib.render.text import escape

    if not found.places:
        click.echo(f"{found.importer.alias}\tno logs here")
        return
    numbers = (
        counted(len(found.logs), "log"),
        f"{counted(tally.sessions, 'session')} of this repository",
        counted(tally.records, "record"),
    )
    click.echo(
        "\t".join((found.importer.alias, *numbers, escape(", ".join(map(str, found.places)))))
    )


def _importer(agent: str) -> Importer:
    from attrib.importers import IMPORTERS

    for importer in IMPORTERS:
        if agent in (importer.alias, importer.agent):
            return importer
    known = ", ".join(importer.alias for importer in IMPORTERS)
    raise UsageError(f"no importer for agent '{agent}'", hint=f"attrib import <agent>: {known}")


def _moment(since: str | None) -> float | None:
    if since is None:
        return None
    try:
        moment = datetime.fromisoformat(since)
    except ValueError:
        raise UsageError(f"'{since}' is no date", hint="attrib import --since 2026-10-20") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _report(tally: Tally, *, dry_run: bool) -> None:
    from attrib.cli.importing import sentences

    for notice in dict.fromkeys(tally.notices):
        say(f"notice: {notice}")
    for path in tally.refused:
        say(
            f"notice: '{path}' holds records that these logs lack, under other roots; left as it is"
        )
        say("hint: import the folder with all logs of the session")
    for problem in tally.problems:
        say(f"notice: native records: {problem}")
        if problem.hint:
            say(f"hint: {problem.hint}")
    if tally.left_redacted:
        say("hint: attrib import --redact brings redacted sessions up to date")
    say("; ".join(sentences(tally, dry_run=dry_run)))
