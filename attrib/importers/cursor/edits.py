"""What the edit tools of Cursor ask for. Spec: ASR-454, ASR-455."""

from __future__ import annotations

from typing import Any

from attrib.importers.common.lines import Row, text_at
from attrib.importers.common.parts import Part, parts_of
from attrib.v4a import edits_in

_WRITES = frozenset({"write", "write_file", "create_file"})
_REPLACES = frozenset({"strreplace", "str_replace", "search_replace", "edit", "multiedit"})
_DELETES = frozenset({"delete", "delete_file"})
_PATCHES = frozenset({"applypatch", "apply_patch"})
#: Edits of which the call holds only a sketch, or nothing.
_SKETCHES = frozenset({"edit_file", "edit_file_v2", "editnotebook", "edit_notebook"})
_SHELLS = frozenset(
    {"shell", "bash", "run_terminal_cmd", "run_terminal_command", "run_terminal_cmd_v2"}
    | {"run_terminal_command_v2"}
)
_PATHS = ("path", "file_path", "target_file", "relativeWorkspacePath", "target_notebook")
_CONTENTS = ("contents", "content", "file_text")
_MEMBERS = (
    *_PATHS,
    *_CONTENTS,
    *("old_string", "new_string", "oldString", "newString", "replace_all", "replaceAll"),
    *("patch", "input"),
)


def is_edit(tool: str) -> bool:
    """True for a tool that edits files."""
    known = _WRITES | _REPLACES | _DELETES | _PATCHES | _SKETCHES
    return tool.lower() in known


def is_shell(tool: str) -> bool:
    """True for a tool that runs commands."""
    return tool.lower() in _SHELLS


def input_of(given: Row) -> dict[str, Any]:
    """The members of a call's input that say what it edits."""
    found = {name: given[name] for name in _MEMBERS if isinstance(given.get(name), str | bool)}
    edits = given.get("edits")
    if isinstance(edits, list):
        rows = [each for each in edits if isinstance(each, dict)]
        found["edits"] = [input_of({**row, "edits": None}) for row in rows]
    return found


def path_in(given: Row) -> str | None:
    """The file that a call names."""
    return text_at(given, *_PATHS)


def parts_changed(tool: str, given: Row, *, is_over: bool = True) -> list[Part]:
    """The files that a call asks to change; of one that failed nothing but the files counts."""
    name, path = tool.lower(), path_in(given)
    if name in _PATCHES:
        return parts_of(edits_in(text_at(given, "patch", "input") or ""), is_applied=is_over)
    if path is None:
        return []
    if name in _DELETES:
        return [Part("delete", path, "exact")]
    if name in _WRITES:
        content = next((given[m] for m in _CONTENTS if isinstance(given.get(m), str)), None)
        # Whether the file was there is not told; an unknown operation would tell of no content.
        if content is None or not is_over:
            return [Part("modify", path, "unknown")]
        return [Part("modify", path, "exact", after=content)]
    is_snippet = name in _REPLACES and is_over
    return [Part("modify", path, "snippet" if is_snippet else "unknown")]
