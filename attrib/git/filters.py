"""Custom filter drivers: run by git itself, only where the user's own configuration allows it.

`attrib.allowFilters` counts from the user's or the system's configuration, or `-c`; what a
repository says of itself allows nothing.
"""

from __future__ import annotations

import os
import re
import tempfile

from attrib.errors import GitError
from attrib.git.discovery import Location
from attrib.git.process import SHORT, Git
from attrib.git.settings import is_true
from attrib.model.ids import Oid, RepoPath

ALLOW = "attrib.allowfilters"

#: Seconds that a filter may take.
_SECONDS = 20.0
_OWN_SCOPES = frozenset({"system", "global", "command"})
_OID = re.compile(rb"[0-9a-f]{40,64}")


def are_allowed(git: Git, location: Location) -> bool:
    """True when the last word on filters, besides the repository's own, is to run them."""
    arguments = ["config", "--show-scope", "-z", "--get-all", ALLOW]
    try:
        with git.start_as_user(
            arguments, cwd=location.start, environment=location.environment, seconds=SHORT
        ) as process:
            words = b"".join(process.chunks()).split(b"\0")
    except GitError:
        return False
    pairs = zip(words[::2], words[1::2], strict=False)
    said = [value for scope, value in pairs if os.fsdecode(scope) in _OWN_SCOPES]
    return bool(said) and is_true(os.fsdecode(said[-1]))


def id_as_added(git: Git, location: Location, path: RepoPath, content: bytes) -> Oid | None:
    """The ID that `git add` would give a worktree file now; `None` where git cannot tell.

    Nothing is written; the filters that the attributes name are run.
    """
    if location.toplevel is None:
        return None
    with tempfile.TemporaryFile() as source:
        source.write(content)
        source.seek(0)
        try:
            with git.start_as_user(
                ["hash-object", "--stdin", b"--path=" + path],
                cwd=location.toplevel,
                environment=location.environment,
                stdin=source,
                seconds=_SECONDS,
            ) as process:
                printed = b"".join(process.chunks()).strip()
        except GitError:
            return None
    return Oid(printed.decode()) if _OID.fullmatch(printed) else None
