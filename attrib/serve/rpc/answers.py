"""Answers as bytes, and those that were given before and still hold."""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from attrib.serve.rpc.method import Method

_SURROGATES = re.compile("[\ud800-\udfff]")
_MOST = 256
_MOST_BYTES = 64 * 1024 * 1024


def encoded(value: Any) -> bytes:
    """A value as UTF-8 JSON; what is no character becomes U+FFFD."""
    if isinstance(value, bytes):
        return value.strip()
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value)
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return _SURROGATES.sub("\ufffd", text).encode()


class Answers:
    """The last answers by method and parameters; `generation` tells one state from any other.

    `at_hand` gives the same where that takes no time, else `None`.
    """

    def __init__(self, generation: Callable[[], object], at_hand: Callable[[], object]) -> None:
        self._generation = generation
        self._at_hand = at_hand
        self._known: OrderedDict[tuple[str, bytes | None], bytes] = OrderedDict()
        self._size = 0
        self._of: object = None
        self._lock = threading.Lock()

    def known(self, method: Method, params: bytes | None) -> bytes | None:
        """The answer that was given to the same question in the same state."""
        generation = self._generation()
        with self._lock:
            if generation != self._of:
                self._known.clear()
                self._size = 0
                self._of = generation
                return None
            found = self._known.get((method.name, params))
            if found is not None:
                self._known.move_to_end((method.name, params))
            return found

    def known_at_once(self, method: Method, params: bytes | None) -> bytes | None:
        """The same where nothing has to be read or waited for."""
        generation = self._at_hand()
        if generation is None or generation != self._of:
            return None
        with self._lock:
            return self._known.get((method.name, params)) if generation == self._of else None

    def keep(self, method: Method, params: bytes | None, answer: bytes) -> None:
        """Keep an answer, as long as the state is what it was when it was asked for."""
        if self._generation() != self._of or len(answer) > _MOST_BYTES // 8:
            return
        with self._lock:
            self._size -= len(self._known.get((method.name, params), b""))
            self._known[method.name, params] = answer
            self._size += len(answer)
            while len(self._known) > _MOST or self._size > _MOST_BYTES:
                _, old = self._known.popitem(last=False)
                self._size -= len(old)
