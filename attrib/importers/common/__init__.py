"""What importers share: lines, places, edits, the output of git, and drafts of sessions."""
