"""Snapshot references: the SHA-256 of exact bytes, where a record holds these or their hash.

A hash that is recorded without the content tells neither encoding nor line ends, which the schema
has no word for leaving out: then there is no reference, and a warning holds the hash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from attrib.codec.members import content_of_text
from attrib.git.convert import hash_of
from attrib.model.ids import ObjectIdType, Representation
from attrib.model.records import BlobRef, FileState
from attrib.serve.rpc.wire import PatchHistoryLineEndingMetadata, PatchHistorySnapshotRef

#: Reads a content of at most so many bytes that is kept outside of a stream.
BlobReader = Callable[[BlobRef, int], bytes | None]
_BOM = b"\xef\xbb\xbf"
_LINE_ENDS = re.compile(rb"\r?\n")


@dataclass
class Budget:
    """How many bytes of contents a page may still read and hash."""

    left: int
    blob: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One side of a change: its reference, its content, and what is to be said of them."""

    ref: PatchHistorySnapshotRef | None = None
    content: bytes | None = None
    warning: str | None = None


def snapshot_of(
    state: FileState | None,
    side: str,
    read_blob: BlobReader,
    budget: Budget,
    *,
    is_redacted: bool = False,
) -> Snapshot:
    """What is known of a recorded side, `before` or `after`.

    Where a secret was taken out of the record, its texts are not the file's.
    """
    if state is None:
        return Snapshot()
    if is_redacted:
        words = _known_by(state, side) or f"{side}: the record was redacted"
        return Snapshot(warning=words)
    content = _content(state, read_blob, budget)
    if content is None:
        return Snapshot(warning=_known_by(state, side))
    contradiction = _contradiction(state, content)
    if contradiction is not None:
        return Snapshot(content=content, warning=f"{side}: {contradiction}")
    encoding = _encoding(content)
    if encoding is None:
        digest = sha256(content).hexdigest()
        words = f"{side}: {len(content)} bytes with SHA-256 {digest} that are not UTF-8"
        return Snapshot(content=content, warning=words)
    ref = PatchHistorySnapshotRef(
        schema_version=1,
        content_hash=sha256(content).hexdigest(),
        byte_len=len(content),
        encoding=encoding,
        line_endings=line_endings(content),
    )
    return Snapshot(ref, content, _how(state, side))


def line_endings(content: bytes) -> PatchHistoryLineEndingMetadata:
    """How the lines of a content end."""
    ends = _LINE_ENDS.findall(content)
    crlf = ends.count(b"\r\n")
    lf = len(ends) - crlf
    dominant = "mixed" if lf == crlf else ("crlf" if crlf > lf else "lf")
    return PatchHistoryLineEndingMetadata(
        dominant=dominant if ends else "none",  # type: ignore[arg-type]
        mixed=bool(lf and crlf),
        final_newline=content.endswith(b"\n"),
    )


def _content(state: FileState, read_blob: BlobReader, budget: Budget) -> bytes | None:
    content = None
    if state.text is not None:
        content = content_of_text(state.text)
    elif state.content is not None and (state.content.size or 0) <= min(budget.blob, budget.left):
        content = read_blob(state.content, min(budget.blob, budget.left))
    if content is not None:
        budget.left = max(0, budget.left - len(content))
    return content


def _encoding(content: bytes) -> Literal["utf8", "utf8_bom"] | None:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf8_bom" if content.startswith(_BOM) else "utf8"


def _contradiction(state: FileState, content: bytes) -> str | None:
    """Why the bytes on disk were not the recorded content, as far as its ID tells."""
    kind, name = state.object_id_type, state.object_id
    if name is None or kind is None:
        return None
    if state.representation is Representation.GIT_OBJECT:
        return f"the recorded ID {name} is of what git stores, not of the bytes on disk"
    if hash_of(content, kind) != name:
        return f"the recorded content does not have the recorded ID {name}"
    return None


def _how(state: FileState, side: str) -> str | None:
    """How the hash is known; nothing where it is the recorded one."""
    if state.object_id is None:
        return f"{side}: SHA-256 taken here of the recorded content; no ID is recorded"
    if state.object_id_type is ObjectIdType.SHA256:
        return None
    return f"{side}: SHA-256 taken here of the recorded content, which has the recorded ID"


def _known_by(state: FileState, side: str) -> str | None:
    """What is recorded of a side whose content is not at hand."""
    if state.object_id is not None and state.object_id_type is not None:
        size = f", {state.size} bytes" if state.size is not None else ""
        return f"{side}: known by its {state.object_id_type.value} {state.object_id} alone{size}"
    if state.content is not None:
        return f"{side}: the recorded content {state.content.blob[:80]} is not at hand"
    return None
