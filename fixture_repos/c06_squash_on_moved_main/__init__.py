"""A squash merge on a main that moved; the squashed commits are gone."""
