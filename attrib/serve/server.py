"""The server process: where it listens, its token in a private file, and the loop."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from attrib.errors import AttribError
from attrib.serve.app import application
from attrib.serve.desk import Desk
from attrib.serve.guard import LOGIN, Keys
from attrib.serve.hosts import hosts_of, is_every, opened_at
from attrib.serve.limits import Limits

_KEEP_ALIVE = 75
_HEAD = 32 * 1024
_BACKLOG = 128


def serve(
    desk: Desk,
    *,
    host: str,
    port: int,
    allowed: Sequence[str] = (),
    announce: Callable[[str, str, Path], None],
) -> None:
    """Answer until the process is told to end.

    `allowed` are names that it is reached by beside `host`. `announce` gets the base URL, the URL
    that opens the pages once, and the file of the token.

    Raises:
        UsageError: what is allowed is no name.
        AttribError: the address cannot be listened on, or the token's file cannot be written.
    """
    keys = Keys()
    hosts_of(host, port, allowed)  # what is off is told before anything is opened
    listening = _listening(host, port)
    address, port, *_ = listening.getsockname()
    host = address if is_every(address) else host  # which has many spellings
    base = f"http://{opened_at(host)}:{port}"
    file = written_token(desk.common_dir, port, keys.token)
    try:
        app = application(desk, keys=keys, hosts=hosts_of(host, port, allowed))
        # A long log takes seconds: whoever asks first finds it read, or being read.
        threading.Thread(target=desk.read_ahead, daemon=True).start()
        announce(base, f"{base}{LOGIN}?token={keys.new_code()}", file)
        _Server(_config(app, desk.limits)).run(sockets=[listening])
    finally:
        with suppress(OSError):
            file.unlink()
        desk.close()
    if desk.is_worked_at:
        # Threads cannot be stopped, and the interpreter would wait for them.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def token_file(common_dir: Path, port: int) -> Path:
    """Where the token of a server lies: in a private folder of the git directory."""
    return common_dir / "attrib" / "serve" / f"token-{port}"


def written_token(common_dir: Path, port: int, token: str) -> Path:
    """Write the token below the git directory, or where that is not ours to the user's own folder.

    Raises:
        AttribError: it can be written to neither.
    """
    file = token_file(common_dir, port)
    try:
        write_token(file, token)
    except AttribError:
        from platformdirs import user_runtime_path

        file = user_runtime_path("attrib") / "serve" / file.name
        file.parent.parent.mkdir(parents=True, exist_ok=True)
        write_token(file, token)
    return file


def write_token(file: Path, token: str) -> None:
    """Write the token for the owner alone, in place of any file or link that stands there.

    Raises:
        AttribError: it cannot be written, or the folder is somebody else's.
    """
    folder = file.parent
    try:
        folder.parent.mkdir(exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if folder.is_symlink() or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
            raise AttribError(f"'{folder}' is not a folder of yours", hint=f"ls -ld '{folder}'")
        folder.chmod(0o700)
        spare = folder / f".{secrets.token_hex(8)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(spare, flags, 0o600), "w", encoding="ascii") as stream:
            stream.write(f"{token}\n")
        spare.replace(file)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise AttribError(f"cannot write '{file}': {why}", hint=f"ls -ld '{folder}'") from error


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends answers without waiting for more to send.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # before the address is told to anybody
    except OSError as error:
        listening.close()
        why = (error.strerror or str(error)).lower()
        message = f"cannot listen on {host}, port {port}: {why}"
        raise AttribError(message, hint="attrib serve --port 0") from error
    return listening


def _config(app: Any, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Impatient,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=2,
        limit_concurrency=limits.connections,
        h11_max_incomplete_event_size=_HEAD,
    )


class _Server(uvicorn.Server):
    """uvicorn's server, which ends quietly when it is told to."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer until a signal; uvicorn gives the signal on once it has ended."""
        ended = partial(signal.signal, signal.SIGTERM)
        before = ended(_interrupt)
        try:
            with suppress(KeyboardInterrupt):
                super().run(sockets)
        finally:
            ended(before)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class Impatient(H11Protocol):
    """uvicorn's protocol, which leaves a client whose request does not begin in time."""

    _waiting: asyncio.TimerHandle | None = None
    _patience = Limits().body_seconds

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request from now on."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request's head, and not once it is there."""
        super().data_received(data)
        if self._is_busy:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self._patience, self._leave)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _leave(self) -> None:
        self._waiting = None
        if not self._is_busy:
            self.transport.close()

    @property
    def _is_busy(self) -> bool:
        """True while a request is answered whose head is there."""
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete
