"""Two sessions edit one file, one after the other; one commit holds both."""
