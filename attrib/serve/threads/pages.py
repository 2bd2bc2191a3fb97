"""Pages of steps and of a file's changes: by keys that never change, while logs grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from posixpath import normpath

from attrib.model.records import Change
from attrib.serve.limits import Limits
from attrib.serve.rpc import errors
from attrib.serve.rpc.errors import RpcError, invalid
from attrib.serve.rpc.wire_methods import PatchFileHistoryCursor, PatchThreadHistoryCursor
from attrib.serve.threads.scope import Scope, Step, turn_name
from attrib.serve.threads.shown import Showing, Shown, environment_of
from attrib.serve.threads.sources import Source

_RESTART = "ask again without a cursor"
_LARGEST_ORDINAL = 2**63


@dataclass(frozen=True, slots=True)
class Page:
    """Some steps in a row, and whether others follow."""

    items: list[Shown]
    has_more: bool


def limit_of(asked: int | None, limits: Limits) -> int:
    """How many items a page has at most.

    Raises:
        RpcError: none are asked for.
    """
    if asked == 0:
        raise invalid("$.params.limit", "a page has at least one item")
    return min(asked or limits.page, limits.pages_most)


def ordinal_in(value: int | None, path: str) -> int | None:
    """An ordinal as given, where it is one."""
    if value is not None and value >= _LARGEST_ORDINAL:
        raise invalid(path, "no ordinal is that large")
    return value


def filled(steps: Iterator[Step], showing: Showing, limit: int, limits: Limits) -> Page:
    """A page of these steps: of so many, or of fewer where their records are long."""
    items: list[Shown] = []
    size = 0
    for step in steps:
        length = step.source.ledger.lengths[step.position]
        if items and (len(items) >= limit or size + length > limits.page_bytes):
            return Page(items, has_more=True)
        size += length
        items.append(showing.shown(step))
    return Page(items, has_more=False)


def key_after(scope: Scope, cursor: PatchThreadHistoryCursor | None) -> Step | None:
    """The step that a cursor names; `None` without one.

    Raises:
        RpcError: the cursor lacks what this scope needs, or names no step of it.
    """
    if cursor is None:
        return None
    path = "$.params.cursor"
    for name, value in (
        ("sourceThreadId", cursor.source_thread_id),
        ("committedAtUnixMs", cursor.committed_at_unix_ms),
    ):
        if value is None:
            message = f"the cursor has no {name}, without which the thread's steps have no order"
            raise RpcError(errors.RESTART, message, path=f"{path}.{name}", hint=_RESTART)
    ordinal_in(cursor.ordinal, f"{path}.ordinal")
    step = scope.step_at(cursor.source_thread_id or "", cursor.ordinal)
    if (
        step is None
        or step.time != cursor.committed_at_unix_ms
        or turn_name(step.turn, step.session) != cursor.turn_id
    ):
        message = "the cursor names no step of this thread, as it is now"
        raise RpcError(errors.RESTART, message, path=path, hint=_RESTART)
    return step


def cursor_after(step: Step) -> PatchThreadHistoryCursor:
    """The cursor of a step."""
    return PatchThreadHistoryCursor(
        turn_id=turn_name(step.turn, step.session),
        ordinal=step.ordinal,
        source_thread_id=step.session,
        committed_at_unix_ms=step.time,
    )


@dataclass(frozen=True, slots=True)
class FilePath:
    """A path as asked for, and how records may spell it: under a root, or as a whole.

    `spellings` are pairs of a root's ID (`None`: none; "": whichever) and a path.
    """

    spellings: frozenset[tuple[str | None, str]]

    def names(self, root: str | None, path: str | None) -> bool:
        """True for a recorded path that is this one."""
        return path is not None and (
            (root, path) in self.spellings or (root is not None and ("", path) in self.spellings)
        )

    def indexes(self, changes: tuple[Change, ...]) -> list[int]:
        """Which changes tell of it: by where the file is after them, or was before."""
        return [
            index
            for index, each in enumerate(changes)
            if self.names(each.root, each.path)
            or self.names(each.old_root if each.has_old_root else each.root, each.old_path)
        ]

    def positions(self, source: Source, start: int) -> Iterator[int]:
        """The positions, from one on, of the steps of a source that may tell of it, in order."""
        spelled = {path for _, path in self.spellings}
        if len(spelled) == 1:
            return source.ledger.at_path(next(iter(spelled)), start)
        found = {at for path in spelled for at in source.ledger.at_path(path, start)}
        return iter(sorted(found))


def file_path(scope: Scope, asked: str) -> FilePath:
    """A path below a root, as recorded, or an absolute one.

    Raises:
        RpcError: no record can have such a path.
    """
    where = "$.params.path"
    if "\0" in asked or ("\\" in asked and asked[1:2] != ":"):
        raise invalid(where, "a path has '/' between its parts, and no NUL")
    is_whole = asked.startswith("/") or asked[1:2] == ":"
    if any(part in ("", ".", "..") for part in asked.removeprefix("/").split("/")):
        raise invalid(where, "a path has no empty part, '.' or '..'")
    roots = {root for member in scope.members for root in member.roots}
    if not is_whole:
        wholes = {(None, f"{root.path.rstrip('/')}/{asked}") for root in roots if root.path}
        return FilePath(frozenset({("", asked), *wholes}))
    inside = set()
    for root in roots:
        base = f"{normpath(root.path)}/" if root.path else ""
        if base and asked.startswith(base):
            inside.add((root.id, asked.removeprefix(base)))
    return FilePath(frozenset({(None, asked), *inside}))


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of a path: its step, and which change of the record it is."""

    shown: Shown
    index: int

    @property
    def environment(self) -> str:
        """The root that the change lies under."""
        return environment_of([self.shown.record.changes[self.index]])


def entries_after(
    scope: Scope, path: FilePath, cursor: PatchFileHistoryCursor | None, showing: Showing
) -> Iterator[Entry]:
    """The changes of a path behind a cursor, in order.

    Raises:
        RpcError: the cursor lacks what this scope needs, or names no change of the path.
    """
    last = key_after(scope, cursor)
    if last is not None and cursor is not None:
        shown = showing.shown(last)
        indexes = path.indexes(shown.record.changes)
        here = [Entry(shown, index) for index in indexes]
        wanted = (cursor.sequence, cursor.environment_id)
        if wanted not in [(each.index, each.environment) for each in here]:
            message = "the cursor names no change of this path"
            raise RpcError(errors.RESTART, message, path="$.params.cursor", hint=_RESTART)
        yield from (each for each in here if each.index > cursor.sequence)
    key = last[:3] if last is not None else None
    for step in scope.steps(key, path.positions):
        shown = showing.shown(step)
        for index in path.indexes(shown.record.changes):
            yield Entry(shown, index)


def filled_entries(
    entries: Iterator[Entry], limit: int, limits: Limits
) -> tuple[list[Entry], bool]:
    """A page of entries, and whether others follow."""
    items: list[Entry] = []
    size = 0
    for entry in islice(entries, limit + 1):
        step = entry.shown.step
        size += step.source.ledger.lengths[step.position]
        if items and (len(items) >= limit or size > limits.page_bytes):
            return items, True
        items.append(entry)
    return items, False


def file_cursor(entry: Entry) -> PatchFileHistoryCursor:
    """The cursor of an entry."""
    last = cursor_after(entry.shown.step)
    return PatchFileHistoryCursor(
        turn_id=last.turn_id,
        ordinal=last.ordinal,
        source_thread_id=last.source_thread_id,
        committed_at_unix_ms=last.committed_at_unix_ms,
        environment_id=entry.environment,
        sequence=entry.index,
    )
