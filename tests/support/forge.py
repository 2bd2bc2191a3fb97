"""A forge that remembers: real HTTP on loopback, in the words of GitHub, GitLab or Gitea.

It holds one repository with pull requests and their comments, knows users by their tokens, and
keeps a log of what it was asked. A test may put `troubles` in the way: each takes the place of
the answers to the next requests that fit it.
"""

from __future__ import annotations

import hashlib
import json
import re
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support import forge_words as words

TOKEN = "tok_0123456789abcdefghijklmnopqrstuvwxyz"
BOT, USER = "github-actions[bot]", "mallory"
HEAD, OLD, BASE = "b" * 40, "a" * 40, "0" * 40


@dataclass
class Comment:
    id: int
    author: str
    body: str
    system: bool = False


@dataclass(frozen=True)
class Asked:
    """One request, as it came."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    value: Any
    status: int = 0

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


@dataclass
class Trouble:
    """Takes the place of the next `times` answers to requests that fit."""

    fits: str
    answer: Callable[[], Response]
    times: int = 1
    #: The forge does what was asked all the same, and only the answer is lost.
    does_it: bool = False


@dataclass
class Forge:
    kind: str
    server: HTTPServer
    prefix: str
    repository: str = "octo/app"
    number: int = 7
    head: str | None = HEAD
    base: str = BASE
    branch: str = "topic"
    owner: str = "mallory"
    per_page: int = 100
    longest: int = 65_536
    users: dict[str, str] = field(default_factory=lambda: {TOKEN: BOT})
    is_app: bool = True
    may_write: bool = True
    comments: list[Comment] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    before: dict[str, Callable[[], None]] = field(default_factory=dict)
    log: list[Asked] = field(default_factory=list)
    next_id: int = 1000
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def api(self) -> str:
        scheme = "http" if self.server.ssl_context is None else "https"
        return f"{scheme}://127.0.0.1:{self.server.port}{self.prefix}"

    def add(self, body: str, author: str = BOT, **more: Any) -> Comment:
        self.next_id += 1
        comment = Comment(self.next_id, author, body, **more)
        self.comments.append(comment)
        return comment

    def fill(self, count: int) -> None:
        """Comments of other people."""
        for number in range(count):
            self.add(f"remark {number}", "grace")

    def bodies(self, author: str = BOT) -> list[str]:
        return [comment.body for comment in self.comments if comment.author == author]

    def asked(self, *methods: str) -> list[str]:
        return [str(each) for each in self.log if not methods or each.method in methods]

    @property
    def writes(self) -> list[str]:
        """The requests that change comments."""
        return [
            str(each)
            for each in self.log
            if each.method != "GET" and not each.path.endswith("/graphql")
        ]

    def trouble(
        self,
        fits: str,
        status: int = 500,
        value: Any = None,
        *,
        times: int = 1,
        does_it: bool = False,
        **headers: str,
    ) -> None:
        """Let the next requests whose `METHOD /path` holds this pattern end so."""
        names = {name.replace("_", "-"): text for name, text in headers.items()}
        self.troubles.append(
            Trouble(
                fits,
                lambda: words.reply({} if value is None else value, status, names),
                times,
                does_it,
            )
        )

    def handle(self, request: Request) -> Response:
        path = request.environ["PATH_INFO"]
        raw = request.get_data()
        asked = Asked(
            request.method,
            path,
            dict(request.args),
            {name.lower(): text for name, text in request.headers.items()},
            json.loads(raw) if raw else None,
        )
        spelled = f"{asked.method} {asked.path}"
        for pattern, action in list(self.before.items()):
            if re.search(pattern, spelled):
                action()
        with self.lock:
            self.log.append(asked)
            trouble = next(
                (t for t in self.troubles if t.times and re.search(t.fits, spelled)), None
            )
            if trouble is None:
                return self._tagged(asked, self._answer(asked))
            trouble.times -= 1
            if trouble.does_it:
                self._answer(asked)
        return trouble.answer()

    def _tagged(self, asked: Asked, answer: Response) -> Response:
        """With an ETag, and 304 where the asker has that answer already."""
        if asked.method == "GET" and answer.status_code == 200:
            tag = f'W/"{hashlib.sha256(answer.get_data()).hexdigest()[:20]}"'
            if asked.headers.get("if-none-match") == tag:
                answer = Response(status=304)
            answer.headers["ETag"] = tag
        return answer

    def user_of(self, asked: Asked) -> str | None:
        scheme, _, token = asked.headers.get("authorization", "").partition(" ")
        wanted = "token" if self.kind == "gitea" else "Bearer"
        return self.users.get(token) if scheme == wanted else None

    def _answer(self, asked: Asked) -> Response:
        user = self.user_of(asked)
        if user is None:
            return words.reply({"message": "Bad credentials"}, 401)
        for method, pattern, action in words.ROUTES[self.kind]:
            hit = re.fullmatch(re.escape(self.prefix) + pattern, asked.path)
            if hit and method == asked.method:
                return action(self, asked, user, hit.groupdict())
        if asked.path == words.graphql_of(self.prefix) and asked.method == "POST":
            return words.reply({"data": {"viewer": {"login": user}}})
        return words.reply({"message": "Not Found"}, 404)


@contextmanager
def forge_of(
    kind: str, prefix: str | None = None, tls: ssl.SSLContext | None = None
) -> Iterator[Forge]:
    """A forge on a free port of loopback."""
    prefixes = {"github": "", "gitlab": "/api/v4", "gitea": "/api/v1"}
    server = HTTPServer(host="127.0.0.1", port=0, threaded=True, ssl_context=tls)
    forge = Forge(kind, server, prefixes[kind] if prefix is None else prefix)
    if kind != "github":
        forge.is_app = False
    server.expect_request(re.compile(".*")).respond_with_handler(forge.handle)
    server.start()
    try:
        yield forge
    finally:
        server.clear()
        if server.is_running():
            server.stop()
