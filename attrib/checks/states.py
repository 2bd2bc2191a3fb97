"""File states and object IDs. ASR-457 to ASR-462."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from attrib.checks.file_change import FILE_CHANGE
from attrib.checks.interface import Facts, Item, Level, Problem, Rule, Severity, error, warning
from attrib.checks.shapes import blob_problem, changes_of, is_natural, quoted, states_of, strings
from attrib.model.ids import ObjectIdType, Representation
from attrib.model.records import BlobRef

_TYPES = {item.value: item for item in ObjectIdType}
_REPRESENTATIONS = tuple(item.value for item in Representation)
_HEX = re.compile(r"[0-9a-f]+")


def object_id_of(content: bytes, kind: ObjectIdType) -> str:
    """The object ID of these bytes. Spec: ASR-458."""
    if kind is ObjectIdType.SHA256:
        return hashlib.sha256(content).hexdigest()
    framed = b"blob %d\0" % len(content) + content
    if kind is ObjectIdType.GIT_BLOB_SHA256:
        return hashlib.sha256(framed).hexdigest()
    return hashlib.sha1(framed, usedforsecurity=False).hexdigest()


def _shape(item: Item, facts: Facts) -> Iterator[Problem]:
    for where, change in changes_of(item):
        for side in ("before", "after"):
            if not isinstance(change.get(side, {}), dict):
                yield error(f"{where}{side} is no object")
    for where, state in states_of(item):
        yield from _object_id(where, state)
        if "size" in state and not is_natural(state["size"]):
            yield error(f"{where}size {quoted(state['size'])} is no non-negative integer")
        yield from strings(state, "text", where=where)
        if "content" in state:
            why = blob_problem(state["content"])
            if why is not None:
                yield error(f"{where}content {why}")
        if "text" in state and "content" in state:
            yield error(f"{where[:-1]} has both text and content")


def _object_id(where: str, state: dict[str, object]) -> Iterator[Problem]:
    kind = state.get("objectIdType")
    known = _TYPES.get(kind) if isinstance(kind, str) else None
    if "objectIdType" in state and known is None:
        yield error(f"{where}objectIdType {quoted(kind)} is none of {', '.join(_TYPES)}")
    if "objectId" not in state:
        for name in ("objectIdType", "size"):
            if name in state:
                yield warning(f"{where}{name} stands without objectId")
        return
    value = state["objectId"]
    if "objectIdType" not in state:
        yield error(f"{where}objectId has no objectIdType")
    if not isinstance(value, str):
        yield error(f"{where}objectId is no string")
    elif known is not None and not _is_id(value, known):
        yield error(
            f"{where}objectId {quoted(value)} is not {known.hex_length} lowercase hex digits"
        )


def _is_id(value: object, kind: ObjectIdType) -> bool:
    return (
        isinstance(value, str)
        and len(value) == kind.hex_length
        and _HEX.fullmatch(value) is not None
    )


def _hashes(item: Item, facts: Facts) -> Iterator[Problem]:
    for where, state in states_of(item):
        if state.get("representation") != Representation.WORKTREE.value:
            continue
        text = state.get("text")
        if isinstance(text, str):
            yield from _text_hash(where, state, _bytes_of(text))
        elif "content" in state and blob_problem(state["content"]) is None:
            yield from _content_hash(where, state, facts)


def _text_hash(where: str, state: dict[str, object], content: bytes) -> Iterator[Problem]:
    """A text that hashes to another ID may be in another encoding, unless its size says not."""
    size = state.get("size")
    size_differs = is_natural(size) and size != len(content)
    computed = _computed(state, content)
    if computed is not None and computed != state["objectId"]:
        what = f"{where}text hashes to '{computed}', not to objectId"
        if size_differs:
            yield error(f"{what}, and has {len(content)} bytes, not {size}")
        else:
            yield warning(f"{what}; its encoding may differ")
    elif size_differs:
        yield warning(f"{where}size is {size}, but text has {len(content)} bytes")


def _content_hash(where: str, state: dict[str, object], facts: Facts) -> Iterator[Problem]:
    content = state["content"]
    if not isinstance(content, dict):
        return
    found = facts.blob(BlobRef(content["blob"], content["size"]))
    if found is None:
        return
    computed = _computed(state, found)
    if computed is not None and computed != state["objectId"]:
        yield error(f"{where}content hashes to '{computed}', not to objectId")


def _computed(state: dict[str, object], content: bytes) -> str | None:
    """What objectId should be; `None` without a usable objectId."""
    kind = state.get("objectIdType")
    known = _TYPES.get(kind) if isinstance(kind, str) else None
    if known is None or not _is_id(state.get("objectId"), known):
        return None
    return object_id_of(content, known)


def _bytes_of(text: str) -> bytes:
    """A text's UTF-8; lone surrogates are the bytes that they escape, where they escape any."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _representation(item: Item, facts: Facts) -> Iterator[Problem]:
    for where, state in states_of(item):
        if "representation" not in state:
            if "objectId" in state:
                yield warning(f"{where}objectId has no representation")
        elif state["representation"] not in _REPRESENTATIONS:
            given = quoted(state["representation"])
            yield error(f"{where}representation {given} is none of {', '.join(_REPRESENTATIONS)}")


def _later_commit(item: Item, facts: Facts) -> Iterator[Problem]:
    """An importer saw no edit; an ID that a later commit has was read from the repository."""
    if facts.producer != "import":
        return
    for where, state in states_of(item):
        value = state.get("objectId")
        if where.endswith("after.") and isinstance(value, str) and value not in facts.commits:
            yield warning(
                f"{where}objectId {quoted(value)} is the ID of a commit made later",
                holds=lambda whole, value=value: value in whole.commits,  # type: ignore[misc]
            )


RULES = (
    Rule(
        "ASR-457",
        Level.MUST,
        "An objectId has its type and that type's length, and a state has text or content.",
        (Severity.ERROR, Severity.WARNING),
        FILE_CHANGE,
        _shape,
    ),
    Rule(
        "ASR-458",
        Level.MUST,
        "An objectId is the hash of the state's bytes, framed as its type says.",
        (Severity.ERROR, Severity.WARNING),
        FILE_CHANGE,
        _hashes,
    ),
    Rule(
        "ASR-459",
        Level.MUST,
        "An ID read from a repository is git_object; every objectId says its representation.",
        (Severity.ERROR, Severity.WARNING),
        FILE_CHANGE,
        _representation,
    ),
    Rule(
        "ASR-460",
        Level.MUST,
        "Content hashed later is no historical state.",
        (Severity.WARNING,),
        FILE_CHANGE,
        _later_commit,
    ),
    Rule("ASR-461", Level.CONSUMER, "Object IDs are optional; their absence is no finding."),
    Rule("ASR-462", Level.CONSUMER, "An equal object ID is strong evidence, and never more."),
)
