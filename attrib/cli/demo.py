"""`attrib demo`: a made-up repository with sessions, shown in a few seconds."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from attrib.cli.common import Common, common_options
from attrib.errors import UsageError


@click.command("demo", context_settings={"help_option_names": ["-h", "--help"]})
@common_options
@click.option(
    "--keep",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Make it in DIR, and leave it there.",
)
def demo(keep: Path | None, common: Common) -> int:
    """Make a repository with recorded sessions, and show what attrib says of it.

    Needs git and no network. Without --keep nothing stays.
    """
    from attrib.demonstration.show import show

    common.refuse_json()
    if keep is not None:
        show(_empty_folder((common.start or Path()) / keep), _say)
        return 0
    with tempfile.TemporaryDirectory(prefix="attrib-demo-") as folder:
        show(Path(folder).resolve(), _say)
    _say("")
    _say("that was all made up, and is gone; to keep it: attrib demo --keep DIR")
    return 0


def _empty_folder(folder: Path) -> Path:
    """`folder`, made where it is not there; absolute.

    Raises:
        UsageError: something is in it.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"'{folder}' is not an empty folder", hint="attrib demo --keep NEW-DIR")
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def _say(line: str) -> None:
    click.echo(line)
