"""Every request to GitHub fits its published OpenAPI description, as a mock server judges it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx2
import pytest

from attrib.hosts.choose import PROVIDERS, open_host, token_for
from attrib.hosts.interface import Host
from tests.hosts.conftest import QUICK
from tests.support.contract import mock_server
from tests.support.forge import HEAD, TOKEN

pytestmark = [pytest.mark.slow, pytest.mark.once]
BODY = "<!-- attrib -->\n| `a` | é |\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    base = tmp_path_factory.getbasetemp()
    with mock_server(base if worker_id == "master" else base.parent) as url:
        yield url


@pytest.fixture
def host(server: str) -> Iterator[Host]:
    provider = PROVIDERS["github"]
    token = token_for(provider, {"GITHUB_TOKEN": TOKEN})
    with open_host(provider, server, "octo/app", token, limits=QUICK, say=pytest.fail) as host:
        yield host


REQUESTS: dict[str, Callable[[Host], object]] = {
    "whoami": lambda host: host.whoami(),
    "pull_request": lambda host: host.pull_request(7),
    "number_of": lambda host: host.number_of("topic", "mallory", HEAD),
    "comments": lambda host: host.comments(7),
    "create": lambda host: host.create(7, BODY),
    "update": lambda host: host.update(7, 1001, BODY),
    "delete": lambda host: host.delete(7, 1001),
    "check": lambda host: host.check(HEAD, "attrib", "title", "words"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_request_fits_the_description(host, name):
    """The mock server answers 401, 404, 422 or 500 to what does not fit; each is an error."""
    REQUESTS[name](host)


def test_check_that_is_there_fits_the_description(host):
    """The mock's example has another `external_id`; ours is sent as an update would be."""
    payload = {
        "name": "attrib",
        "external_id": "attrib:pr-evidence",
        "status": "completed",
        "conclusion": "neutral",
        "output": {"title": "title", "summary": "words"},
    }
    host._client.order("PATCH", "/repos/octo/app/check-runs/4", payload)


@pytest.mark.parametrize(
    ("method", "path", "payload"),
    [
        ("POST", "/repos/octo/app/issues/7/comments", {"text": BODY}),
        ("POST", "/repos/octo/app/issues/7/comments", {"body": 5}),
        ("PATCH", "/repos/octo/app/issues/comments/1001", {}),
        ("POST", "/repos/octo/app/check-runs", {"name": "attrib", "status": "completed"}),
        ("PATCH", "/repos/octo/app/check-runs/4", {"conclusion": "fine"}),
    ],
)
def test_what_does_not_fit_is_refused(server, method, path, payload):
    answer = httpx2.request(
        method, server + path, json=payload, headers={"Authorization": f"Bearer {TOKEN}"}
    )
    assert answer.status_code == 422, answer.text


def test_path_that_is_not_described_is_not_there(server):
    assert httpx2.get(f"{server}/repos/octo/app/notes").status_code == 404
