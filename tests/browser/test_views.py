"""The URL of a grant in a browser: the text, and after its time a refusal."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import httpx2
import pytest
import uvicorn
from playwright.sync_api import expect

from attrib.demonstration.walk import CODEBUDDY, build
from attrib.model.ids import SessionKey
from attrib.opening import Options
from attrib.serve.app import application
from attrib.serve.desk import Desk
from attrib.serve.grants import create
from attrib.serve.guard import Keys
from attrib.serve.hosts import hosts_of
from attrib.serve.limits import Limits
from tests.browser.conftest import Visit
from tests.browser.world import FIRST, HOSTILE

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]
KEY = SessionKey("com.tencent.codebuddy", "laptop", CODEBUDDY)


def test_link_of_a_message_becomes_a_url_that_opens_the_file(browser, server):
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "thread/file/view_grant/create",
        "params": {"threadId": FIRST.id, "href": "docs/usage.md:3:5"},
    }
    headers = {"authorization": f"Bearer {server.token}"}
    answer = httpx2.post(f"{server.base}/rpc", json=asked, headers=headers, timeout=60).json()
    granted = answer["result"]
    assert len(granted["relative_url"]) == 58
    assert (granted["line"], granted["column"], granted["size_bytes"]) == (3, 5, 35)
    one = Visit(browser, server.base)
    one.page.goto(server.base + granted["relative_url"])
    assert one.page.inner_text("body") == "# Usage\n\nRun `python app.py NAME`.\n"
    one.check()
    one.context.close()


class Clock:
    """A clock that stands until a test moves it."""

    now = 1_793_100_000.0

    def __call__(self) -> float:
        return self.now


class Timed:
    """A server in a thread, with a clock of the test's."""

    def __init__(self, folder) -> None:
        self.clock = Clock()
        self.repository = build(folder)
        options = Options(start=self.repository, sessions=(str(folder / "sessions"),))
        self.desk = Desk(options, now=self.clock, limits=Limits(wait=0.2))
        self.keys = Keys()
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        app = application(self.desk, keys=self.keys, hosts=hosts_of("127.0.0.1", port))
        config = uvicorn.Config(app, lifespan="off", log_level="error", ws="none", http="h11")
        self.server = uvicorn.Server(config)
        arguments = {"sockets": [listening]}
        self.thread = threading.Thread(target=self.server.run, kwargs=arguments, daemon=True)
        self.thread.start()

    def grant(self, href: str) -> str:
        with self.desk.workspace() as workspace:
            grant = create(self.desk.grants, workspace, [KEY], href, client="token")
        return self.base + grant.relative_url

    def end(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.desk.close()


@pytest.fixture
def timed(tmp_path) -> Iterator[Timed]:
    server = Timed(tmp_path)
    yield server
    server.end()


@pytest.fixture
def one(browser, timed) -> Iterator[Visit]:
    """A visitor who was given a URL and has no credential."""
    made = Visit(browser, timed.base)
    yield made
    made.context.close()


def test_url_opens_the_text_and_after_its_time_nothing(one, timed):
    url = timed.grant("app.py:3")
    answer = one.page.goto(url)
    assert answer is not None
    assert answer.status == 200
    assert "name = sys.argv[1]" in one.page.inner_text("body")
    one.check()
    timed.clock.now += 300
    answer = one.page.goto(url)
    assert answer is not None
    assert answer.status == 404
    assert one.page.inner_text("body").strip() == "no such view"


def test_text_of_a_page_is_shown_and_not_run(one, timed):
    text = f"<!doctype html><title>taken</title>{HOSTILE}<img src=x onerror=alert(1)>"
    (timed.repository / "evil.html").write_text(text)
    one.page.goto(timed.grant("evil.html"))
    assert one.page.inner_text("body").strip() == text
    assert one.page.title() == ""
    one.check()


def test_url_opens_nothing_else_for_the_same_visitor(one, timed):
    one.page.goto(timed.grant("app.py"))
    for path in ("/", "/file/app.py", "/assets/base.css"):
        answer = one.page.goto(timed.base + path)
        assert answer is not None
        assert answer.status == 401


def test_card_that_could_not_be_had_is_asked_for_again(one, timed):
    one.page.goto(f"{timed.base}/login?token={timed.keys.new_code()}")
    page = one.go("/file/app.py")
    run, card = page.locator("tbody.run .code").nth(2), page.locator("#card")
    with timed.desk.workspace():
        run.hover()
        expect(card).to_contain_text("in use by another request")
    page.keyboard.press("Escape")
    page.locator("h1").hover()
    run.hover()
    expect(card).to_contain_text("blob")
    timed.keys.cookies.clear()
    page.locator("tbody.run .code").first.hover()
    expect(card).to_contain_text("open the URL that attrib serve prints")
    expect(card).not_to_contain_text("{")
