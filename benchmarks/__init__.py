"""Speed and load: made-up histories and times, reported and not asserted."""
