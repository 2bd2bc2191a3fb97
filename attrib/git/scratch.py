"""A git dir of our own that sees the objects of another one, and nothing else of it."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path

from attrib.git.discovery import Location
from attrib.git.reading import read_regular


class Scratch:
    """A bare git dir in a temporary folder: own configuration, no references, alternates.

    No configuration, hook, filter or remote of the repository reaches a git that runs here.
    Removed by `close`, or when the program ends.
    """

    def __init__(self, location: Location) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="attrib-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self.shallow = _shallow(location)
        git_dir = self._folder / "git"
        (git_dir / "objects" / "info").mkdir(parents=True)
        (git_dir / "refs").mkdir()
        (git_dir / "HEAD").write_bytes(b"ref: refs/heads/none\n")
        (git_dir / "config").write_bytes(config_of(location.object_format))
        (git_dir / "objects" / "info" / "alternates").write_bytes(_alternates(location))
        if self.shallow:
            lines = sorted(self.shallow)
            (git_dir / "shallow").write_text("".join(f"{line}\n" for line in lines))
        empty = self._folder / "empty"
        empty.mkdir()
        self.git_dir = str(git_dir)
        self.empty = str(empty)

    def close(self) -> None:
        """Remove the folder."""
        self._remove()


def config_of(object_format: str) -> bytes:
    """The configuration of a bare git dir with this object format."""
    if object_format == "sha1":
        return b"[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
    return (
        b"[core]\n\trepositoryformatversion = 1\n\tbare = true\n"
        b"[extensions]\n\tobjectFormat = " + object_format.encode() + b"\n"
    )


def _alternates(location: Location) -> bytes:
    # In a receiving hook new objects lie apart, and the repository's own are an alternate.
    more = (location.environment or os.environ).get("GIT_ALTERNATE_OBJECT_DIRECTORIES", "")
    folders = [location.objects_dir, *filter(os.path.isabs, more.split(os.pathsep))]
    return b"".join(_quoted(os.fsencode(folder)) + b"\n" for folder in folders)


def _quoted(path: bytes) -> bytes:
    if b"\n" not in path:
        return path
    escaped = path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped + b'"'


def _shallow(location: Location) -> frozenset[str]:
    content = read_regular(str(Path(location.common_dir, "shallow"))) or b""
    return frozenset(content.decode("ascii", "replace").split())
