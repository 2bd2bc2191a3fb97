"""The stream that hooks of agents keep of a session in each repository: producer `agent-hook`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib.model.ids import SessionKey
from attrib.model.records import Root
from attrib.recording.stream_writer import StreamFolder, StreamHeader
from attrib.recording.trees import Tree

PRODUCER = "agent-hook"
_LOSSES = {
    "attrib/messages": "messages are not recorded",
    "attrib/tool-input": "what tools were given is not recorded",
    "attrib/tool-output": "outputs of tools are not recorded",
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not recorded",
}
Record = Mapping[str, Any]


def root_of(tree: Tree) -> Root:
    """The root for a worktree; its ID stands for the folder in every stream of a session."""
    name = tree.top.encode("utf-8", "surrogateescape")
    return Root(f"tree-{sha256(name).hexdigest()[:8]}", tree.top)


def stamp(seconds: float) -> str:
    """A time as records spell it."""
    time = datetime.fromtimestamp(seconds, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def append(tree: Tree, key: SessionKey, records: Sequence[Record], now: float) -> None:
    """Append records about a worktree, whose root is declared first where it is not yet.

    Raises:
        StreamError: the store holds a symbolic link, or cannot be written.
    """
    folder, root = StreamFolder(Path(tree.common_dir)), root_of(tree)
    losses = tuple({"key": name, "reason": reason} for name, reason in _LOSSES.items())
    header = StreamHeader(key, PRODUCER, started=stamp(now), roots=(root,), losses=losses)
    declared: list[Record] = []
    path = folder.path_of(key, PRODUCER)
    if path.is_file() and f'"root": "{root.id}"'.encode() not in path.read_bytes():
        declared = [{"type": "root", "ts": stamp(now), "root": root.id, "path": root.path}]
    folder.append(header, [*declared, *records])
