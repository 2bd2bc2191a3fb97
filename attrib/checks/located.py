"""Every path field of a record: where ASR's one path encoding is used. Spec: path encoding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attrib.checks.interface import Item
from attrib.checks.shapes import changes_of

#: Members that hold one path object, by record type; the last name is looked up in the others.
_PATH_MEMBERS = {
    "workspace_state": (("cwd",),),
    "exec": (("cwd",),),
    "terminal": (("cwd",),),
    "plan": (("source",),),
    "instructions": (("source",),),
    "memory_change": (("target", "path"), ("target",)),
}
_PATH_LISTS = {
    "tool_call": ("locations",),
    "config_change": ("sandbox", "writableRoots"),
    "checkpoint": ("files",),
}
_NO_ROOT = object()


@dataclass(frozen=True, slots=True)
class Located:
    """One path field; `has_root` is false where the record has no usable root beside it."""

    where: str
    root: str | None
    path: str
    native: object = None
    has_root: bool = True


def paths_of(item: Item) -> Iterator[Located]:
    """The path fields of a record whose path is a string."""
    data = item.data
    for where, change in changes_of(item):
        yield from _one(f"{where}path", change.get("root", _NO_ROOT), change)
        root = change.get("oldRoot", change.get("root", _NO_ROOT))
        yield from _one(f"{where}oldPath", root, {"path": change.get("oldPath")})
    for names in _PATH_MEMBERS.get(item.type, ()):
        yield from _object(".".join(names), _member(data, names))
    listed = _member(data, _PATH_LISTS.get(item.type, ("",)))
    for index, value in enumerate(listed if isinstance(listed, list) else ()):
        where = f"{_PATH_LISTS[item.type][-1]}[{index}]"
        if isinstance(value, str) and item.type == "checkpoint":
            yield from _one(where, data.get("root", _NO_ROOT), {"path": value})
        else:
            yield from _object(where, value)
    dirty = data.get("dirtyPaths") if item.type == "workspace_state" else None
    for index, value in enumerate(dirty if isinstance(dirty, list) else ()):
        yield from _one(f"dirtyPaths[{index}]", data.get("root", ""), {"path": value})


def roots_named(item: Item) -> Iterator[tuple[str, str]]:
    """Every root ID that the record names, with the field that does; each ID once."""
    named: dict[str, str] = {}
    if item.type in ("vcs", "workspace_state", "checkpoint"):
        root = item.data.get("root")
        if isinstance(root, str):
            named.setdefault(root, "root")
    for where, change in changes_of(item):
        for name in ("root", "oldRoot"):
            root = change.get(name)
            if isinstance(root, str):
                named.setdefault(root, f"{where}{name}")
    for found in paths_of(item):
        if found.has_root and found.root:
            named.setdefault(found.root, f"the root of {found.where}")
    for root, where in named.items():
        yield where, root


def _member(data: dict[str, object], names: tuple[str, ...]) -> object:
    value: object = data
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _object(where: str, value: object) -> Iterator[Located]:
    if isinstance(value, dict) and "root" in value:
        yield from _one(where, value["root"], value)


def _one(where: str, root: object, holder: dict[str, object]) -> Iterator[Located]:
    path = holder.get("path")
    if isinstance(path, str):
        has_root = isinstance(root, str | None)
        yield Located(
            where,
            root if isinstance(root, str) else None,
            path,
            holder.get("nativePath"),
            has_root,
        )
