"""What the hooks of a repository run: built-in modules and `os`, since each import costs time.

Importing dataclasses, json, pathlib, re or subprocess alone takes as long as all that a hook does;
so values are tuples and plain objects here, and paths are text. `run.main` is where to start.
"""
