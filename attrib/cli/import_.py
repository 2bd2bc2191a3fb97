"""`attrib import`: native logs of agents, written as ASR streams into the repository's store."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from attrib.cli.terminal import say
from attrib.errors import AttribError, UsageError

if TYPE_CHECKING:
    from attrib.cli.common import Common
    from attrib.importers.interface import ImportedSession, Importer, Notice
    from attrib.recording.stream_writer import Written

PRODUCER = "import"


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be imported. `trees` are the worktrees; `paths` empty: the agent's own places."""

    importer: Importer
    paths: tuple[Path, ...]
    common_dir: Path
    trees: tuple[str, ...]
    earliest: float | None
    namespace: str | None
    dry_run: bool


@dataclass
class _Tally:
    """What an import has done so far."""

    sessions: int = 0
    records: int = 0
    unchanged: int = 0
    other_folders: int = 0
    too_old: int = 0
    refused: list[Path] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


@click.command("import", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("agent", required=False)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would be imported; write nothing.")
@click.option(
    "--since", metavar="DATE", help="Only sessions with a record since DATE (ISO 8601; else UTC)."
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
    namespace: str | None,
    start: Path | None,
    quiet: bool,
) -> None:
    """Read an agent's own logs and keep what they record as streams of this repository.

    Without PATH, the logs where the agent keeps them, and only sessions that worked in a worktree
    of this repository. With PATH, these files and folders, wherever the sessions worked. Without
    AGENT, list what there is to import. Importing again adds only what is new.
    """
    if common is not None:
        start = common.start / start if common.start and start else start or common.start
        quiet = quiet or common.quiet
    if agent is None:
        _list(start)
        return
    common_dir, worktrees = _store_and_worktrees(start)
    request = _Request(
        _importer(agent), paths, common_dir, worktrees, _moment(since), namespace, dry_run
    )
    tally = _carry_out(request)
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


def _carry_out(request: _Request) -> _Tally:
    tally, importer, trees = _Tally(), request.importer, request.trees
    places = request.paths or (*importer.where(), *_own_place(importer, request.common_dir))
    logs = _logs(importer, places, explicit=bool(request.paths))
    wanted = [log for log in logs if request.paths or importer.mentions(log, trees)]
    tally.other_folders = sum(log.parent.name != "subagents" for log in set(logs) - set(wanted))
    for namespace, group in _by_namespace(importer, wanted, request.namespace).items():
        for session in importer.sessions(group):
            tally.notices += session.notices
            if not session.records:
                continue
            if not request.paths and not _works_in(session, trees):
                tally.other_folders += 1
            elif request.earliest is not None and (session.latest or 0.0) < request.earliest:
                tally.too_old += 1
            else:
                _keep(session, namespace, request, tally)
    return tally


def _own_place(importer: Importer, common_dir: Path) -> tuple[Path, ...]:
    """The repository's common git directory, for an importer that reads it."""
    return (common_dir,) if importer.recognizes(common_dir) else ()


def _list(start: Path | None) -> None:
    from attrib.importers import IMPORTERS

    common_dir: Path | None = None
    with suppress(AttribError):
        common_dir, _ = _store_and_worktrees(start)
    for importer in IMPORTERS:
        places = [*importer.where(), *(_own_place(importer, common_dir) if common_dir else ())]
        logs = list(_logs(importer, places, explicit=False))
        where = ", ".join(str(place) for place in places) or "no folder of its own here"
        click.echo(f"{importer.alias}\t{_counted(len(logs), 'log')}\t{where}")
    say("hint: attrib import <agent>")


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


def _logs(importer: Importer, places: Sequence[Path], *, explicit: bool) -> list[Path]:
    """The importer's logs at these places, each once.

    Raises:
        UsageError: a place that was asked for is not there, or is a file of another kind.
    """
    found: dict[Path, None] = {}
    for place in places:
        path = place.resolve()
        if path.is_dir() and not importer.recognizes(path):
            found |= dict.fromkeys(importer.logs(path))
        elif not path.exists():
            raise UsageError(f"no file or folder '{place}'", hint="attrib import")
        elif importer.recognizes(path):
            found[path] = None
        elif explicit:
            raise UsageError(f"'{place}' is no log of {importer.alias}", hint="attrib import")
    return list(found)


def _by_namespace(
    importer: Importer, logs: Iterable[Path], given: str | None
) -> Mapping[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for log in logs:
        groups.setdefault(given or importer.namespace_of(log), []).append(log)
    return dict(sorted(groups.items()))


def _works_in(session: ImportedSession, worktrees: Sequence[str]) -> bool:
    return any(
        folder == tree or folder.startswith(tree.rstrip(os.sep) + os.sep)
        for folder in session.folders
        for tree in worktrees
    )


def _keep(session: ImportedSession, namespace: str, request: _Request, tally: _Tally) -> None:
    if request.dry_run:
        tally.sessions += 1
        tally.records += len(session.records)
        return
    written = write_session(session, namespace, request.common_dir)
    if written.is_refused:
        tally.refused.append(written.path)
    elif written.added or written.is_new or written.is_rewritten:
        tally.sessions += 1
        tally.records += written.added
    else:
        tally.unchanged += 1


def write_session(session: ImportedSession, namespace: str, common_dir: Path) -> Written:
    """Bring the stream of an imported session up to date in a repository's store."""
    from attrib.model.ids import SessionKey
    from attrib.recording.stream_writer import StreamFolder, StreamHeader

    header = StreamHeader(
        SessionKey(session.agent, namespace, session.id),
        PRODUCER,
        started=session.started,
        roots=session.roots,
        losses=session.losses,
        parent=session.parent,
        meta=session.meta,
    )
    return StreamFolder(common_dir).merge(header, session.records, elsewhere=session.elsewhere)


def _report(tally: _Tally, *, dry_run: bool) -> None:
    for notice in tally.notices:
        say(f"notice: {notice}")
    for path in tally.refused:
        say(
            f"notice: '{path}' holds records that these logs lack, under other roots; left as it is"
        )
        say("hint: import the folder with all logs of the session")
    say("; ".join(_sentence(tally, dry_run=dry_run)))


def _sentence(tally: _Tally, *, dry_run: bool) -> Iterator[str]:
    verb = "would import" if dry_run else "imported"
    yield f"{verb} {_counted(tally.sessions, 'session')}, {_counted(tally.records, 'record')}"
    if tally.unchanged:
        yield f"{tally.unchanged} unchanged"
    if tally.other_folders:
        yield f"left out {_counted(tally.other_folders, 'session')} of other folders"
    if tally.too_old:
        yield f"left out {_counted(tally.too_old, 'session')} of an earlier date"
    skipped = sum(notice.skips and not notice.pending for notice in tally.notices)
    if skipped:
        yield f"{_counted(skipped, 'line')} skipped"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
