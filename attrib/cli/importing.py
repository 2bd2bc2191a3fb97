"""What `attrib import` does: finds logs, reads sessions, keeps streams and native records."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from attrib.errors import StreamError, UsageError

if TYPE_CHECKING:
    from attrib.importers.interface import ImportedSession, Importer, Notice
    from attrib.model.ids import SessionKey
    from attrib.recording.secrets import Scanner
    from attrib.recording.stream_writer import Amend, Written

PRODUCER = "import"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be imported. `trees` are the worktrees; `paths` empty: the agents' own places."""

    common_dir: Path
    trees: tuple[str, ...]
    paths: tuple[Path, ...] = ()
    earliest: float | None = None
    namespace: str | None = None
    dry_run: bool = False
    redact: bool = False


@dataclass
class Tally:
    """What an import has done so far."""

    sessions: int = 0
    records: int = 0
    unchanged: int = 0
    other_folders: int = 0
    too_old: int = 0
    redacted: int = 0
    left_redacted: int = 0
    refused: list[Path] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    problems: list[StreamError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """An agent's logs: where they lie, all of them, and those to be read, by namespace."""

    importer: Importer
    places: tuple[Path, ...]
    logs: tuple[Path, ...]
    wanted: Mapping[str, list[Path]]

    @property
    def left_out(self) -> int:
        """How many logs are not to be read, those of subagents apart."""
        wanted = {log for logs in self.wanted.values() for log in logs}
        return sum(log.parent.name != "subagents" for log in set(self.logs) - wanted)


class Keeper:
    """Writes sessions into the store of a repository, and keeps their native records.

    Raises:
        UsageError: redaction is asked for, and what it needs is not installed.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._keeps_natives = not request.redact
        self._scanner: Scanner | None = None
        if request.redact:
            from attrib.recording.secrets import Scanner

            self._scanner = Scanner()

    def keep(self, session: ImportedSession, namespace: str, tally: Tally) -> None:
        """Bring the stream of a session up to date, and add its native records to what is kept."""
        from attrib.model.ids import SessionKey

        amend: Amend | None = None
        if self._scanner is not None:
            session, amend = _redacted(session, self._scanner, tally)
        if self._request.dry_run:
            tally.sessions += 1
            tally.records += len(session.records)
            return
        written = write_session(session, namespace, self._request.common_dir, amend)
        if written.is_refused:
            tally.refused.append(written.path)
            return
        if written.is_redacted:
            tally.left_redacted += 1
            return
        if written.added or written.is_new or written.is_rewritten:
            tally.sessions += 1
            tally.records += written.added
        else:
            tally.unchanged += 1
        self._keep_natives(SessionKey(session.agent, namespace, session.id), session, tally)

    def _keep_natives(self, key: SessionKey, session: ImportedSession, tally: Tally) -> None:
        from attrib.recording.natives import NativeFolder

        try:
            if self._request.redact:
                NativeFolder().forget(key)
            elif self._keeps_natives:
                NativeFolder().keep(key, session.natives)
        except StreamError as error:
            # Told once: where one cannot be kept, the next one cannot either, as a rule.
            self._keeps_natives = False
            tally.problems.append(error)


def _redacted(
    session: ImportedSession, scanner: Scanner, tally: Tally
) -> tuple[ImportedSession, Amend]:
    """The session without secrets, and what does the same to the records that are held of it."""
    from attrib.recording.redaction import LOSS, Redactor, redacted_in

    redactor = Redactor(scanner)
    redactor.learn([*session.records, {"type": "session", "_meta": session.meta}])
    records = redactor.redacted(session.records)
    tally.redacted += sum(bool(redacted_in(record)) for record in records)

    def amend(held: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        redactor.learn(held)
        return redactor.redacted(held)

    losses = (*session.losses, LOSS)
    meta = redactor.notes(session.meta)
    made = replace(session, records=tuple(records), losses=losses, meta=meta, natives=())
    return made, amend


def find(importer: Importer, request: Request) -> Found:
    """The logs of an agent at the places asked for, or where it keeps them.

    Raises:
        UsageError: a place that was asked for is not there, or is a file of another kind.
    """
    own = request.common_dir
    here = (own,) if importer.recognizes(own) else ()  # what is kept in the repository itself
    places = request.paths or (*importer.where(), *here)
    logs = _logs(importer, places, explicit=bool(request.paths))
    wanted = [log for log in logs if request.paths or importer.mentions(log, request.trees)]
    return Found(
        importer, tuple(places), tuple(logs), _by_namespace(importer, wanted, request.namespace)
    )


def carry_out(
    found: Found, request: Request, keep: Callable[[ImportedSession, str, Tally], None]
) -> Tally:
    """Read the sessions of the logs found, and `keep` those that are asked for."""
    tally = Tally(other_folders=found.left_out)
    for namespace, group in found.wanted.items():
        for session in found.importer.sessions(group):
            is_here = bool(request.paths) or _works_in(session, request.trees)
            # What is only told of a session counts with the session.
            told = is_here or not session.records
            tally.notices += [notice for notice in session.notices if told or notice.skips]
            if not session.records:
                continue
            if not is_here:
                tally.other_folders += 1
            elif request.earliest is not None and (session.latest or 0.0) < request.earliest:
                tally.too_old += 1
            else:
                keep(session, namespace, tally)
    return tally


def count(session: ImportedSession, namespace: str, tally: Tally) -> None:
    """Count a session and its records, and keep nothing."""
    tally.sessions += 1
    tally.records += len(session.records)


def _logs(importer: Importer, places: Sequence[Path], *, explicit: bool) -> list[Path]:
    """The importer's logs at these places, each once."""
    found: dict[Path, None] = {}
    for place in places:
        path = place.resolve()
        if path.is_dir() and not importer.recognizes(path):
            found |= dict.fromkeys(importer.logs(path))
        elif not path.exists():
            raise UsageError(f"no file or folder '{place}'", hint="attrib import")
        elif importer.recognizes(path):
            found[path] = None
        elif explicit:
            raise UsageError(f"'{place}' is no log of {importer.alias}", hint="attrib import")
    return list(found)


def _by_namespace(
    importer: Importer, logs: Iterable[Path], given: str | None
) -> Mapping[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for log in logs:
        groups.setdefault(given or importer.namespace_of(log), []).append(log)
    return dict(sorted(groups.items()))


def _works_in(session: ImportedSession, worktrees: Sequence[str]) -> bool:
    return any(
        folder == tree or folder.startswith(tree.rstrip(os.sep) + os.sep)
        for folder in session.folders
        for tree in worktrees
    )


def write_session(
    session: ImportedSession, namespace: str, common_dir: Path, amend: Amend | None = None
) -> Written:
    """Bring the stream of an imported session up to date in a repository's store."""
    from attrib.model.ids import SessionKey
    from attrib.recording.stream_header import StreamHeader
    from attrib.recording.stream_writer import StreamFolder

    header = StreamHeader(
        SessionKey(session.agent, namespace, session.id),
        PRODUCER,
        started=session.started,
        roots=session.roots,
        losses=session.losses,
        parent=session.parent,
        meta=session.meta,
    )
    return StreamFolder(common_dir).merge(
        header, session.records, elsewhere=session.elsewhere, amend=amend
    )


def total(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    whole = Tally()
    for tally in tallies:
        for name in Tally.__dataclass_fields__:
            setattr(whole, name, getattr(whole, name) + getattr(tally, name))
    return whole


def sentences(tally: Tally, *, dry_run: bool) -> Iterator[str]:
    """What was done, and what was left out."""
    verb = "would import" if dry_run else "imported"
    yield f"{verb} {counted(tally.sessions, 'session')}, {counted(tally.records, 'record')}"
    if tally.unchanged:
        yield f"{tally.unchanged} unchanged"
    if tally.redacted:
        yield f"{counted(tally.redacted, 'record')} redacted"
    if tally.left_redacted:
        yield f"left out {counted(tally.left_redacted, 'session')} redacted here"
    if tally.other_folders:
        yield f"left out {counted(tally.other_folders, 'session')} of other folders"
    if tally.too_old:
        yield f"left out {counted(tally.too_old, 'session')} of an earlier date"
    skipped = [each for each in tally.notices if each.skips and not each.pending]
    lines = sum(each.is_of_line for each in skipped)
    if lines:
        yield f"{counted(lines, 'line')} skipped"
    if others := len(skipped) - lines:
        yield f"{others} {'file or row' if others == 1 else 'files or rows'} skipped"


def counted(number: int, noun: str) -> str:
    """`1 session`, `2 sessions`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
