"""`attrib`: the commands, each imported when it is used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from attrib import __version__
from attrib.cli.terminal import ends_well, say

#: Command to (module, one line of help): the help is here so that `attrib -h` imports nothing.
COMMANDS = {
    "blame": ("blame", "git blame with the evidence beside every line."),
    "explain": ("explain", "Why a line or a commit has its evidence, or has none."),
    "commit": ("commit", "The sessions linked to a commit, path by path."),
    "report": ("report", "The added lines of a range by strength, by session, and the unseen."),
    "session": ("session", "The sessions known here, or what one of them left behind."),
    "find": ("find", "The sessions that recorded an object ID, and the commits that hold it."),
    "graph": ("graph", "The evidence about a range as a graph, for other tools."),
    "audit": ("audit", "What commits declare against what recorded content supports."),
    "controls": ("controls", "Evidence that cannot be true, looked for on purpose."),
    "check": ("check", "Whether streams follow the ASR specification."),
    "import": ("import_", "Native logs of agents as ASR streams."),
    "hook": ("hook", "Hooks that record commits for the sessions that run in a worktree."),
    "pr": ("pr", "The comment on a pull request: what its added lines have for evidence."),
    "serve": ("serve", "The patch history and file view API, and pages to look at."),
    "share": ("share", "Evidence in git notes, or in one file, for those without the sessions."),
    "fleet": ("fleet", "The same matching over many repositories and many sessions."),
    "index": ("index", "What the index holds, and building it."),
    "doctor": ("doctor", "What works here and what does not, with the remedy."),
    "demo": ("demo", "A made-up repository with sessions."),
}
_USAGE_CODE = 129
_INTERRUPTED = 130
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class LazyGroup(click.Group):
    """A group whose commands live in modules of their names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name == "blame":
            return _blame
        module = importlib.import_module(f"attrib.cli.{COMMANDS[cmd_name][0]}")
        commands = [each for each in vars(module).values() if isinstance(each, click.Command)]
        return next((each for each in commands if each.name == cmd_name), None)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and help lines, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _group() -> click.Group:
    from attrib.cli.common import Common, common_options

    @click.group("attrib", cls=LazyGroup, context_settings=_CONTEXT)
    @click.version_option(__version__, "-V", "--version", prog_name="attrib")
    @common_options
    @click.pass_context
    def attrib(context: click.Context, common: Common) -> None:
        """Link recorded agent sessions to commits by the content that both hold.

        It says how strong the evidence is, and never what caused a commit.
        """
        context.obj = common

    return attrib


@click.command(
    "blame",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_obj
def _blame(common: Any, arguments: Sequence[str]) -> int:
    """git blame with the evidence beside every line: the same as `git asr-blame`."""
    from attrib.cli import blame

    own = ["--json"] * common.as_json + ["--strict"] * common.strict
    own += ["--exit-code"] * common.exit_code
    own += [f"--color={common.color}"] if common.color else []
    return blame.main([*own, *arguments], common.options)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `attrib`; gives its exit code."""
    return ends_well(lambda: _run(list(sys.argv[1:] if arguments is None else arguments)))


def _run(arguments: list[str]) -> int:
    from attrib.cli.common import spelled_out

    if not arguments:
        arguments = ["--help"]
    try:
        code = _group().main(spelled_out(arguments), prog_name="attrib", standalone_mode=False)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.Abort:
        return _INTERRUPTED
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        message = error.format_message().rstrip(".")
        say(f"error: {message[:1].lower()}{message[1:]}")
        say(f"hint: {context.command_path if context else 'attrib'} -h")
        return _USAGE_CODE
    return code if isinstance(code, int) else 0
