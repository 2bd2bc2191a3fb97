"""`attrib hook`: hooks that record what git does, installed, taken away, told about, and run."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from attrib.cli.common import Command, Common, common_options
from attrib.cli.terminal import say, write_text
from attrib.git.hooks_folder import HooksFolder, hooks_folder
from attrib.recording import hook_install
from attrib.recording.hook_install import STANDING, HookFacts
from attrib.recording.hook_scripts import HOOKS

_AGENTS = ("claude-code", "codebuddy", "codex", "gemini-cli", "cursor")
_agent_options = (
    click.option(
        "--agent",
        "agents",
        multiple=True,
        type=click.Choice(_AGENTS),
        help="Hooks of this agent instead of git's, in the agent's settings; may be repeated.",
    ),
    click.option(
        "--scope",
        type=click.Choice(["local", "project", "user"]),
        help="Whose settings: this worktree's, shared or not, or the user's own.",
    ),
)


def _with_agents(function: Command) -> Command:
    """Give a command the options for agents' hooks."""
    for option in reversed(_agent_options):
        function = option(function)
    return function


@click.group("hook")
@common_options
@click.pass_context
def hook(context: click.Context, common: Common) -> None:
    """Hooks that record commits for the sessions that run in a worktree."""
    context.obj = common


@hook.command("install")
@_with_agents
@common_options
def install(common: Common, agents: tuple[str, ...], scope: str | None) -> int:
    """Lay the hooks where git looks for them now; what stands there is kept and run after ours."""
    common.refuse_json()
    if agents:
        return _agents("install", common, agents, scope)
    folder = hooks_folder(common.start)
    facts = hook_install.install(folder.path)
    if not common.quiet:
        for notice in _notices(folder):
            say(f"notice: {notice}")
        write_text(_lines(folder, facts))
    return 0


@hook.command("uninstall")
@_with_agents
@common_options
def uninstall(common: Common, agents: tuple[str, ...], scope: str | None) -> int:
    """Take the hooks away and put back what stood there."""
    common.refuse_json()
    if agents:
        return _agents("uninstall", common, agents, scope)
    folder = hooks_folder(common.start)
    for notice in hook_install.uninstall(folder.path):
        say(f"notice: {notice}")
    return 0


@hook.command("status")
@_with_agents
@common_options
def status(common: Common, agents: tuple[str, ...], scope: str | None) -> int:
    """Where git looks for hooks now, and what stands there and in the settings of agents."""
    common.refuse_json()
    if agents:
        return _agents("status", common, agents, scope)
    folder = hooks_folder(common.start)
    facts = hook_install.status(folder.path)
    write_text(_lines(folder, facts))
    _agents("status", common, _AGENTS, scope, only_installed=True)
    is_complete = all(each.state in STANDING for each in facts)
    return 1 if common.exit_code and not is_complete else 0


@hook.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("name", type=click.Choice((*HOOKS, "agent")))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def run(name: str, arguments: tuple[str, ...]) -> int:
    """Record what git did, as the hook of this name; always ends well."""
    if name == "agent":
        from attrib.cli import hook_agents

        return hook_agents.main(arguments, sys.stdin.buffer)
    from attrib.recording.quick import run as body

    given = list(arguments) or body.arguments_of_pre_commit(name)
    body.run(name, given, bytes if sys.stdin.isatty() else sys.stdin.buffer.read)
    return 0


def _agents(
    what: str,
    common: Common,
    agents: tuple[str, ...],
    scope: str | None,
    *,
    only_installed: bool = False,
) -> int:
    from attrib.cli.hook_settings import carry_out

    asked = Path(common.start or ".").absolute()
    lines, is_complete = carry_out(what, agents, scope, asked, only_installed=only_installed)
    if not common.quiet or what == "status":
        write_text(lines)
    return 1 if common.exit_code and not is_complete else 0


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
