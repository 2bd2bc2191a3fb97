"""Made-up streams that grow, and a desk over them without a server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrib.opening import Options
from attrib.serve.desk import Desk
from attrib.serve.rpc.dispatch import Dispatcher
from attrib.serve.rpc.method import Caller
from attrib.serve.rpc.routes import dispatcher
from tests.support.repos import commit, init

AGENT, ALIAS, NAMESPACE = "com.openai.codex", "codex", "laptop"
APP = "/home/dev/app"
ROOTS = [{"root": "app", "path": APP}]


class Log:
    """A stream in a file of a repository's store, written line by line."""

    def __init__(self, repository: Path, session: str, **members: Any) -> None:
        name = members.pop("name", session)
        self.path = repository / ".git" / "attrib" / "sessions" / f"{name}.asr.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._seq = 0
        self.session = session
        header = {"sessionId": session, "agent": AGENT, "namespace": NAMESPACE, "roots": ROOTS}
        self.row(type="session", ts="2026-10-20T09:00:00Z", **header | members)

    def line(self, **record: Any) -> bytes:
        """The next record as a line, not written."""
        self._seq += 1
        return json.dumps({"seq": self._seq, "id": f"r{self._seq}", **record}).encode() + b"\n"

    def row(self, **record: Any) -> None:
        """Write the next record."""
        self.write(self.line(**record))

    def write(self, data: bytes) -> None:
        """Add bytes at the end."""
        with self.path.open("ab") as file:
            file.write(data)

    def step(self, *changes: Mapping[str, Any], minute: float = 0, **members: Any) -> None:
        """Write a `file_change`."""
        self.row(**step(*changes, minute=minute, **members))


def step(*changes: Mapping[str, Any], minute: float = 0, **members: Any) -> dict[str, Any]:
    """A `file_change` so many minutes after the beginning; without changes, of a file `a.py`."""
    ts = f"2026-10-20T{9 + int(minute) // 60:02}:{int(minute) % 60:02}:{minute % 1 * 60:06.3f}Z"
    made = {
        "type": "file_change",
        "ts": ts,
        "turnId": "t1",
        "cause": {"callId": "call_1"},
        "status": "applied",
        "precision": "exact",
        "changes": list(changes) or [text("a.py", "one\n")],
    }
    whole: dict[str, Any] = made | members
    return {name: value for name, value in whole.items() if value is not None}


def text(path: str, after: str | None, before: str | None = None, **members: Any) -> dict[str, Any]:
    """A change with the texts of its sides."""
    op = "add" if before is None else "delete" if after is None else "modify"
    sides = {"before": before, "after": after}
    states = {side: {"text": content} for side, content in sides.items() if content is not None}
    return {"op": op, "root": "app", "path": path, **states, **members}


class Asking:
    """Calls methods in this process; `clock` is the desk's, and moves on with each call."""

    def __init__(self, repository: Path, **options: Any) -> None:
        self.now = 0.0
        self.desk = Desk(Options(start=repository), clock=lambda: self.now, **options)
        self.dispatcher: Dispatcher = dispatcher(self.desk)
        self.caller = Caller(self.desk, "test")

    def answer(self, data: bytes) -> Any:
        """What is answered to these bytes, decoded; `None` for nothing."""
        self.now += 10
        answer = self.dispatcher.answer(data, self.caller)
        return None if answer is None else json.loads(answer)

    def whole(self, method: str, **params: Any) -> dict[str, Any]:
        """The whole answer to a call."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        found: dict[str, Any] = self.answer(json.dumps(request).encode())
        return found

    def result(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a call that succeeds."""
        answer = self.whole(method, **params)
        assert "result" in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    def error(self, method: str, **params: Any) -> dict[str, Any]:
        """The error of a call that is refused."""
        found: dict[str, Any] = self.whole(method, **params)["error"]
        return found

    def steps(self, thread: str, **params: Any) -> list[dict[str, Any]]:
        """The records of all steps of a thread, a page after the other."""
        return [item["record"] for item in self.items("thread/patch_steps/page", thread, **params)]

    def items(self, method: str, thread: str, **params: Any) -> list[dict[str, Any]]:
        """The items of all pages of a thread."""
        found: list[dict[str, Any]] = []
        cursor = None
        while True:
            page = self.result(method, threadId=thread, cursor=cursor, **params)
            found += page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return found

    def close(self) -> None:
        """End the desk."""
        self.desk.close()


def repository_at(path: Path) -> Path:
    """A repository with one commit and an empty store."""
    repository = init(path)
    commit(repository, {"a.py": b"one\n"})
    return repository
