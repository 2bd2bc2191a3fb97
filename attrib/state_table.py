"""The distinct recorded states at one path, and what is known of their content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrib.git.convert import hash_of
from attrib.model.ids import ObjectIdType
from attrib.model.states import Presence, RecordedState

#: The number of "no file".
ABSENT_NUMBER = 0


class StateTable:
    """Numbers the distinct states at one path; equal states share a number, 0 is no file."""

    def __init__(
        self, states: Iterable[RecordedState], content_of: Callable[[RecordedState], bytes | None]
    ) -> None:
        listed = [state for state in dict.fromkeys(states) if state.presence is Presence.PRESENT]
        self._types = {state.object_id_type for state in listed if state.object_id}
        self._number: dict[tuple[object, str], int] = {}
        self._merged: dict[int, int] = {}
        self._contents: dict[int, bytes] = {}
        self._hashed: dict[bytes, list[tuple[object, str]]] = {}
        self._unread: Mapping[tuple[ObjectIdType, str], int] | None = None
        self._sizes: dict[tuple[object, str], set[int]] = {}
        self._next = 1
        for state in listed:
            self._add(state, content_of(state))

    def _names(self, state: RecordedState, content: bytes | None) -> list[tuple[object, str]]:
        names: list[tuple[object, str]] = []
        if state.object_id is not None:
            name = (state.object_id_type, state.object_id)
            names.append(name)
            self._sizes.setdefault(name, set()).update(() if state.size is None else (state.size,))
        if content is not None:
            if content not in self._hashed:
                kinds = {ObjectIdType.GIT_BLOB_SHA1, *(kind for kind in self._types if kind)}
                self._hashed[content] = [(kind, hash_of(content, kind)) for kind in kinds]
            names += self._hashed[content]
        return names

    def _add(self, state: RecordedState, content: bytes | None) -> None:
        names = self._names(state, content)
        if not names:
            return
        known = {self._find(self._number[name]) for name in names if name in self._number}
        number = min(known) if known else self._next
        if not known:
            self._next += 1
        for other in known:
            self._merged[other] = number
            if other in self._contents:
                self._contents.setdefault(number, self._contents[other])
        for name in names:
            self._number[name] = number
        if content is not None:
            self._contents.setdefault(number, content)

    def _find(self, number: int) -> int:
        while self._merged.get(number, number) != number:
            number = self._merged[number]
        return number

    def number_of(self, state: RecordedState, content: bytes | None = None) -> int | None:
        """The state's number, or `None` when nothing is known of it."""
        if state.presence is Presence.ABSENT:
            return ABSENT_NUMBER
        for name in self._names(state, content if content is not None else state.content):
            if name in self._number:
                return self._find(self._number[name])
        return None

    def learn(self, number: int, content: bytes) -> None:
        """Keep a content that we rebuilt for a state, where none was known."""
        self._contents.setdefault(number, content)
        self._unread = None

    def unread(self) -> Mapping[tuple[ObjectIdType, str], int]:
        """The IDs of states whose content is not known, each with the state's number."""
        if self._unread is None:
            self._unread = self._find_unread()
        return self._unread

    def _find_unread(self) -> Mapping[tuple[ObjectIdType, str], int]:
        return {
            (kind, name): self._find(number)
            for (kind, name), number in self._number.items()
            if isinstance(kind, ObjectIdType) and self._find(number) not in self._contents
        }

    def unread_sizes(self) -> frozenset[int] | None:
        """The recorded sizes in bytes of these states; `None` where one has none."""
        sizes = [self._sizes.get(name, set()) for name in self.unread()]
        return frozenset().union(*sizes) if all(sizes) else None

    @property
    def contents(self) -> Iterable[bytes]:
        """Every content of a state that a record or the repository gives."""
        return self._contents.values()

    def content_of(self, number: int | None) -> bytes | None:
        """The content of a state where any record or the repository gives it."""
        if number == ABSENT_NUMBER:
            return b""
        return self._contents.get(number) if number is not None else None
