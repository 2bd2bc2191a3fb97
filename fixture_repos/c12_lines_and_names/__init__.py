"""Lines and names that git sees differently from Python."""
