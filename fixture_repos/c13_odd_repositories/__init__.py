"""Repositories that a library cannot open: split and sparse index, extensions, SHA-256, lazy."""
