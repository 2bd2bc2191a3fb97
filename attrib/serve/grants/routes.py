"""`GET /storage/views/{name}`: the one file of a grant, whole or in part, as plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from urllib.parse import quote_from_bytes

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from attrib.errors import BusyError
from attrib.serve.desk import Desk
from attrib.serve.grants.creating import CONTENT_TYPE, VIEWS
from attrib.serve.grants.files import TextFile, UnshownError, read_text
from attrib.serve.grants.store import Grant

#: Where the guard says who asks; without a credential it says nothing.
CLIENT = "attrib.client"
_RANGE = re.compile(r"bytes=(?P<first>[0-9]{0,12})-(?P<last>[0-9]{0,12})")
#: Said with every view: it is text, runs nothing, and is shown inside of nothing.
_SAFE = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def routes(desk: Desk) -> list[Route]:
    """The route of views: the URL alone opens its file, and no credential is asked for.

    Whoever shows a token that is not the one the grant was given to is refused.
    """
    crew = desk.new_crew()

    async def view(request: Request) -> Response:
        grant = desk.grants.find(request.path_params["name"], request.scope.get(CLIENT))
        try:
            return await crew.run(partial(_answer, grant, request.headers))
        except BusyError as error:
            headers = _SAFE | {"Retry-After": "10"}
            return Response(f"{error}\n", 503, headers, "text/plain")

    return [Route(VIEWS + "{name}", view, methods=["GET"])]


def _answer(grant: Grant | None, headers: Mapping[str, str]) -> Response:
    found = _read(grant) if grant is not None else None
    if grant is None or found is None:
        return Response("no such view\n", 404, dict(_SAFE), "text/plain")
    etag = f'"{found.digest}"'
    said = _SAFE | {"ETag": etag, "Content-Disposition": _disposition(grant)}
    if found.digest != grant.digest:
        said["Attrib-File"] = "changed-since-grant"
    if _names(headers.get("if-none-match"), etag):
        return Response(None, 304, said)
    span = headers.get("range") if headers.get("if-range", etag) == etag else None
    part = _part(span, len(found.content))
    if part is None:
        return Response(found.content, 200, said, CONTENT_TYPE)
    if not part:
        said["Content-Range"] = f"bytes */{len(found.content)}"
        return Response("no such part\n", 416, said, "text/plain")
    said["Content-Range"] = f"bytes {part[0]}-{part[-1]}/{len(found.content)}"
    return Response(found.content[part[0] : part[-1] + 1], 206, said, CONTENT_TYPE)


def _read(grant: Grant) -> TextFile | None:
    """The file as it is now; read by the same steps as when the grant was given."""
    try:
        return read_text(grant.top, grant.path)
    except UnshownError:
        return None


def _part(span: str | None, size: int) -> range | None:
    """The bytes of a single range; `None` for all of them, none where there are no such bytes."""
    asked = _RANGE.fullmatch(span or "")
    if asked is None or not (asked["first"] or asked["last"]):
        return None
    if not asked["first"]:
        return range(max(size - int(asked["last"]), 0), size)
    first, last = int(asked["first"]), int(asked["last"] or size - 1)
    if last < first and asked["last"]:
        return None
    return range(first, min(last, size - 1) + 1)


def _names(header: str | None, etag: str) -> bool:
    """True where `If-None-Match` names the tag; a weak one is the same for this."""
    tags = [tag.strip().removeprefix("W/") for tag in (header or "").split(",")]
    return etag in tags or tags == ["*"]


def _disposition(grant: Grant) -> str:
    """Shown in place; saved under the file's own name, percent-encoded so that it ends nothing."""
    return f"inline; filename*=UTF-8''{quote_from_bytes(grant.path.rpartition(b'/')[2], safe='')}"
