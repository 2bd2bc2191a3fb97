"""The names of notes references: the shared one, and where a remote's is kept beside it."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrib.errors import UsageError
from attrib.git.reading import read_regular

DEFAULT = "refs/notes/attrib"
KEY = "attrib.notesref"
_PREFIX = "refs/notes/"
#: What git allows in no reference, in a stricter form: printable ASCII, no marks of revisions.
_PART = "[A-Za-z0-9_+=,@%-][A-Za-z0-9_.+=,@%-]*"
_NAME = re.compile(f"{_PREFIX}(?:{_PART}/)*{_PART}")


def reference_of(config: Mapping[str, Sequence[str]]) -> str | None:
    """The notes reference in use: of the environment, the configuration, or the usual one.

    `None` where it is set to nothing: then no notes are read.

    Raises:
        UsageError: it is no name of a notes reference.
    """
    values = config.get(KEY, ())
    name = os.environ.get("ATTRIB_NOTES_REF", values[-1] if values else DEFAULT)
    if not name:
        return None
    full = name if name.startswith("refs/") else f"{_PREFIX}{name.removeprefix('notes/')}"
    if not _is_name(full):
        raise UsageError(
            f"'attrib.notesRef' is no notes reference: '{name}'",
            hint=f"git config attrib.notesRef {DEFAULT}",
        )
    return full


def _is_name(name: str) -> bool:
    bad = (".lock", ".", "/")
    return (
        bool(_NAME.fullmatch(name))
        and ".." not in name
        and not (name.endswith(bad) or ".lock/" in name or "@{" in name)
    )


def tracking_of(remote: str, reference: str, *, is_named: bool) -> str:
    """Where a remote's notes are kept here: beside ours, under its name, or one for its address."""
    short = reference.removeprefix(_PREFIX)
    name = f"{_PREFIX}{remote}/{short}"
    if is_named and _is_name(name) and name != reference:
        return name
    return f"{_PREFIX}remote-{hashlib.sha256(remote.encode()).hexdigest()[:12]}/{short}"


def usual_remote(config: Mapping[str, Sequence[str]], git_dir: str, *, pushes: bool) -> str:
    """The remote that git would use for the current branch; `origin` where nothing says.

    Raises:
        UsageError: there is no remote.
    """
    names = remotes_of(config)
    head = (read_regular(str(Path(git_dir, "HEAD"))) or b"").decode("utf-8", "replace").strip()
    branch = head.removeprefix("ref: refs/heads/") if head.startswith("ref: ") else ""
    keys = [f"branch.{branch}.remote"]
    if pushes:
        keys = [f"branch.{branch}.pushremote", "remote.pushdefault", *keys]
    for key in keys:
        values = config.get(key, ())
        if values and values[-1] != ".":
            return values[-1]
    if len(names) == 1:
        return names[0]
    if "origin" in names:
        return "origin"
    raise UsageError(
        "which remote?" if names else "there is no remote", hint="attrib share push <remote>"
    )


def remotes_of(config: Mapping[str, Sequence[str]]) -> list[str]:
    """The names of the configured remotes, in order."""
    found = [key.removeprefix("remote.") for key in config if key.startswith("remote.")]
    ends = (".url", ".pushurl")
    return list(dict.fromkeys(key.rpartition(".")[0] for key in found if key.endswith(ends)))


def without_secrets(message: str) -> str:
    """The text with what stands before the host of an address left out."""
    return re.sub(r"(://)[^/@\s'\"]+@", r"\1***@", message)
