"""A pull request in a real repository, the session beside it, and `attrib pr post` as a process."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.forge import TOKEN, Forge
from tests.support.repos import commit, head, init

BEFORE = b"import sys\n"
AFTER = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"
VARIABLES = {"github": "GITHUB_TOKEN", "gitlab": "GITLAB_TOKEN", "gitea": "GITEA_TOKEN"}


def state_of(content: bytes) -> dict[str, Any]:
    digest = hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False)
    return {
        "objectId": digest.hexdigest(),
        "objectIdType": "git-blob-sha1",
        "representation": "git_object",
        "size": len(content),
        "text": content.decode("utf-8", "surrogateescape"),
    }


def write_stream(path: Path, root: Path, changes: list[dict[str, Any]], **header: Any) -> None:
    """One session that recorded these changes under a root, a second before the commit."""
    first = {
        "type": "session",
        "id": "0",
        "version": 0,
        "sessionId": "0f1e2d3c-4b5a",
        "agent": "com.tencent.codebuddy",
        "namespace": "laptop",
        "ts": "2026-10-20T11:00:00Z",
        "profiles": ["coding"],
        "roots": [{"id": "repo", "path": str(root)}],
        **header,
    }
    rows = [
        {
            "type": "file_change",
            "v": 0,
            "id": f"r{number}",
            "ts": "2026-10-20T11:59:00Z",
            "status": "applied",
            "precision": "exact",
            "cause": {"callId": "call_1"},
            "changes": [{"root": "repo", **change}],
        }
        for number, change in enumerate(changes, 1)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(json.dumps(row).encode() + b"\n" for row in (first, *rows)))


@dataclass
class Pull:
    """A repository whose `main` is the base, and whose `topic` is the head."""

    path: Path
    base: str
    head: str
    sessions: Path
    environment: dict[str, str] = field(default_factory=dict)

    def command(self, *options: str) -> list[str]:
        return [sys.executable, "-m", "attrib", "pr", "post", "-C", str(self.path), *options]

    def variables(self, **more: str) -> dict[str, str]:
        return {**os.environ, "ATTRIB_SESSIONS": str(self.sessions), **self.environment, **more}

    def start(self, *options: str, **more: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command(*options),
            env=self.variables(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def post(self, *options: str, **more: str) -> subprocess.CompletedProcess[bytes]:
        process = self.start(*options, **more)
        out, err = process.communicate(timeout=240)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def pull_of(folder: Path) -> Pull:
    """One session recorded `app.py`; a commit declares one that nobody knows for `other.py`."""
    path = init(folder / "repository")
    base = commit(path, {"app.py": BEFORE}, message="start")
    commit(path, {"app.py": AFTER}, message="read the name")
    commit(path, {"other.py": b"print('other words')\n"}, message="other\n\nAsr-Session: nobody")
    change = {
        "op": "modify",
        "path": "app.py",
        "before": state_of(BEFORE),
        "after": state_of(AFTER),
    }
    write_stream(folder / "sessions" / "one.asr.jsonl", path, [change])
    return Pull(path, str(base), str(head(path)), folder / "sessions")


def in_ci(pull: Pull, forge: Forge, folder: Path, **event: Any) -> None:
    """Let the forge hold the pull request, and the process run as a job of its CI would."""
    forge.head, forge.base = pull.head, pull.base
    pull.environment = {VARIABLES[forge.kind]: TOKEN, **ci_variables(pull, forge, folder, **event)}


def ci_variables(pull: Pull, forge: Forge, folder: Path, **event: Any) -> Mapping[str, str]:
    if forge.kind == "gitlab":
        return {
            "GITLAB_CI": "true",
            "CI_API_V4_URL": forge.api,
            "CI_PROJECT_ID": forge.repository,
            "CI_MERGE_REQUEST_IID": str(forge.number),
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": pull.base,
            "CI_COMMIT_SHA": pull.head,
        }
    file = folder / "event.json"
    file.write_text(json.dumps(event or pull_event(pull, forge)), encoding="utf-8")
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": forge.api,
        "GITHUB_REPOSITORY": forge.repository,
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(file),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "GITHUB_OUTPUT": str(folder / "output"),
        **({"GITEA_ACTIONS": "true"} if forge.kind == "gitea" else {}),
    }


def pull_event(pull: Pull, forge: Forge, *, source: str | None = None) -> dict[str, Any]:
    return {
        "pull_request": {
            "number": forge.number,
            "title": "`rm -rf /` $(id) ${{ secrets.X }}",
            "head": {"sha": pull.head, "repo": {"full_name": source or forge.repository}},
            "base": {"sha": pull.base, "repo": {"full_name": forge.repository}},
        }
    }
