"""The clean room: a commit-graph of our own, with which git's blame is faster than without.

`<common dir>/attrib/room/` is a bare git dir that sees the repository's objects as an alternate
and holds nothing but a commit-graph with changed-path filters. A blame in the room is the user's
own `git blame`, in their own repository and configuration; only `GIT_OBJECT_DIRECTORY` points at
the room, so that git reads our graph and never one of the repository's. Whoever deletes the room
loses speed only; `build` makes and extends it, and a blame never waits for that.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from attrib.errors import GitError
from attrib.git.discovery import Location
from attrib.git.process import Git
from attrib.git.reading import folders_of, read_regular
from attrib.git.settings import Settings, attributes_file_of, is_true, last_of

if TYPE_CHECKING:
    from attrib.model.ids import Oid

_ALTERNATES = b"../../../objects\n"
_GRAPHS = ("objects/info/commit-graphs/commit-graph-chain", "objects/info/commit-graph")
_LOCKS = tuple(f"{graph}.lock" for graph in _GRAPHS)
_WRITE = ("commit-graph", "write", "--no-progress", "--stdin-commits", "--changed-paths")
#: Files of an older graph stay for those who are reading them.
_EXTEND = (*_WRITE, "--split", "--expire-time=1.hour.ago")
_GRAPH_ON = "core.commitGraph=true"
#: A first graph takes nothing over from one that lies in the repository.
_DISTRUST = "commitGraph.readChangedPaths=false"
#: Seconds after which what a build left behind is nobody's any more.
_ABANDONED = 24 * 3600
#: git follows five alternates of alternates, and the room is one of them.
_DEEPEST = 4
#: Variables that give git other objects, or another history, than the repository has.
OTHER_OBJECTS = (
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_REPLACE_REF_BASE",
)
#: Where git looks for attributes of the whole system.
SYSTEM_ATTRIBUTES = "/etc/gitattributes"
#: With these, git may match a pattern, or read an attributes file, where we do not.
_UNSEEN = ("core.ignorecase", "core.sparsecheckout")


class Repository(Protocol):
    """What building asks of a repository that the git program opened."""

    location: Location

    def refs(self) -> Mapping[bytes, Oid]:
        """Every reference and the object that it names."""
        ...

    def config(self, prefix: str) -> Mapping[str, Sequence[str]]:
        """All configured values by key."""
        ...


def room_of(location: Location) -> Path:
    """Where the room of a repository is, or would be."""
    return Path(location.common_dir, "attrib", "room")


def variables_for(
    location: Location, settings: Settings, names: Iterable[str | bytes]
) -> Mapping[str, str]:
    """The variables that let git blame in the room; none where it may differ or do harm there.

    `names` are the words of the command line: among them is the file.
    """
    room = room_of(location)
    environment = os.environ if location.environment is None else location.environment
    if not any((room / graph).exists() for graph in _GRAPHS):
        return {}
    if read_regular(str(room / "objects/info/alternates")) != _ALTERNATES:
        return {}
    if any(name in environment for name in OTHER_OBJECTS) or not _fits(location, settings):
        return {}
    if not is_true(last_of(settings, "core.commitgraph") or "true"):
        return {}
    if _runs_textconv(settings) or _runs_filter(location, settings, environment, names):
        return {}
    return {"GIT_OBJECT_DIRECTORY": str(room / "objects")}


def _fits(location: Location, settings: Settings) -> bool:
    """True where history is what the objects say, and all of them are in one place."""
    common = Path(location.common_dir)
    objects = common / "objects"
    if os.path.normpath(location.objects_dir) != os.path.normpath(objects):
        return False
    if (common / "shallow").exists() or (common / "info" / "grafts").exists():
        return False
    return (
        not _has_replacements(common)
        and not is_partial(settings)
        and _depth(objects, _DEEPEST) < _DEEPEST
    )


def _has_replacements(common: Path) -> bool:
    if (common / "reftable").exists():
        return True  # not to be seen in files
    folder = common / "refs" / "replace"
    with suppress(OSError):
        if any(folder.iterdir()):
            return True
    packed = read_regular(str(common / "packed-refs"), limit=1 << 30)
    return b" refs/replace/" in (packed or b"")


def is_partial(settings: Settings) -> bool:
    """True where git may fetch what is missing: into the room."""
    return any(
        key == "extensions.partialclone" or (key.startswith("remote.") and key.endswith(kind))
        for key in settings
        for kind in (".promisor", ".partialclonefilter")
    )


def _depth(objects: Path, most: int) -> int:
    """How many alternates follow one another, up to `most`."""
    content = read_regular(str(objects / "info" / "alternates"))
    if not content or not most:
        return 0
    lines = [line for line in content.split(b"\n") if line and not line.startswith(b"#")]
    return 1 + max((_depth(objects / os.fsdecode(line), most - 1) for line in lines), default=0)


def _runs_textconv(settings: Settings) -> bool:
    """True where blame may start a program of the user's whose results git keeps as objects."""
    return any(key.startswith("diff.") and key.endswith(".textconv") for key in settings)


