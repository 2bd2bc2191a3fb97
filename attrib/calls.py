"""The inputs of tool calls, read from streams when a change is known by its call alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrib.codec import Sieve, found_in
from attrib.model.records import BadRecord
from attrib.reading import distinct_streams
from attrib.stores.interface import Store, Stream


class CallReader:
    """Reads the inputs of tool calls from the streams of some stores, when asked for them."""

    def __init__(self, stores: Iterable[Store]) -> None:
        self._stores = list(stores)

    @cached_property
    def _streams(self) -> Mapping[str, Stream]:
        return {stream.name: stream for stream in distinct_streams(self._stores)}

    def __call__(
        self, wanted: Mapping[str, Collection[str]]
    ) -> dict[tuple[str, str], Mapping[str, Any]]:
        """The inputs by stream name and call ID, for the call IDs wanted of each stream."""
        found: dict[tuple[str, str], Mapping[str, Any]] = {}
        for name, calls in wanted.items():
            stream = self._streams.get(name)
            for call, given in _calls_in(stream) if stream is not None else ():
                if call in calls:
                    found.setdefault((name, call), given)
        return found


def _calls_in(stream: Stream) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The ID and input of each tool call of a stream that has both."""
    for item in found_in(stream.name, stream.lines(), Sieve({"tool_call"})):
        if isinstance(item, BadRecord) or not isinstance(item.value, dict):
            continue
        call, given = item.value.get("callId"), item.value.get("input")
        is_call = item.value.get("type") == "tool_call" and isinstance(call, str)
        if is_call and isinstance(given, dict):
            yield str(call), given
