"""A blame that was answered before: from the index, as long as all that it rests on is the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrib.codec.blames import decode_blame, encode_blame
from attrib.git.reading import folders_of
from attrib.index.answers import key_of
from attrib.index.held import spots_of
from attrib.model.blame import BlameEntry
from attrib.model.ids import RepoPath, SessionKey
from attrib.model.reports import BlameReport
from attrib.workspace import Workspace


class Recall:
    """One question, and its answer where the index has it."""

    def __init__(
        self,
        workspace: Workspace,
        path: RepoPath,
        revision: str | None,
        entries: Sequence[BlameEntry],
        lines: Sequence[bytes],
        guessed: Collection[int],
    ) -> None:
        self._workspace = workspace
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
        folders = {folder for entry in self._entries for folder in folders_of(entry.origin_path)}
        footprint = workspace.repository.footprint(folders)
        if footprint is None or workspace.repository.footprint(()) != workspace.opened:
            return None  # what was read before it changed may be told of it
        key = key_of("blame", workspace.basis, footprint, *self._question())
        return _topic_of(self._path) + key

    def _question(self) -> Iterator[str | bytes]:
        yield self._path
        yield repr(self._revision)
        yield repr(sorted(self._guessed))
        for each in self._entries:
            yield f"{each.commit} {each.first} {each.count} {each.origin_first} {each.boundary}"
            yield repr((each.origin_path, each.previous))
        yield b"\n".join(self._lines)
        yield repr(_absolute_places(self._workspace))


def has_answers_about(workspace: Workspace, path: RepoPath) -> bool:
    """True where any blame of a file is kept, be it of other lines or of another time."""
    return workspace.answers.has_any(_topic_of(path))


def _topic_of(path: RepoPath) -> str:
    """What the keys of all answers about a file begin with."""
    return f"{key_of(path)[:16]}/"


def _absolute_places(workspace: Workspace) -> list[object]:
    """Where paths without a root lie now: links and other repositories decide it."""
    paths = {
        spot.path
        for session in workspace.sessions
        for stream in session.streams
        for spot in spots_of(stream.records)
        if spot.root is None
    }
    place_of = workspace.bindings.place_of
    nobody = SessionKey("", "", "")
    return [(path, place_of(nobody, None, path)) for path in sorted(paths)]
