"""Derived data: what history introduced, by path, blob and commit."""
