"""The lines that a repository holds in many files: they tell no origin.

Counted in a sample of the files at HEAD, the same for every question about one repository.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from attrib.git.interface import Repository
from attrib.patches import line_set
from attrib.strength import COMMON_LINE_FILES
from attrib.texts import squeezed

#: How many trees are listed, how many files are read, and up to which size in bytes.
_TREES, _FILES, _LARGEST = 512, 256, 256 * 1024


class CommonLines:
    """Answers for one repository; reads the sample when first asked."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def holds(self, line: bytes) -> bool:
        """True for a line that stands, but for white space, in many of the sampled files."""
        return squeezed(line) in self._common

    @cached_property
    def _common(self) -> frozenset[bytes]:
        head = self._repository.resolve(["HEAD"]).get("HEAD")
        if head is None:
            return frozenset()
        files = self._repository.files_of(head, trees=_TREES)
        oids = sorted({entry.oid for entry in files.values() if not entry.is_gitlink})
        step = max(1, len(oids) // _FILES)
        sizes = self._repository.sizes_of(oids[::step][:_FILES])
        small = [oid for oid, size in sizes.items() if size <= _LARGEST]
        counts: Counter[bytes] = Counter()
        for content in self._repository.read_blobs(small).values():
            counts.update({squeezed(line) for line in line_set(content)})
        return frozenset(text for text, count in counts.items() if count >= COMMON_LINE_FILES)
