"""Trailers of Entire, and its checkpoints on a branch of the repository.

Known from the documents and the own branch of entireio/cli (2026): `Entire-Checkpoint` names
twelve hex digits; at the tip of `entire/checkpoints/v1`, `<2>/<10>/metadata.json` lists a file
`<2>/<10>/<n>/metadata.json` for each session. Where that cannot be read, the checkpoint's ID is
all that is named.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from attrib.declared import agent_called, declared_in
from attrib.declarers.interface import Answer, Asked, Said, Unread
from attrib.declarers.values import document, list_at, text_at
from attrib.model.audit import Declaration
from attrib.model.ids import Oid, RepoPath

_BRANCH = "entire/checkpoints/v1"
_CHECKPOINT = re.compile(r"[0-9a-f]{12}")
#: Earlier versions put the day before the agent's own session ID.
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}-(.+)")
#: So many sessions of one checkpoint are read, from files of so many bytes.
_MOST_SESSIONS, _LARGEST = 64, 1024 * 1024

#: A session of a checkpoint, as Entire names it, and the agent's registry name.
_Named = tuple[str, str | None]


class Entire:
    """The tool Entire."""

    tool = "Entire"

    def declared(self, asked: Asked) -> Iterator[Answer]:
        """One declaration a trailer, or one for each session of the checkpoint that it names."""
        trailers = [
            (oid, key, value)
            for oid, message in asked.messages.items()
            for key, value in declared_in(message)
            if key.startswith("Entire-")
        ]
        checkpoints = {value for _, key, value in trailers if key == "Entire-Checkpoint"}
        found = _Checkpoints(asked)
        named = found.sessions_of({each for each in checkpoints if _CHECKPOINT.fullmatch(each)})
        for oid, key, value in trailers:
            plain = Declaration(key, value, names_session=True, tool=self.tool)
            if key == "Entire-Session":
                yield Said(oid, replace(plain, session=_undated(value)))
                continue
            sessions = named.get(value, ())
            for name, agent in sessions:
                source = f"{_BRANCH}:{value[:2]}/{value[2:]}"
                yield Said(oid, replace(plain, session=name, agent=agent, source=source))
            if not sessions:
                yield Said(oid, plain)
        yield from found.unread


class _Checkpoints:
    """Reads checkpoints, all that are asked for at once."""

    def __init__(self, asked: Asked) -> None:
        self._repository = asked.repository
        self._refs = asked.refs
        self.unread: list[Unread] = []

    def sessions_of(self, checkpoints: Collection[str]) -> Mapping[str, list[_Named]]:
        """The sessions of each checkpoint that is here: the own branch first, then remotes'."""
        found: dict[str, list[_Named]] = {}
        for tip in self._tips() if checkpoints else ():
            left = [each for each in checkpoints if each not in found]
            found.update(self._at(tip, left))
        return found

    def _tips(self) -> Iterator[Oid]:
        """The tips of the branch: here, and as it was last fetched."""
        own, followed = os.fsencode(f"refs/heads/{_BRANCH}"), os.fsencode(f"/{_BRANCH}")
        if own in self._refs:
            yield self._refs[own]
        for name in sorted(self._refs):
            if name.startswith(b"refs/remotes/") and name.endswith(followed):
                yield self._refs[name]

    def _at(self, tip: Oid, checkpoints: Iterable[str]) -> Mapping[str, list[_Named]]:
        roots = {f"{each[:2]}/{each[2:]}/metadata.json": each for each in checkpoints}
        files = {
            file: roots[path]
            for path, content in self._read(tip, roots).items()
            for file in self._listed(path, content)
        }
        found: defaultdict[str, list[_Named]] = defaultdict(list)
        for path, content in self._read(tip, files).items():
            value = document(content)
            name = text_at(value, "session_id")
            if name is None:
                self.unread.append(Unread(f"{_BRANCH}:{path}", "it names no session"))
                continue
            agent = text_at(value, "agent")
            found[files[path]].append((_undated(name), agent_called(agent) if agent else None))
        return found

    def _listed(self, path: str, content: bytes) -> list[str]:
        """The files of a checkpoint's sessions, none but its own.

        Where checkpoints were migrated, the lists name their folder twice.
        """
        folder = path.removesuffix("metadata.json")
        own = re.compile(f"/?(?:{re.escape(folder)})+" + r"([0-9]{1,4}/metadata\.json)")
        rows = list_at(document(content), "sessions")
        found = [own.fullmatch(text_at(row, "metadata") or "") for row in rows]
        files = list(dict.fromkeys(folder + match[1] for match in found if match))
        if not files:
            self.unread.append(Unread(f"{_BRANCH}:{path}", "it lists no session of its own"))
        return files[:_MOST_SESSIONS]

    def _read(self, tip: Oid, paths: Iterable[str]) -> dict[str, bytes]:
        """The files at these paths that are here and small enough."""
        places = {(tip, RepoPath(path.encode())): path for path in paths}
        entries = self._repository.files_at(places) if places else {}
        blobs = {
            places[place]: entry.oid
            for place, entry in entries.items()
            if entry is not None and not entry.is_gitlink and not entry.is_symlink
        }
        sizes = self._repository.sizes_of(blobs.values())
        contents = self._repository.read_blobs(o for o, size in sizes.items() if size <= _LARGEST)
        for path, oid in blobs.items():
            if oid not in contents:
                self.unread.append(Unread(f"{_BRANCH}:{path}", "it is not here, or too long"))
        return {path: contents[oid] for path, oid in blobs.items() if oid in contents}


def _undated(name: str) -> str:
    """The agent's own ID of a session."""
    dated = _DATED.fullmatch(name)
    return dated[1] if dated else name
