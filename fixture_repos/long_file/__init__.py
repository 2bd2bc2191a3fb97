"""Story: three edits in a file of a hundred thousand lines."""
