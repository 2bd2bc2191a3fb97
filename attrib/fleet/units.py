"""The mapped functions: what an engine hands to workers, one unit of one repository at a time.

`bind` tells where the roots of sessions lie in a repository; `judge` asks the pipeline about
commits. Both open the repository and the streams where they lie, write a part, and answer with a
few words: what goes wrong in a unit ends no other.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from attrib import __version__
from attrib.answers.commits import commits as commits_answer
from attrib.errors import AttribError, FleetError
from attrib.fleet.committed import name_of, state_of
from attrib.fleet.export_sessions import chosen_stores
from attrib.fleet.parts import Folder, Manifest, digest_of
from attrib.fleet.recorded import Row
from attrib.fleet.spelling import digest, key_of, part_name, spelled, unspelled, whole
from attrib.fleet.tables import BINDINGS, LINKS, table_of
from attrib.model.commits import Commit
from attrib.model.evidence import Evidence
from attrib.model.ids import LineRange
from attrib.opening import Options, open_repository, open_workspace
from attrib.reading import ReadResult, read_sessions
from attrib.stores import Store
from attrib.texts import folded
from attrib.workspace import Workspace

#: Why a unit has no part when its worker ended.
LOST = "a worker process was lost"
#: What a worker may meet in a unit without an end of the whole run.
EXPECTED = (AttribError, OSError, pa.ArrowException)


@dataclass(frozen=True, slots=True)
class Unit:
    """What one call is about; `commits` are empty for binding.

    `streams` are store, path and digest, with tabs between, each spelled; `state` changes with all
    that the answers rest on in the repository; `others_begin` as in a workspace.
    """

    folder: str
    repository: str
    location: str
    state: str
    streams: tuple[str, ...]
    commits: tuple[str, ...] = ()
    others_begin: float | None = None

    @property
    def part(self) -> str:
        """The part that it gives: a name that changes with all that it rests on."""
        kind = "links" if self.commits else "bindings"
        words = (__version__, kind, self.repository, self.state, repr(self.others_begin))
        found = digest(*words, *self.streams, "", *self.commits)
        return f"links/{part_name(self.repository)}/{kind}-{found.hex()}.parquet"


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a unit: its part with the digest and rows, and what went wrong.

    Without a digest there is no part. `is_kept` where it was done before.
    """

    repository: str
    part: str
    digest: str = ""
    rows: int = 0
    failure: str | None = None
    is_kept: bool = False


def run(unit: Unit) -> Done:
    """Bind or judge; what is expected to go wrong is in the answer."""
    try:
        with _opened(unit) as (workspace, unit, changed):
            if unit.commits:
                table = table_of(_link_rows(unit, workspace), LINKS)
            else:
                table = table_of(_binding_rows(unit, workspace), BINDINGS)
        manifest = Manifest(unit.repository)
        Folder(Path(unit.folder)).write(manifest, unit.part, table)
    except EXPECTED as error:
        words = f"cannot be read: {error}" if str(error) else "cannot be read"
        return Done(unit.repository, unit.part, failure=words)
    except Exception as error:
        # A bug that one of thousands of repositories brings to light hides no other's links.
        words = f"a bug, please report it: {type(error).__name__}: {error}"
        return Done(unit.repository, unit.part, failure=words)
    failure = f"{changed}; export it again" if changed else None
    return Done(unit.repository, unit.part, manifest.parts[unit.part], len(table), failure)


@dataclass(frozen=True, slots=True)
class _Streams:
    """Streams of a unit as they are now, what they hold, and a word where one is another now."""

    asked: tuple[str, ...]
    found: tuple[str, ...]
    stores: Sequence[Store]
    read: ReadResult
    changed: str

    @classmethod
    def of(cls, asked: tuple[str, ...]) -> _Streams:
        """Read them; one that is gone is left out.

        Raises:
            FleetError: one lies outside of its store, or grows while it is read.
        """
        places: defaultdict[str, list[str]] = defaultdict(list)
        found: list[str] = []
        changed = ""
        for text in asked:
            store, path, _ = (os.fsdecode(unspelled(each)) for each in text.split("\t"))
            if not Path(os.path.normpath(path)).is_relative_to(store):
                raise FleetError(f"the stream '{path}' lies outside of its store", where=store)
            now = _as_it_is(text)
            if now != text:
                changed = changed or f"the stream '{path}' is not what was exported"
            if now is not None:
                places[store].append(path)
                found.append(now)
        stores = list(chosen_stores(places))
        read = read_sessions(stores)
        if any(_as_it_is(text) != text for text in found):
            raise FleetError("a stream changed while it was read", hint="attrib fleet match")
        return cls(asked, tuple(found), stores, read, changed)


