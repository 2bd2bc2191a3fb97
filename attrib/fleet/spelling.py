"""Bytes of paths as text for tables, names of parts, and digests that stand for keys."""

from __future__ import annotations

import hashlib
import re

from attrib.model.ids import SessionKey

#: What stands for itself in no spelling: the mark itself, controls, bytes that are no UTF-8.
_MARKED = re.compile("[%\x00-\x1f\x7f\udc80-\udcff]")
_MARK = re.compile(rb"%([0-9A-F]{2})")
_PLAIN = re.compile(r"[^A-Za-z0-9.-]+")
_DIGITS = re.compile("(?:[0-9A-Fa-f]{2})+")
_LONGEST = 40
_LEAST_WHOLE, _MOST_WHOLE = -(1 << 63), (1 << 63) - 1


def spelled(path: bytes) -> str:
    """A path as text: `%` and two digits for `%`, controls, and bytes that are no UTF-8.

    Spellings of a path's parts, one after the other, are the spelling of the path.
    """
    text = path.decode("utf-8", "surrogateescape")
    return _MARKED.sub(lambda found: f"%{ord(found[0]) & 0xFF:02X}", text)


def unspelled(text: str) -> bytes:
    """The bytes that `spelled` gives as this text."""
    return _MARK.sub(lambda found: bytes([int(found[1], 16)]), text.encode())


def id_of(digits: str | None) -> bytes | None:
    """The ID that these hexadecimal digits spell; `None` where they are others."""
    return bytes.fromhex(digits) if digits and _DIGITS.fullmatch(digits) else None


def whole(number: int | None) -> int | None:
    """A whole number as the tables hold it: the nearest one that 64 bits have."""
    return None if number is None else max(_LEAST_WHOLE, min(number, _MOST_WHOLE))


def part_name(name: str) -> str:
    """A folder or file name for anything: its end, as far as it is plain, and a digest of it."""
    plain = _PLAIN.sub("-", name)[-_LONGEST:].strip("-.") or "x"
    return f"{plain}-{hashlib.sha256(name.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}"


def digest(*parts: str | bytes | None) -> bytes:
    """16 bytes that stand for the parts."""
    found = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(b"-" if data is None else b"%d:" % len(data) + data)
    return found.digest()[:16]


def key_of(session: SessionKey) -> bytes:
    """What stands for a session in the tables."""
    return digest(session.agent, session.namespace, session.id)
