"""Which paths of a worktree git says may differ from its index and HEAD, without running a filter.

git compares the stored file times; only where these do not tell would it read a file, through the
filters that the configuration names, so all of these are switched off. What it lists is bounded in
time and number, and is hashed by us.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from itertools import islice

from attrib.errors import GitError
from attrib.git.process import Git
from attrib.recording.trees import Tree

#: More paths than these are not looked at.
MOST = 300
#: Seconds for all questions together.
_SECONDS = 1.5
_OID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_DRIVER = re.compile(r"filter\.(.+)\.(?:clean|smudge|process|required)", re.S)


class ChangedPaths:
    """Asks git about one worktree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._git = Git()
        self._deadline = time.monotonic() + _SECONDS
        self._off = self._filters_off()

    def head(self) -> str | None:
        """The full ID of the commit of HEAD; `None` before the first one."""
        try:
            printed = self._lines(["rev-parse", "--verify", "-q", "HEAD"], b"\n")
        except GitError as error:
            if error.exit_code == 1:
                return None
            raise
        name = printed[0].decode("ascii", "replace") if printed else ""
        return name if _OID.fullmatch(name) else None

    def listed(self) -> tuple[dict[str, str | None], bool]:
        """Paths that may differ from the index, or are not in it, and whether there are more.

        With each stands the ID that the index has for it.
        """
        raw = self._lines(["diff-files", "--raw", "--abbrev=64", "-z", "--no-renames"])
        named = {
            path: row.split()[2].decode() for row, path in zip(raw[::2], raw[1::2], strict=False)
        }
        others = self._lines(["ls-files", "-z", "--others", "--exclude-standard"])
        return _bounded(named | dict.fromkeys(others))

    def between(self, old: str, new: str) -> tuple[dict[str, str | None], bool]:
        """Paths that differ between two commits, and whether there are more."""
        arguments = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", old, new]
        return _bounded(dict.fromkeys(self._lines(arguments)))

    def _filters_off(self) -> list[str]:
        """Settings that switch off every filter that the repository's configuration names.

        Raises:
            GitError: one has a name that cannot be given on a command line.
        """
        try:
            names = self._run(["config", "-z", "--name-only", "--get-regexp", r"^filter\."], [])
        except GitError as error:
            if error.exit_code == 1:
                return []
            raise
        settings: list[str] = []
        for name in names:
            match = _DRIVER.fullmatch(os.fsdecode(name))
            if match is None:
                continue
            if "=" in match[1] or "\n" in match[1]:
                raise GitError("a filter has a name that cannot be switched off")
            start = f"filter.{match[1]}"
            settings += [f"{start}.clean=", f"{start}.smudge=", f"{start}.process="]
            settings += [f"{start}.required=false"]
        return settings

    def _lines(self, arguments: list[str], end: bytes = b"\0") -> list[bytes]:
        return self._run(arguments, self._off, end)

    def _run(self, arguments: list[str], settings: list[str], end: bytes = b"\0") -> list[bytes]:
        with self._git.start_clean(
            self._tree.git_dir,
            arguments,
            cwd=self._tree.top,
            seconds=max(0.01, self._deadline - time.monotonic()),
            variables={"GIT_WORK_TREE": self._tree.top},
            settings=settings,
        ) as process:
            listing = b"".join(process.chunks())
        return [part for part in listing.split(end) if part]


def _bounded(raw: Mapping[bytes, str | None]) -> tuple[dict[str, str | None], bool]:
    """The first paths, those that are not Unicode left out."""
    paths: dict[str, str | None] = {}
    for name, oid in islice(raw.items(), MOST):
        try:
            paths[name.decode()] = oid
        except UnicodeDecodeError:
            continue
    return paths, len(raw) > MOST
