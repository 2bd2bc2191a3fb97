"""Copilot CLI's events: `~/.copilot/session-state/<session>/events.jsonl`, or `<session>.jsonl`.

Unknown rows, members and values are passed over. What is read:

- `create`, `edit`, `str_replace_editor` and `apply_patch`: `file_change`, with hunks where the
  result shows a diff;
- the shell's calls and their commit lines: `vcs`; folder, HEAD and branch: `workspace_state`;
  rewinds: `rewind`;
- messages, other tools and outputs are left out, which the header declares as losses.

Session IDs are taken as unique in an installation, see `common.logs.namespace_of`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, first_rows, mapping_at, text_at
from attrib.importers.common.logs import jsonl_below, mentions, namespace_of
from attrib.importers.common.spots import SpotReader, rows_with_spots
from attrib.importers.copilot_cli.session import SessionMaker
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.model.agents import name_of

_FAMILIES = ("session.", "assistant.", "tool.", "user.message", "system.message", "hook.")
_PARENTS = ("parentSessionId", "detachedFromSpawningParentSessionId")
_LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not imported",
    "attrib/shell-edits": "files that a command of the shell changed are not recorded",
}


class CopilotCli:
    """The importer of Copilot CLI's events."""

    alias = "copilot-cli"
    agent = name_of("copilot-cli")
    card = Card(
        reads="events of sessions, JSON Lines",
        places="`~/.copilot/session-state/<session>/events.jsonl`, or `<session>.jsonl`",
        precision=(
            ("create; files added or deleted by apply_patch", "exact"),
            ("edit and apply_patch, where the result shows a diff", "hunks"),
            ("edit and apply_patch, where it does not", "snippet"),
            ("several files in one patch", "the least of theirs"),
            ("files that a command changed", "not recorded"),
        ),
        commits="the commit lines that git printed; HEAD and branch of the session's context",
        losses=_LOSSES,
        basis="events that others published, versions 0.0.369 to 1.0.77: known at second hand",
    )

    def where(self) -> list[Path]:
        """The folder of this user's sessions, if there is one."""
        folder = Path.home() / ".copilot" / "session-state"
        return [folder] if folder.is_dir() else []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the installation's folder."""
        return namespace_of(path, "session-state", Path.home() / ".copilot")

    def logs(self, place: Path) -> Iterator[Path]:
        """The logs below a folder."""
        return jsonl_below(place, self.recognizes)

    def recognizes(self, path: Path) -> bool:
        """True for a JSONL file with an event as Copilot CLI has them among the first rows."""
        return path.suffix == ".jsonl" and any(_is_own(row) for row in first_rows(path))

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when the bytes of no folder's path stand anywhere in the log."""
        return mentions(path, folders)

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs by ID, each event once, whatever the order of the paths."""
        logs: dict[str, list[Path]] = defaultdict(list)
        parents: dict[str, str] = {}
        for path in sorted(set(paths)):
            start = _start_of(path)
            session = text_at(start, "sessionId") or _named_by_file(path)
            logs[session].append(path)
            parent = text_at(start, *_PARENTS)
            if parent is not None and parent != session:
                parents.setdefault(session, parent)
        with SpotReader() as reader:
            for session in sorted(logs):
                draft = Draft(session, self.agent, losses=_LOSSES)
                draft.parent = parents.get(session)
                maker = SessionMaker(draft, reader)
                for path in logs[session]:
                    for found in rows_with_spots(path):
                        if isinstance(found, Notice):
                            draft.notices.append(found)
                        else:
                            maker.take(*found)
                yield draft.finished()


def _start_of(path: Path) -> Row:
    """The data of the first event that names its session; empty for none."""
    for row in first_rows(path):
        data = mapping_at(row, "data")
        if row.get("type") == "session.start" and text_at(data, "sessionId"):
            return data
    return {}


def _named_by_file(path: Path) -> str:
    return path.parent.name if path.name == "events.jsonl" else path.stem


def _is_own(row: Row) -> bool:
    kind = text_at(row, "type") or ""
    return kind.startswith(_FAMILIES) and isinstance(row.get("data"), dict)