def _runs_filter(
    location: Location,
    settings: Settings,
    environment: Mapping[str, str],
    names: Iterable[str | bytes],
) -> bool:
    """True where a filter may be started for the file: it would see the room as its objects."""
    kinds = (".clean", ".process")
    top = location.toplevel
    if top is None or not any(k.startswith("filter.") and k.endswith(kinds) for k in settings):
        return False
    outer = [SYSTEM_ATTRIBUTES, attributes_file_of(settings, environment) or ""]
    last = str(Path(location.common_dir, "info", "attributes"))
    for path in _paths(location.start, top, names):
        folders = folders_of(path)
        inner = [Path(top, os.fsdecode(folder), ".gitattributes") for folder in folders]
        files = [(b"", file) for file in outer]
        files += [(folder, str(file)) for folder, file in zip(folders, inner, strict=True)]
        layers = [(folder, read_regular(file) or b"") for folder, file in [*files, (b"", last)]]
        if any(b"filter" in content for _, content in layers) and _has_filter(
            path, layers, certain=not any(is_true(last_of(settings, key)) for key in _UNSEEN)
        ):
            return True
    return False


def _has_filter(path: bytes, layers: Sequence[tuple[bytes, bytes]], *, certain: bool) -> bool:
    from attrib.git.attributes import AttributeReader, content_of_file

    if not certain:
        return True
    reader = AttributeReader([(folder, content_of_file(content)) for folder, content in layers])
    return isinstance(reader.attributes_of(path).filter, str)


def _paths(start: str, top: str, names: Iterable[str | bytes]) -> Iterator[bytes]:
    """Those names that lie in the worktree, from its top."""
    for name in names:
        path = os.path.relpath(os.path.join(start, os.fsdecode(name)), top)  # noqa: PTH118
        if not path.startswith(".."):
            yield os.fsencode(path)


def build(repository: Repository, git: Git | None = None, *, anew: bool = False) -> bool:
    """Make the room, or extend it by what is new; gives whether it holds what the refs name.

    `anew` takes nothing over from the one that is there.

    Safe beside other commands and other builds. Nothing is said where there can be none: where
    the repository cannot be written, is shallow or partial, or lacks objects.
    """
    from attrib.git.refs import is_history

    location = repository.location
    if not _fits(location, repository.config("")):
        return False
    tips = sorted({oid for name, oid in repository.refs().items() if is_history(name)})
    if not tips:
        return False
    git = git or Git()
    room = room_of(location)
    try:
        _remove_abandoned(room)
        if not anew and _is_usable(room) and (_is_current(room, tips) or _extend(git, room, tips)):
            return True
        return _make(git, location, room, tips)
    except (OSError, GitError):
        return False


def _remove_abandoned(room: Path) -> None:
    """Remove what builds left behind that were ended from outside."""
    long_ago = time.time() - _ABANDONED
    left = [*room.parent.glob("room-*"), *(room / lock for lock in _LOCKS)]
    for path in left:
        with suppress(OSError):
            if path.lstat().st_mtime < long_ago:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _is_usable(room: Path) -> bool:
    alternates = read_regular(str(room / "objects" / "info" / "alternates"))
    return alternates == _ALTERNATES and any((room / graph).exists() for graph in _GRAPHS)


def _is_current(room: Path, tips: Sequence[Oid]) -> bool:
    return read_regular(str(room / "tips")) == _digest(tips)


def _digest(tips: Sequence[Oid]) -> bytes:
    import hashlib

    return hashlib.sha256("\n".join(tips).encode()).hexdigest().encode()


def _extend(git: Git, room: Path, tips: Sequence[Oid]) -> bool:
    """Add the new commits; also true where another command is just doing so."""
    try:
        _write(git, room, tips, _EXTEND, [_GRAPH_ON])
    except GitError:
        return any((room / lock).exists() for lock in _LOCKS)
    return True


def _make(git: Git, location: Location, room: Path, tips: Sequence[Oid]) -> bool:
    """Make the room beside its place and move it there; another command may be first."""
    from attrib.git.scratch import config_of

    room.parent.mkdir(exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix="room-", dir=room.parent))
    try:
        (new / "objects" / "info").mkdir(parents=True)
        (new / "refs").mkdir()
        (new / "HEAD").write_bytes(b"ref: refs/heads/none\n")
        (new / "config").write_bytes(config_of(location.object_format))
        (new / "objects" / "info" / "alternates").write_bytes(_ALTERNATES)
        _write(git, new, tips, _WRITE, [_GRAPH_ON, _DISTRUST])
        new.chmod(room.parent.stat().st_mode & 0o7777)
        with suppress(OSError):  # another command was faster
            if room.exists():
                room.rename(f"{new}-old")
            new.rename(room)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(f"{new}-old", ignore_errors=True)
    return _is_usable(room)


def _write(
    git: Git, room: Path, tips: Sequence[Oid], arguments: Sequence[str], settings: Sequence[str]
) -> None:
    stdin = "".join(f"{oid}\n" for oid in tips).encode()
    with git.start_clean(
        str(room), arguments, cwd=str(room), stdin=stdin, settings=settings
    ) as process:
        process.stdout.read()
        process.finish()
    waiting = room / f"tips.{os.getpid()}"
    waiting.write_bytes(_digest(tips))
    waiting.replace(room / "tips")
