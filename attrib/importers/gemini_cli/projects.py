"""The project of a conversation, and the snapshots that Gemini CLI took of it.

A conversation names its project by the SHA-256 of the project's folder. Later versions keep the
folder's path beside the conversations, in `.project_root`. A folder that the conversation itself
names is the project's when it has this hash; so is the one that a relative path was resolved in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from attrib.importers.common.lines import LONGEST_LINE, Row, mapping_at, object_in, text_at
from attrib.importers.common.natives import native_in
from attrib.importers.common.places import bytes_of, portable
from attrib.importers.gemini_cli.changes import said_path
from attrib.importers.interface import Native

_STAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)_(\d{3})Z-")
_LONGEST_PATH = 4096


def hash_of(folder: str) -> str:
    """The hash by which Gemini CLI names a project's folder."""
    return sha256(bytes_of(folder)).hexdigest()


def home_of(log: Path) -> Path | None:
    """The folder that Gemini CLI keeps for the project of a conversation that lies in one."""
    return next((folder.parent for folder in log.parents[:3] if folder.name == "chats"), None)


def marked_root(log: Path) -> str | None:
    """The project's folder as it is kept beside a conversation."""
    home = home_of(log)
    if home is None:
        return None
    try:
        with (home / ".project_root").open("rb") as file:
            text = file.read(_LONGEST_PATH).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return None
    return text if portable(text) is not None and "\n" not in text else None


def hashed_root(name: str | None, calls: Iterable[Row]) -> str | None:
    """The folder above a path named by a call that has the project's hash."""
    tried: set[str] = set()
    for path in _paths(calls) if name else ():
        for folder in _above(path):
            if folder in tried:
                break
            tried.add(folder)
            if hash_of(folder) == name:
                return folder
    return None


def resolved_root(calls: Iterable[Row]) -> str | None:
    """The folder from which a relative path became the absolute one that an output names."""
    for call in calls:
        asked, said = text_at(mapping_at(call, "args"), "file_path"), said_path(call)
        if not asked or not said or portable(asked) is not None or portable(said) is None:
            continue
        parts = asked.replace("\\", "/").removeprefix("./").split("/")
        if not {"", ".", ".."} & set(parts) and said.replace("\\", "/").endswith(
            "/" + "/".join(parts)
        ):
            return said[: -len("/".join(parts)) - 1] or None
    return None


def _paths(calls: Iterable[Row]) -> Iterator[str]:
    for call in calls:
        shown = text_at(mapping_at(call, "resultDisplay"), "filePath")
        for path in (text_at(mapping_at(call, "args"), "file_path"), shown, said_path(call)):
            if path and len(path) <= _LONGEST_PATH and portable(path) is not None:
                yield path


def _above(path: str) -> Iterator[str]:
    """The folders above a path, the nearest first."""
    while path:
        cut = max(path.rfind("/"), path.rfind("\\"))
        path = path[: max(cut, 0)]
        if path:
            yield path


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot as a file beside the conversations keeps it.

    `name` is the file's, `ref` the commit in the shadow repository, `call` the tool call that it
    was taken before.
    """

    name: str
    stamp: str | None
    ref: str
    call: Row
    native: Native


def snapshots_of(log: Path, session: str) -> Iterator[Snapshot]:
    """The snapshots taken for a session, in the order of their names, which begin with the time.

    The prompt that a snapshot was taken for begins with the session's ID.
    """
    home = home_of(log)
    folder = home / "checkpoints" if home is not None else None
    if folder is None or not folder.is_dir():
        return
    for file in sorted(folder.glob("*.json")):
        try:
            data = file.read_bytes() if file.stat().st_size <= LONGEST_LINE else b""
        except OSError:
            continue
        kept = object_in(data.decode("utf-8", "surrogateescape"))
        ref, prompt = text_at(kept, "commitHash"), text_at(kept, "messageId") or ""
        if ref is not None and prompt.partition("########")[0] == session:
            call, native = mapping_at(kept, "toolCall"), native_in(file, 0, data)
            yield Snapshot(file.stem, _stamp_of(file.name), ref, call, native)


def _stamp_of(name: str) -> str | None:
    found = _STAMP.match(name)
    return f"{found[1]}:{found[2]}:{found[3]}.{found[4]}Z" if found else None
