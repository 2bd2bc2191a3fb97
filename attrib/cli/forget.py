"""`attrib session forget`: one session is removed from what this repository and user keep."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from attrib.cli.common import Common
from attrib.cli.terminal import say, write_text
from attrib.errors import StreamError, UsageError
from attrib.finding import find_key
from attrib.index.database import UnusableError
from attrib.index.forgetting import forget_streams
from attrib.model.agents import alias_of
from attrib.recording.folders import locked, refuse_link
from attrib.recording.natives import NativeFolder
from attrib.render.text import escape
from attrib.stores.forgetting import Forgotten, forget_session, sessions_in


def forget(name: str, common: Common) -> int:
    """Remove a session and say what was removed; 1 where nothing of it lies in the store.

    Raises:
        SessionError: the name is no session's, or several sessions'.
        StreamError: the store lies behind a symbolic link, or something cannot be removed.
    """
    if common.as_json:
        raise UsageError("forgetting gives no JSON", hint="attrib session forget -h")
    with common.open() as workspace:
        common_dir = Path(workspace.repository.common_dir)
        refuse_link(common_dir / "attrib")
        top = common_dir / "attrib" / "sessions"
        known = {session.key: session.streams for session in workspace.sessions}
        key = find_key([*known, *sessions_in(top)], name)
        paths = [Path(stream.path) for stream in known.get(key, ()) if stream.path != "-"]
        others = [
            Path(stream.path)
            for each, streams in known.items()
            if each != key
            for stream in streams
        ]
    if not top.is_dir():
        forgotten = Forgotten((), (), tuple(paths))
    else:
        with locked(common_dir / "attrib" / "sessions.lock"):
            forgotten = forget_session(top, key, paths)
        forget_index(common_dir, [*forgotten.streams, *paths], others)
    natives = NativeFolder().forget(key) if forgotten.streams else None
    removed = [*forgotten.streams, *forgotten.blobs, *([natives] if natives else [])]
    write_text(f"removed {escape(os.fspath(path))}" for path in removed)
    for path in forgotten.elsewhere:
        say(f"notice: '{path}' lies outside this repository's store; left as it is")
    if not common.quiet:
        agent = alias_of(key.agent)
        count = len(forgotten.streams)
        said = f"{count} stream" if count == 1 else f"{count} streams"
        say(f"forgot {agent}:{key.id}: {said} removed")
    return 0 if forgotten.streams else 1


def forget_index(common_dir: Path, paths: Iterable[Path], kept: Iterable[Path]) -> None:
    """Take streams out of the index, and all that are not `kept`.

    Raises:
        StreamError: it cannot be changed, nor removed.
    """
    try:
        forget_streams(str(common_dir), paths, kept)
    except UnusableError as error:
        raise StreamError(
            f"the index still holds the session: {error}", hint="attrib index --rebuild"
        ) from error
