"""`attrib import`: native logs of agents, written as ASR streams into the repository's store."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from attrib.cli.terminal import is_terminal, say
from attrib.errors import UsageError

if TYPE_CHECKING:
    from attrib.cli.blame_progress import Progress
    from attrib.cli.common import Common
    from attrib.cli.importing import Found, Keeper, Request, Tally
    from attrib.importers.interface import ImportedSession, Importer


@click.command("import", context_settings={"help_option_names": ["-h", "--help"]})
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
@click.option(
    "-C", "start", metavar="PATH", type=click.Path(path_type=Path), help="As if started in PATH."
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of what was imported.")
@click.pass_obj
def import_(
    common: Common | None,
    agent: str | None,
    paths: tuple[Path, ...],
    dry_run: bool,
    since: str | None,
    redact: bool,
    namespace: str | None,
    start: Path | None,
    quiet: bool,
) -> None:
    """Read agents' own logs and keep what they record as streams of this repository.

    Without AGENT, those of all agents that have logs on this machine, listed first. Without PATH,
    the logs where the agent keeps them, and only sessions that worked in a worktree of this
    repository. With PATH, these files and folders, wherever the sessions worked. Importing again
    adds only what is new.
    """
    from attrib.cli.importing import Keeper, Request, carry_out, find

    if common is not None:
        start = common.start / start if common.start and start else start or common.start
        quiet = quiet or common.quiet
    common_dir, trees = _store_and_worktrees(start)
    request = Request(common_dir, trees, paths, _moment(since), namespace, dry_run, redact)
    keeper = Keeper(request)
    if agent is None:
        tally = _all_agents(request, keeper, quiet=quiet)
    else:
        tally = carry_out(find(_importer(agent), request), request, keeper.keep)
    if not quiet:
        _report(tally, dry_run=dry_run)


def _store_and_worktrees(start: Path | None) -> tuple[Path, tuple[str, ...]]:
    """The common git directory, and the worktrees as git names them and by their real paths."""
    from attrib.opening import open_repository

    repository = open_repository(start)
    try:
        trees = [name for tree in repository.worktrees for name in (tree, os.path.realpath(tree))]
        return Path(repository.common_dir), tuple(dict.fromkeys(trees))
    finally:
        repository.close()


def _all_agents(request: Request, keeper: Keeper, *, quiet: bool) -> Tally:
    """List what is on this machine, agent by agent; then import all of this repository."""
    from attrib.cli.blame_progress import Progress
    from attrib.cli.importing import carry_out, count, find, total
    from attrib.importers import IMPORTERS

    shown = is_terminal(sys.stderr) and not quiet
    counted: list[tuple[Found, Tally]] = []
    with Progress(sys.stderr.buffer if shown else None) as progress:
        for importer in IMPORTERS:
            progress.stage = f"looking at the logs of {importer.alias}"
            found = find(importer, request)
            counted.append((found, carry_out(found, request, count)))
    if not quiet:
        for found, tally in counted:
            _list(found, tally)
    if request.dry_run and not request.redact:
        return total(tally for _, tally in counted)
    done: list[Tally] = []
    with Progress(sys.stderr.buffer if shown else None) as progress:
        for found, tally in counted:
            # Without a session of this repository there is nothing to read a second time.
            keep = _Watched(keeper, progress, found.importer.alias, tally.sessions)
            done.append(carry_out(found, request, keep) if tally.sessions else tally)
    return total(done)


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
