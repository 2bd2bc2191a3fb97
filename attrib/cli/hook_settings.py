"""`attrib hook install|uninstall|status --agent`: our hooks in the settings of agents."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrib.errors import AttribError, NotARepositoryError
from attrib.recording.agent_settings import Standing, install, standing_of, uninstall
from attrib.recording.agents import agent_of
from attrib.recording.agents.interface import HookedAgent, Scope
from attrib.recording.trees import tree_of


def carry_out(
    what: str,
    aliases: Sequence[str],
    scope: str | None,
    start: Path,
    *,
    only_installed: bool = False,
) -> tuple[list[str], bool]:
    """Do what is asked for each agent; what to say, and whether all hooks stand as they should.

    Raises:
        AttribError: settings cannot be read or written; those of agents before it are done.
    """
    agents = [agent for alias in aliases if (agent := agent_of(alias)) is not None]
    if what == "status":
        found = list(_standings(agents, scope, start))
        is_complete = all(
            any(standing is Standing.INSTALLED for alias, standing, _ in found if alias == name)
            for name in aliases
        )
        return [
            line
            for _, standing, line in found
            if not only_installed or standing is not Standing.ABSENT
        ], is_complete
    lines: list[str] = []
    for agent in agents:
        chosen = Scope(scope) if scope else agent.scopes[0]
        top = _top(start, chosen)
        if what == "install":
            done = install(agent, chosen, top, program_for(chosen))
            lines.append(f"{agent.alias}: {_word(done.changed, 'installed')} in {done.path}")
            if done.hint and done.changed:
                lines.append(f"hint: {done.hint}")
        else:
            done = uninstall(agent, chosen, top)
            lines.append(f"{agent.alias}: {_word(done.changed, 'taken out')} of {done.path}")
    return lines, True


def program_for(scope: Scope) -> str:
    """How settings name this program: by its place, but by its name where they may be shared.

    An editor starts hooks with a short PATH, where the name alone would not be found.
    """
    beside = Path(sys.executable).with_name("attrib")
    place = str(beside) if beside.is_file() else shutil.which("attrib")
    return "attrib" if scope is Scope.PROJECT or place is None else shlex.quote(place)


def _standings(
    agents: Iterable[HookedAgent], scope: str | None, start: Path
) -> Iterator[tuple[str, Standing, str]]:
    for agent in agents:
        for each in [Scope(scope)] if scope else agent.scopes:
            try:
                top = _top(start, each)
                standing = standing_of(agent, each, top, program_for(each))
                words = standing.value
            except AttribError as error:
                standing, words = Standing.OTHER, error.message
                if isinstance(error, NotARepositoryError):
                    continue
            yield agent.alias, standing, f"{agent.alias} ({each.value}): {words}"


def _top(start: Path, scope: Scope) -> Path:
    """The top of the worktree; for the user's own settings the folder itself will do."""
    tree = tree_of(str(start))
    if tree is None and scope is not Scope.USER:
        raise NotARepositoryError(
            f"no git repository at '{start}'", hint="--scope user, or -C <a repository>"
        )
    return start if tree is None else Path(tree.top)


def _word(changed: bool, done: str) -> str:
    return done if changed else f"nothing to be {done}"
