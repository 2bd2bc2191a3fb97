"""A hostile client gets nothing and stops nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from attrib.serve.guard import HEADERS
from attrib.serve.limits import Limits
from tests.serve.logs import Log, repository_at
from tests.serve.process import Server, serving

pytestmark = [pytest.mark.git, pytest.mark.slow]

REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"session"}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server about a repository with one session of three steps."""
    repository = repository_at(tmp_path_factory.mktemp("served") / "repository")
    log = Log(repository, "S")
    for minute in range(3):
        log.step(minute=minute)
    with serving(repository) as running:
        yield running


def is_well(server: Server) -> bool:
    """True where the server still answers."""
    return "result" in server.post(REQUEST).json()


def test_token_is_for_the_owner_alone_and_nothing_is_in_the_worktree(server):
    assert oct(server.token_file.stat().st_mode & 0o777) == "0o600"
    assert oct(server.token_file.parent.stat().st_mode & 0o777) == "0o700"
    assert server.token_file.is_relative_to(server.repository / ".git")
    assert sorted(each.name for each in server.repository.iterdir()) == [".git", "a.py"]
    assert server.token not in "".join(server.words)


@pytest.mark.parametrize("path", ["/rpc", "/", "/openrpc.json", "/schemas/blame_params.json", "/x"])
@pytest.mark.parametrize("token", [None, "", "wrong", "é"])
def test_nothing_is_told_without_the_token(server, path, token):
    headers = {} if token is None else {"Authorization": f"Bearer {token}".encode("latin-1")}
    method = "POST" if path == "/rpc" else "GET"
    answer = server.ask(method, path, **headers)
    assert answer.status == 401
    assert server.ask("GET", f"{path}?token={server.token}").status in (401, 405)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil"])
def test_other_host_is_refused(server, host):
    assert server.post(REQUEST, Host=host).status == 421


def test_names_of_this_machine_are_answered(server):
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert server.post(REQUEST, Host=f"{name}:{server.port}").status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_origin_is_refused_and_never_allowed(server, headers):
    answer = server.post(REQUEST, **headers)
    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]
    preflight = server.ask("OPTIONS", "/rpc", **headers, Access_Control_Request_Method="POST")
    assert preflight.status == 403


def test_own_origin_is_answered(server):
    assert server.post(REQUEST, Origin=f"http://{server.host}").status == 200


@pytest.mark.parametrize("path", ["/rpc", "/x", "/openrpc.json", "/storage/views/none"])
def test_every_answer_has_the_headers(server, path):
    for answer in (server.ask("GET", path, token=server.token), server.ask("GET", path)):
        names = HEADERS.keys() - (
            {"content-security-policy", "cache-control"} if "views" in path else set()
        )
        assert {name: answer.headers.get(name) for name in names} == {
            name: HEADERS[name] for name in names
        }
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "no-store" in answer.headers["cache-control"]
        assert "server" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_other_content_type_is_refused(server, kind):
    assert server.post(REQUEST, Content_Type=kind).status == 415


def test_log_in_works_once_and_gives_a_cookie_for_the_pages_alone(server):
    again = server.ask("POST", "/login", token=server.token).json()["relative_url"]
    assert server.ask("POST", "/login").status == 401
    assert server.ask("HEAD", again).status == 405
    for url in (server.login, again):
        answer = server.ask("GET", url)
        assert (answer.status, answer.headers["location"]) == (303, "/")
        cookie, *rest = answer.headers["set-cookie"].split("; ")
        assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(rest)
        assert server.ask("GET", "/", Cookie=cookie).status in (200, 404)
        assert server.ask("POST", "/rpc", body=REQUEST, Cookie=cookie).status == 401
        assert server.ask("GET", url).status == 403
    for wrong in ("/login", "/login?token=", "/login?token=x", f"/login?token={server.token}"):
        assert server.ask("GET", wrong).status == 403
    assert server.ask("GET", "/", Cookie='attrib-1=x; a="').status == 401


def test_body_beyond_the_limit_is_refused(server):
    most = Limits().request
    assert server.post(b" " * (most + 1)).status == 413
    with server.connect() as connection:
        head = f"POST /rpc HTTP/1.1\r\nHost: {server.host}\r\nAuthorization: Bearer {server.token}"
        head += "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode())
        chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
        try:
            for _ in range(most // 65536 + 2):
                connection.sendall(chunk)
        except OSError:
            pass
        assert connection.recv(64).startswith(b"HTTP/1.1 413")
    assert is_well(server)


def test_body_of_two_lengths_is_refused_and_nothing_behind_it_is_answered(server):
    with server.connect() as connection:
        head = f"POST /rpc HTTP/1.1\r\nHost: {server.host}\r\nAuthorization: Bearer {server.token}"
        head += "\r\nContent-Type: application/json\r\nContent-Length: 5\r\n"
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode())
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        answer = b""
        with suppress(OSError):
            while part := connection.recv(65536):
                answer += part
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1


