"""Story: a recorded edit picked onto an older branch."""
