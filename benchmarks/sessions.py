"""Times reading sessions: `python -m benchmarks.sessions [--log FILE] [--other BYTES]...`.

Of each made-up log one line in ten is a `file_change` of about 2,000 bytes with both contents, the
others are messages of about so many bytes. Read in turn, in processor time: bare, only counting
its lines; into an index that is new; into one that has it; after it grew; without an index, as a
blame does; and with every line decoded, as `attrib check` needs it. The goal is 800 MB/s.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrib.index.database import Database
from attrib.index.sessions import SessionIndex
from attrib.reading import read_sessions
from attrib.stores import open_store

GOAL = 800
CHANGE = 2000
KINDS = ("message", "tool_call", "tool_result", "thinking")
_WORDS = ("answer", "blob", "commit\n", "delta", "entry", 'say "graph"', "hunk", "index", "\tjoin")
#: What a line holds besides its texts, about.
_ENVELOPE, _CHANGE_ENVELOPE = 130, 750


PATHS = tuple(f"src/f{number}.txt" for number in range(97))


def log_lines(
    size: int, other: int, *, seed: int = 1, root: str = "/repo", paths: Sequence[str] = PATHS
) -> Iterator[bytes]:
    """A log of about `size` bytes; lines of other kinds have `other` of them on average.

    Changes are at `paths` below the folder `root`, one after the other.
    """
    chance = random.Random(seed)  # noqa: S311 - the same log every time
    words = " ".join(chance.choices(_WORDS, k=20_000))

    def text(mean: int) -> str:
        start = chance.randrange(len(words) // 2)
        return words[start : start + int(chance.expovariate(1 / mean))]

    header = {"type": "session", "seq": 1, "id": "r1", "sessionId": f"s{seed}", "agent": "a"}
    line, number = _line({**header, "roots": [{"root": "repo", "path": root}]}), 1
    while size > 0:
        yield line
        size -= len(line)
        number += 1
        head = {"seq": number, "id": f"r{number}", "ts": _time(number), "turnId": "t1"}
        if number % 10:
            content = [{"type": "text", "text": text(max(1, other - _ENVELOPE))}]
            line = _line({"type": KINDS[number % 4], **head, "content": content})
        else:
            sides = [_state(text((CHANGE - _CHANGE_ENVELOPE) // 2)) for _ in range(2)]
            path = paths[number // 10 % len(paths)]
            line = _line({"type": "file_change", **head, **_change(path, f"c{number}", *sides)})


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode() + b"\n"


def _time(number: int) -> str:
    return f"2026-10-20T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"


def _state(text: str) -> dict[str, Any]:
    content = text.encode()
    oid = hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()
    kind = {"objectIdType": "git-blob-sha1", "representation": "worktree"}
    return {"objectId": oid, **kind, "text": text}


def _change(path: str, call: str, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    change = {"op": "modify", "root": "repo", "path": path, "before": before, "after": after}
    cause = {"callId": call}
    return {"status": "applied", "precision": "exact", "cause": cause, "changes": [change]}


def bare(log: Path) -> int:
    """Only the bytes and the ends of lines."""
    count = 0
    with log.open("rb", buffering=0) as file:
        while block := file.read(1 << 20):
            count += block.count(b"\n")
    return count


def _read(log: Path, index: SessionIndex) -> object:
    return read_sessions([open_store(log)], index=index)


def measure(log: Path, folder: Path, rounds: int) -> None:
    """Print the speed of each way to read, and what the lines of the log are like."""
    whole, size, count = log.read_bytes(), log.stat().st_size, bare(log)
    cut = whole.rfind(b"\n", 0, size * 99 // 100) + 1
    best: dict[str, float] = {}

    def timed(name: str, work: Callable[[], object]) -> None:
        begin = time.process_time()
        work()
        best[name] = min(best.get(name, float("inf")), time.process_time() - begin)

    for number in range(rounds):
        database = Database(folder / f"{log.stem}-{number}" / "index.sqlite", create=True)
        indexed = partial(_read, log, SessionIndex(database))
        with database.writing():
            pass
        timed("bare", partial(bare, log))
        timed("index, new", indexed)
        timed("index, unchanged", indexed)
        log.write_bytes(whole[:cut])
        indexed()
        with log.open("ab") as file:
            file.write(whole[cut:])
        timed("index, grown by 1 %", indexed)
        timed("no index", partial(_read, log, SessionIndex(None)))
        timed("every line", partial(read_sessions, [open_store(log)], kinds=None))
        database.close()
    print(f"\n{size / 1e6:.0f} MB, {count:,} lines of {size / count:,.0f} bytes on average")
    for name, seconds in best.items():
        print(f"  {name:20} {seconds:7.3f} s {size / 1e6 / seconds:8,.0f} MB/s")


def main() -> None:
    """Make the logs in a temporary folder, read them, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--log", type=Path, help="a log of your own instead; it is copied")
    parser.add_argument("--other", type=int, action="append", metavar="BYTES")
    parser.add_argument("--size", type=int, default=100, metavar="MB")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"goal {GOAL} MB/s, processor time, best of {given.rounds} rounds")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.log is not None:
            log = folder / "log.jsonl"
            log.write_bytes(given.log.read_bytes())
            measure(log, folder, given.rounds)
            return
        for other in given.other or (400, 1000, 1500, 2000, 4000):
            log = folder / f"log-{other}.jsonl"
            with log.open("wb") as file:
                file.writelines(log_lines(given.size * 10**6, other))
            measure(log, folder, given.rounds)


if __name__ == "__main__":
    main()
