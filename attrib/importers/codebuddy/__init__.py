"""CodeBuddy's logs: its command line's JSON Lines, and its editor extension's messages.

- `$CODEBUDDY_CONFIG_DIR` or `~/.codebuddy`, `projects/<folder>/<session>.jsonl`, and the logs of
  subagents, which are sessions of their own: calls of the edit tools and of the shell, their
  results, `file_change`, `vcs`, folders, and at the end what the source states as it is now:
  titles, and file history as `checkpoint`;
- `CodeBuddyExtension/Data/…/history/<project>/<session>/index.json`: messages with their catalog
  items, without their texts.

**Namespace.** The registry requires one. It is `--namespace`, or `local-` and the first eight hex
digits of the SHA-256 of the real path of the configuration folder, or, for the extension, of the
profile's folder that holds `history`. It is the same on every run, and says nothing about the
path.

**Sessions.** The key is agent, namespace, session ID. Two logs of one session ID of which neither
holds the rows of the other conflict, wherever they lie: neither is imported. No lineage is claimed.

A stream's end holds what is current, so a log that grew is written anew where it has such rows.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrib.importers.codebuddy import ide
from attrib.importers.codebuddy.catalog import POLICY, Log, read_log
from attrib.importers.codebuddy.rows import is_own
from attrib.importers.codebuddy.session import SessionMaker
from attrib.importers.codebuddy.spots import SpotReader
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import first_rows
from attrib.importers.common.logs import jsonl_below, mentions, namespace_of
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.model.agents import name_of

_LOSSES = {
    "attrib/messages": "texts of messages are not imported; those of the editor extension stand in "
    "their whole native records",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not imported",
    "attrib/other-rows": "rows of reasoning, of goals and of usage are not imported",
    "attrib/line-ends": "an overwritten file may keep line ends and an encoding that the recorded "
    "text lacks",
    "attrib/lineage": "forks and subagents are sessions of their own; no relation is qualified",
}


class CodeBuddy:
    """The importer of CodeBuddy's logs."""

    alias = "codebuddy"
    agent = name_of("codebuddy")
    card = Card(
        reads="sessions of the command line with their subagents, JSON Lines; messages of the "
        "editor extension, JSON",
        places="`$CODEBUDDY_CONFIG_DIR` or `~/.codebuddy`, `projects/<folder>/<session>.jsonl`; "
        "`CodeBuddyExtension/Data/**/history/<project>/<session>/index.json` in the folder of "
        "the system's application data",
        precision=(
            ("Write", "exact"),
            ("Edit, MultiEdit", "snippet"),
            ("NotebookEdit, and calls without a success", "unknown"),
        ),
        commits="the commit lines that git printed in the shell",
        losses=_LOSSES,
        basis="the agent registry's page on CodeBuddy, and descriptions of versions 2.117.0 and "
        "2.177.0 at second hand; no real transcript was at hand",
    )

    def where(self) -> list[Path]:
        """The folders of this user's installations that are there."""
        places = [_config_folder() / "projects", *(_data_folders())]
        return [place for place in places if place.is_dir()]

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the installation's folder."""
        if path.name == "index.json":
            return namespace_of(path, "history", path.parent)
        return namespace_of(path, "projects", _config_folder())

    def logs(self, place: Path) -> Iterator[Path]:
        """The logs below a folder, those of the command line first."""
        yield from jsonl_below(place, self.recognizes)
        for file in sorted(place.rglob("index.json")):
            if self.recognizes(file):
                yield file

    def recognizes(self, path: Path) -> bool:
        """True for JSONL with a row as CodeBuddy has them, and for a session's catalog."""
        if path.suffix == ".jsonl":
            return any(is_own(row) for row in first_rows(path))
        return ide.is_session(path)

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when neither the log nor one of the same name elsewhere can speak of a folder."""
        known = list(folders)
        if path.name == "index.json":
            found = ide.folders_of(path)
            return any(
                name == each or name.startswith(each + "/") for name in found for each in known
            )
        above = path.parent.parent
        twins = sorted(above.glob(f"*/{_literal(path.name)}")) if above.name == "projects" else []
        return any(mentions(each, known) for each in (path, *twins))

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs by ID, whatever the order of the paths."""
        logs: list[Log] = []
        notices: list[Notice] = []
        catalogs: dict[str, list[Path]] = defaultdict(list)
        for number, path in enumerate(sorted(set(paths))):
            try:
                if path.name == "index.json":
                    catalogs[path.parent.name].append(path)
                logs.append(
                    read_log(number, path) if path.suffix == ".jsonl" else Log(number, path)
                )
            except OSError as error:
                notices.append(Notice(str(path), (error.strerror or "cannot be read").lower()))
                logs.append(Log(number, path))
        by_owner = self._by_owner(logs, notices)
        reader, is_told = SpotReader([log.path for log in logs]), False
        try:
            for session in sorted(by_owner.keys() | catalogs.keys()):
                draft = Draft(session, self.agent, losses=_LOSSES)
                found, conflict = _chosen(by_owner.get(session, ()), catalogs.get(session, ()))
                if conflict is not None:
                    notices += conflict
                    continue
                if found:
                    SessionMaker(draft, found, reader).make()
                else:
                    ide.read_session(catalogs[session][0], draft)
                is_told = is_told or not all(notice.skips for notice in draft.notices)
                yield draft.finished()
        finally:
            reader.close()
        yield self._nobodys(notices, is_told=is_told)

    @staticmethod
    def _by_owner(logs: Iterable[Log], notices: list[Notice]) -> dict[str, list[Log]]:
        """The logs of each session; what is nobody's is told."""
        found: dict[str, list[Log]] = defaultdict(list)
        for log in logs:
            if (log.names or log.unnamed) and log.owner is None:
                count = sum(log.names.values()) + log.unnamed
                words = f"{count} rows left unassigned: they name {len(log.names)} sessions"
                notices += [*log.notices, Notice(str(log.path), words, skips=False)]
            elif log.owner is not None:
                found[log.owner].append(log)
            else:
                notices += log.notices
        return found

    def _nobodys(self, notices: Sequence[Notice], *, is_told: bool) -> ImportedSession:
        """What is told of no session, with the way in which sessions were selected."""
        draft = Draft("", self.agent, losses={})
        draft.notices += notices
        if is_told or not all(notice.skips for notice in notices):
            draft.notices.append(Notice(self.alias, POLICY, skips=False))
        return draft.finished()


