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

from attrib.importers.claude_code.catalog import Catalog
from attrib.importers.claude_code.rows import first_rows
from attrib.importers.claude_code.session import LogReader, SessionMaker
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import mapping_at
from attrib.importers.common.logs import jsonl_below, mentions, namespace_of
from attrib.importers.common.losses import ALWAYS, LINE_ENDS, SHELL_EDITS
from attrib.importers.interface import Card, ImportedSession
from attrib.model.agents import name_of

_OWN_ROWS = frozenset({"file-history-snapshot", "summary", "queue-operation", "pr-link"})
_LOSSES = ALWAYS | SHELL_EDITS | LINE_ENDS


class ClaudeCode:
    """The importer of Claude Code's logs."""

    alias = "claude-code"
    agent = name_of("claude-code")
    card = Card(
        reads="sessions with their subagents, JSON Lines",
        places="`$CLAUDE_CONFIG_DIR` or `~/.claude`, `projects/<folder>/<session>.jsonl`",
        precision=(
            ("Write, NotebookEdit, an Edit that fills a new file", "exact"),
            ("other Edit, MultiEdit with the original", "hunks, made anew from the original"),
            ("without the original", "snippet"),
            ("calls without a success", "unknown"),
            ("files that were changed from outside", "snippet, or unknown"),
        ),
        commits="the commit lines that git printed, or the product's own reading of them; "
        "links to pull requests",
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
            catalog.read(path)
        with LogReader() as reader:
            grouped = catalog.by_session()
            elsewhere = catalog.elsewhere()
            for session, events in grouped.items():
                draft = Draft(session, self.agent, losses=_LOSSES)
                draft.notices += catalog.notices.get(session, ())
                draft.parent = catalog.parents.get(session)
                draft.elsewhere |= elsewhere.get(session, set())
                SessionMaker(draft, reader, catalog.events).make(events)
                yield draft.finished()


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
