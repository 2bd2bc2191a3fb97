"""Worktrees found on the way up from a file, and its bytes hashed: no git is run, no filter.

Files are read as they are, regular ones only, never through a link in the file's own place.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from attrib.git.reading import read_regular
from attrib.model.ids import ObjectIdType
from attrib.recording.folders import NOT_FOLLOWED

#: A larger file is not hashed.
LARGEST = 256 * 1024 * 1024
_SMALL = 1 << 20
_PIECE = 1 << 20
_SHA256 = re.compile(rb"(?mi)^\s*objectformat\s*=\s*\"?sha256\b")


@dataclass(frozen=True, slots=True)
class Tree:
    """A worktree: the real path of its top, and where its repository lies."""

    top: str
    git_dir: str
    common_dir: str
    id_type: ObjectIdType

    def inner(self, path: str) -> str | None:
        """The path below the top, `/` between parts; `None` for one outside, or not Unicode."""
        folder, name = os.path.split(path)
        real = os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
        if name in ("", ".", "..") or not real.startswith(self.top.rstrip(os.sep) + os.sep):
            return None
        inner = real[len(self.top.rstrip(os.sep)) + 1 :].replace(os.sep, "/")
        try:
            inner.encode()
        except UnicodeEncodeError:
            return None
        return None if ".git" in inner.lower().split("/") else inner


@dataclass(frozen=True, slots=True)
class Seen:
    """What lay at a path: its ID and size, both `None` where there was no file."""

    id: str | None
    size: int | None = None


ABSENT = Seen(None)


def tree_of(folder: str) -> Tree | None:
    """The worktree that a folder lies in, whether the folder is there yet or not."""
    at = os.path.realpath(folder)
    while True:
        git_dir = _git_dir(os.path.join(at, ".git"))  # noqa: PTH118
        if git_dir is not None:
            common = _common_dir(git_dir)
            return Tree(at, git_dir, common, _id_type(common))
        above = os.path.dirname(at)  # noqa: PTH120
        if above == at:
            return None
        at = above


def seen_at(path: str, id_type: ObjectIdType) -> Seen | None:
    """The worktree bytes at a path; `None` where they are not a regular file's, or too many.

    Spec: ASR-458.
    """
    flags = os.O_RDONLY | NOT_FOLLOWED | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
                return None
            digest, left = _begun(id_type, found.st_size), found.st_size
            while left and (piece := file.read(min(left, _PIECE))):
                digest.update(piece)
                left -= len(piece)
            # A file that changes while it is read has no state to tell of.
            return None if left or file.read(1) else Seen(digest.hexdigest(), found.st_size)
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT
    except OSError:
        return None


def _begun(id_type: ObjectIdType, size: int) -> hashlib._Hash:
    if id_type is ObjectIdType.SHA256:
        return hashlib.sha256()
    if id_type is ObjectIdType.GIT_BLOB_SHA256:
        digest = hashlib.sha256()
    else:
        digest = hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % size)
    return digest


def _git_dir(dot_git: str) -> str | None:
    if os.path.isfile(os.path.join(dot_git, "HEAD")):  # noqa: PTH113, PTH118
        return dot_git
    said = _small(dot_git)
    if said is None or not said.startswith(b"gitdir:"):
        return None
    named = os.fsdecode(said[len(b"gitdir:") :].strip())
    return os.path.realpath(os.path.join(os.path.dirname(dot_git), named))  # noqa: PTH118, PTH120


def _common_dir(git_dir: str) -> str:
    said = _small(os.path.join(git_dir, "commondir"))  # noqa: PTH118
    if said is None:
        return git_dir
    return os.path.realpath(os.path.join(git_dir, os.fsdecode(said.strip())))  # noqa: PTH118


def _id_type(common_dir: str) -> ObjectIdType:
    config = _small(os.path.join(common_dir, "config")) or b""  # noqa: PTH118
    if _SHA256.search(config):
        return ObjectIdType.GIT_BLOB_SHA256
    return ObjectIdType.GIT_BLOB_SHA1


def _small(path: str) -> bytes | None:
    return read_regular(path, limit=_SMALL)


def path_at(tree: Tree, inner: str) -> str:
    """The native path of a file below the top."""
    return str(Path(tree.top, *inner.split("/")))
