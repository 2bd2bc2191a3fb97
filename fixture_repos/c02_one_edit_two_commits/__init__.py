"""One recorded edit, committed in two halves."""
