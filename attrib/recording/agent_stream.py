"""The stream that hooks of agents keep of a session in each repository: producer `agent-hook`."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from attrib.errors import StreamError
from attrib.model.ids import SessionKey
from attrib.recording.quick.spelled import Record, stamp
from attrib.recording.quick.stream import append_records
from attrib.recording.trees import Tree

PRODUCER = "agent-hook"
#: Seconds to wait for another writer of the same stream.
_PATIENCE = 3.0
_LOSSES: tuple[Record, ...] = tuple(
    {"key": f"attrib/{name}", "reason": reason}
    for name, reason in (
        ("messages", "messages are not recorded"),
        ("tool-input", "what tools were given is not recorded"),
        ("tool-output", "outputs of tools are not recorded"),
        ("other-tools", "calls of tools that neither edit nor run a shell are not recorded"),
    )
)


def root_name(tree: Tree) -> str:
    """The ID of the root for a worktree; it stands for the folder in every stream of a session."""
    name = tree.top.encode("utf-8", "surrogateescape")
    return f"tree-{sha256(name).hexdigest()[:8]}"


def append(tree: Tree, key: SessionKey, records: Sequence[Mapping[str, Any]], now: float) -> None:
    """Append records about a worktree, whose root is declared first where it is not yet.

    Raises:
        StreamError: the store holds a symbolic link, or cannot be written.
    """
    try:
        append_records(
            tree.common_dir,
            (key.agent, key.namespace, key.id),
            tree.top,
            stamp(now),
            [dict(record) for record in records],
            time.monotonic() + _PATIENCE,
            producer=PRODUCER,
            root_name=root_name(tree),
            losses=_LOSSES,
        )
    except OSError as error:
        where = os.fsdecode(error.filename) if error.filename else tree.common_dir
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot write '{where}': {reason}", hint="attrib doctor") from error
