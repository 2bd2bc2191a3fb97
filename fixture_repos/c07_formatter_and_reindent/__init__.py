"""A formatter before the commit, a re-indent after it."""
