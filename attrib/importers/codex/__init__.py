"""Codex's rollouts: `$CODEX_HOME` or `~/.codex`, `sessions/YYYY/MM/DD/rollout-*.jsonl`.

The format changes with every version: unknown rows, members and values are passed over. What is
read:

- patches, in each of the three forms that a version may keep of them, once by their call:
  `patch_apply_end`, `item_completed` and the patch that was asked for (V4A);
- the shell's calls and their commit lines: `vcs`; folder, HEAD and branch at the start, and later
  folders: `workspace_state`; ghost snapshots: `checkpoint`;
- messages, other tools and outputs are left out, which the header declares as losses.

Session IDs are taken as unique in an installation, see `common.logs.namespace_of`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from attrib.importers.codex.catalog import Catalog, Event
from attrib.importers.codex.session import SessionMaker
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, first_rows, text_at
from attrib.importers.common.logs import jsonl_below, mentions, namespace_of
from attrib.importers.common.spots import SpotReader
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.model.agents import name_of

_OWN_ROWS = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
_COMPRESSED = ".jsonl.zst"
_LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls of tools that neither patch nor run a shell are not imported",
    "attrib/shell-edits": "files that a command of the shell changed are not recorded",
}


class Codex:
    """The importer of Codex's rollouts."""

    alias = "codex"
    agent = name_of("codex")
    card = Card(
        reads="rollouts of sessions, forks and subagents, JSON Lines; compressed ones are named",
        places="`$CODEX_HOME` or `~/.codex`, `sessions/` and `archived_sessions/`",
        precision=(
            ("files added or deleted by a patch", "exact"),
            ("files updated, with the diff that was recorded", "hunks"),
            ("files updated, with the patch that was asked for alone", "snippet"),
            ("several files in one patch", "the least of theirs"),
            ("files that a command changed", "not recorded"),
        ),
        commits="the commit lines that git printed; HEAD and branch at the start",
        losses=_LOSSES,
        basis="the published source, and rollouts of versions 0.89 to 0.146",
    )

    def where(self) -> list[Path]:
        """The folders of this user's rollouts that exist."""
        home = _home()
        folders = [home / name for name in ("sessions", "archived_sessions")]
        return [folder for folder in folders if folder.is_dir()]

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the installation's folder."""
        inner = "archived_sessions" if "archived_sessions" in path.parts else "sessions"
        return namespace_of(path, inner, _home())

    def logs(self, place: Path) -> Iterator[Path]:
        """The rollouts below a folder; compressed ones where nothing else has their rows."""
        yield from jsonl_below(place, self.recognizes)
        for file in sorted(place.rglob(f"rollout-*{_COMPRESSED}")):
            if file.is_file() and not file.with_suffix("").exists():
                yield file

    def recognizes(self, path: Path) -> bool:
        """True for a JSONL file with a row as Codex has them, and for a compressed rollout."""
        if path.name.endswith(_COMPRESSED):
            return path.name.startswith("rollout-")
        return path.suffix == ".jsonl" and any(_is_own(row) for row in first_rows(path))

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when the bytes of no folder's path stand anywhere in the rollout."""
        return path.name.endswith(_COMPRESSED) or mentions(path, folders)

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these rollouts by ID, each event once, whatever the order of paths."""
        catalog = Catalog()
        packed: list[Path] = []
        for path in sorted(set(paths)):
            if path.name.endswith(_COMPRESSED):
                packed.append(path)
            else:
                catalog.read(path)
        elsewhere = catalog.elsewhere()
        with SpotReader() as reader:
            for session, events in catalog.by_session().items():
                foreign = frozenset(elsewhere.get(session, ()))
                yield self._session(session, events, catalog, reader, foreign)
        if packed:
            yield _packed(packed)

    def _session(
        self,
        session: str,
        events: list[Event],
        catalog: Catalog,
        reader: SpotReader,
        elsewhere: frozenset[str],
    ) -> ImportedSession:
        draft = Draft(session, self.agent, losses=_LOSSES)
        draft.notices += catalog.notices.get(session, ())
        draft.parent = catalog.parents.get(session)
        is_given = session in catalog.notices
        if is_given or any(event.kind not in ("meta", "state") for event in events):
            SessionMaker(draft, reader, catalog).make(events)
        unsure = catalog.unsure(session)
        if unsure is not None:
            reason = "begins with rows of its origin, which are told apart only with its rollout"
            draft.notices.append(Notice(str(unsure), reason))
        return replace(draft.finished(), elsewhere=elsewhere)


def _packed(paths: list[Path]) -> ImportedSession:
    """No session, but a notice of rollouts that are compressed."""
    count = "1 rollout is" if len(paths) == 1 else f"{len(paths)} rollouts are"
    notice = Notice(str(paths[0]), f"{count} compressed; unpack with zstd -d, then import again")
    return replace(Draft("", name_of("codex"), losses={}).finished(), notices=(notice,))


def _home() -> Path:
    named = os.environ.get("CODEX_HOME")
    return Path(named) if named else Path.home() / ".codex"


def _is_own(row: Row) -> bool:
    return text_at(row, "type") in _OWN_ROWS and isinstance(row.get("payload"), dict)
