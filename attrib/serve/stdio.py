"""JSON-RPC over standard input and output: one message a line."""

from __future__ import annotations

from typing import BinaryIO

from attrib.serve.desk import Desk
from attrib.serve.rpc import errors
from attrib.serve.rpc.dispatch import failure
from attrib.serve.rpc.errors import RpcError
from attrib.serve.rpc.method import Caller
from attrib.serve.rpc.routes import dispatcher


def serve_lines(desk: Desk, reading: BinaryIO, writing: BinaryIO) -> None:
    """Answer each line until the input ends; who started us may ask for everything."""
    answering, caller, most = dispatcher(desk), Caller(desk, "stdio"), desk.limits.request
    while line := reading.readline(most + 2):
        if len(line) > most + 1:
            while line and not line.endswith(b"\n"):
                line = reading.readline(most)
            message = f"a request has at most {most} bytes"
            answer: bytes | None = failure(None, RpcError(errors.TOO_LARGE, message))
        elif line.strip():
            answer = answering.answer(line.rstrip(b"\r\n"), caller)
        else:
            continue
        if answer is not None:
            writing.write(answer + b"\n")
            writing.flush()
