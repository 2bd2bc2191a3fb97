"""The methods over HTTP: `POST /rpc`, and the schemas that describe it."""

from __future__ import annotations

import threading
from functools import partial

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from attrib.serve.desk import Desk
from attrib.serve.guard import refused
from attrib.serve.rpc import errors
from attrib.serve.rpc.answers import Answers
from attrib.serve.rpc.dispatch import Dispatcher, failure
from attrib.serve.rpc.errors import RpcError
from attrib.serve.rpc.method import Caller
from attrib.serve.rpc.registry import METHODS

_JSON = "application/json"


def dispatcher(desk: Desk) -> Dispatcher:
    """What answers requests about one repository."""
    return Dispatcher(METHODS, Answers(desk.generation))


def routes(desk: Desk) -> list[BaseRoute]:
    """`/rpc`, `/openrpc.json` and `/schemas/<method>_params.json` or `_response.json`."""
    from attrib.serve.rpc.schemas import files

    documents = files()
    rpc = _Rpc(desk)

    async def schema(request: Request) -> Response:
        text = documents.get(request.path_params["name"])
        return refused(404, "no such schema") if text is None else Response(text, media_type=_JSON)

    async def openrpc(request: Request) -> Response:
        return Response(documents["openrpc.json"], media_type=_JSON)

    return [
        Route("/rpc", rpc.post, methods=["POST"]),
        Route("/openrpc.json", openrpc, methods=["GET"]),
        Route("/schemas/{name}", schema, methods=["GET"]),
    ]


class _Rpc:
    """Answers posts, a bounded number at once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dispatcher = dispatcher(desk)
        self._limiter = anyio.CapacityLimiter(desk.limits.at_once)
        self._waiting = 0
        self._lock = threading.Lock()

    async def post(self, request: Request) -> Response:
        """The answer to one message; nothing after notifications alone."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != _JSON:
            return refused(415, f"the content type is {_JSON}")
        data = await request.body()
        with self._lock:
            is_busy = self._waiting >= self._desk.limits.waiting
            self._waiting += not is_busy
        if is_busy:
            return _told(failure(None, RpcError(errors.BUSY, "too many requests at once")))
        caller = Caller(self._desk, request.scope["attrib.client"])
        seconds = self._desk.limits.seconds
        with anyio.move_on_after(seconds):
            run = partial(anyio.to_thread.run_sync, self._answer, data, caller)
            return _told(await run(abandon_on_cancel=True, limiter=self._limiter))
        message = f"not answered within {seconds:g} seconds"
        return _told(failure(None, RpcError(errors.FAILED, message, hint="ask again, or for less")))

    def _answer(self, data: bytes, caller: Caller) -> bytes | None:
        """In a thread, which works on where nobody waits any more, and counts until it ends."""
        try:
            return self._dispatcher.answer(data, caller)
        finally:
            with self._lock:
                self._waiting -= 1


def _told(answer: bytes | None) -> Response:
    return Response(status_code=204) if answer is None else Response(answer, media_type=_JSON)
