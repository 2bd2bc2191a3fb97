"""Claude Code's logs: `$CLAUDE_CONFIG_DIR` or `~/.claude`, `projects/<folder>/<session>.jsonl`.

The format is declared internal and unstable by its makers: unknown rows, members and values are
passed over. What is read:

- Edit, MultiEdit, Write and NotebookEdit results: `file_change`, with whole texts where the log
  holds them; hunks are made anew from the original, since the recorded ones are for display;
- the shell's calls and their commit lines: `vcs`; folders, branches, linked worktrees:
  `workspace_state`; file history: `checkpoint`; notices of foreign edits: `file_change`;
- messages, other tools and outputs are left out, which the header declares as losses.

**Namespace.** Session IDs are unique in an installation only. Unless told otherwise, it is
`local-` and the first eight hex digits of the SHA-256 of the real path of the configuration
folder: the folder that holds `projects` for a log that lies in one, else this user's own. It is
the same on every run, and says nothing about the path.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.importers.claude_code.catalog import Catalog, Event
from attrib.importers.claude_code.rows import first_rows
from attrib.importers.claude_code.session import LogReader, SessionRecords
from attrib.importers.common.lines import mapping_at, moment_of
from attrib.importers.common.logs import jsonl_below, mentions, namespace_of
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.model.agents import name_of

_OWN_ROWS = frozenset({"file-history-snapshot", "summary", "queue-operation", "pr-link"})
_LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not imported",
    "attrib/line-ends": "the source may record texts with normalized line ends",
}
_LOSSY_PATH = {"path.encoding": "a path is not valid Unicode"}


class ClaudeCode:
    """The importer of Claude Code's logs."""

    alias = "claude-code"
    agent = name_of("claude-code")
    card = Card(
        reads="sessions with their subagents, JSON Lines",
        places="`$CLAUDE_CONFIG_DIR` or `~/.claude`, `projects/<folder>/<session>.jsonl`",
        precision=(
            ("Write, NotebookEdit", "exact"),
            ("Edit, MultiEdit with the original", "hunks, made anew from the original"),
            ("Edit without it", "snippet"),
        ),
        commits="the commit lines that git printed; `gitOperation`; links to pull requests",
        losses=_LOSSES,
        basis="real transcripts of versions 2.0.64 to 2.1.42, and the published types",
    )

    def where(self) -> list[Path]:
        """The `projects` folder of this user's installation, if there is one."""
        folder = _config_folder() / "projects"
        return [folder] if folder.is_dir() else []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the installation's folder."""
        return namespace_of(path, "projects", _config_folder())

    def logs(self, place: Path) -> Iterator[Path]:
        """The logs below a folder."""
        return jsonl_below(place, self.recognizes)

    def recognizes(self, path: Path) -> bool:
        """True for a JSONL file with a row as Claude Code has them among the first ones."""
        if path.suffix != ".jsonl":
            return False
        return any(_is_own(row) for row in first_rows(path))

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when the bytes of no folder's path stand anywhere in the log."""
        return mentions(path, folders)

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs by ID, each event once, whatever the order of the paths."""
        catalog = Catalog()
        for path in sorted(set(paths)):
            try:
                catalog.read(path)
            except OSError as error:
                notice = Notice(str(path), (error.strerror or "cannot be read").lower())
                catalog.notices[path.stem].append(notice)
        reader = LogReader(catalog.logs)
        try:
            grouped = catalog.by_session()
            elsewhere: dict[str, set[str]] = {}
            for event in catalog.events.values():
                for session in event.sessions.keys() - {event.owner}:
                    elsewhere.setdefault(session, set()).add(event.key.partition("@")[0])
            for session, events in grouped.items():
                yield self._session(
                    session, events, catalog, reader, frozenset(elsewhere.get(session, ()))
                )
        finally:
            reader.close()

    def _session(
        self,
        session: str,
        events: list[Event],
        catalog: Catalog,
        reader: LogReader,
        elsewhere: frozenset[str],
    ) -> ImportedSession:
        maker = SessionRecords(reader, catalog.events)
        records = tuple(maker.records(events))
        stamps = [event.stamp for event in events if event.stamp is not None]
        moments = [moment for stamp in stamps if (moment := moment_of(stamp)) is not None]
        losses = _LOSSES | (_LOSSY_PATH if maker.roots.is_lossy else {})
        return ImportedSession(
            id=session,
            agent=self.agent,
            started=min(stamps, key=lambda stamp: moment_of(stamp) or 0.0, default=None),
            latest=max(moments, default=None),
            parent=catalog.parents.get(session),
            folders=tuple(maker.folders),
            roots=(maker.first_root,) if maker.first_root else (),
            losses=tuple({"key": key, "reason": reason} for key, reason in losses.items()),
            records=records,
            notices=tuple(catalog.notices.get(session, ())),
            elsewhere=elsewhere,
            natives=tuple(maker.natives.values()),
        )


def _config_folder() -> Path:
    named = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else Path.home() / ".claude"


def _is_own(row: dict[str, object]) -> bool:
    kind = row.get("type")
    if isinstance(row.get("timestamp"), int | float):
        # Times are texts here; rows of CodeBuddy are alike but for theirs.
        return False
    if kind in _OWN_ROWS:
        return True
    has_session = isinstance(row.get("sessionId"), str)
    return (
        has_session
        and isinstance(kind, str)
        and ("uuid" in row or bool(mapping_at(row, "message")))
    )
