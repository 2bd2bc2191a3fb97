"""Patch records as Pioneer's pages and its database have them, in one form.

Names of members are those of the pages; the database's are brought to these. Nothing is checked
here beyond what a record must have to be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.natives import native_of
from attrib.importers.common.values import decoded
from attrib.importers.interface import Native

_SAFE = 2**53


@dataclass(frozen=True, slots=True)
class Entry:
    """One invocation of the patch engine, or one file of it (`is_part`), as it was recorded.

    `thread` is the one that it ran in. `record` and `changes` have the pages' names; `coverage` is
    empty where none is stated. `workspace` is the root, where the source states it for the whole.
    """

    thread: str
    turn: str
    invocation: str
    ordinal: int
    record: Mapping[str, Any]
    changes: tuple[Mapping[str, Any], ...]
    coverage: Mapping[str, Any]
    native: Native | None
    workspace: str | None = None
    is_part: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """What is unique to an invocation."""
        return (self.thread, self.turn, self.invocation)

    @property
    def moment(self) -> int:
        """The committing's time in milliseconds; 0 where none is recorded."""
        return natural_at(self.record, "committedAtUnixMs") or 0

    @property
    def order(self) -> tuple[int, str, int, str, int]:
        """What sorts the entries of a thread: by time, then as the turn counts them."""
        return (self.moment, self.turn, self.ordinal, self.invocation, self.sequence or 0)

    @property
    def sequence(self) -> int | None:
        """Which change of its invocation a part is."""
        return natural_at(self.changes[0], "sequence") if self.is_part else None

    @property
    def located(self) -> int:
        """How many changes name their place."""
        return sum(bool(mapping_at(change, "sourceLocation")) for change in self.changes)


def natural_at(row: Mapping[str, Any], name: str) -> int | None:
    """The member as a non-negative safe integer, or `None`."""
    value = row.get(name)
    is_natural = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _SAFE
    return value if is_natural else None


def is_page(value: object) -> bool:
    """True for a page of patch steps or of a file's history, and for one record."""
    if not isinstance(value, dict):
        return False
    items, record = value.get("items"), mapping_at(value, "record")
    is_listed = isinstance(items, list) and isinstance(value.get("coverage"), dict)
    return (is_listed and isinstance(value.get("threadId"), str)) or _is_record(record)


def _is_record(record: Mapping[str, Any]) -> bool:
    names = ("threadId", "turnId", "invocationId")
    return all(text_at(record, name) for name in names) and "changes" in record


def entries_in(page: Row) -> Iterator[Entry]:
    """The entries of a page; what is none is passed over."""
    items = page.get("items")
    for item in items if isinstance(items, list) else [page]:
        if isinstance(item, dict):
            entry = _step(item) if "record" in item else _file(item, page)
            if entry is not None:
                yield entry


def _step(item: Row) -> Entry | None:
    record = mapping_at(item, "record")
    if not _is_record(record):
        return None
    execution = mapping_at(item, "execution")
    return Entry(
        text_at(execution, "sourceThreadId") or str(record["threadId"]),
        text_at(execution, "sourceTurnId") or str(record["turnId"]),
        str(record["invocationId"]),
        natural_at(record, "commitOrdinal") or 0,
        record,
        _changes(record.get("changes")),
        mapping_at(item, "coverage"),
        native_of(item),
    )


def _file(item: Row, page: Row) -> Entry | None:
    """One file's entry: of its record it says who and when in the turn, not how it ended."""
    execution = mapping_at(item, "execution")
    thread = text_at(execution, "sourceThreadId") or text_at(page, "threadId")
    turn = text_at(execution, "sourceTurnId") or text_at(item, "turnId")
    invocation, change = text_at(item, "invocationId"), mapping_at(item, "change")
    if thread is None or turn is None or invocation is None or not change:
        return None
    ordinal = natural_at(item, "ordinal") or 0
    record = {"environmentId": item.get("environmentId")}
    native, coverage = native_of(item), mapping_at(page, "coverage")
    return Entry(
        thread, turn, invocation, ordinal, record, (change,), coverage, native, is_part=True
    )


def entry_of_row(row: Mapping[str, object], workspace: str | None) -> Entry | None:
    """The entry that a row of the table `applied_patch_record` is; `None` where it cannot be read.

    Its JSON columns stay texts in the native record.
    """
    names = (text_at(row, "thread_id"), text_at(row, "turn_id"), text_at(row, "invocation_id"))
    delta = decoded(str(row.get("changes_json")))
    listed = delta.get("changes") if isinstance(delta, dict) else delta
    if None in names or not isinstance(listed, list):
        return None
    thread, turn, invocation = map(str, names)
    record = {
        "schemaVersion": row.get("schema_version"),
        "recordId": row.get("id"),
        "threadId": row.get("thread_id"),
        "turnId": row.get("turn_id"),
        "invocationId": row.get("invocation_id"),
        "environmentId": row.get("environment_id"),
        "commitOrdinal": row.get("commit_ordinal"),
        "authority": row.get("authority"),
        "provenance": row.get("provenance"),
        "exactness": row.get("exactness"),
        "committedAtUnixMs": row.get("committed_at_unix_ms"),
        "outcome": _outcome(decoded(str(row.get("outcome_json")))),
    }
    kept = {key: _kept(value) for key, value in row.items()}
    return Entry(
        thread,
        turn,
        invocation,
        natural_at(row, "commit_ordinal") or 0,
        record,
        _changes(_renamed(listed)),
        {},
        native_of(kept),
        workspace,
    )


def _changes(value: object) -> tuple[Mapping[str, Any], ...]:
    return (
        tuple(change for change in value if isinstance(change, dict))
        if isinstance(value, list)
        else ()
    )


def _kept(value: object) -> object:
    """A column's value as JSON has it: bytes as hex digits."""
    return value.hex() if isinstance(value, bytes) else value


def _outcome(value: object) -> Mapping[str, Any]:
    """The database's outcome in the pages' form: a name alone, or a name with members."""
    if isinstance(value, str):
        return {"status": value}
    if isinstance(value, dict) and len(value) == 1:
        ((status, members),) = value.items()
        if isinstance(members, dict):
            return {**_renamed(members), "status": status}
    return value if isinstance(value, dict) else {}


def _renamed(value: Any) -> Any:
    """The value with the pages' names, and hashes as hex digits; its levels are few."""
    if isinstance(value, list):
        return [_renamed(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {_camel(name): _renamed(item) for name, item in value.items()}
    digest = found.get("contentHash")
    if isinstance(digest, list) and all(isinstance(b, int) and 0 <= b < 256 for b in digest):
        found["contentHash"] = bytes(digest).hex()
    return found


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)
