"""Measures `attrib serve`: paging through many recorded changes, and calls on one connection.

    python -m benchmarks.serve [--changes 1000000] [--calls 5000] [--check]

A log with so many `file_change` records is made in a temporary repository; the server is a process
of its own. Printed are the first page, pages from the middle on, the history of one file, memory,
and cached calls a second on one keep-alive connection. The goals: 500 calls a second, and less
memory than the log has bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

_CALLS_GOAL = 500
#: The error of what cannot be told yet.
_LATER = -32005
_HEADER = {
    "type": "session", "seq": 1, "id": "r1", "ts": "2026-10-20T00:00:00Z", "sessionId": "S",
    "agent": "com.openai.codex", "namespace": "n",
    "roots": [{"root": "app", "path": "/home/dev/app"}],
}  # fmt: skip


def make_log(path: Path, changes: int) -> None:
    """A log of so many changes at a thousand paths, ten to a turn."""
    path.parent.mkdir(parents=True)
    text = "".join(f"line {number} of a file\n" for number in range(10))
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(_HEADER) + "\n")
        for number in range(changes):
            seconds = number // 20
            stamp = f"T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"
            change = {
                "op": "modify", "root": "app", "path": f"src/file-{number % 1000}.py",
                "after": {"text": f"{text}{number}\n"},
            }  # fmt: skip
            record = {
                "type": "file_change", "seq": number + 2, "id": f"r{number + 2}",
                "ts": f"2026-10-{20 + seconds // 86400}{stamp}", "turnId": f"t{number // 10}",
                "cause": {"callId": f"call_{number}"}, "status": "applied", "precision": "exact",
                "changes": [change],
            }  # fmt: skip
            file.write(json.dumps(record) + "\n")


class Client:
    """One keep-alive connection to a server."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=600)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, method: str, **params: Any) -> tuple[Any, float]:
        """The result, and the seconds that it took; asked again where it took too long."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        body = json.dumps(request).encode()
        start = time.perf_counter()
        while True:
            self._connection.request("POST", "/rpc", body=body, headers=self._headers)
            answer = json.loads(self._connection.getresponse().read())
            if "result" in answer:
                return answer["result"], time.perf_counter() - start
            if answer["error"]["code"] != _LATER:
                raise SystemExit(str(answer["error"]))


@contextmanager
def serving(repository: Path) -> Iterator[tuple[int, Client]]:
    """A server's process, and a client of it."""
    command = [sys.executable, "-m", "attrib", "-C", str(repository), "serve"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    port = int(process.stdout.readline().rpartition(b":")[2])
    token = repository / ".git" / "attrib" / "serve" / f"token-{port}"
    yield process.pid, Client(port, token.read_text().strip())
    process.terminate()
    process.wait()


def memory_of(process: int) -> float:
    """The most memory that a process had, in MB; not told by every system."""
    status = Path(f"/proc/{process}/status")
    if not status.is_file():
        return 0.0
    found = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    return int(found[0].split()[1]) / 1000


def processor_of(process: int) -> float:
    """The processor time of a process so far, in seconds; not told by every system."""
    status = Path(f"/proc/{process}/stat")
    if not status.is_file():
        return 0.0
    fields = status.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(repository: Path, log: Path, changes: int, calls: int) -> bool:
    """Print the figures; true where the goals are met."""
    size = log.stat().st_size / 1e6
    print(f"{changes:,} changes, {size:,.0f} MB")
    with serving(repository) as (process, client):
        page, seconds = client.call("thread/patch_steps/page", threadId="S", limit=50)
        print(f"first page, log read for the first time   {seconds:8.2f} s")
        middle = {
            "turnId": f"t{changes // 20}", "ordinal": changes // 20 * 10, "sourceThreadId": "S",
        }  # fmt: skip
        turn, _ = client.call("turn/patch_steps/page", threadId="S", turnId=middle["turnId"])
        middle["committedAtUnixMs"] = turn["items"][0]["record"]["committedAtUnixMs"]
        spent, cursor, pages = 0.0, middle, 20
        for _ in range(pages):
            page, seconds = client.call(
                "thread/patch_steps/page", threadId="S", limit=50, cursor=cursor
            )
            cursor, spent = page["nextCursor"], spent + seconds
        print(f"a page of 50 from the middle on           {spent / pages * 1000:8.2f} ms")
        _, seconds = client.call(
            "thread/file_patch_history/page", threadId="S", path="src/file-7.py"
        )
        print(f"first page of a file's history            {seconds * 1000:8.2f} ms")
        memory = memory_of(process)
        print(f"memory at most                            {memory:8.0f} MB")
        start, spent = time.perf_counter(), processor_of(process)
        for _ in range(calls):
            client.call("turn/patch_steps/page", threadId="S", turnId="t7")
        rate = calls / (time.perf_counter() - start)
        spent = (processor_of(process) - spent) / calls
        print(f"cached calls on one connection            {rate:8.0f} a second")
        print(f"the server's processor time for one       {spent * 1000:8.2f} ms")
    return rate >= _CALLS_GOAL and (memory < size or changes < 100_000)


def main(arguments: list[str]) -> int:
    """Measure; 1 with `--check` where a goal is missed."""
    parser = argparse.ArgumentParser(description="Measure attrib serve.")
    parser.add_argument("--changes", type=int, default=1_000_000)
    parser.add_argument("--calls", type=int, default=5_000)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        repository = Path(folder)
        subprocess.run(["git", "init", "-q", folder], check=True)
        log = repository / ".git" / "attrib" / "sessions" / "S.asr.jsonl"
        make_log(log, given.changes)
        met = measure(repository, log, given.changes, given.calls)
    return 1 if given.check and not met else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
