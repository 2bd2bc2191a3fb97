"""Story: a session's file that was copied to another place by hand."""
