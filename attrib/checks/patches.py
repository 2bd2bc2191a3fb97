"""Patches of file changes. ASR-456."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrib.checks.file_change import FILE_CHANGE
from attrib.checks.interface import Facts, Item, Level, Problem, Rule, Severity, error, warning
from attrib.checks.shapes import blob_problem, changes_of, quoted

_FORMATS = ("git_patch", "unified")
_SIDES = re.compile(r"^(?:---|\+\+\+|rename from|rename to|copy from|copy to) (.+?)\r?$", re.M)
_ESCAPE = re.compile(r"\\([0-7]{3}|.)", re.S)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def _patch(item: Item, facts: Facts) -> Iterator[Problem]:
    if "patch" not in item.data:
        return
    patch = item.data["patch"]
    if not isinstance(patch, dict):
        yield error("patch is no object")
        return
    kind = patch.get("format")
    if kind not in _FORMATS:
        yield error(f"patch.format {quoted(kind)} is none of {', '.join(_FORMATS)}")
    yield from _content(patch)
    changes = item.data.get("changes")
    if kind == "unified" and isinstance(changes, list) and len(changes) != 1:
        yield error(f"patch.format is unified with {len(changes)} changes; it is for exactly one")
    text = patch.get("text")
    if kind == "git_patch" and isinstance(text, str):
        for path in _strangers(text, item, facts):
            yield warning(f"patch names {quoted(path)}, which no change does")


def _content(patch: dict[str, object]) -> Iterator[Problem]:
    given = [name for name in ("text", "blob") if name in patch]
    if len(given) != 1:
        yield error(f"patch has {len(given)} of text, blob, not exactly one")
    if not isinstance(patch.get("text", ""), str):
        yield error("patch.text is no string")
    if "blob" in patch:
        why = blob_problem(patch["blob"])
        if why is not None:
            yield error(f"patch.blob {why}")


def _strangers(text: str, item: Item, facts: Facts) -> Iterator[str]:
    """The paths in the patch's file headers that are no change's, joined to its root or not."""
    known: set[str] = set()
    for _, change in changes_of(item):
        for root, path in (("root", "path"), ("oldRoot", "oldPath"), ("root", "oldPath")):
            known.update(_spellings(change.get(root), change.get(path), facts))
        known.update(_spellings(None, change.get("nativePath"), facts))
    seen: set[str] = set()
    for path in _named(text):
        bare = path.lstrip("/")
        short = bare.partition("/")[2]
        if path != "/dev/null" and not {bare, short} & known and path not in seen:
            seen.add(path)
            yield path


def _spellings(root: object, path: object, facts: Facts) -> Iterator[str]:
    if isinstance(path, str):
        yield path.lstrip("/")
        top = facts.roots.get(root) if isinstance(root, str) else None
        if top is not None:
            yield f"{top.rstrip('/')}/{path}".lstrip("/")


def _named(text: str) -> Iterator[str]:
    """The paths of the file headers; lines inside of hunks that look like one are left out."""
    left = 0
    for line in text.split("\n"):
        if left > 0:
            left -= 0 if line.startswith("\\") else 1 if line[:1] in "+-" and line else 2
            continue
        hunk = _HUNK.match(line)
        if hunk is not None:
            left = sum(int(count or 1) for count in hunk.groups())
            continue
        side = _SIDES.match(line)
        if side is not None:
            yield _unquoted(side[1].split("\t")[0])


_HUNK = re.compile(r"@@ -\d+(?:,(\d{1,9}))? \+\d+(?:,(\d{1,9}))? @@", re.ASCII)


def _unquoted(path: str) -> str:
    r"""A path as git quotes it (`"na\303\257ve"`) as itself."""
    if len(path) < 2 or not (path.startswith('"') and path.endswith('"')):
        return path
    raw = bytearray()
    position = 1
    while position < len(path) - 1:
        escape = _ESCAPE.match(path, position)
        if escape is None:
            raw += path[position].encode("utf-8", "surrogatepass")
            position += 1
            continue
        code = escape[1]
        octal = len(code) == 3
        raw += (
            bytes([int(code, 8) & 255])
            if octal
            else _ESCAPED.get(code, code).encode("utf-8", "surrogatepass")
        )
        position = escape.end()
    return raw.decode("utf-8", "replace")


RULES = (
    Rule(
        "ASR-456",
        Level.MUST,
        "A patch has a format and either text or blob, and agrees with the changes.",
        (Severity.ERROR, Severity.WARNING),
        FILE_CHANGE,
        _patch,
    ),
)