def test_header_without_an_end_is_refused(server):
    with server.connect() as connection:
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000)
            answer = connection.recv(64)
        except OSError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
    assert is_well(server)


def test_clients_that_say_nothing_are_left_and_others_are_answered(server):
    silent = [server.connect() for _ in range(20)]
    silent[0].sendall(b"GET / HTTP/1.1\r\n")
    silent[1].sendall(
        f"POST /rpc HTTP/1.1\r\nHost: {server.host}\r\nAuthorization: Bearer {server.token}"
        "\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{".encode()
    )
    assert is_well(server)
    assert silent[1].recv(64).startswith(b"HTTP/1.1 408")
    assert silent[0].recv(64) == b""
    for connection in silent:
        connection.close()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b'{"jsonrpc":"2.0"} x', -32700),
        (b"\xff\xfe", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xc3\x28"}', -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', -32700),
        (b"[" * 100_000, -32700),
        (b'{"a":' * 100_000, -32700),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"session","params":' + b"[" * 65 + b"]" * 65 + b"}",
            -32700,
        ),
        (b"NaN", -32700),
        (b"1", -32600),
        (b"null", -32600),
        (b"[]", -32600),
        (b"{}", -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"session"}', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"session"}', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"session"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":1}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"nothing"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"session","params":[]}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"session","params":{"id":1}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"session","params":{"other":1}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"session","params":{"id":"x"}}', -32001),
        (b"[" + b",".join([REQUEST] * 51) + b"]", -32600),
    ],
)
def test_broken_request_gets_an_error(server, data, code):
    answer = server.post(data)
    assert answer.status == 200
    assert answer.json()["error"]["code"] == code


def test_batch_is_answered_in_order_without_its_notifications(server):
    calls = [
        {"jsonrpc": "2.0", "id": "a", "method": "session"},
        {"jsonrpc": "2.0", "method": "session"},
        {"jsonrpc": "2.0", "method": "nothing"},
        {"jsonrpc": "2.0", "id": None, "method": "nothing"},
        5,
    ]
    answers = server.post(json.dumps(calls).encode()).json()
    assert [answer.get("id") for answer in answers] == ["a", None, None]
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, -32601, -32600]
    quiet = server.post(b'{"jsonrpc":"2.0","method":"session"}')
    assert (quiet.status, quiet.body) == (204, b"")


HOSTILE = [
    "--output=/tmp/pwned",
    "-x",
    "a\nb",
    "a\0b",
    "..",
    "@{-1}\n",
    "HEAD:a.py",
    ":/x",
    "~" * 99,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_revision_is_refused_and_changes_nothing(server, text):
    before = sorted((server.repository / ".git").iterdir())
    for method, params in (
        ("commit", {"revisions": [text]}),
        ("blame", {"path": "a.py", "revision": text}),
        ("explain", {"revision": text}),
        # git reads `..` alone as HEAD..HEAD
        *([("graph", {"range": text}), ("graph", {"range": f"HEAD..{text}"})] * (text != "..")),
    ):
        error = server.call(method, **params)["error"]
        assert error["code"] in (-32602, -32001)
    assert sorted((server.repository / ".git").iterdir()) == before


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../../etc/passwd", "a.py/../../x", ".git/config", "a\0", "--", ".", "//a"],
)
def test_hostile_path_opens_nothing(server, path):
    for method, params in (
        ("blame", {"path": path}),
        ("explain", {"path": path, "ranges": ["1"]}),
        ("thread/file/view_grant/create", {"threadId": "S", "href": path}),
    ):
        assert server.call(method, **params)["error"]["code"] in (-32602, -32001)


def test_calls_at_once_while_the_log_grows_are_all_answered(server):
    log = Log(server.repository, "busy")
    found: list[dict] = []

    def ask() -> None:
        for _ in range(10):
            found.append(server.call("thread/patch_steps/page", threadId="busy"))
            found.append(server.call("blame", path="a.py"))

    server.call("session")
    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for minute in range(40):
        log.step(minute=minute)
    for thread in threads:
        thread.join()
    failed = [answer for answer in found if "result" not in answer]
    assert [each for each in failed if each["error"]["code"] != -32001] == []
    assert len(found) == 120


def test_schemas_and_document_are_served(server):
    document = server.ask("GET", "/openrpc.json", token=server.token).json()
    assert document == server.call("rpc.discover")["result"]
    for method in document["methods"]:
        name = method["result"]["schema"]["$ref"]
        assert server.ask("GET", name, token=server.token).json()["$id"] == name
    assert server.ask("GET", "/schemas/Patch.json", token=server.token).status == 404
    assert server.ask("GET", "/schemas/..%2f..%2fx", token=server.token).status == 404
