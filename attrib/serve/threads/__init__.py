"""Threads: sessions with their visible forks and subagents, and the steps that they recorded."""
