"""The paths at which a content was recorded, by the ID that the content has or would have here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrib.changes import After, RecordedChanges, Unhashed, after_of
from attrib.git.convert import hash_of
from attrib.model.ids import ObjectIdType, Oid, RepoPath
from attrib.model.states import RecordedChange


class AfterPaths(Mapping[Oid, frozenset[RepoPath]]):
    """The paths at which an after-state was recorded, by the ID it has or would have here.

    Contents are hashed, and made of hunks, when a blob of their length is asked for. `length_of`
    gives `None` for a blob that is not here.
    """

    def __init__(
        self,
        changes: Mapping[RepoPath, Sequence[RecordedChange]],
        own: ObjectIdType,
        length_of: Callable[[Oid], int | None],
    ) -> None:
        self._own = own
        self._length_of = length_of
        self._found: defaultdict[Oid, set[RepoPath]] = defaultdict(set)
        self._of_length: defaultdict[int, list[Unhashed]] = defaultdict(list)
        self._of_range: list[Unhashed] = []
        if not isinstance(changes, RecordedChanges):
            self._take(after_of(change, own) for items in changes.values() for change in items)
            return
        for path, oid in changes.after_ids(own):
            self._found[oid].add(path)
        for item in changes.unhashed(own):
            if item.low == item.high:
                self._of_length[item.low].append(item)
            else:
                self._of_range.append(item)

    def __getitem__(self, oid: Oid) -> frozenset[RepoPath]:
        if self._of_length or self._of_range:
            self._make(self._length_of(oid))
        if oid not in self._found:
            raise KeyError(oid)
        return frozenset(self._found[oid])

    def __iter__(self) -> Iterator[Oid]:
        self._make(None)
        return iter(self._found)

    def __len__(self) -> int:
        self._make(None)
        return len(self._found)

    def _make(self, length: int | None) -> None:
        """Take in the contents that have this length, or all of them."""
        near = [
            each for each in self._of_range if length is None or each.low <= length <= each.high
        ]
        if near:
            told = set(map(id, near))
            self._of_range = [each for each in self._of_range if id(each) not in told]
        for item in near:
            exact = item.length()
            if exact is None:
                self._take(item.make())
            else:
                self._of_length[exact].append(item)
        for each in list(self._of_length) if length is None else [length]:
            for item in self._of_length.pop(each, ()):
                self._take(item.make())

    def _take(self, afters: Iterable[After]) -> None:
        for path, object_id, content in afters:
            if object_id is not None:
                self._found[Oid(object_id)].add(path)
            elif content:
                self._found[Oid(hash_of(content, self._own))].add(path)
