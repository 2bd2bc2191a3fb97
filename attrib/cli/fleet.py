"""`attrib fleet`: the same matching over many repositories and many sessions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from attrib.cli.common import Common, common_options
from attrib.cli.notices import INCOMPLETE, NEGATIVE
from attrib.cli.sizes import size
from attrib.cli.terminal import say, write, write_text
from attrib.errors import FleetError, UsageError
from attrib.model.evidence import STATEMENT
from attrib.model.fleet import FleetFailure

if TYPE_CHECKING:
    from attrib.fleet.engine import Engine
    from attrib.fleet.parts import Folder

_folder_option = click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="The folder of the fleet."
)


@click.group("fleet")
@common_options
@click.pass_context
def fleet(context: click.Context, common: Common) -> None:
    """The same matching over many repositories and many sessions."""
    context.obj = common


@fleet.command("export")
@click.argument("repositories", metavar="[REPOSITORY]...", nargs=-1)
@_folder_option
@click.option("--forms", is_flag=True, help="Also IDs of worktree forms; reads every blob.")
@common_options
def export(common: Common, repositories: tuple[str, ...], folder: str, forms: bool) -> int:
    """Write what is new in repositories, and in stores given by --sessions, as Parquet tables."""
    if not repositories and not common.sessions:
        raise UsageError("nothing to export", hint="attrib fleet export REPOSITORY -o DIR")
    with _installed():
        from attrib.fleet.export import export as run
    base = common.start or Path()
    places = [base / Path(each).expanduser() for each in repositories]
    stores = [base / Path(each).expanduser() for each in common.sessions]
    place = _folder(base / folder)
    with _writing(place.path):
        answer = run(place, places, stores, forms=forms)
    from attrib.render import fleet_json, fleet_text, json

    if common.as_json:
        write([json.encode(fleet_json.export(answer))])
    else:
        write_text(fleet_text.export_text(answer))
    if not common.quiet:
        for notice in answer.notices:
            say(f"notice: {notice}")
    return _end(common, answer.failures, is_negative=not answer.exported)


@fleet.command("match")
@click.argument("folder", metavar="DIR")
@click.option("--engine", type=click.Choice(["duckdb", "spark"]), default="duckdb")
@click.option("--memory", type=size, metavar="SIZE", help="Memory for the joins, as in 4GB.")
@click.option("--workers", type=click.IntRange(0), help="Processes that compare contents.")
@click.option("--joins-only", is_flag=True, help="IDs, paths and names alone; no strengths.")
@common_options
def match(common: Common, folder: str, engine: str, joins_only: bool, **settings: Any) -> int:
    """Match everything that was exported; what was matched before and still holds is kept."""
    with _installed():
        from attrib.fleet.match import match as run
    place = _folder((common.start or Path()) / folder)
    place.check()
    settings["workers"] = _workers(settings["workers"])
    with _writing(place.path), _engine(engine, place.path, settings) as opened:
        answer = run(place, opened, judges=not joins_only)
    from attrib.render import fleet_json, fleet_text, json

    if common.as_json:
        write([json.encode(fleet_json.match(answer))])
    else:
        write_text(fleet_text.match_text(answer))
        say(STATEMENT)
    return _end(common, answer.failures, is_negative=not answer.evidence)


@fleet.command("report")
@click.argument("folder", metavar="DIR")
@click.option("--by", type=click.Choice(["repository", "agent", "month"]), default="repository")
@click.option("--object", "object_id", metavar="ID", help="Who recorded it, who introduced it.")
@click.option("--vendored", is_flag=True, help="Files that another repository held before.")
@common_options
def report(common: Common, folder: str, by: str, object_id: str | None, vendored: bool) -> int:
    """Links by strength; or with --session, --object or --vendored, what these ask.

    --session ID: the repositories and commits that the session is linked to.
    """
    if len(common.session_ids) + bool(object_id) + vendored > 1:
        raise UsageError("--session, --object and --vendored are asked one at a time")
    with _installed():
        from attrib.fleet import report as answers
    place = _folder((common.start or Path()) / folder)
    place.check()
    from attrib.render import fleet_json, fleet_text, json

    level = common.options.min_strength
    with _engine("duckdb", None, {}) as engine:
        reader = answers.Reader(place, engine)
        answer: Any
        found: Any
        forms: tuple[Any, Any]
        if common.session_ids:
            answer = found = answers.of_session(reader, common.session_ids[0], at_least=level)
            forms = fleet_json.links, fleet_text.links_text
        elif object_id:
            answer = answers.of_object(reader, object_id)
            found = answer.records or answer.places
            forms = fleet_json.found, fleet_text.object_text
        elif vendored:
            answer = found = answers.vendored(reader, at_least=level)
            forms = fleet_json.vendored, fleet_text.vendored_text
        else:
            answer = answers.summary(reader, by, at_least=level)
            found = answer.groups
            forms = fleet_json.summary, fleet_text.summary_text
    if common.as_json:
        write([json.encode(forms[0](answer))])
    else:
        write_text(forms[1](answer))
        say(STATEMENT)
    damaged = [FleetFailure(name, f"part '{part}' is damaged") for name, part in reader.damaged]
    return _end(common, damaged, is_negative=not found)


@contextmanager
def _installed() -> Iterator[None]:
    """Turn a missing library into words that name the extra."""
    try:
        yield
    except ImportError as error:
        hint = "python -m pip install 'attrib[fleet]'"
        raise FleetError("'attrib fleet' needs libraries of its own", hint=hint) from error


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Turn what the system refuses into words that name the folder."""
    try:
        yield
    except OSError as error:
        hint = "see to the disk and its permissions; a rerun goes on where this one ended"
        words = f"cannot work in '{folder}': {error.strerror or error}"
        raise FleetError(words, hint=hint) from error


@contextmanager
def _engine(name: str, beside: Path | None, settings: dict[str, Any]) -> Iterator[Engine]:
    """An engine that spills to a folder `beside` the tables, or to one of the system's own.

    Raises:
        FleetError: memory, disk or workers do not suffice.
    """
    from attrib.fleet.engine import open_engine

    given = {key: value for key, value in settings.items() if value is not None}
    with TemporaryDirectory(prefix=".spill-", dir=beside) as spill:
        opened = open_engine(name, {**given, "spill": spill})
        try:
            with closing(opened):
                yield opened
        except opened.failures as error:
            hint = "give more --memory, or free some disk; a rerun goes on where this one ended"
            reason = str(error).split("\n\n")[0].split("\n\tat ")[0]
            words = f"the engine '{name}' gave up: {' '.join(reason.split())}"
            raise FleetError(words, hint=hint) from error


def _workers(given: int | None) -> int:
    return given if given is not None else os.cpu_count() or 1


def _folder(path: Path) -> Folder:
    from attrib.fleet.parts import Folder

    return Folder(path.expanduser().absolute())


def _end(common: Common, failures: Iterable[FleetFailure], *, is_negative: bool) -> int:
    """Name what failed; the exit code that `--strict` and `--exit-code` ask for."""
    listed = list(failures)
    for each in listed:
        say(f"error: {each.place}: {each.reason}")
    if common.strict and listed:
        return INCOMPLETE
    return NEGATIVE if common.exit_code and is_negative else 0
