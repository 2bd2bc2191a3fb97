"""Workspace states and checkpoints. ASR-466, ASR-467."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.checks.file_change import cause_problems
from attrib.checks.interface import Facts, Item, Level, Problem, Rule, Severity, error, warning
from attrib.checks.shapes import (
    blob_problem,
    booleans,
    is_commit,
    is_natural,
    quoted,
    required,
    strings,
)


def _workspace_state(item: Item, facts: Facts) -> Iterator[Problem]:
    data = item.data
    if "root" not in data and "cwd" not in data:
        yield error("neither root nor cwd is there")
    yield from strings(data, "root", "branch")
    if "cwd" in data:
        yield from path_ref_problems(data["cwd"], "cwd")
    if "head" in data and not is_commit(data["head"]):
        yield error(f"head {quoted(data['head'])} is not 40 or 64 lowercase hex digits")
    yield from booleans(data, "detached", "dirty")
    dirty = data.get("dirtyPaths", [])
    if not isinstance(dirty, list) or not all(isinstance(path, str) for path in dirty):
        yield error("dirtyPaths is no array of strings")
    worktree = data.get("worktree", {})
    if not isinstance(worktree, dict):
        yield error("worktree is no object")
    else:
        yield from booleans(worktree, "linked", where="worktree.")
        yield from strings(worktree, "name", where="worktree.")


def path_ref_problems(value: object, where: str) -> Iterator[Problem]:
    """What keeps a value from being a path object `{root, path}`."""
    if not isinstance(value, dict):
        yield error(f"{where} is no path object")
        return
    if "root" not in value or not isinstance(value["root"], str | None):
        yield error(f"{where}.root is missing, or neither a string nor null")
    yield from required(value, "path", where=f"{where}.")


def _checkpoint(item: Item, facts: Facts) -> Iterator[Problem]:
    data = item.data
    yield from required(data, "kind", "ref")
    yield from strings(data, "root", "status", "label")
    yield from cause_problems(data, ("callId",))
    files = data.get("files", [])
    if not isinstance(files, list):
        yield error("files is no array")
        return
    for index, file in enumerate(files):
        where = f"files[{index}]"
        if not isinstance(file, str):
            yield from _file(where, file)
        elif "root" not in data:
            yield warning(f"{where} is relative, but the checkpoint has no root")


def _file(where: str, file: object) -> Iterator[Problem]:
    yield from path_ref_problems(file, where)
    if not isinstance(file, dict):
        return
    version = file.get("version", "")
    if not isinstance(version, str) and not is_natural(version):
        yield error(f"{where}.version {quoted(version)} is neither a string nor a safe integer")
    if "blob" in file:
        why = blob_problem(file["blob"])
        if why is not None:
            yield error(f"{where}.blob {why}")


RULES = (
    Rule(
        "ASR-466",
        Level.MUST,
        "A workspace_state has root or cwd, and members of the right form.",
        (Severity.ERROR,),
        frozenset({"workspace_state"}),
        _workspace_state,
    ),
    Rule(
        "ASR-467",
        Level.MUST,
        "A checkpoint has kind and ref, and files that are paths.",
        (Severity.ERROR, Severity.WARNING),
        frozenset({"checkpoint"}),
        _checkpoint,
    ),
)
