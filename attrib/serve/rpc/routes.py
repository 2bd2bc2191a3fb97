"""The methods over HTTP: `POST /rpc`, and the schemas that describe it."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from attrib.errors import BusyError
from attrib.serve.desk import Desk
from attrib.serve.guard import refused
from attrib.serve.rpc import errors
from attrib.serve.rpc.answers import Answers
from attrib.serve.rpc.dispatch import Dispatcher, failure
from attrib.serve.rpc.errors import RpcError
from attrib.serve.rpc.method import Caller
from attrib.serve.rpc.registry import METHODS
from attrib.serve.threads.catalog import READING
from attrib.serve.waiting import CrowdedError

_JSON = "application/json"


def dispatcher(desk: Desk) -> Dispatcher:
    """What answers requests about one repository."""
    return Dispatcher(METHODS, Answers(desk.generation, desk.catalog.at_hand))


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
        Route("/rpc", rpc, methods=["POST"]),
        Route("/openrpc.json", openrpc, methods=["GET"]),
        Route("/schemas/{name}", schema, methods=["GET"]),
    ]


class _Rpc:
    """Answers posts: what was answered before at once, all else in a crew of threads."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dispatcher = dispatcher(desk)
        self._crew = desk.new_crew()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answer to one message; nothing after notifications alone."""
        request = Request(scope, receive, send)
        response = await self._response(request)
        await response(scope, receive, send)

    async def _response(self, request: Request) -> Response:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != _JSON:
            return refused(415, f"the content type is {_JSON}")
        data = await request.body()
        known = self._dispatcher.answer_at_once(data)
        if known is not None:
            return _told(known)
        caller = Caller(self._desk, request.scope["attrib.client"])
        try:
            return _told(await self._crew.run(partial(self._dispatcher.answer, data, caller)))
        except CrowdedError as error:
            return _told(failure(None, RpcError(errors.BUSY, str(error), hint=error.hint)))
        except BusyError as error:
            message = str(error)
            if self._desk.catalog.state == READING:
                message += f": {READING}"
            return _told(failure(None, RpcError(errors.FAILED, message, hint=error.hint)))


def _told(answer: bytes | None) -> Response:
    return Response(status_code=204) if answer is None else Response(answer, media_type=_JSON)