def _as_it_is(text: str) -> str | None:
    """Store, path and digest of a stream as it is now; `None` where it is gone."""
    store, path, _ = text.split("\t")
    with suppress(OSError):
        return f"{store}\t{path}\t{digest_of(Path(os.fsdecode(unspelled(path))))}"
    return None


class _LastRead:
    """What was read last in this process: the units of a repository ask for the same streams."""

    def __init__(self) -> None:
        self._last: _Streams | None = None

    def of(self, asked: tuple[str, ...]) -> _Streams:
        """What these streams hold, whose digests are in their names."""
        if self._last is None or self._last.asked != asked or self._last.changed:
            self._last = None
            self._last = _Streams.of(asked)
        return self._last


_READ = _LastRead()


@contextmanager
def _opened(unit: Unit) -> Iterator[tuple[Workspace, Unit, str]]:
    """The workspace of the unit's repository with the unit's streams, and no others.

    With the unit as it is now, and a word on what changed: what was exported does not stand for
    what is read.
    """
    repository = open_repository(Path(os.fsdecode(unspelled(unit.location))))
    try:
        if name_of(repository) != unit.repository:
            place = os.fsdecode(unspelled(unit.location))
            raise FleetError("another repository lies here now", where=place)
        streams = _READ.of(unit.streams)
        now = replace(unit, state=state_of(repository).hex(), streams=streams.found)
        workspace = open_workspace(Options(), repository, stores=streams.stores, read=streams.read)
        workspace.others_begin = unit.others_begin
        yield workspace, now, streams.changed
    finally:
        repository.close()


def _binding_rows(unit: Unit, workspace: Workspace) -> list[Row]:
    rows = []
    own = {"repository": unit.repository, "format": workspace.repository.object_format}
    for (session, root), binding in sorted(workspace.bindings.bound.items()):
        rows.append(_binding_row(own, key_of(session), root, binding.strip, binding.add))
    tops = [os.path.realpath(top) for top in workspace.repository.worktrees]
    for each in workspace.sessions:
        for top in tops:
            strip = os.fsencode(top.rstrip("/")) + b"/"
            rows.append(_binding_row(own, key_of(each.key), "", strip, b""))
    return rows


def _binding_row(own: Row, session: bytes, root: str, strip: bytes, add: bytes) -> Row:
    return {
        **own,
        "session": session,
        "root": root,
        "strip": spelled(strip),
        "add": spelled(add),
        "folded_strip": folded(strip),
        "folded_add": folded(add),
    }


def _link_rows(unit: Unit, workspace: Workspace) -> list[Row]:
    """The evidence about the unit's commits, as `attrib commit` gives it."""
    answer = commits_answer(workspace, unit.commits)
    return [
        evidence_row(unit.repository, report.commit, item)
        for report in answer.commits
        for link in report.links
        for item in link.evidence
    ]


def evidence_row(repository: str, commit: Commit, item: Evidence) -> Row:
    """One piece of evidence as a row of `LINKS`."""
    return {
        "repository": repository,
        "commit": bytes.fromhex(commit.oid),
        "time": whole(commit.committer_time),
        "agent": item.session.agent,
        "namespace": item.session.namespace,
        "session": item.session.id,
        "strength": item.strength.word,
        "relation": item.relation.value,
        "equality": item.equality.value if item.equality else None,
        "covers": item.covers.value,
        "qualifiers": [each.value for each in item.qualifiers],
        "records": [ref.record for ref in item.records],
        "actor": item.actor,
        "notes": list(item.notes),
        "path": None if item.path is None else spelled(item.path),
        "old_path": None if item.old_path is None else spelled(item.old_path),
        "lines": _numbers(item.lines),
        "removed": _numbers(item.removed),
    }


def _numbers(ranges: Sequence[LineRange]) -> list[int]:
    """First and last of each range, one after the other."""
    return [number for each in ranges for number in (each.first, each.last)]


def unit_of(row: dict[str, Any], folder: Path) -> Unit:
    """The unit of a row that an engine gave."""
    return Unit(
        folder=str(folder),
        repository=row["repository"],
        location=row["location"],
        state=bytes(row["state"]).hex(),
        streams=tuple(sorted(set(_list(row["streams"])))),
        commits=tuple(sorted(bytes(each).hex() for each in _list(row.get("commits")))),
        others_begin=row["others_begin"],
    )


def _list(value: Any) -> list[Any]:
    """The members of a list that an engine gave; none for null."""
    return [] if value is None else list(value)
