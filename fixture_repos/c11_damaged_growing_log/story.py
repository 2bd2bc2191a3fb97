"""A log with welded, torn, too deep, too long and empty lines, which is still being written.

The records have no header and no times. The rest of the log lies beside it, to be appended.
"""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import MadeUpRepository

#: The text of each file, as the records have it; where no text is given it is `x`.
TEXTS = {5: "caf\\udce9", 6: "a\u2028b", 7: "n\\u0000l", 8: "é"}
FILES = {
    "f1": b"x",
    "f2": b"x",
    "f3": b"x",
    "f4": b"x",
    "f5": b"caf\xe9",
    "f6": "a\u2028b".encode(),
    "f7": b"n\0l",
    "f8": "é".encode(),
    "f9": b"x",
}
#: How many bytes the longest line holds here; longer than any line that is read: `LONG`.
PADDING, LONG = 2_000_000, 120_000_000


def build(home: Path) -> Path:
    """One commit of all files; `logs/S1.jsonl`, and `rest` with what is written to it later."""
    return build_with(home, PADDING)


def build_with(home: Path, padding: int) -> Path:
    """The same, with so many bytes in the longest line."""
    repository = MadeUpRepository.create(home / "r", home=home)
    for path, content in FILES.items():
        repository.write(path, content)
    repository.commit("all", at="2026-10-26T11:00:00Z")
    repository.git("config", "attrib.root", f"repo={repository.folder}")
    last = record(8)
    (home / "logs").mkdir()
    (home / "logs" / "S1.jsonl").write_bytes(damaged(padding) + last[:-3])
    (home / "rest").write_bytes(last[-3:] + b"\n" + record(9) + b"\n")
    (home / "sessions").mkdir()
    return repository.folder


def damaged(padding: int) -> bytes:
    """All lines but those that are being written."""
    welded = record(2) + record(3) + b"\n"
    padded = record(4) + b"\0" * 9000 + b"\n" + b"\0" * 300 + b"\n\n"
    deep = b"[" * 100_000 + b"\n"
    number = b'{"n":' + b"1" * 5000 + b"}\n"
    long = b'{"type":"tool_result","data":"' + b"A" * padding + b'"}\n'
    return b"".join(
        (
            record(1) + b"\n",
            welded,
            padded,
            record(5) + b"\n",
            record(6) + b"\n",
            deep,
            number,
            record(7) + b"\n",
            long,
        )
    )


def record(number: int) -> bytes:
    """The record that adds the file with this number; no line end."""
    change = '{"op":"add","root":"repo","path":"f%d","after":{"text":"%s"}}'
    row = '{"type":"file_change","seq":%d,"id":"r%d","status":"applied","precision":"exact",'
    changes = change % (number, TEXTS.get(number, "x"))
    return (row % (number, number) + f'"changes":[{changes}]}}').encode()
