"""JSON without importing `json`, spelled as `attrib.codec.spelling` spells it; and times."""

from __future__ import annotations

import time

TYPE_CHECKING = False  # as typing has it, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from _json import encode_basestring, encode_basestring_ascii, make_scanner
except ImportError:  # not CPython
    from json.encoder import encode_basestring, encode_basestring_ascii

    make_scanner = None  # type: ignore[assignment,misc]

Record = dict[str, object]

_ESCAPED = (("\x85", "\\u0085"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))


class _Reading:
    """How the scanner reads: nothing is converted."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - the scanner wants one, and fills none


def encode(record: Record) -> bytes:
    """A record as one line with its newline, members in the given order."""
    text = _spelled(record, encode_basestring)
    for character, escape in _ESCAPED:
        text = text.replace(character, escape)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:  # a lone surrogate
        return _spelled(record, encode_basestring_ascii).encode() + b"\n"


def parse(data: bytes) -> Record | None:
    """The object that one line holds, or `None` where it holds no object."""
    try:
        text = data.decode().strip()
        if make_scanner is None:
            import json

            value = json.loads(text)
        else:
            value, end = make_scanner(_Reading)(text, 0)  # type: ignore[arg-type]
            if end != len(text):
                return None
    except (ValueError, StopIteration, RecursionError, SystemError):
        # SystemError: the scanner knows its own error only where `json` is imported.
        return None
    return value if isinstance(value, dict) else None


def stamp(seconds: float) -> str:
    """A time in seconds since the epoch as records spell it, in milliseconds."""
    whole, rest = divmod(int(seconds * 1000), 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{rest:03d}Z"


def _spelled(value: object, quoted: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        pairs = [f"{_spelled(str(k), quoted)}: {_spelled(v, quoted)}" for k, v in value.items()]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join([_spelled(item, quoted) for item in value]) + "]"
    raise TypeError(f"no JSON for {type(value).__name__}")
