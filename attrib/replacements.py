"""The texts that a tool call replaced, for agents whose calls we know.

A change recorded as a snippet holds neither content nor hunks; the call that it names says which
text became which. Spec: ASR-453, ASR-455.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrib.codec.members import content_of_text
from attrib.model.states import Replacement, Step
from attrib.patches import apply_hunks, reverse
from attrib.v4a import Chunk, FileEdit, edits_in, holds_patch

#: Names that agents give to the replaced and the replacing text, tried in order.
_OLD = ("old_string", "oldString", "old_str", "oldText", "old_text")
_NEW = ("new_string", "newString", "new_str", "newText", "new_text")
_ALL = ("replace_all", "replaceAll", "allow_multiple")
_PATHS = ("file_path", "filePath", "path", "filepath", "target_file", "file")
#: Members that may hold a V4A patch: as a tool's input, or in a shell's command.
_PATCHES = ("input", "patch", "patchText", "command", "cmd")


def replacements_in(call: Mapping[str, Any], path: str) -> tuple[Replacement, ...]:
    """The replacements of a call's input that speak of a file, in order.

    `path` is the recorded path; the call's own spelling must end like it. An input that is not
    understood gives none. A V4A patch gives one for each run of lines that it replaces.
    """
    patch = next((text for text in _texts_in(call) if holds_patch(text)), None)
    if patch is not None:
        return tuple(_replaced(chunk) for chunk in _chunks_of(edits_in(patch), path))
    if not _speaks_of(call, path):
        return ()
    edits = call.get("edits")
    listed = (
        [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else [call]
    )
    return tuple(found for edit in listed if _speaks_of(edit, path) for found in _replacement(edit))


def _speaks_of(edit: Mapping[str, Any], path: str) -> bool:
    """False for one of several edits that names another file."""
    given = next((edit[name] for name in _PATHS if isinstance(edit.get(name), str)), None)
    return given is None or _same_file(given, path)


def _texts_in(call: Mapping[str, Any]) -> Iterator[str]:
    for name in _PATCHES:
        value = call.get(name)
        yield from (
            text
            for text in (value if isinstance(value, list) else [value])
            if isinstance(text, str)
        )


def _chunks_of(edits: Sequence[FileEdit], path: str) -> Iterator[Chunk]:
    """The replaced lines of the edits that name the file, by its whole path where one does."""
    named = [(edit.path.replace("\\", "/").removeprefix("./"), edit) for edit in edits]
    fitting = [edit for name, edit in named if name == path] or [
        edit for name, edit in named if f"/{name}".endswith(f"/{path}") or _ends(path, name)
    ]
    return (chunk for edit in fitting for chunk in edit.chunks)


def _ends(path: str, name: str) -> bool:
    return f"/{path}".endswith(f"/{name}")


def _replaced(chunk: Chunk) -> Replacement:
    old, new = ("".join(line + "\n" for line in lines) for lines in (chunk.old, chunk.new))
    return Replacement(content_of_text(old), content_of_text(new))


def _same_file(given: str, path: str) -> bool:
    name = given.replace("\\", "/").removeprefix("./")
    return name.endswith(path) or path.endswith(name)


def _replacement(edit: Mapping[str, Any]) -> Iterator[Replacement]:
    old = next((edit[name] for name in _OLD if isinstance(edit.get(name), str)), None)
    new = next((edit[name] for name in _NEW if isinstance(edit.get(name), str)), None)
    if old is None or new is None or old == new:
        return
    expected = edit.get("expected_replacements")
    everywhere = any(edit.get(name) is True for name in _ALL) or (
        isinstance(expected, int) and expected > 1
    )
    yield Replacement(content_of_text(old), content_of_text(new), everywhere)


def replace_in(content: bytes, replacements: tuple[Replacement, ...]) -> bytes | None:
    """The content with all replacements made, or `None` where one's place is not the only one.

    Recorded texts get the line ends of the content that they are put into.
    """
    for item in replacements:
        old, new = item.old.replace(b"\r\n", b"\n"), item.new.replace(b"\r\n", b"\n")
        if (b"\n" in old or b"\n" in new) and b"\r\n" in content:
            old, new = old.replace(b"\n", b"\r\n"), new.replace(b"\n", b"\r\n")
        count = content.count(old) if old else 0
        if count == 0 or (count > 1 and not item.everywhere):
            return None
        content = content.replace(old, new)
    return content


def replay_step(step: Step, start: bytes) -> bytes | None:
    """What the recorded hunks or replacements of a step make of a content, or `None`."""
    if step.hunks:
        return apply_hunks(step.hunks, start, at_recorded_place=False)
    return replace_in(start, step.replacements) if step.replacements else None


def undo_step(step: Step, end: bytes) -> bytes | None:
    """The content from which the recorded hunks of a step lead to the given one, or `None`."""
    return apply_hunks(reverse(step.hunks), end, at_recorded_place=True) if step.hunks else None
