"""Story: a recorded edit, its revert, and the revert of that."""
