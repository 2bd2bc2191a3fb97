"""Streams that we write, one a session and producer, below `<common dir>/attrib/sessions`.

Records are appended, one `write` each, on a descriptor that only appends. An import brings the
whole session each time: what a stream holds already is left alone, by what each record says it
was read from; only if the native log itself changed is the stream written anew, in one step.
A symbolic link anywhere in the store is refused, so that no write leaves it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib import __version__
from attrib.codec import REDACTED_META, encode, header_line, pieces_in
from attrib.model.ids import SessionKey
from attrib.model.records import Root
from attrib.recording.folders import (
    NOT_FOLLOWED,
    folder_of,
    locked,
    make_folders,
    refuse_link,
    safe_name,
    unwritable,
)
from attrib.recording.merging import (
    Held,
    body_of,
    continues,
    declares,
    header_facts,
    held_in,
    ids_in,
    interleaved,
    is_elsewhere,
    joined_facts,
    joined_records,
    roots_disagree,
    source_of,
    with_refs,
)
from attrib.recording.quick.store import PRIVATE_FILE, PRIVATE_FOLDER, append

Record = Mapping[str, Any]
#: From the records that a stream holds to what it should hold in their place, one for one.
Amend = Callable[[Sequence[Record]], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class StreamHeader:
    """What the first line of a stream says; `roots` are those known at the start."""

    key: SessionKey
    producer: str
    started: str | None = None
    roots: tuple[Root, ...] = ()
    losses: tuple[Mapping[str, str], ...] = ()
    parent: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a stream: records added, and whether it was written anew or left alone.

    `is_refused` is true where the stream holds records that this import neither has nor can
    stand beside, `is_redacted` where the stream is redacted and this import is not: then nothing
    was written.
    """

    path: Path
    added: int
    is_new: bool = False
    is_rewritten: bool = False
    is_refused: bool = False
    is_redacted: bool = False


