"""Shapes that several agents' hooks share: settings by matcher, and members of an event's input."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from attrib.recording.agents.interface import Payload, Registration

#: The names of the member of an input that names a file.
PATHS = (
    "file_path",
    "path",
    "notebook_path",
    "filePath",
    "target_file",
    "target_notebook",
    "relativeWorkspacePath",
)


def text_at(payload: Payload, *names: str) -> str | None:
    """The first of these members that is a text with something in it."""
    for name in names:
        value = payload.get(name)
        if isinstance(value, str) and value:
            return value
    return None


def mapping_at(payload: Payload, name: str) -> Payload:
    """A member that is an object, or a text that spells one; an empty one else."""
    value = payload.get(name)
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def folder_of(payload: Payload) -> str:
    """The folder that the session runs in: as told, else that of this process."""
    folder = text_at(payload, "cwd")
    if folder is None:
        roots = payload.get("workspace_roots")
        first = roots[0] if isinstance(roots, list) and roots else None
        first = first.get("path") if isinstance(first, dict) else first
        folder = first if isinstance(first, str) and first else None
    return folder if folder and os.path.isabs(folder) else os.getcwd()  # noqa: PTH109, PTH117


def paths_in(given: Payload, folder: str) -> tuple[str, ...]:
    """The file that an input names, made absolute."""
    path = text_at(given, *PATHS)
    return absolute([path], folder) if path else ()


def absolute(paths: Sequence[str], folder: str) -> tuple[str, ...]:
    """Each path once, made absolute from the folder."""
    return tuple(dict.fromkeys(os.path.join(folder, path) for path in paths))  # noqa: PTH118


def pairing_of(call: str | None, name: str, given: object) -> str:
    """The call's ID, or a digest of what the tool was given."""
    if call is not None:
        return call
    text = json.dumps([name, given], sort_keys=True, default=str)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def by_matcher(
    command: str, matchers: Mapping[str, str | None], timeouts: Mapping[str, int]
) -> Iterator[Registration]:
    """Elements `{matcher, hooks: [{type, command, timeout}]}`; `timeouts` by event, or `""`."""
    for event, matcher in matchers.items():
        hook: dict[str, Any] = {
            "type": "command",
            "command": f"{command} {event}",
            "timeout": timeouts.get(event, timeouts[""]),
        }
        element: dict[str, Any] = {} if matcher is None else {"matcher": matcher}
        yield Registration(event, element | {"hooks": [hook]})
