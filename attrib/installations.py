"""Which installation of an agent a log belongs to: importers and hooks name it the same."""

from __future__ import annotations

import os
from pathlib import Path

from attrib.model.agents import namespace_at


def namespace_of(path: Path, inner: str | None, default: Path) -> str:
    """`local-` and eight hex digits of the SHA-256 of the real path of an installation's folder.

    That is the folder above the nearest one named `inner` on the way up from `path`, else, or
    where `inner` is `None`, `default`: the same on every run, and saying nothing about the path.
    """
    real = Path(os.path.realpath(path))
    above = [folder.parent for folder in real.parents if inner and folder.name == inner]
    folder = above[0] if above else Path(os.path.realpath(default))
    return namespace_at(str(folder))


def home_of(variable: str | None, folder: str) -> Path:
    """The folder of this user's installation: named by the environment, else in their home."""
    named = os.environ.get(variable) if variable else None
    return Path(named) if named else Path.home() / folder