class StreamFolder:
    """The streams of a repository, in its common git directory."""

    def __init__(self, common_dir: Path) -> None:
        self._common = common_dir
        self._top = common_dir / "attrib"
        self.sessions = self._top / "sessions"

    def path_of(self, key: SessionKey, producer: str) -> Path:
        """Where the stream of a session and producer lies, whether it is there or not."""
        name = f"{safe_name(key.id)}.{safe_name(producer)}.asr.jsonl"
        return folder_of(self.sessions, key) / name

    def append(self, header: StreamHeader, records: Iterable[Record]) -> tuple[str, ...]:
        """Append records to a stream, which begins with the header; their IDs, in order.

        Raises:
            StreamError: the store holds a symbolic link, or cannot be written.
        """
        path = self.path_of(header.key, header.producer)
        with self.locked(path):
            held = _read(path)
            return self._append(path, header, held, list(records))

    def merge(
        self,
        header: StreamHeader,
        records: Sequence[Record],
        *,
        elsewhere: Set[str] = frozenset(),
        amend: Amend | None = None,
    ) -> Written:
        """Bring a stream up to date with a whole import of its session.

        Every record names its source under `_meta`; endpoints may name sources, too. Records of
        an earlier import that this one does not have are kept, unless their source is
        `elsewhere`: in another session. `amend` gives the held records as they should be.

        Raises:
            StreamError: the store holds a symbolic link, or cannot be written.
        """
        path = self.path_of(header.key, header.producer)
        with self.locked(path):
            held = _read(path)
            if held is None:
                return Written(path, len(self._append(path, header, None, records)), is_new=True)
            if amend is not None:
                amended = amend(held.records)
                held = replace(
                    held, records=amended, is_sound=held.is_sound and amended == held.records
                )
            return self._merge(path, header, held, records, elsewhere)

    def _merge(
        self,
        path: Path,
        header: StreamHeader,
        held: Held,
        records: Sequence[Record],
        elsewhere: Set[str],
    ) -> Written:
        known = {source: record for record in held.records if (source := source_of(record))}
        ids = ids_in(held.records)
        records = joined_records(records, known, ids)
        added = [record for record in records if source_of(record) not in known]
        given = {source_of(record) for record in records}
        start = pieces_in(_header_bytes(header))[0].value
        if declares(held.header, REDACTED_META) and not declares(start, REDACTED_META):
            return Written(path, 0, is_redacted=True)
        if roots_disagree([start, *records], [held.header, *held.records]):
            if not known.keys() <= given:
                return Written(path, 0, is_refused=True)
            held = replace(held, header={}, records=[], is_sound=False)
        facts = joined_facts(start, held.header)
        kept = [record for record in held.records if not is_elsewhere(record, elsewhere)]
        is_same = (
            held.is_sound
            and facts == header_facts(held.header)
            and len(kept) == len(held.records)
            and all(
                body_of(known[source]) == body_of(record)
                for record in records
                if (source := source_of(record)) in known
            )
        )
        if is_same and not added:
            return Written(path, 0)
        if is_same and continues(held.records, records, added):
            return Written(path, len(self._append(path, header, held, added)))
        kept = [record for record in kept if source_of(record) not in given]
        self._replace(path, _with_facts(header, facts), held, interleaved(kept, records, known))
        return Written(path, len(added), is_rewritten=True)

    def _append(
        self, path: Path, header: StreamHeader, held: Held | None, records: Sequence[Record]
    ) -> tuple[str, ...]:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | NOT_FOLLOWED
        ids: list[str] = []
        try:
            descriptor = os.open(path, flags, PRIVATE_FILE)
        except OSError as error:
            raise unwritable(path, error) from error
        try:
            seq, number = (held.last_seq, held.last_number) if held else (1, 1)
            known = ids_in(held.records) if held else {}
            size = os.fstat(descriptor).st_size
            if held is None:
                size = append(descriptor, _header_bytes(header), size)
            elif not held.ends_with_newline:
                size = append(descriptor, b"\n", size)
            for record in records:
                seq += 1
                number = max(number + 1, seq)
                ids.append(f"r{number}")
                known |= ids_in([{**record, "id": ids[-1]}])
                size = append(descriptor, _line(with_refs(record, known), seq, ids[-1]), size)
        except OSError as error:
            raise unwritable(path, error) from error
        finally:
            os.close(descriptor)
        return tuple(ids)

    def _replace(
        self,
        path: Path,
        header: StreamHeader,
        held: Held,
        records: Iterable[tuple[Record, str | None]],
    ) -> None:
        """Write the stream anew, beside the store, and put it in the old one's place."""
        number, known = held.last_number, dict[str, str]()
        spare = self._top / f".{os.getpid()}.{sha256(os.fsencode(path)).hexdigest()[:16]}.tmp"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_FOLLOWED
        try:
            spare.unlink(missing_ok=True)
            with os.fdopen(os.open(spare, flags, PRIVATE_FILE), "wb") as file:
                file.write(_header_bytes(header))
                for seq, (record, name) in enumerate(records, start=2):
                    if name is None:
                        number = max(number + 1, seq)
                        name = f"r{number}"
                    known |= ids_in([{**record, "id": name}])
                    file.write(_line(with_refs(record, known), seq, name))
            spare.replace(path)
        except OSError as error:
            spare.unlink(missing_ok=True)
            raise unwritable(path, error) from error

    @contextmanager
    def locked(self, path: Path) -> Iterator[None]:
        """Make the folders of a stream, refuse links in them and in its place, lock the store.

        Raises:
            StreamError: there is a link, or the store cannot be written.
        """
        try:
            make_folders(self._common, path.parent, mode=PRIVATE_FOLDER)
        except OSError as error:
            raise unwritable(path, error) from error
        refuse_link(path)
        with locked(self._top / "sessions.lock"):
            yield


def _line(record: Record, seq: int, name: str) -> bytes:
    rest = {key: value for key, value in record.items() if key not in ("type", "seq", "id")}
    return encode({"type": record["type"], "seq": seq, "id": name, **rest})


def _header_bytes(header: StreamHeader) -> bytes:
    return header_line(
        session_id=header.key.id,
        agent=header.key.agent,
        namespace=header.key.namespace,
        producer=header.producer,
        version=__version__,
        ts=header.started,
        roots=header.roots,
        losses=header.losses,
        parent_session=header.parent,
        meta=header.meta,
    )


def _read(path: Path) -> Held | None:
    """The stream as it lies there; `None` where there is none or an empty file."""
    try:
        with open(path, "rb", opener=_opener) as file:
            return held_in(file.read())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unwritable(path, error) from error


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | NOT_FOLLOWED)


def _with_facts(header: StreamHeader, facts: Record) -> StreamHeader:
    roots = tuple(
        Root(root["root"], root.get("path"), root.get("nativePath"))
        for root in facts.get("roots", ())
    )
    return replace(
        header,
        started=facts.get("ts"),
        roots=roots,
        losses=tuple(facts.get("losses", ())),
        parent=facts.get("parentSessionId"),
        meta=facts.get("_meta", {}),
    )
