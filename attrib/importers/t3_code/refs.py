"""The names of T3 Code's checkpoint references: whose checkpoint it is, and which one.

`refs/t3/orchestration-v2/checkpoints/<scope>/ordinal/<n>`, where the scope is a hash; in older
versions `refs/t3/checkpoints/<thread>/turn/<n>`, where the thread's ID is spelled in base 64.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode
from dataclasses import dataclass

from attrib.model.ids import Oid

PREFIX = b"refs/t3/"
_NEW = re.compile(rb"refs/t3/orchestration-v2/checkpoints/([^/]+)/ordinal/(\d{1,9})\Z")
_OLD = re.compile(rb"refs/t3/checkpoints/([^/]+)/turn/(\d{1,9})\Z")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint reference: the group that it belongs to, its number there, its commit.

    `thread` is the thread's ID where the name spells it.
    """

    ref: str
    group: str
    thread: str | None
    number: int
    oid: Oid


def checkpoint_of(name: bytes, oid: Oid) -> Checkpoint | None:
    """What a reference says; `None` for one of another kind."""
    new, old = _NEW.match(name), _OLD.match(name)
    match = new or old
    if match is None:
        return None
    ref, group = (part.decode("utf-8", "replace") for part in (name, match[1]))
    thread = None if new else _decoded(group)
    return Checkpoint(ref, group, thread, int(match[2]), oid)


def _decoded(text: str) -> str | None:
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        decoded = data.decode()
    except (binascii.Error, ValueError):
        return None
    return decoded if decoded.isprintable() and decoded else None
