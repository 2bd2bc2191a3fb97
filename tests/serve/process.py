"""`attrib serve` as a process of its own, and plain sockets to talk to it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

SECONDS = 60


@dataclass
class Answer:
    """What came back: status, headers in lower case, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


@dataclass
class Server:
    """A running server; `token` and `login` are what it printed or wrote."""

    process: subprocess.Popen[bytes]
    port: int
    token: str
    token_file: Path
    login: str
    repository: Path
    words: list[str] = field(default_factory=list)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def ask(
        self,
        method: str = "GET",
        path: str = "/",
        *,
        body: bytes | None = None,
        token: str | None = None,
        **headers: str,
    ) -> Answer:
        """One request on a connection of its own; `_` in names of headers stands for `-`."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, body=body, headers=given)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def post(self, body: bytes, **headers: str) -> Answer:
        """A request of ours to `/rpc`, unless headers say otherwise."""
        usual = {"Content_Type": "application/json", "token": self.token}
        return self.ask("POST", "/rpc", body=body, **usual | headers)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The whole answer to a call."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        found: dict[str, Any] = self.post(json.dumps(request).encode()).json()
        return found

    def connect(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)


@contextmanager
def serving(repository: Path, *options: str) -> Iterator[Server]:
    """A server about a repository, until the block ends; then it ends quietly."""
    command = [sys.executable, "-m", "attrib", "-C", str(repository), "serve", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"NO_COLOR": "1"}
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        base = process.stdout.readline().decode().strip()
        assert base, process.stderr.read().decode()
        lines = [process.stderr.readline().decode()]
        while not lines[-1].startswith("token"):
            lines.append(process.stderr.readline().decode())
        said = dict(line.split(maxsplit=1) for line in lines)
        file = Path(said["token"].strip())
        yield Server(
            process=process,
            port=int(base.rpartition(":")[2]),
            token=file.read_text().strip(),
            token_file=file,
            login=said["open"].strip().removeprefix(base),
            repository=repository,
            words=lines,
        )
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=SECONDS)[1].decode()
        assert "Traceback" not in rest, rest
        assert process.returncode == 0
        assert not file.exists()
