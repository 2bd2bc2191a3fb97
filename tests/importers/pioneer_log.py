"""Made-up pages and databases of Pioneer's patch history."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib.importers.pioneer import Pioneer
from tests.importers.logs import APP, START, Reading, Row

EXACT: Row = {
    "exactness": {"kind": "engine_verified"},
    "exact": True,
    "coverage": {"kind": "engine_verified_steps"},
    "filesystem": {"kind": "complete"},
}
CREATE = """
CREATE TABLE applied_patch_record (
  id TEXT PRIMARY KEY, schema_version INTEGER, thread_id TEXT, turn_id TEXT, invocation_id TEXT,
  environment_id TEXT, commit_ordinal BIGINT, authority TEXT, provenance TEXT, exactness TEXT,
  committed_at_unix_ms BIGINT, plan_fingerprint BLOB, outcome_json TEXT, changes_json TEXT,
  created_at TEXT);
CREATE TABLE patch_commit_intent (
  thread_id TEXT, turn_id TEXT, invocation_id TEXT, recovery_json TEXT, status TEXT);
"""


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def state(content: bytes) -> Row:
    return {"schemaVersion": 1, "contentHash": digest(content), "byteLen": len(content)}


def location(path: str, root: str = APP) -> Row:
    return {"relativePath": path, "workspaceRoot": root, "absolutePath": f"{root}/{path}"}


def change(kind: str, path: str, *, sequence: int = 0, **members: Any) -> Row:
    return {
        "operationIndex": sequence,
        "commitStep": sequence,
        "sequence": sequence,
        "kind": kind,
        "sourcePath": path,
        "sourceLocation": location(path),
        **members,
    }


def step(
    *changes: Row,
    invocation: str = "call_1",
    turn: str = "turn_1",
    thread: str = "T",
    minute: int = 0,
    coverage: Row | None = None,
    source: str | None = None,
    **members: Any,
) -> Row:
    record = {
        "schemaVersion": 1,
        "recordId": f"rec-{invocation}",
        "threadId": thread,
        "turnId": turn,
        "invocationId": invocation,
        "environmentId": "workspace",
        "commitOrdinal": 0,
        "authority": "native_patch_engine",
        "provenance": "native_engine",
        "exactness": "exact",
        "committedAtUnixMs": START + minute * 60_000,
        "outcome": {"status": "applied"},
        "changes": list(changes),
        **members,
    }
    execution = {"sourceThreadId": source or thread, "presentedThreadId": thread}
    execution["sourceTurnId"] = turn
    return {
        "view": "timeline",
        "execution": execution,
        "record": record,
        "coverage": EXACT if coverage is None else coverage,
    }


def page(*items: Row, thread: str = "T", **members: Any) -> Row:
    whole: Row = {"view": "timeline", "threadId": thread, "items": list(items)}
    return whole | {"coverage": EXACT} | members


def save(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def stored_change(kind: str, path: str, content: bytes | None, **members: Any) -> Row:
    """A change as the database keeps it."""
    after: Row | None = None
    if content is not None:
        hashed = list(bytes.fromhex(digest(content)))
        after = {"schema_version": 1, "byte_len": len(content), "content_hash": hashed}
    more = {"destination_path": None, "before": None, "after": after}
    return {"sequence": 0, "kind": kind, "source_path": path, **more, **members}


def database(path: Path, *rows: Row, intents: tuple[tuple[str, ...], ...] = ()) -> Path:
    """A database with these rows over usual ones; an intent is invocation and workspace."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(CREATE)
    for number, row in enumerate(rows):
        usual = {
            "id": f"rec-{number}",
            "schema_version": 1,
            "thread_id": "T",
            "turn_id": "turn_1",
            "invocation_id": f"call_{number}",
            "environment_id": "workspace",
            "commit_ordinal": number,
            "authority": "native_patch_engine",
            "provenance": "native_engine",
            "exactness": "exact",
            "committed_at_unix_ms": START + number * 60_000,
            "plan_fingerprint": b"\1\2",
            "outcome_json": '"applied"',
            "created_at": "2026-10-20 09:00:00 +00:00",
        } | row
        marks = ", ".join("?" for _ in usual)
        names = ", ".join(usual)
        connection.execute(
            f"INSERT INTO applied_patch_record ({names}) VALUES ({marks})",  # noqa: S608
            list(usual.values()),
        )
    for invocation, workspace in intents:
        plan = json.dumps({"workspace_root": workspace})
        connection.execute(
            "INSERT INTO patch_commit_intent VALUES ('T', 'turn_1', ?, ?, 'done')",
            (invocation, plan),
        )
    connection.commit()
    connection.close()
    return path


def delta(*changes: Row) -> str:
    return json.dumps({"changes": list(changes), "side_effects": {"exact": True}})


READING = Reading(Pioneer())
read = READING.sessions
notices = READING.notices


def changes_of(*paths: Path) -> list[Row]:
    """The `file_change` records without `_meta` and what they were read from."""
    return READING.records(*paths, of="file_change")
