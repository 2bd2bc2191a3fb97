"""`attrib hook`: hooks that record what git does, installed, taken away, told about, and run."""

from __future__ import annotations

import sys

import click

from attrib.cli.common import Common, common_options
from attrib.cli.terminal import say, write_text
from attrib.git.hooks_folder import HooksFolder, hooks_folder
from attrib.recording import hook_install
from attrib.recording.hook_install import STANDING, HookFacts
from attrib.recording.hook_scripts import HOOKS


@click.group("hook")
@common_options
@click.pass_context
def hook(context: click.Context, common: Common) -> None:
    """Hooks that record commits for the sessions that run in a worktree."""
    context.obj = common


@hook.command("install")
@common_options
def install(common: Common) -> int:
    """Lay the hooks where git looks for them now; what stands there is kept and run after ours."""
    folder = hooks_folder(common.start)
    facts = hook_install.install(folder.path)
    if not common.quiet:
        for notice in _notices(folder):
            say(f"notice: {notice}")
        write_text(_lines(folder, facts))
    return 0


@hook.command("uninstall")
@common_options
def uninstall(common: Common) -> int:
    """Take the hooks away and put back what stood there."""
    folder = hooks_folder(common.start)
    for notice in hook_install.uninstall(folder.path):
        say(f"notice: {notice}")
    return 0


@hook.command("status")
@common_options
def status(common: Common) -> int:
    """Where git looks for hooks now, and what stands there."""
    folder = hooks_folder(common.start)
    facts = hook_install.status(folder.path)
    write_text(_lines(folder, facts))
    is_complete = all(each.state in STANDING for each in facts)
    return 1 if common.exit_code and not is_complete else 0


@hook.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("name", type=click.Choice(HOOKS))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def run(name: str, arguments: tuple[str, ...]) -> int:
    """Record what git did, as the hook of this name; always ends well."""
    from attrib.recording.quick import run as body

    given = list(arguments) or body.arguments_of_pre_commit(name)
    body.run(name, given, bytes if sys.stdin.isatty() else sys.stdin.buffer.read)
    return 0


def _lines(folder: HooksFolder, facts: list[HookFacts]) -> list[str]:
    named = " (core.hooksPath)" if folder.is_configured else ""
    width = max(len(each.name) for each in facts)
    return [f"hooks in {folder.path}{named}"] + [
        f"  {each.name:<{width}}  {each.state.value}" for each in facts
    ]


def _notices(folder: HooksFolder) -> list[str]:
    if folder.is_shared:
        return [
            f"core.hooksPath is '{folder.path}': every repository that uses it runs these hooks"
        ]
    if folder.is_in_worktree:
        return [
            f"'{folder.path}' is part of this worktree: other worktrees have hooks of their own,"
            " and a program that renews the folder takes these away"
        ]
    return []
