"""Whether a repository and its sessions still are what they were, told by files alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.errors import AttribError
from attrib.git.reading import is_fresh
from attrib.stores import Store
from attrib.stores.interface import Stream
from attrib.stores.stream import FileStream

#: Which file it is, how large, and when it changed; `None` where there is none.
State = tuple[int, ...] | None


def state_of(path: Path | str) -> State:
    """What tells a file from what it was, and from any other; follows links."""
    try:
        status = os.stat(path)  # noqa: PTH116 - thousands of them
    except OSError:
        return None
    times = (status.st_mtime_ns, status.st_ctime_ns)
    # A file that has just changed may change again with the same times.
    return (status.st_dev, status.st_ino, status.st_size, *times, int(is_fresh(status)))


def is_settled(state: State) -> bool:
    """True where the file cannot have changed since without another state."""
    return state is None or not state[-1]


def configuration_of(git_dir: Path, common_dir: Path) -> tuple[State, ...]:
    """The states of the files that git reads its configuration from, but included ones.

    And whether this repository has a store of its own by now.
    """
    home = Path(os.environ.get("HOME", "/"))
    places = [
        common_dir / "config",
        git_dir / "config.worktree",
        home / ".gitconfig",
        Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config", "git", "config"),
    ]
    has_store = (int((common_dir / "attrib" / "sessions").is_dir()), 0)
    return (*map(state_of, places), has_store)


def streams_in(stores: Iterable[Store]) -> Iterator[Stream]:
    """Every stream of the stores; none of a store that is not there any more."""
    for store in stores:
        try:
            yield from store.streams()
        except AttribError:
            continue


def states_of(streams: Iterable[Stream]) -> tuple[tuple[str, State], ...]:
    """Names and states of the streams that are files, in order."""
    files = {each.name: each.path for each in streams if isinstance(each, FileStream)}
    return tuple((name, state_of(path)) for name, path in sorted(files.items()))
