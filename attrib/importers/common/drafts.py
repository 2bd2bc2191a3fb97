"""A session as an importer puts it together: roots, folders, records with their sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrib.importers.common.commits import actions_of
from attrib.importers.common.parts import Part, members_of
from attrib.importers.common.places import Roots, joined, without_surrogates
from attrib.importers.common.stamps import moment_of, stamp_of
from attrib.importers.interface import SOURCE, ImportedSession, Native, Notice
from attrib.model.records import Root

_LOSSY_PATH = {"path.encoding": "a path is not valid Unicode"}


class Draft:
    """The records of one session in the order in which they are added.

    `source` names what a record was read from: unique in the session, the same on every run, and
    not moved by rows that come later. `stamp` is a time as RFC 3339 with a zone.
    """

    def __init__(self, session: str, agent: str, *, losses: Mapping[str, str]) -> None:
        self.id = session
        self.roots = Roots()
        self.folders: list[str] = []
        self.notices: list[Notice] = []
        self.parent: str | None = None
        self.meta: dict[str, Any] = {}
        self.elsewhere: set[str] = set()
        self._agent = agent
        self._losses = dict(losses)
        self._records: list[dict[str, Any]] = []
        self._first: Root | None = None
        self._natives: dict[str, Native] = {}
        self._sources: Counter[str] = Counter()
        self._stamps: list[str] = []
        self._state: dict[str, Any] | None = None

    def add(
        self,
        record: Mapping[str, Any],
        source: str,
        *,
        stamp: str | None = None,
        native: Native | None = None,
        turn: str | None = None,
    ) -> None:
        """Add a record; a second one of the same source gets a number behind it."""
        made: dict[str, Any] = {"type": record["type"]}
        if stamp is not None and stamp_of(stamp) is not None:
            made["ts"] = stamp
            self._stamps.append(stamp)
        if turn is not None:
            made["turnId"] = turn
        made |= {name: value for name, value in record.items() if name != "_meta"}
        if native is not None:
            made["native"] = native.member
            self._natives[native.digest] = native
        count = self._sources[source]
        self._sources[source] += 1
        name = f"{source}.{count}" if count else source
        made["_meta"] = {SOURCE: name, **record.get("_meta", {})}
        self._records.append(made)

    def enter(self, folder: str | None, *, inside: bool = False) -> None:
        """Know a working directory: declare a root for it where it needs one."""
        root = self.roots.declare(folder, inside=inside) if folder else None
        if root is None or folder is None:
            return
        self.folders.append(folder)
        if self._first is None:
            self._first = root
            return
        native = {"nativePath": root.native_path} if root.native_path else {}
        self.add({"type": "root", "root": root.id, "path": root.path} | native, f"root/{root.id}")

    def ref(self, path: str | None, folder: str | None) -> dict[str, Any] | None:
        """The PathRef of a native path, taken from the folder where it is relative."""
        return self.roots.ref(joined(folder, path)) if path else None

    def root_member(self, folder: str | None) -> dict[str, str]:
        """The `root` member for the root that holds a folder; nothing where none does."""
        root = self.roots.root_of(folder)
        return {} if root is None else {"root": root}

    def state(
        self,
        folder: str,
        source: str,
        *,
        stamp: str | None = None,
        native: Native | None = None,
        **members: Any,
    ) -> None:
        """Add a `workspace_state` for a folder, where it differs from the last one."""
        self.enter(folder)
        ref = self.roots.ref(folder)
        if ref is None:
            return
        root = {"root": ref["root"]} if ref["root"] is not None else {}
        state = {"type": "workspace_state", **root, "cwd": ref, **members}
        if state != self._state:
            self._state = state
            self.add(state, source, stamp=stamp, native=native)

    def changes(self, parts: Sequence[Part], folder: str | None, place: str) -> dict[str, Any]:
        """What a `file_change` says of these files; nothing where none of them can be placed.

        Each that cannot is told, as read at `place`.
        """
        made = members_of(parts, self.roots, folder)
        for path in made.unplaced:
            self.unplaced(path, place)
        return dict(made.members)

    def unplaced(self, path: str, place: str) -> None:
        """Tell of a change whose path cannot be written as ASR asks; it is left out."""
        reason = f"'{without_surrogates(path[:200])}' names no certain place"
        self.notices.append(Notice(place, reason, skips=False))

    def actions(
        self, command: str | None, output: str, folder: str | None
    ) -> Iterator[dict[str, Any]]:
        """A `vcs` record for each commit that git printed while a command ran in a folder."""
        for action in actions_of(command or "", output, folder):
            root = self.root_member(action.folder)
            yield {"type": "vcs", **action.members, **root, "evidence": "parsed_output"}

    def lose(self, key: str, reason: str) -> None:
        """Declare something that the stream does not hold. Spec: ASR-157."""
        self._losses[key] = reason

    def finished(self) -> ImportedSession:
        """The session with all that was added."""
        moments = {stamp: moment_of(stamp) or 0.0 for stamp in self._stamps}
        losses = self._losses | (_LOSSY_PATH if self.roots.is_lossy else {})
        return ImportedSession(
            id=self.id,
            agent=self._agent,
            started=min(moments, key=moments.__getitem__, default=None),
            latest=max(moments.values(), default=None),
            parent=self.parent,
            folders=tuple(self.folders),
            roots=(self._first,) if self._first else (),
            losses=tuple({"key": key, "reason": reason} for key, reason in losses.items()),
            records=tuple(self._records),
            notices=tuple(self.notices),
            elsewhere=frozenset(self.elsewhere),
            natives=tuple(self._natives.values()),
            meta=self.meta,
        )
