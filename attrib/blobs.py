"""The blobs of one repository, those read lately kept at hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from attrib.git.interface import Repository
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid

#: Contents kept at hand, in bytes.
_CACHE_BYTES = 256 * 1024 * 1024


class Blobs:
    """Reads blobs, many at once where it is told ahead; keeps the contents it was handed, too."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._blobs: OrderedDict[Oid, bytes] = OrderedDict()
        self._held = 0
        self._present: dict[Oid, bool] = {}

    def load(self, oids: Iterable[Oid]) -> None:
        """Read many blobs at once, so that `blob` finds them."""
        wanted = [oid for oid in dict.fromkeys(oids) if oid not in self._blobs]
        if wanted:
            for oid, content in self.repository.read_blobs(wanted).items():
                self.remember(oid, content)

    def remember(self, oid: Oid, content: bytes) -> None:
        """Keep a content at hand under the ID that it has or would have here."""
        if oid not in self._blobs:
            self._blobs[oid] = content
            self._held += len(content)
        while self._held > _CACHE_BYTES and len(self._blobs) > 2:
            _, dropped = self._blobs.popitem(last=False)
            self._held -= len(dropped)

    def blob(self, oid: Oid) -> bytes | None:
        """The content of a blob, or `None` where it is not here."""
        self.load([oid])
        return self._blobs.get(oid)

    def length_of(self, oid: Oid) -> int | None:
        """The length of a blob in bytes, or `None` where it is not here."""
        if oid in self._blobs:
            return len(self._blobs[oid])
        return self.repository.sizes_of([oid]).get(oid)

    def learn_presence(self, oids: Iterable[Oid]) -> None:
        """Ask at once which blobs are here, so that `has` need not read them."""
        asked = set(oids) - self._present.keys()
        sizes = self.repository.sizes_of(asked) if asked else {}
        self._present.update({oid: oid in sizes for oid in asked})

    def has_all(self, entries: Iterable[TreeEntry | None]) -> bool:
        """True when the blobs of all files among some entries are here."""
        return all(self.has(each.oid) for each in entries if each and not each.is_gitlink)

    def has(self, oid: Oid) -> bool:
        """True when a blob is here; it need not be read for that."""
        if oid in self._blobs:
            return True
        self.learn_presence([oid])
        return self._present[oid]
