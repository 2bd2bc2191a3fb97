"""A client in this process for the server about a desk."""

from __future__ import annotations

from starlette.testclient import TestClient

from attrib.serve.app import application
from attrib.serve.desk import Desk
from attrib.serve.guard import Keys
from attrib.serve.hosts import hosts_of


def client_of(desk: Desk) -> TestClient:
    """Whoever shows the token, with every request."""
    keys = Keys()
    app = application(desk, keys=keys, hosts=hosts_of("testserver", 80))
    headers = {"authorization": f"Bearer {keys.token}"}
    return TestClient(app, base_url="http://testserver", headers=headers)
