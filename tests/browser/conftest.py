"""A browser for each worker, and a real server over a made-up repository.

Whatever a page does that it must not do fails the test: a dialog, an error, a violated policy, a
request that leaves the server.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.world import World, make_world
from tests.support.programs import npm_file, program

FLAGS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
#: Milliseconds that something may take to appear; nothing waits that long where it does.
PATIENCE = 60_000
_WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running `attrib serve`: where it is, and its token."""

    base: str
    token: str
    world: World

    def login(self) -> str:
        """A URL that opens the pages once."""
        headers = {"authorization": f"Bearer {self.token}"}
        answer = httpx2.post(f"{self.base}/login", headers=headers, timeout=PATIENCE / 1000)
        return self.base + str(answer.json()["relative_url"])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    path = program("chromium", package="chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`attrib serve` on a free port of this machine."""
    world = make_world(tmp_path_factory.mktemp("world"))
    command = [sys.executable, "-m", "attrib", "-C", str(world.repository), "serve"]
    process = subprocess.Popen(
        [*command, "--sessions", str(world.sessions), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield _told(process, world)
    finally:
        process.terminate()
        process.communicate()


def _told(process: subprocess.Popen[str], world: World) -> Server:
    """What the server says when it listens."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        words = line.split()
        if words[:1] == ["token"]:
            token = Path(words[1]).read_text(encoding="ascii").strip()
            return Server(lines[0].strip(), token, world)
    raise AssertionError("".join(lines))


class Visit:
    """One visitor: pages of one context, and everything that went wrong on them."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.base = base
        self.wrong: list[str] = []
        self.context: BrowserContext = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(_WATCH)
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("dialog", lambda dialog: self.wrong.append(f"dialog: {dialog.message}"))
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("console", lambda said: self.wrong.append(f"{said.type}: {said.text}"))
        page.on("request", lambda request: self._check(request.url))

    def _check(self, url: str) -> None:
        if not url.startswith((f"{self.base}/", "file:///")):
            self.wrong.append(f"request: {url}")

    def go(self, path: str) -> Page:
        """Open a page of the server."""
        answer = self.page.goto(f"{self.base}{path}")
        assert answer is not None
        assert answer.status == 200, path
        return self.page

    def check(self) -> None:
        """Nothing went wrong since the last check."""
        violations = self.page.evaluate("window.violations || []")
        assert [*self.wrong, *violations] == []


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """Makes visitors that are logged in; options are those of a browser's context."""
    made: list[Visit] = []

    def start(**options: Any) -> Visit:
        one = Visit(browser, server.base, **options)
        one.page.goto(server.login())
        made.append(one)
        return one

    yield start
    for one in made:
        one.check()
        one.context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that finds what a screen reader or a keyboard stumbles over."""
    return npm_file("axe-core/axe.min.js").read_text(encoding="utf-8")
