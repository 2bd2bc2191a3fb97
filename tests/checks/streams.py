"""Streams made for one rule, and what that rule finds in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrib.checks import RULES, Source, check_stream
from attrib.codec import encode
from attrib.model.records import BlobRef

HEADER = {
    "type": "session",
    "seq": 1,
    "id": "r1",
    "sessionId": "0f1e",
    "agent": "com.anthropic.claude-code",
    "namespace": "ada",
    "roots": [{"root": "app", "path": "/home/ada/app"}],
}
HELLO = "hello world\n"
HELLO_SHA1 = "3b18e512dba79e4c8300dd08aeb37f8e728b8dad"
COMMIT = "8e2f4a6c1b3d5e7f9a0b2c4d6e8f1a3b5c7d9e0f"
STATE = {
    "objectId": HELLO_SHA1,
    "objectIdType": "git-blob-sha1",
    "representation": "worktree",
    "size": 12,
    "text": HELLO,
}


def lines(*records: dict[str, Any] | bytes) -> list[tuple[int, int, bytes]]:
    """The records as numbered lines; bytes stand as they are."""
    numbered, offset = [], 0
    for number, record in enumerate(records, 1):
        data = record if isinstance(record, bytes) else encode(record)
        numbered.append((number, offset, data))
        offset += len(data)
    return numbered


def stream(*records: dict[str, Any]) -> list[dict[str, Any]]:
    """A header, then the records with `seq` and `id` where they have none."""
    named = [{"seq": seq, "id": f"r{seq}", **r} for seq, r in enumerate(records, 2)]
    return [HEADER, *named]


def all_found(
    *records: dict[str, Any] | bytes, blob: Callable[[BlobRef], bytes | None] = lambda ref: None
) -> list[tuple[int, str, str, str]]:
    """Line, rule, severity and message of every finding in exactly these lines."""
    declared = {rule.number: rule.severities for rule in RULES}
    report = check_stream(Source("s", lines(*records), blob), RULES)
    for finding in report.findings:
        assert finding.severity in declared[finding.rule], finding
    return [(f.place.line, f.rule, f.severity.value, f.message) for f in report.findings]


def found(
    rule: str, *records: dict[str, Any], blob: Callable[[BlobRef], bytes | None] = lambda ref: None
) -> list[str]:
    """What one rule says of a stream of these records, as `severity message`."""
    findings = all_found(*stream(*records), blob=blob)
    return [f"{severity} {message}" for _, name, severity, message in findings if name == rule]


def change(**members: Any) -> dict[str, Any]:
    """A file change of one modified file; `op` and the like go to the change itself."""
    inner = ("op", "root", "path", "oldPath", "oldRoot", "nativePath", "before", "after")
    one = {"op": "modify", "root": "app", "path": "a.py"}
    one |= {name: members.pop(name) for name in inner if name in members}
    return {
        "type": "file_change",
        "status": "applied",
        "precision": "unknown",
        "changes": [one],
        **members,
    }


def vcs(**members: Any) -> dict[str, Any]:
    """A commit that was observed."""
    return {"type": "vcs", "action": "commit", "evidence": "observed", **members}


def without(record: dict[str, Any], *names: str) -> dict[str, Any]:
    """The record without some members."""
    return {name: value for name, value in record.items() if name not in names}
