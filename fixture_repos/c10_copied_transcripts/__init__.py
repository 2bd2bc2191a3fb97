"""Claude Code logs that hold copies of each other, imported in two orders."""
