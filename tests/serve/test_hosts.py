"""A server answers for the names it was told, and for no other, wherever it listens."""

from __future__ import annotations

import subprocess
import sys
from ipaddress import IPv4Address

import pytest

from attrib.errors import UsageError
from attrib.serve.hosts import hosts_of, is_loopback, opened_at
from tests.serve.process import serving

#: The address that stands for every one.
EVERY = str(IPv4Address(0))
REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"session"}'


@pytest.mark.parametrize(
    ("host", "value", "came_to", "is_answered"),
    [
        ("127.0.0.1", "localhost:8000", "127.0.0.1", True),
        ("127.0.0.1", "[::1]:8000", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1", "10.0.0.7:8000", "10.0.0.7", False),
        ("10.0.0.7", "10.0.0.7:8000", "10.0.0.7", True),
        ("10.0.0.7", "localhost:8000", "10.0.0.7", False),
        (EVERY, "10.0.0.7:8000", "10.0.0.7", True),
        (EVERY, "localhost:8000", "127.0.0.1", True),
        (EVERY, "10.0.0.8:8000", "10.0.0.7", False),
        (EVERY, "evil.example:8000", "10.0.0.7", False),
        ("::", "10.0.0.7:8000", "::ffff:10.0.0.7", True),
        ("::", "[fd00::7]:8000", "fd00::7", True),
        ("Box.Local", "box.local:8000", "10.0.0.7", True),
    ],
)
def test_host_is_a_name_that_was_told(host, value, came_to, is_answered):
    assert hosts_of(host, 8000).has(value, (came_to, 8000)) is is_answered


def test_port_of_http_itself_may_be_left_out():
    for value in ("127.0.0.1", "127.0.0.1:80", "localhost", "[::1]"):
        assert hosts_of("127.0.0.1", 80).has(value, ("127.0.0.1", 80))
    assert hosts_of(EVERY, 80).has("10.0.0.7", ("10.0.0.7", 80))


def test_allowed_name_is_answered_with_any_port_and_behind_tls():
    hosts = hosts_of(EVERY, 8000, ["Box.Example.org", "[fd00::7]"])
    for value in ("box.example.org", "box.example.org:443", "[fd00::7]:9", "[fd00::7]"):
        assert hosts.has(value, ("10.0.0.7", 8000))
    for value in ("box.example.org.evil", "x.box.example.org", "box.example.org:", "fd00::7", ""):
        assert not hosts.has(value, ("10.0.0.7", 8000))
    assert "https://box.example.org" in hosts.origins("box.example.org")
    assert hosts.origins("10.0.0.7:8000") == ("http://10.0.0.7:8000",)


@pytest.mark.parametrize("name", ["*", "*.example.org", "http://box", "box:80", "", "a b", "a\nb"])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(UsageError, match="is no name of a host"):
        hosts_of("127.0.0.1", 8000, [name])


def test_url_that_is_printed_can_be_opened():
    assert [opened_at(host) for host in (EVERY, "::", "::1", "box")] == [
        "127.0.0.1", "[::1]", "[::1]", "box",
    ]  # fmt: skip
    assert not is_loopback(EVERY)


@pytest.mark.git
@pytest.mark.slow
def test_server_on_every_address_is_opened_by_its_url_and_by_allowed_names(repository):
    options = ("--host", EVERY, "--allow-host", "box.example.org")
    with serving(repository, *options) as server:
        assert "warning" in server.words[0]
        assert server.ask("GET", server.login).status == 303
        for host in (server.host, f"localhost:{server.port}", "box.example.org"):
            assert server.post(REQUEST, Host=host).status == 200
        refused = server.post(REQUEST, Host=f"evil.example:{server.port}")
        assert (refused.status, "--allow-host" in refused.json()["hint"]) == (421, True)
        tls = server.post(REQUEST, Host="box.example.org", Origin="https://box.example.org")
        assert tls.status == 200


@pytest.mark.git
def test_pattern_is_refused_before_anything_is_opened(repository):
    command = [sys.executable, "-m", "attrib", "-C", str(repository), "serve"]
    done = subprocess.run([*command, "--allow-host", "*"], capture_output=True, check=False)
    assert done.returncode == 129
    assert b"'*' is no name of a host" in done.stderr
    assert not (repository / ".git" / "attrib" / "serve").exists()
