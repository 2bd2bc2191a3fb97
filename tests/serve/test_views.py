"""The URL of a grant opens its file: whole, in parts, as text, and for nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from attrib.demonstration.walk import CODEBUDDY, build
from attrib.model.ids import SessionKey
from attrib.opening import Options
from attrib.serve.app import application
from attrib.serve.desk import Desk
from attrib.serve.grants import create
from attrib.serve.guard import Keys
from attrib.serve.hosts import hosts_of

pytestmark = pytest.mark.git
TIME = 1_793_100_000.0
KEY = SessionKey("com.tencent.codebuddy", "laptop", CODEBUDDY)


class Served:
    """A server over the demonstration's repository, whose clock stands until a test moves it."""

    def __init__(self, folder: Path) -> None:
        self.now = TIME
        self.repository = build(folder)
        options = Options(start=self.repository, sessions=(str(folder / "sessions"),))
        self.desk = Desk(options, now=lambda: self.now)
        self.keys = Keys()
        app = application(self.desk, keys=self.keys, hosts=hosts_of("testserver", 80))
        self.client = TestClient(app, base_url="http://testserver")

    def grant(self, href: str = "app.py:3") -> str:
        """The URL of a new grant, given to whoever has the token."""
        with self.desk.workspace() as workspace:
            return create(self.desk.grants, workspace, [KEY], href, client="token").relative_url

    def get(self, url: str, **headers: str):
        """The answer for a URL; of headers, `_` is `-`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(url, headers=given)


@pytest.fixture
def served(tmp_path):
    """The server, ended after the test."""
    server = Served(tmp_path)
    yield server
    server.desk.close()


def test_url_alone_opens_the_file_whole(served):
    content = (served.repository / "app.py").read_bytes()
    answer = served.get(served.grant())
    assert (answer.status_code, answer.content) == (200, content)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-length"] == str(len(content))
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-disposition"] == "inline; filename*=UTF-8''app.py"
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; sandbox; frame-ancestors 'none'"
    )
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["accept-ranges"] == "bytes"
    assert "set-cookie" not in answer.headers
    assert "attrib-file" not in answer.headers


def test_url_opens_nothing_else(served):
    url = served.grant()
    for other in ("/", "/file/app.py", "/rpc", "/storage/views/", "/storage/", f"{url}/../../x"):
        assert served.get(other, cookie=url).status_code in (401, 404, 405)
    for other in (f"{url}/", f"{url}/x", f"{url}x", url[:-1], f"{url}/../README.md"):
        assert served.get(other).status_code == 404


def test_expired_unknown_foreign_and_gone_are_refused_alike(served):
    url = served.grant()
    unknown = served.get("/storage/views/" + "A" * 43)
    foreign = served.get(url, authorization="Bearer somebody-else")
    basic = served.get(url, authorization="Basic QTpC")
    (served.repository / "app.py").rename(served.repository / "gone.py")
    gone = served.get(url)
    (served.repository / "gone.py").rename(served.repository / "app.py")
    assert served.get(url).status_code == 200
    served.now += 300
    expired = served.get(url)
    refusals = [unknown, foreign, basic, gone, expired]
    assert {answer.status_code for answer in refusals} == {404}
    assert {answer.content for answer in refusals} == {b"no such view\n"}
    assert len({tuple(answer.headers.items()) for answer in refusals}) == 1


def test_own_token_opens_it_too(served):
    url = served.grant()
    assert served.get(url, authorization=f"Bearer {served.keys.token}").status_code == 200


def test_grant_of_a_client_that_left_is_gone(served):
    url = served.grant()
    served.desk.grants.end("token")
    assert served.get(url).status_code == 404


def test_link_put_in_place_of_the_file_is_not_followed(served, tmp_path):
    url = served.grant()
    (tmp_path / "secret").write_bytes(b"secret\n")
    (served.repository / "app.py").unlink()
    (served.repository / "app.py").symlink_to(tmp_path / "secret")
    assert served.get(url).status_code == 404


def test_changed_file_is_shown_as_it_is_and_says_so(served):
    url = served.grant()
    first = served.get(url)
    (served.repository / "app.py").write_bytes(b"other\n")
    second = served.get(url, if_none_match=first.headers["etag"])
    assert (second.status_code, second.content) == (200, b"other\n")
    assert second.headers["attrib-file"] == "changed-since-grant"
    assert second.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize("content", [b"a\0b", b"\xff", b"x" * (10 * 1024 * 1024 + 1)])
def test_file_that_is_no_text_any_more_is_not_shown(served, content):
    url = served.grant()
    (served.repository / "app.py").write_bytes(content)
    assert served.get(url).status_code == 404


def test_known_content_is_not_sent_again(served):
    url = served.grant()
    etag = served.get(url).headers["etag"]
    for header in (etag, f"W/{etag}", f'"x", {etag}', "*"):
        answer = served.get(url, if_none_match=header)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == etag
    assert served.get(url, if_none_match='"x"').status_code == 200


@pytest.mark.parametrize(
    ("asked", "status", "span"),
    [
        ("bytes=0-3", 206, (0, 4)),
        ("bytes=4-", 206, (4, 10)),
        ("bytes=-3", 206, (7, 10)),
        ("bytes=-99", 206, (0, 10)),
        ("bytes=9-99", 206, (9, 10)),
        ("bytes=10-", 416, None),
        ("bytes=-0", 416, None),
        ("bytes=5-4", 200, None),
        ("bytes=-", 200, None),
        ("bytes=0-1,3-4", 200, None),
        ("lines=0-1", 200, None),
        ("bytes=a-b", 200, None),
        (f"bytes={'9' * 40}-", 200, None),
    ],
)
def test_parts_are_sent_as_asked_for(served, asked, status, span):
    content = b"0123456789"
    (served.repository / "digits").write_bytes(content)
    answer = served.get(served.grant("digits"), range=asked)
    assert answer.status_code == status
    if span is not None:
        assert answer.content == content[slice(*span)]
        assert answer.headers["content-range"] == f"bytes {span[0]}-{span[1] - 1}/10"
    elif status == 416:
        assert answer.headers["content-range"] == "bytes */10"
    else:
        assert answer.content == content
        assert "content-range" not in answer.headers


def test_part_of_another_content_is_not_sent(served):
    url = served.grant()
    etag = served.get(url).headers["etag"]
    assert served.get(url, range="bytes=0-1", if_range=etag).status_code == 206
    for other in ('"x"', f"W/{etag}", "Tue, 20 Oct 2026 12:00:00 GMT"):
        assert served.get(url, range="bytes=0-1", if_range=other).status_code == 200


def test_empty_file_has_no_parts(served):
    (served.repository / "empty").write_bytes(b"")
    url = served.grant("empty")
    assert (served.get(url).status_code, served.get(url).content) == (200, b"")
    assert served.get(url, range="bytes=0-").status_code == 416


def test_head_tells_the_size_without_the_content(served):
    answer = served.client.head(served.grant())
    size = len((served.repository / "app.py").read_bytes())
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(size)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_is_done_with_a_view_but_reading(served, method):
    assert served.client.request(method, served.grant()).status_code == 405


def test_name_of_a_file_ends_no_header(served):
    name = 'a";\r\nSet-Cookie: x=1\r\n\u202e.py'
    (served.repository / name).write_bytes(b"x\n")
    from urllib.parse import quote

    answer = served.get(served.grant(quote(name)))
    assert (
        answer.headers["content-disposition"] == f"inline; filename*=UTF-8''{quote(name, safe='')}"
    )
    assert "set-cookie" not in answer.headers
