"""File names for agents, namespaces and sessions."""

from __future__ import annotations

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.")
_LONGEST_NAME = 120


def safe_name(name: str) -> str:
    """A name as a file name: unsafe bytes as %XX, long ones cut and told apart by a digest."""
    raw = name.encode("utf-8", "surrogatepass")
    ends = (0, len(raw) - 1)
    escaped = "".join(
        [
            chr(byte) if byte in _SAFE and not (byte == 0x2E and at in ends) else f"%{byte:02X}"
            for at, byte in enumerate(raw)
        ]
    )
    if len(escaped) <= _LONGEST_NAME:
        return escaped or "%"
    from hashlib import sha256

    return f"{escaped[:80]}%{sha256(raw).hexdigest()[:32]}"
