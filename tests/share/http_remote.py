"""Git's own HTTP server on loopback, for repositories in a folder."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder: Path
    wanted: str | None = None

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") != "chunked":
            self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            return
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        self._answer(body)

    def _answer(self, body: bytes) -> None:
        if self.wanted is not None and self.headers.get("Authorization") != self.wanted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", "Basic")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        variables = {
            "GIT_PROJECT_ROOT": str(self.folder),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "REMOTE_ADDR": "127.0.0.1",
            "REMOTE_USER": "somebody",
        }
        done = subprocess.run(
            ["/usr/bin/env", "git", "http-backend"],
            input=body,
            env=os.environ | {"PATH": "/usr/bin:/bin"} | variables,
            capture_output=True,
            check=False,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        rows = [line.split(": ", 1) for line in head.decode().split("\r\n") if line]
        status = next((value for name, value in rows if name == "Status"), "200")
        self.send_response(int(status.split(" ")[0]))
        for name, value in rows:
            if name != "Status":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def served(folder: Path, authorization: str | None = None) -> Iterator[str]:
    """The address under which the repositories of a folder can be fetched and pushed.

    With `authorization`, only who sends that header is answered.
    """
    handler = type("Handler", (_Handler,), {"folder": folder, "wanted": authorization})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
