"""The URLs of the pages, and what each asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from attrib.errors import AttribError, BusyError, UsageError
from attrib.model.ids import RepoPath, SessionKey
from attrib.render.assets import TYPES, asset
from attrib.serve.desk import Desk
from attrib.serve.pages import views
from attrib.serve.pages.frame import message, page
from attrib.serve.waiting import Crew
from attrib.workspace import Workspace

_View = Callable[[Workspace, Request], str]
_LONGEST = 4096


def routes(desk: Desk) -> list[Route]:
    """Every page of one repository, and the assets."""
    least = desk.options.min_strength
    files = views.Files(least)

    def file(workspace: Workspace, request: Request) -> str:
        return views.file(
            workspace, files, _path(request), _revision(request), _number(request, "from")
        )

    def explain(workspace: Workspace, request: Request) -> str:
        path, line = _path(request), _number(request, "line")
        content = views.explained(workspace, files, path, _revision(request), line)
        return content.text if _is_part(request) else views.explained_page(content, path, line)

    pages: dict[str, _View] = {
        "/": lambda workspace, _: views.start(workspace, files),
        "/folder/{path:path}": lambda w, request: views.folder(
            w, _path(request), _revision(request)
        ),
        "/file/{path:path}": file,
        "/explain/{path:path}": explain,
        "/session": lambda w, request: views.one_session(
            w, _key(request), _number(request, "from")
        ),
        "/commit": lambda w, request: views.commit(w, _revision(request) or "HEAD", least),
        "/range": lambda w, request: views.commits(w, _text(request, "of") or "HEAD", least),
        "/graph": lambda w, request: views.graphed(w, _text(request, "of") or "HEAD", least),
    }
    crew = desk.new_crew()
    found = [
        Route(url, _endpoint(desk, crew, view), methods=["GET"]) for url, view in pages.items()
    ]
    return [*found, Route("/assets/{name}", _asset, methods=["GET"])]


def _endpoint(desk: Desk, crew: Crew, view: _View) -> Callable[[Request], object]:
    def answer(request: Request) -> Response:
        with desk.workspace() as workspace:
            return HTMLResponse(view(workspace, request).encode("utf-8", "replace"))

    async def endpoint(request: Request) -> Response:
        try:
            return await crew.run(partial(answer, request))
        except BusyError as error:
            return _refusal(request, error, "busy", 503, {"Retry-After": "10"})
        except UsageError as error:
            return _refusal(request, error, "bad request", 400)
        except AttribError as error:
            return _refusal(request, error, "not found", 404)

    return endpoint


def _refusal(
    request: Request,
    error: AttribError,
    title: str,
    status: int,
    headers: dict[str, str] | None = None,
) -> Response:
    said = message(str(error), error.hint)
    text = said.text if _is_part(request) else page(title, said)
    return HTMLResponse(text.encode("utf-8", "replace"), status, headers)


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in TYPES:
        return Response("no such file\n", 404, media_type="text/plain")
    return Response(asset(name), 200, {"Content-Type": TYPES[name]})


def _path(request: Request) -> RepoPath:
    """What stands after the page's own name, as bytes: a path need not be UTF-8."""
    raw = request.scope.get("raw_path") or request.url.path.encode()
    name = unquote_to_bytes(raw.partition(b"?")[0].split(b"/", 2)[2])
    return RepoPath(name.rstrip(b"/"))


def _text(request: Request, name: str) -> str | None:
    """A value of the query."""
    value = request.query_params.get(name)
    if value is not None and len(value) > _LONGEST:
        raise UsageError(f"'{name}' is too long")
    return value or None


def _revision(request: Request) -> str | None:
    return _text(request, "rev")


def _number(request: Request, name: str) -> int:
    """A number of the query; 1 where there is none."""
    value = _text(request, name) or "1"
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise UsageError(f"'{name}' is no number")
    return int(value)


def _key(request: Request) -> SessionKey:
    return SessionKey(*(_text(request, name) or "" for name in ("agent", "namespace", "id")))


def _is_part(request: Request) -> bool:
    return request.query_params.get("part") == "card"
