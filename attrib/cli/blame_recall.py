"""A blame that was answered before: from the index, as long as all that it rests on is the same."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path

import attrib
from attrib.cli.checkout import Checkout
from attrib.codec.blames import decode_blame, encode_blame
from attrib.git.footprint import footprint_of
from attrib.model.blame import BlameEntry
from attrib.model.ids import RepoPath
from attrib.model.reports import BlameReport
from attrib.workspace import Workspace


class Recall:
    """One question, and its answer where the index has it."""

    def __init__(
        self,
        workspace: Workspace,
        checkout: Checkout,
        path: RepoPath,
        revision: str | None,
        entries: Sequence[BlameEntry],
        lines: Sequence[bytes],
        guessed: Collection[int],
    ) -> None:
        self._workspace = workspace
        self._checkout = checkout
        self._path = path
        self._revision = revision
        self._entries = entries
        self._lines = lines
        self._guessed = guessed
        self._key = self._made_key()

    def answer(self) -> BlameReport | None:
        """The answer that is kept; `None` where the question has to be answered anew."""
        text = self._workspace.answers.get(self._key) if self._key else None
        if text is None:
            return None
        return decode_blame(text, self._path, self._revision, self._entries, self._lines)

    def keep(self, report: BlameReport) -> None:
        """Keep the answer, unless something that it rests on changed while it was made."""
        if self._key and self._key == self._made_key():
            self._workspace.answers.keep(self._key, encode_blame(report))

    def _made_key(self) -> str | None:
        """A hash over all that the answer rests on; `None` where it is not to be kept."""
        workspace = self._workspace
        if not workspace.answers.keeps or not workspace.sessions or workspace.basis is None:
            return None
        if any(entry.commit is None for entry in self._entries):
            return None  # it rests on the worktree, too
        folders = {folder for entry in self._entries for folder in _folders(entry.origin_path)}
        settings = self._checkout.config("")
        footprint = footprint_of(self._checkout.location, settings, folders)
        if footprint is None:
            return None
        digest = hashlib.sha256()
        for fact in (_program(), workspace.basis, footprint, *self._question()):
            digest.update(fact if isinstance(fact, bytes) else fact.encode())
            digest.update(b"\0")
        return digest.hexdigest()

    def _question(self) -> Iterator[str | bytes]:
        yield self._path
        yield repr(self._revision)
        yield repr(sorted(self._guessed))
        for each in self._entries:
            yield f"{each.commit} {each.first} {each.count} {each.origin_first} {each.boundary}"
            yield repr((each.origin_path, each.previous))
        yield b"".join(self._lines)


def _folders(path: bytes) -> Iterator[bytes]:
    yield b""
    at = path.find(b"/")
    while at >= 0:
        yield path[:at]
        at = path.find(b"/", at + 1)


@cache
def _program() -> str:
    """This version of the program, told by the files of the package too: it may be worked on."""
    top = Path(attrib.__file__).parent
    latest = 0
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith(".py"):
                latest = max(latest, os.stat(os.path.join(folder, name)).st_mtime_ns)  # noqa: PTH116, PTH118
    return f"{attrib.__version__} {latest}"
