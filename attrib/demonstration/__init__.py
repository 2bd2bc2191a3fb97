"""A made-up repository with recorded sessions, built with the real git and nothing else."""
