"""Story: files that a program makes, recorded by a session."""
