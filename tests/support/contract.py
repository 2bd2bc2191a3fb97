"""GitHub's published OpenAPI description behind a mock server, started once for all workers.

The description is cut down to the paths that are asked for, with everything these refer to:
whole, it takes the server a quarter of a minute to read. A path that is not in it stays out, so
that asking for it fails.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import stamina
from filelock import FileLock

from tests.support.programs import npm_file, program

#: The paths of our adapter, as the description spells them.
PATHS = (
    "/user",
    "/repos/{owner}/{repo}/pulls",
    "/repos/{owner}/{repo}/pulls/{pull_number}",
    "/repos/{owner}/{repo}/issues/{issue_number}/comments",
    "/repos/{owner}/{repo}/issues/comments/{comment_id}",
    "/repos/{owner}/{repo}/commits/{ref}/check-runs",
    "/repos/{owner}/{repo}/check-runs",
    "/repos/{owner}/{repo}/check-runs/{check_run_id}",
)
#: Kept, so that nothing warns of a process that still runs when its value is forgotten.
_SERVERS: list[subprocess.Popen[bytes]] = []
_REFERENCE = re.compile(r'"\$ref":\s*"#/components/([^/"]+)/([^/"]+)"')


def description() -> dict[str, Any]:
    """GitHub's description with `PATHS` alone."""
    file = npm_file("@octokit/openapi/generated/api.github.com.json")
    whole = json.loads(file.read_text(encoding="utf-8"))
    paths = {path: whole["paths"][path] for path in PATHS}
    wanted, kept = [json.dumps(paths)], dict[tuple[str, str], Any]()
    while wanted:
        for kind, name in _REFERENCE.findall(wanted.pop()):
            if (kind, name) not in kept:
                kept[kind, name] = whole["components"][kind][name]
                wanted.append(json.dumps(kept[kind, name]))
    # The example of a `Link` header leads on for ever, and to another place.
    kept["headers", "link"]["example"] = '<https://api.github.com/resource?page=1>; rel="last"'
    components: dict[str, dict[str, Any]] = {}
    for (kind, name), value in kept.items():
        components.setdefault(kind, {})[name] = value
    return {
        "openapi": whole["openapi"],
        "info": whole["info"],
        "paths": paths,
        "components": components,
    }


@contextmanager
def mock_server(folder: Path) -> Iterator[str]:
    """Its address on a free port of loopback; `folder` is what all workers of a run share.

    The first to come starts it, the last to leave ends it.
    """
    npm_file("@octokit/openapi/generated/api.github.com.json")
    state = folder / "prism.json"
    lock = FileLock(folder / "prism.lock")
    with lock:
        if state.exists():
            known = json.loads(state.read_text(encoding="utf-8"))
        else:
            known = {"users": 0, **_started(folder)}
        known["users"] += 1
        state.write_text(json.dumps(known), encoding="utf-8")
    try:
        yield known["url"]
    finally:
        with lock:
            known = json.loads(state.read_text(encoding="utf-8"))
            known["users"] -= 1
            state.write_text(json.dumps(known), encoding="utf-8")
            if not known["users"]:
                state.unlink()
                os.kill(known["pid"], signal.SIGTERM)


def _started(folder: Path) -> dict[str, Any]:
    prism, node = npm_file("@stoplight/prism-cli/dist/index.js"), program("node", package="nodejs")
    file = folder / "github.json"
    file.write_text(json.dumps(description()), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [node, str(prism), "mock", "-h", "127.0.0.1", "-p", str(port), str(file)]
    with (folder / "prism.log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    for attempt in stamina.retry_context(
        on=httpx2.TransportError, attempts=None, timeout=120, wait_max=0.5
    ):
        with attempt:
            if server.poll() is not None:
                raise AssertionError(f"the mock server ended with {server.returncode}")
            httpx2.get(f"{url}/user", headers={"Authorization": "Bearer x"})
    _SERVERS.append(server)
    return {"url": url, "pid": server.pid}
