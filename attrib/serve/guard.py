"""Who may ask, and how much: host, origin, credentials, headers, sizes and times of every request.

The token opens everything but the pages' log-in; a page is opened with a cookie that the printed
URL is exchanged for once. A URL under `/storage/views/` carries its own right and needs neither.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from attrib.serve.hosts import Hosts
from attrib.serve.limits import Limits

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
_ENCODED = tuple((name.encode(), value.encode()) for name, value in HEADERS.items())
#: Asked for by programs, which show the token in a header.
_PROGRAMS = ("/rpc", "/schemas/", "/openrpc.json")
_GRANTS = "/storage/views/"
LOGIN = "/login"
_SESSIONS_MOST = 64


@dataclass
class Keys:
    """The token, log-in codes that were not used yet, and the cookies given for them."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    codes: dict[str, None] = field(default_factory=dict)
    cookies: dict[str, None] = field(default_factory=dict)

    def new_code(self) -> str:
        """A code that logs in once."""
        code = secrets.token_urlsafe(24)
        self.codes[code] = None
        for old in list(self.codes)[:-_SESSIONS_MOST]:
            del self.codes[old]
        return code

    def exchanged(self, code: str) -> str | None:
        """The cookie for a code, which is used up; `None` for one that is unknown."""
        found = next((each for each in self.codes if same(each, code)), None)
        if found is None:
            return None
        del self.codes[found]
        cookie = secrets.token_urlsafe(32)
        self.cookies[cookie] = None
        for old in list(self.cookies)[:-_SESSIONS_MOST]:
            del self.cookies[old]
        return cookie

    def client_of(self, token: str | None, cookie: str | None) -> str | None:
        """Who shows these credentials, as a name that tells nothing; `None` for nobody."""
        if token is not None and same(token, self.token):
            return "token"
        for known in self.cookies:
            if cookie is not None and same(known, cookie):
                return f"cookie:{known}"
        return None


def same(one: str, other: str) -> bool:
    """True for equal texts, found in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class Guard:
    """The outermost layer, in front of what answers."""

    def __init__(self, app: ASGIApp, *, keys: Keys, hosts: Hosts, limits: Limits) -> None:
        self._app = app
        self._keys = keys
        self._hosts = hosts
        self._limits = limits
        #: Cookies know no ports: each server has its own name for its own.
        self._cookie = f"attrib-{hosts.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, log in, or pass the request on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # a web socket is never accepted
        sending = self._with_headers(send)
        headers = _headers_of(scope)
        refusal = self._refusal(scope, headers)
        if refusal is None and scope["path"] == LOGIN:
            refusal = self._log_in(scope, headers)
        if scope["path"].startswith(_GRANTS):
            self._name_holder(scope, headers)
        elif refusal is None:
            refusal = self._admit(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, sending)
            return
        # Cancelled is a request only where the server ends before it is answered.
        with suppress(asyncio.CancelledError):
            await self._app(scope, _Bounded(receive, self._limits, headers), sending)

    def _refusal(self, scope: Scope, headers: MutableMapping[str, str]) -> Response | None:
        if {"content-length", "transfer-encoding"} <= headers.keys():
            # Two programs may take different parts of it for the body.
            closing = {"connection": "close"}
            return refused(400, "a body has one length", headers=closing)
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        if not self._hosts.has(host, scope.get("server")):
            hint = "attrib serve --allow-host NAME"
            return refused(421, "this server does not answer for that host", hint)
        if origin is not None and origin.lower() not in self._hosts.origins(host):
            return refused(403, "requests of other origins are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return refused(403, "requests of other sites are refused")
        return None

    def _admit(self, scope: Scope, headers: MutableMapping[str, str]) -> Response | None:
        token = _bearer(headers)
        is_program = scope["path"].startswith(_PROGRAMS)
        cookie = None if is_program else self._cookie_in(headers)
        client = self._keys.client_of(token, cookie)
        if client is None:
            hint = "send the token" if is_program else "open the URL that attrib serve printed"
            return refused(401, "no credentials", hint, {"www-authenticate": "Bearer"})
        scope["attrib.client"] = client
        return None

    def _name_holder(self, scope: Scope, headers: MutableMapping[str, str]) -> None:
        """Say whose token a view is asked for with; most show none, and none is needed."""
        token = _bearer(headers)
        if token is not None or "authorization" in headers:
            scope["attrib.client"] = self._keys.client_of(token, None) or "somebody else"

    def _log_in(self, scope: Scope, headers: MutableMapping[str, str]) -> Response | None:
        if scope["method"] == "POST":
            if self._keys.client_of(_bearer(headers), None) is None:
                return refused(401, "no credentials", "send the token")
            return JSONResponse({"relative_url": f"{LOGIN}?token={self._keys.new_code()}"})
        if scope["method"] != "GET":
            return refused(405, "only GET and POST are understood here")
        query = parse_qs(scope.get("query_string", b"").decode("ascii", "replace"))
        cookie = self._keys.exchanged(query.get("token", [""])[0])
        if cookie is None:
            hint = "POST /login with the token gives a new URL"
            return refused(403, "this URL was used before, or is none of ours", hint)
        response = RedirectResponse("/", status_code=303)
        response.set_cookie(self._cookie, cookie, httponly=True, samesite="strict", path="/")
        return response

    def _cookie_in(self, headers: MutableMapping[str, str]) -> str | None:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return None
        return found.value if found is not None else None

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                given = {name.lower() for name, _ in headers}
                more = (each for each in _ENCODED if each[0] not in given)
                message["headers"] = [*headers, *more]
            # A client that does not read is not waited for.
            async with asyncio.timeout(self._limits.seconds):
                await send(message)

        return sending


class _Bounded:
    """Receives a body of bounded size in bounded time."""

    def __init__(self, receive: Receive, limits: Limits, headers: MutableMapping[str, str]) -> None:
        self._receive = receive
        self._left = limits.request
        self._limits = limits
        self._ends = asyncio.get_running_loop().time() + limits.body_seconds
        self._is_read = False

    async def __call__(self) -> Message:
        if self._is_read:
            return await self._receive()  # waits for the client to leave
        try:
            async with asyncio.timeout_at(self._ends):
                message = await self._receive()
        except TimeoutError:
            raise BodyError(408, "the request did not arrive in time") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            limit = self._limits.request
            raise BodyError(413, f"a request has at most {limit} bytes")
        self._is_read = not message.get("more_body", False)
        return message


class BodyError(Exception):
    """A body that is too large or too slow."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def refused(
    status: int, message: str, hint: str | None = None, headers: dict[str, str] | None = None
) -> Response:
    """A refusal, in words."""
    body: dict[str, Any] = {"error": message}
    if hint is not None:
        body["hint"] = hint
    return JSONResponse(body, status_code=status, headers=headers)


def _headers_of(scope: Scope) -> MutableMapping[str, str]:
    """The headers; of several of one name the values are joined, so that they equal no one."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def _bearer(headers: MutableMapping[str, str]) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
