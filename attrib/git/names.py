"""References and revisions: names that only the real git dir knows."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrib.git import batch, refs
from attrib.git.batch import ObjectReader
from attrib.git.discovery import Location
from attrib.git.objects import is_full_id
from attrib.git.process import GitProcess, Statistics
from attrib.model.ids import Oid

_PREFIX = re.compile(r"[0-9a-fA-F]{4,}")


class Names:
    """Answers for names; `start` starts git on the real git dir with nothing of it executed.

    IDs and their prefixes are asked of `objects` and cost no process of their own; references
    are read from files where git keeps them in files.
    """

    def __init__(
        self,
        location: Location,
        objects: ObjectReader,
        start: Callable[..., GitProcess],
        statistics: Statistics,
    ) -> None:
        self._location = location
        self._objects = objects
        self._start = start
        self._statistics = statistics

    def refs(self) -> Mapping[bytes, Oid]:
        """Every reference and the object that it names, tags not peeled, and detached HEADs."""
        location = self._location
        if refs.are_files(location.common_dir):
            return refs.read_refs(location.common_dir, location.object_format)
        with self._start(["for-each-ref", "--format=%(objectname) %(refname)"]) as process:
            rows = [line.rstrip(b"\n").partition(b" ") for line in process]
        return {name: Oid(oid.decode()) for oid, _, name in rows}

    def ref(self, name: bytes) -> Oid | None:
        """What one reference names by its full name, from its file where references are files."""
        location = self._location
        if refs.are_files(location.common_dir):
            return refs.read_ref(location.common_dir, name, location.object_format)
        return self.refs().get(name)

    def tips(self) -> list[Oid]:
        """What the references that count as history name."""
        return [oid for name, oid in self.refs().items() if refs.is_history(name)]

    def resolve(self, revisions: Iterable[str]) -> Mapping[str, Oid | None]:
        """The commit that each revision names; `None` for none or for several."""
        asked = list(dict.fromkeys(revisions))
        usable = [text for text in asked if text and "\0" not in text]
        ids = self._ids_among(usable)
        found = _commits_named(self._objects, ids)
        location = self._location
        if "HEAD" in usable:
            head = refs.head_of(location.git_dir, location.common_dir, location.object_format)
            found |= {"HEAD": _commits_named(self._objects, [head])[head]} if head else {}
        names = [text for text in usable if text not in found]
        if names:
            reader = ObjectReader(lambda: self._start(batch.ARGUMENTS, pipe=True), self._statistics)
            try:
                found |= _commits_named(reader, names)
            finally:
                reader.close()
        return {text: found.get(text) for text in asked}

    def _ids_among(self, texts: Sequence[str]) -> list[str]:
        """Those that git reads as object IDs; a reference of that name goes before a prefix."""
        ids = [text for text in texts if _PREFIX.fullmatch(text)]
        short = [text for text in ids if not is_full_id(text.lower(), self._location.object_format)]
        taken = refs.possible_references(short, self._location.common_dir)
        return [text for text in ids if text not in taken]


def _commits_named(reader: ObjectReader, names: Sequence[str]) -> dict[str, Oid | None]:
    answers = reader.describe([os.fsencode(name) + b"^{commit}" for name in names])
    return {
        name: answer.oid if answer else None for name, answer in zip(names, answers, strict=True)
    }
