"""Where the program `attrib` starts: hooks of agents are run without importing any command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run `attrib` with the arguments of this process."""
    if sys.argv[1:4] == ["hook", "run", "agent"]:
        from attrib.cli import hook_agents

        return hook_agents.main(sys.argv[4:], sys.stdin.buffer)
    from attrib.cli.main import main as run

    return run()
