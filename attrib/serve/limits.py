"""The bounds of the server, each stated in docs/api.md."""

from __future__ import annotations

from dataclasses import dataclass

_KIB = 1024
_MIB = 1024 * _KIB


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may ask for. Sizes in bytes, times in seconds.

    `page` and `pages_most` count the steps of a page, without and with a limit asked for;
    `page_bytes` is how much of the logs one page may read, `record` the longest line that is
    decoded, `blob` the largest content kept outside of a log. `diff` and `diff_most` are the
    sizes of a diff, `diff_records` how many records one covers. `wait` is how long a request waits
    for another that uses the same. `grant` is how long a view is open.
    """

    request: int = _MIB
    batch: int = 50
    depth: int = 64
    answer: int = 64 * _MIB
    page: int = 50
    pages_most: int = 500
    page_bytes: int = 32 * _MIB
    record: int = 8 * _MIB
    blob: int = 10 * _MIB
    diff: int = 256 * _KIB
    diff_most: int = 4 * _MIB
    diff_records: int = 1000
    text: int = 4096
    seconds: float = 30.0
    wait: float = 10.0
    body_seconds: float = 10.0
    at_once: int = 8
    waiting: int = 64
    connections: int = 128
    fresh_for: float = 0.1
    grant: int = 300
