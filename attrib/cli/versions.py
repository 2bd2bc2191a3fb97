"""Versions of everything that an answer depends on."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from attrib import __version__


def library_version(name: str) -> str:
    """The installed version of a library, or `absent`."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def git_version() -> str:
    """The git program's version, or `absent`."""
    from attrib.errors import GitError
    from attrib.git.process import SHORT, Git

    try:
        with Git().start_as_user(["version"], cwd="/", seconds=SHORT) as process:
            words = process.stdout.read().decode("utf-8", "replace").split()
            return words[2] if len(words) > 2 else "absent"
    except GitError:
        return "absent"


def versions() -> str:
    """One line: attrib, Python, git and the libraries that read repositories."""
    parts = [f"attrib {__version__}", f"python {platform.python_version()}", f"git {git_version()}"]
    parts += [f"{name} {library_version(name)}" for name in ("pygit2", "dulwich")]
    return ", ".join(parts)
