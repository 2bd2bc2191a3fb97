"""What answers of a repository rest on, told by its files alone, so that an old one may be used.

A footprint changes whenever a reference, a setting, an attributes file or the store of objects
does. Where files do not tell everything, or have just changed, there is none.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrib.git.discovery import Location
from attrib.git.filters import ALLOW
from attrib.git.reading import is_fresh, read_regular
from attrib.git.room import OTHER_OBJECTS, SYSTEM_ATTRIBUTES, is_partial
from attrib.git.settings import Settings, attributes_file_of

#: How deep alternates are followed.
_DEEPEST = 6


class _UncertainError(Exception):
    """The files do not tell all."""


def footprint_of(location: Location, settings: Settings, folders: Iterable[bytes]) -> str | None:
    """A hash over what answers about files in these folders rest on; `None` where that is open."""
    environment = os.environ if location.environment is None else location.environment
    digest = hashlib.sha256()
    try:
        for fact in _facts(location, settings, environment, folders):
            digest.update(fact.encode("utf-8", "surrogateescape") + b"\0")
    except (_UncertainError, OSError):
        return None
    return digest.hexdigest()


def _facts(
    location: Location,
    settings: Settings,
    environment: Mapping[str, str],
    folders: Iterable[bytes],
) -> Iterator[str]:
    common = Path(location.common_dir)
    if (
        any(name in environment for name in OTHER_OBJECTS)
        or (common / "reftable").exists()
        or (common / "lfs").exists()
        or "lfs.storage" in settings
        or is_partial(settings)
        or ALLOW in settings
    ):
        raise _UncertainError
    yield repr(sorted(settings.items()))
    yield from map(_state, _files(location, common))
    for path in (SYSTEM_ATTRIBUTES, attributes_file_of(settings, environment)):
        yield _state(Path(path)) if path else "-"
    for folder in sorted(set(folders)) if location.toplevel else ():
        yield _state(Path(location.toplevel or "", os.fsdecode(folder), ".gitattributes"))
    yield from _references(Path(location.git_dir), common)
    yield from _objects(Path(location.objects_dir), _DEEPEST)


def _files(location: Location, common: Path) -> Iterator[Path]:
    yield from (common / name for name in ("shallow", "info/grafts", "info/attributes"))
    yield common / "attrib" / "journal.jsonl"
    yield Path(location.index_file)


def _references(git_dir: Path, common: Path) -> Iterator[str]:
    yield _state(common / "packed-refs")
    heads = dict.fromkeys([git_dir / "HEAD", common / "HEAD"])
    heads |= dict.fromkeys(sorted(common.glob("worktrees/*/HEAD")))
    for head in heads:
        yield f"{head} {read_regular(str(head))!r}"
    for top in dict.fromkeys([git_dir / "refs", common / "refs"]):
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)  # noqa: PTH118 - thousands of them
                yield f"{path} {read_regular(path)!r}"


def _objects(folder: Path, depth: int) -> Iterator[str]:
    """When objects were added to a store, or taken away, and the same of its alternates."""
    if not depth:
        raise _UncertainError
    yield from map(_state, [folder, folder / "pack"])
    yield from (_state(f"{folder}/{number:02x}") for number in range(256))
    file = folder / "info" / "alternates"
    content = read_regular(str(file))
    if content is None and os.path.lexists(file):
        raise _UncertainError
    yield repr(content)
    for line in (content or b"").split(b"\n"):
        if line.startswith(b'"'):
            raise _UncertainError  # quoted, as C quotes
        if line and not line.startswith(b"#"):
            yield from _objects(folder / os.fsdecode(line), depth - 1)


def _state(path: Path | str) -> str:
    """Which file this is, and when it changed; `-` where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 - hundreds of them
    except (FileNotFoundError, NotADirectoryError):
        return "-"
    if is_fresh(status):
        raise _UncertainError
    times = status.st_mtime_ns, status.st_ctime_ns
    return f"{status.st_dev} {status.st_ino} {status.st_size} {times}"
