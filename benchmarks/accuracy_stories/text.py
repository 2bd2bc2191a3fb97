"""Lines that look like source text: most of them distinct, some that stand everywhere."""

from __future__ import annotations

from random import Random

_WORDS = (
    "account", "amount", "archive", "balance", "batch", "border", "branch", "buffer", "cache",
    "caller", "carrier", "chunk", "client", "column", "config", "counter", "cursor", "decode",
    "delta", "digest", "draft", "element", "encode", "entry", "error", "event", "factor",
    "field", "filter", "folder", "format", "frame", "gather", "handle", "header", "height",
    "index", "invoice", "journal", "label", "layout", "ledger", "limit", "listen", "margin",
    "marker", "member", "merge", "metric", "module", "notice", "number", "object", "offset",
    "option", "order", "output", "packet", "parent", "parser", "pattern", "payload", "policy",
    "prefix", "price", "process", "profile", "query", "queue", "reader", "record", "region",
    "render", "report", "request", "result", "retry", "route", "sample", "schema", "scope",
    "score", "segment", "select", "sender", "series", "server", "signal", "socket", "source",
    "status", "stream", "string", "submit", "suffix", "symbol", "target", "thread", "ticket",
    "token", "tracer", "update", "value", "vector", "vendor", "verify", "version", "visitor",
    "volume", "weight", "window", "worker", "writer",
)  # fmt: skip
_COMMON = (
    b"\n", b"\n", b"\n", b"    return None\n", b"}\n", b"    }\n", b"else:\n", b"    pass\n",
    b"import os\n", b"    try:\n", b"        continue\n", b"    return result\n", b")\n", b"---\n",
)  # fmt: skip
_INDENTS = ("", "    ", "    ", "        ")


def words(rng: Random, count: int) -> list[str]:
    """Some words, any of them twice."""
    return [rng.choice(_WORDS) for _ in range(count)]


def _shapes(rng: Random) -> str:
    one, two, three, four = words(rng, 4)
    number = rng.randrange(1000)
    shapes = (
        f"{one}_{two} = {three}({four}, {number})",
        f"def {one}_{two}({three}, {four}={number}):",
        f"if {one}.{two} > {number} and {three}:",
        f"return {one}_{two}({three})",
        f"# The {one} {two} holds {number} {three} {four}s.",
        f"from {one}.{two} import {three}_{four}",
        f'{one}["{two}_{number}"] = {three}',
        f"{one}.{two}({three})",
        f"for {one} in {two}_{three}s:",
        f"{one}: {number}",
    )
    return rng.choice(_INDENTS) + rng.choice(shapes)


def fresh_line(rng: Random, *, common: float = 0.2) -> bytes:
    """A line; with the chance `common` one of those that stand everywhere."""
    if rng.random() < common:
        return rng.choice(_COMMON)
    return _shapes(rng).encode() + b"\n"


def fresh_lines(rng: Random, count: int, *, common: float = 0.2) -> list[bytes]:
    """Several lines."""
    return [fresh_line(rng, common=common) for _ in range(count)]


def tweaked(rng: Random, line: bytes) -> bytes:
    """The line with a word put at its end, or another line where it is bare."""
    body = line.rstrip(b"\n")
    if not body.strip():
        return fresh_line(rng, common=0)
    return body + b"  # " + rng.choice(_WORDS).encode() + b"\n"


def is_bare(text: bytes) -> bool:
    """True for a blank line, or one without letters and digits."""
    return not any(chr(byte).isalnum() for byte in text)


def is_telling(text: bytes) -> bool:
    """True for a line long enough to tell origins apart: eight characters, a word of three."""
    dense = b"".join(text.split())
    run = best = 0
    for byte in dense:
        run = run + 1 if chr(byte).isalpha() else 0
        best = max(best, run)
    return len(dense) >= 8 and best >= 3
