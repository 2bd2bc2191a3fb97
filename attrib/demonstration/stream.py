"""A made-up session: ASR records in order, as one stream file.

Spells JSON by itself, so that what is read by `attrib.codec` was not written by it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any

State = Mapping[str, Any]


def worktree_id(content: bytes) -> str:
    """The git-blob-sha1 ID of these bytes as they stand. Spec: ASR-458."""
    return sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()


def worktree_state(content: bytes, *, text: bool = False) -> State:
    """A file state by the ID of its worktree bytes, with the text itself when asked for."""
    state: dict[str, Any] = {
        "objectId": worktree_id(content),
        "objectIdType": "git-blob-sha1",
        "representation": "worktree",
        "size": len(content),
    }
    return state | {"text": content.decode("utf-8")} if text else state


def git_state(object_id: str) -> State:
    """A file state by the ID that git gave it in the repository. Spec: ASR-459."""
    return {
        "objectId": object_id,
        "objectIdType": "git-blob-sha1",
        "representation": "git_object",
    }


def blob_ref(content: bytes) -> Mapping[str, Any]:
    """A reference to content that is kept outside the stream."""
    return {"blob": f"sha256:{sha256(content).hexdigest()}", "size": len(content)}


class Stream:
    """One session's records, in order; `add` and its kin give the record's ID."""

    def __init__(
        self,
        agent: str,
        namespace: str,
        session: str,
        roots: Mapping[str, Path | str],
        *,
        at: str,
        losses: Sequence[str] = (),
    ) -> None:
        self.session = session
        self._first_root = next(iter(roots), None)
        self._rows: list[dict[str, Any]] = []
        self.add(
            "session",
            at,
            sessionId=session,
            agent=agent,
            namespace=namespace,
            profiles=["coding"],
            roots=[{"root": root, "path": str(path)} for root, path in roots.items()],
            losses=[{"key": key, "reason": "not in the source"} for key in losses],
        )

    def add(self, kind: str, at: str | None, /, **members: Any) -> str:
        """Add a record of any kind; members that are `None` are left out."""
        number = len(self._rows) + 1
        row: dict[str, Any] = {"type": kind, "seq": number, "id": f"r{number}"}
        row |= {"ts": at} if at is not None else {}
        row |= {name: value for name, value in members.items() if value is not None}
        self._rows.append(row)
        return f"r{number}"

    def call(self, tool: str, at: str | None) -> State:
        """Add a `tool_call` and give the cause of what it did. Spec: ASR-453."""
        call_id = f"call_{len(self._rows) + 1}"
        self.add("tool_call", at, callId=call_id, name=tool)
        return {"callId": call_id}

    def change(
        self,
        path: str,
        *,
        at: str | None,
        op: str = "modify",
        before: State | None = None,
        after: State | None = None,
        patch: str | None = None,
        precision: str = "exact",
        status: str = "applied",
        tool: str | None = "Edit",
        file_type: str = "text",
        **members: Any,
    ) -> str:
        """Add a `file_change` of one path; `tool` is what was called for it, `None` for nothing."""
        if tool is not None:
            members = {"cause": self.call(tool, at)} | members
        change: dict[str, Any] = {"op": op, "root": self._first_root, "path": path}
        change["fileType"] = file_type
        change |= {"before": before} if before is not None else {}
        change |= {"after": after} if after is not None else {}
        return self.add(
            "file_change",
            at,
            status=status,
            precision=precision,
            changes=[change],
            patch={"format": "unified", "text": patch} if patch is not None else None,
            **members,
        )

    def vcs(self, action: str, *, at: str, evidence: str, **members: Any) -> str:
        """Add a `vcs` record of the first root, by a call of a shell tool."""
        members = {"root": self._first_root, "cause": self.call("Bash", at)} | members
        return self.add("vcs", at, action=action, evidence=evidence, **members)

    def state(self, *, at: str, head: str, branch: str = "main", dirty: bool = False) -> str:
        """Add a `workspace_state` of the first root."""
        return self.add(
            "workspace_state", at, root=self._first_root, head=head, branch=branch, dirty=dirty
        )

    def write(self, path: Path) -> Path:
        """Write the stream, one record a line; gives the path back."""
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = (json.dumps(row, ensure_ascii=False) for row in self._rows)
        path.write_bytes("".join(f"{row}\n" for row in rows).encode("utf-8"))
        return path