def _chosen(logs: Sequence[Log], catalogs: Sequence[Path]) -> tuple[list[Log], list[Notice] | None]:
    """The logs to read for one session, or what conflicts; copies count once.

    A subagent's log that names the session itself is a part of it.
    """
    parts = [log for log in logs if log.is_subagent and log.path.parent.parent.name == log.owner]
    whole = [log for log in logs if log not in parts]
    largest = max(whole, key=lambda log: len(log.digests), default=None)
    rows = largest.own_digests() if largest else set()
    agree = all(log.own_digests() <= rows for log in whole)
    places = [*(log.path for log in whole), *catalogs]
    if len(catalogs) + bool(largest) > 1 or not agree:
        words = "is left out: its session stands in several logs that disagree"
        return [], [Notice(str(place), words, skips=False) for place in places]
    return ([largest] if largest else []) + parts, None


def _literal(name: str) -> str:
    """A file's name as a pattern that matches it alone."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _config_folder() -> Path:
    named = os.environ.get("CODEBUDDY_CONFIG_DIR")
    return Path(named) if named else Path.home() / ".codebuddy"


def _data_folders() -> Iterator[Path]:
    """Where systems keep the extension's data."""
    home = Path.home()
    local = os.environ.get("LOCALAPPDATA")
    places = [home / ".local/share", home / "Library/Application Support"]
    for place in [*places, *([Path(local)] if local else [])]:
        yield place / "CodeBuddyExtension" / "Data"
