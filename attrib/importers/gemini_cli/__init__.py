"""Gemini CLI's conversations: `~/.gemini/tmp/<project>/chats/session-*.json` and `.jsonl`.

Unknown rows, members and values are passed over. What is read:

- `write_file` and `replace`: `file_change`, with whole texts where they are recorded;
- the shell's calls and their commit lines: `vcs`; the project's folder: `workspace_state`;
  snapshots in the shadow repository: `checkpoint`; rewinds of the conversation: `rewind`;
- messages, other tools and outputs are left out, which the header declares as losses.

Session IDs are taken as unique in an installation, see `common.logs.namespace_of`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import first_rows, text_at
from attrib.importers.common.logs import mentions, namespace_of
from attrib.importers.common.spots import SpotReader
from attrib.importers.gemini_cli.projects import hash_of, home_of, marked_root
from attrib.importers.gemini_cli.rows import is_own, rows_in
from attrib.importers.gemini_cli.session import Conversation, SessionMaker
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.model.agents import name_of

_HEAD = 16 * 1024
_LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not imported",
    "attrib/shell-edits": "files that a command of the shell changed are not recorded",
    "attrib/line-ends": "the source records texts with line feeds where the file has CRLF",
}


class GeminiCli:
    """The importer of Gemini CLI's conversations."""

    alias = "gemini-cli"
    agent = name_of("gemini-cli")
    card = Card(
        reads="conversations with their subagents, JSON and JSON Lines, and names of snapshots",
        places="`~/.gemini/tmp/<project>/chats/` and `checkpoints/` beside it",
        precision=(
            ("write_file", "exact"),
            ("replace, where the new content is recorded", "exact"),
            ("replace, where it is not", "snippet"),
            ("files that a command changed", "not recorded"),
        ),
        commits="the commit lines that git printed",
        losses=_LOSSES,
        basis="the published source of version 0.61, and real conversations of January 2026",
    )

    def where(self) -> list[Path]:
        """The folder of this user's projects, if there is one."""
        folder = Path.home() / ".gemini" / "tmp"
        return [folder] if folder.is_dir() else []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the installation's folder."""
        return namespace_of(path, "tmp", Path.home() / ".gemini")

    def logs(self, place: Path) -> Iterator[Path]:
        """The conversations below a folder."""
        for file in sorted(place.rglob("*.json*")):
            if file.is_file() and self.recognizes(file):
                yield file

    def recognizes(self, path: Path) -> bool:
        """True for a file whose first part has the members or the rows of a conversation."""
        if path.suffix == ".jsonl":
            return any(is_own(row) for row in first_rows(path))
        if path.suffix != ".json" or path.parent.name == "checkpoints":
            return False
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD)
        except OSError:
            return False
        return head.lstrip().startswith(b"{") and all(
            name in head for name in (b'"sessionId"', b'"projectHash"', b'"messages"')
        )

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when no folder, nor its hash, stands in the conversation or beside it."""
        wanted = list(folders)
        home, root = home_of(path), marked_root(path)
        names = [hash_of(folder) for folder in wanted]
        if home is not None and home.name in names:
            return True
        if root is not None and any(_holds(folder, root) for folder in wanted):
            return True
        return mentions(path, [*wanted, *names])

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these conversations by ID, each call once, whatever the order."""
        found: dict[str, Conversation] = defaultdict(Conversation)
        notices: dict[str, list[Notice]] = defaultdict(list)
        parents: dict[str, str] = {}
        for path in sorted(set(paths)):
            session, said, troubles = _read(path, found)
            notices[session] += troubles
            said.logs.append(path)
            if path.parent.parent.name == "chats":
                parents.setdefault(session, path.parent.name)
        with SpotReader() as reader:
            for session in sorted(found):
                draft = Draft(session, self.agent, losses=_LOSSES)
                draft.notices += notices[session]
                parent = parents.get(session)
                draft.parent = parent if parent != session else None
                SessionMaker(draft, reader, found[session]).make()
                yield draft.finished()


def _read(path: Path, found: dict[str, Conversation]) -> tuple[str, Conversation, list[Notice]]:
    """The session of a conversation, what is known of it, and what could not be read."""
    notices: list[Notice] = []
    session: str | None = None
    said = Conversation()
    for each in rows_in(path):
        if isinstance(each, Notice):
            notices.append(each)
            continue
        place, row = each
        if session is None:
            session = text_at(row, "sessionId")
            if session is not None:
                said = _joined(found, session, said)
        said.take(place, row)
    if session is None:
        session = path.stem
        said = _joined(found, session, said)
    return session, said, notices


def _joined(found: dict[str, Conversation], session: str, said: Conversation) -> Conversation:
    """The conversation of a session so far, and what was said before its name was known."""
    known = found[session]
    for call, where in said.calls.items():
        known.calls.setdefault(call, where)
    for name, mark in said.marks.items():
        known.marks.setdefault(name, mark)
    return known


def _holds(folder: str, root: str) -> bool:
    return root == folder or root.startswith(folder.rstrip("/\\") + "/")
