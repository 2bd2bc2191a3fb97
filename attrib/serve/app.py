"""The web application: methods, pages and granted views behind one guard."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from attrib.serve.desk import Desk
from attrib.serve.guard import BodyError, Guard, Keys, refused
from attrib.serve.hosts import Hosts
from attrib.serve.rpc.routes import routes as rpc_routes

#: What has routes besides the methods.
_OTHERS = ("attrib.serve.pages.routes", "attrib.serve.grants.routes")


def application(desk: Desk, *, keys: Keys, hosts: Hosts) -> ASGIApp:
    """Everything that is served for one repository; `hosts` are those it is reached by."""
    app = Starlette(
        routes=[*rpc_routes(desk), *_other_routes(desk)],
        exception_handlers={BodyError: _refuse_body, 404: _not_found, 405: _not_allowed},
    )
    app.router.redirect_slashes = False  # a URL is right as it stands, or names nothing
    return Guard(app, keys=keys, hosts=hosts, limits=desk.limits)


def _other_routes(desk: Desk) -> Sequence[BaseRoute]:
    found: list[BaseRoute] = []
    for name in _OTHERS:
        package = name.rpartition(".")[0]
        if importlib.util.find_spec(package) and importlib.util.find_spec(name):
            found += importlib.import_module(name).routes(desk)
    return found


async def _refuse_body(request: Request, error: Exception) -> Response:
    assert isinstance(error, BodyError)  # noqa: S101
    return refused(error.status, error.message)


async def _not_found(request: Request, error: Exception) -> Response:
    return refused(404, "nothing is here")


async def _not_allowed(request: Request, error: Exception) -> Response:
    return refused(405, "that is not understood here")
