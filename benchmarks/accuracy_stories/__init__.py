"""Made-up histories of which it is known, line by line, who put each line there."""
