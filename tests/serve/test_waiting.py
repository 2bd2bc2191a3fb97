"""A request that takes for ever stops no other one, and is told so."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from attrib.opening import Options
from attrib.serve.desk import OPENING, Desk
from attrib.serve.limits import Limits
from attrib.serve.threads.catalog import READING
from tests.serve.clients import client_of
from tests.serve.logs import Asking, Log
from tests.serve.process import serving
from tests.support.repos import commit, git

pytestmark = pytest.mark.git

STEPS = '{"jsonrpc":"2.0","id":1,"method":"thread/patch_steps/page","params":{"threadId":"S"}}'
BLAME = '{"jsonrpc":"2.0","id":1,"method":"blame","params":{"path":"a.py"}}'


@contextmanager
def hanging(repository: Path, path: str) -> Iterator[None]:
    """While it lasts, who reads this file of HEAD waits: its object is a pipe."""
    oid = git(repository, "rev-parse", f"HEAD:{path}").decode().strip()
    pipe = repository / ".git" / "objects" / oid[:2] / oid[2:]
    kept = pipe.with_name("kept")
    pipe.rename(kept)
    os.mkfifo(pipe)
    try:
        yield
    finally:
        # Whoever waits gets the end of the pipe; the next finds the object.
        end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        kept.replace(pipe)
        os.close(end)


class Served:
    """A server over a repository, whose clock stands until a test moves it."""

    def __init__(self, repository: Path, limits: Limits) -> None:
        self.now = 0.0
        self.desk = Desk(Options(start=repository), limits=limits, clock=lambda: self.now)
        self.client = client_of(self.desk)

    def get(self, url: str):
        """The answer to a request for a page."""
        return self.client.get(url)

    def post(self, body: str):
        """The answer to a call."""
        headers = {"content-type": "application/json"}
        return self.client.post("/rpc", content=body, headers=headers).json()


def test_page_that_hangs_is_refused_and_the_others_go_on(repository):
    commit(repository, {"evil.py": b"never read\n", "b.py": b"two\n"})
    Log(repository, "S").step()
    served = Served(repository, Limits(seconds=3, wait=0.1))
    with served.client:
        with hanging(repository, "evil.py"):
            stuck = served.get("/file/evil.py")
            assert (stuck.status_code, stuck.headers["retry-after"]) == (503, "10")
            assert "not answered within 3 seconds" in stuck.text
            # Nobody else may have it for a while: they are told, and logs are answered.
            other = served.get("/file/b.py")
            assert other.status_code == 503
            assert "in use by another request" in other.text
            assert served.post(BLAME)["error"]["code"] == -32005
            served.now += 1
            assert len(served.post(STEPS)["result"]["items"]) == 1
        with served.desk._seat.lock:
            pass  # the thread has gone on, and ended
        served.desk.close()


def test_workspace_in_use_for_too_long_is_left_to_its_user(repository):
    served = Served(repository, Limits(wait=0.01))
    desk = served.desk
    holding, done = threading.Event(), threading.Event()

    def hold() -> None:
        with desk.workspace():
            holding.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    holding.wait()
    with served.client:
        assert served.get("/").status_code == 503
        served.now += Limits().seconds + 1
        assert served.get("/").status_code == 200
        assert served.get("/file/a.py").status_code == 200
        done.set()
        thread.join()
        assert served.get("/").status_code == 200
    assert not desk.left
    desk.close()


def test_workspace_that_is_being_opened_is_waited_for_and_not_opened_twice(repository):
    served = Served(repository, Limits(wait=0.01))
    seat = served.desk._seat
    with served.client:
        with seat.lock:
            served.now += 10 * Limits().seconds
            answer = served.get("/")
            assert (answer.status_code, OPENING in answer.text) == (503, True)
        assert served.get("/").status_code == 200
    assert served.desk._seat is seat
    served.desk.close()


def test_logs_that_are_still_read_are_told_to_be(repository):
    Log(repository, "S").step()
    asking = Asking(repository, limits=Limits(wait=0.01))
    reading, done = threading.Event(), threading.Event()

    def read() -> None:
        with asking.desk.catalog.lock:
            asking.desk.catalog.state = READING
            reading.set()
            done.wait()

    thread = threading.Thread(target=read)
    thread.start()
    reading.wait()
    error = asking.error("thread/patch_steps/page", threadId="S")
    assert (error["code"], error["message"]) == (-32005, READING)
    assert asking.result("blame", path="a.py")["lines"]
    done.set()
    thread.join()
    asking.desk.catalog.state = ""
    assert len(asking.steps("S")) == 1
    asking.close()


def test_first_call_that_waits_in_vain_is_told_that_reading_goes_on(repository):
    Log(repository, "S").step()
    served = Served(repository, Limits(seconds=0.05))
    catalog = served.desk.catalog
    reading, done = threading.Event(), threading.Event()

    def read() -> None:
        with catalog.lock:
            catalog.state = READING
            reading.set()
            done.wait()
            catalog.state = ""

    thread = threading.Thread(target=read)
    with served.client:
        thread.start()
        reading.wait()
        error = served.post(STEPS)["error"]
        done.set()
        thread.join()
    assert error["code"] == -32005
    assert READING in error["message"]
    served.desk.close()


@pytest.mark.slow
def test_server_ends_when_told_to_whatever_is_worked_on(repository):
    commit(repository, {"evil.py": b"never read\n"})
    with (
        hanging(repository, "evil.py"),
        serving(repository) as server,
        server.connect() as connection,
    ):
        head = f"GET /file/evil.py HTTP/1.1\r\nHost: {server.host}\r\n"
        connection.sendall(f"{head}Authorization: Bearer {server.token}\r\n\r\n".encode())
        # Until the page is being worked on, the workspace is free.
        while "error" not in (answer := server.call("session")):
            pass
        assert answer["error"]["code"] == -32005
