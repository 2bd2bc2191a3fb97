"""The references of a repository, read from its files, or asked from git where they are others."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrib.git.objects import is_full_id
from attrib.git.reading import read_regular
from attrib.model.ids import Oid

#: References that hold no one's work but notes, backups and checkpoints of tools.
NO_HISTORY = (
    b"refs/notes/",
    b"refs/attrib/",
    b"refs/stash",
    b"refs/t3/",
    b"refs/entire/",
    b"refs/replace/",
    b"refs/bisect/",
    b"refs/checkpoints/",
)

#: git follows so many symbolic references.
_MOST_SYMBOLIC = 5

_RULES = ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}")


def is_history(name: bytes) -> bool:
    """True for a reference whose commits count as history."""
    return not name.startswith(NO_HISTORY)


def are_files(common_dir: str) -> bool:
    """True where references are files: loose ones and `packed-refs`, no reftable."""
    return not Path(common_dir, "reftable").is_dir()


def read_refs(common_dir: str, object_format: str) -> dict[bytes, Oid]:
    """Every reference and the object that it names, tags not peeled; symbolic ones left out.

    A detached `HEAD` of any worktree is among them, as `HEAD` or `worktrees/<id>/HEAD`.
    """
    lines = (read_regular(str(Path(common_dir, "packed-refs")), limit=1 << 30) or b"").split(b"\n")
    packed = (line.partition(b" ") for line in lines if line[:1] not in (b"#", b"^", b""))
    texts = {name: oid for oid, _, name in packed}
    texts.update(_loose(os.fsencode(common_dir)))
    decoded = ((name, text.strip().decode("ascii", "replace")) for name, text in texts.items())
    return {name: Oid(text) for name, text in decoded if is_full_id(text, object_format)}


def _loose(common_dir: bytes) -> Iterator[tuple[bytes, bytes]]:
    base = common_dir + b"/"
    paths = [base + b"HEAD"]
    for folder, _, names in os.walk(base + b"worktrees"):
        paths += [folder + b"/HEAD"] if b"HEAD" in names else []
    for folder, _, names in os.walk(base + b"refs"):
        paths += [folder + b"/" + name for name in names if not name.endswith(b".lock")]
    for path in paths:
        content = read_regular(path, limit=1 << 12)
        if content is not None:
            yield path.removeprefix(base), content


def head_of(git_dir: str, common_dir: str, object_format: str) -> Oid | None:
    """The object that `HEAD` names, read from files; `None` where they do not say."""
    if not are_files(common_dir):
        return None
    name = b"HEAD"
    for _ in range(_MOST_SYMBOLIC):
        folder = common_dir if name.startswith(b"refs/") else git_dir
        content = read_regular(os.path.join(os.fsencode(folder), name), limit=1 << 12)  # noqa: PTH118
        if content is None:
            content = _packed(common_dir, name)
        if not content.startswith(b"ref: "):
            text = content.strip().decode("ascii", "replace")
            return Oid(text) if is_full_id(text, object_format) else None
        name = content[5:].strip()
        if not is_shared(name):
            return None
    return None


def read_ref(common_dir: str, name: bytes, object_format: str) -> Oid | None:
    """What one reference that all worktrees share names, read from its file or `packed-refs`."""
    path = os.path.join(os.fsencode(common_dir), name)  # noqa: PTH118
    content = read_regular(path, limit=1 << 12)
    text = (content if content is not None else _packed(common_dir, name)).strip()
    oid = text.decode("ascii", "replace")
    return Oid(oid) if is_full_id(oid, object_format) else None


def is_shared(name: bytes) -> bool:
    """True for a reference that all worktrees share."""
    per_worktree = (b"refs/bisect/", b"refs/worktree/", b"refs/rewritten/")
    return name.startswith(b"refs/") and not name.startswith(per_worktree)


def _packed(common_dir: str, name: bytes) -> bytes:
    packed = read_regular(str(Path(common_dir, "packed-refs")), limit=1 << 30) or b""
    end = packed.find(b" " + name + b"\n")
    return packed[:end].rpartition(b"\n")[2].partition(b" ")[0] if end > 0 else b""


def possible_references(names: Sequence[str], common_dir: str) -> set[str]:
    """Those that git may read as short names of references; errs on the side of yes."""
    if not names or not are_files(common_dir):
        return set(names)
    common = Path(common_dir)
    packed = read_regular(str(common / "packed-refs"), limit=1 << 30) or b""
    return {
        name
        for name in names
        if b"/" + os.fsencode(name) + b"\n" in packed
        or any((common / rule.format(name)).exists() for rule in _RULES)
    }
