"""Sessions that record, each in a manner of its own, and what of it was kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.accuracy_stories.changes import change_of
from benchmarks.accuracy_stories.model import Edit, Worktree

AGENTS = ("com.tencent.codebuddy", "com.anthropic.claude-code", "com.openai.codex")
MODES = ("full", "ids", "git", "sha256", "after", "after-id", "hunks", "bare-hunks", "snippet",
         "claude")  # fmt: skip


@dataclass(frozen=True)
class Manner:
    """How a session records: what of a change, with times or not, how late its clock is.

    `loss` is the chance that a record is lost; `status` and the flags go on every record.
    """

    mode: str = "full"
    timeless: bool = False
    skew: float = 0
    loss: float = 0
    twice: bool = False
    more_files: bool = False
    user_modified: bool = False
    causeless: bool = False
    sees_commits: bool = False

    @property
    def name(self) -> str:
        """The manner in a few words."""
        flags = {
            "timeless": self.timeless,
            f"skew{self.skew:+.0f}": bool(self.skew),
            "lossy": bool(self.loss),
            "twice": self.twice,
            "more-files": self.more_files,
            "user-modified": self.user_modified,
            "causeless": self.causeless,
        }
        return "+".join([self.mode, *(name for name, held in flags.items() if held)])


@dataclass(frozen=True)
class Kept:
    """A record that was kept of an edit; `mode` says what of it, `time` what its clock said."""

    session: str
    edit: Edit
    mode: str
    time: float | None
    own: bool = True


@dataclass(eq=False)
class Session:
    """A session in one worktree: its stream, and what it kept of its edits."""

    id: str
    agent: str
    namespace: str
    worktree: Worktree
    manner: Manner
    rng: Random
    rows: list[dict[str, Any]] = field(default_factory=list)
    hook_rows: list[dict[str, Any]] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    calls: int = 0
    below: str = ""

    def open(self, at: float) -> None:
        """Begin both streams with their headers, and say where HEAD is."""
        folder = f"{self.worktree.folder}/{self.below}".rstrip("/")
        for rows, producer in ((self.rows, "import"), (self.hook_rows, "agent-hook")):
            header = {
                "sessionId": self.id,
                "agent": self.agent,
                "namespace": self.namespace,
                "profiles": ["coding"],
                "roots": [{"root": "app", "path": folder}],
                "_meta": {"attrib/producer": {"name": producer, "version": "1"}},
            }
            self._row("session", at, header, rows=rows)
        self.see_head(at)

    def see_head(self, at: float) -> None:
        """Record the state of the workspace."""
        head = self.worktree.head
        if head is not None:
            state = {"root": "app", "head": head, "branch": self.worktree.branch, "dirty": False}
            self._row("workspace_state", at, state)

    def commit(self, at: float) -> None:
        """Record that the session itself ran the commit that is HEAD now."""
        made = {"action": "commit", "root": "app", "commit": self.worktree.head}
        self._row("vcs", at, made | {"evidence": "observed", "cause": self._call("Bash", at)})

    def record(self, edit: Edit) -> None:
        """Record an edit of the session, in its manner, unless the record is lost."""
        manner = self.manner
        if self.rng.random() >= manner.loss:
            self._change(edit, manner.mode, self.rows)
        if manner.twice:
            self._change(edit, "ids", self.hook_rows)

    def propose(self, edit: Edit, status: str) -> None:
        """Record a change that was never made."""
        self._change(edit, self.manner.mode, self.rows, status=status)

    def observe(self, edit: Edit, actor: str = "external") -> None:
        """Record a change that somebody else made."""
        cause = {"actor": actor, "observed": True}
        self._change(edit, "ids", self.rows, cause=cause)

    def rewind(self, edit: Edit) -> None:
        """Record that the harness restored an earlier state."""
        number = self._row("rewind", edit.time, {"target": "turn"})
        self._change(edit, "full", self.rows, cause={"restore": number})

    def _change(
        self,
        edit: Edit,
        mode: str,
        rows: list[dict[str, Any]],
        *,
        status: str = "applied",
        cause: Mapping[str, Any] | None = None,
    ) -> None:
        body = change_of(edit, mode, self.worktree.crlf)
        for change in body["changes"]:
            change["path"] = change["path"].removeprefix(self.below)
        flags = {"moreFiles": True} if self.manner.more_files else {}
        flags |= {"modifiedByUser": True} if self.manner.user_modified else {}
        own = cause is None
        members = {"status": status, **body, **flags}
        if not own or not self.manner.causeless:
            members["cause"] = cause or self._call("Edit", edit.time, rows)
        self._row("file_change", edit.time, members, rows=rows)
        if status == "applied":
            time = None if self.manner.timeless else edit.time + self.manner.skew
            self.kept.append(Kept(self.id, edit, mode, time, own))

    def record_together(self, edits: Sequence[Edit]) -> None:
        """Record edits of several files as one record, with a patch in git's form."""
        mode = self.manner.mode
        parts = [change_of(edit, mode, self.worktree.crlf) for edit in edits]
        patch = "".join(
            f"diff --git a/{edit.path} b/{edit.path}\n--- a/{edit.path}\n+++ b/{edit.path}\n"
            + part["patch"]["text"]
            for edit, part in zip(edits, parts, strict=True)
            if "patch" in part
        )
        members: dict[str, Any] = {
            "status": "applied",
            "precision": min((p["precision"] for p in parts), key=("hunks", "exact").index),
            "changes": [change for p in parts for change in p["changes"]],
            "cause": self._call("apply_patch", edits[-1].time),
        }
        if patch:
            members["patch"] = {"format": "git_patch", "text": patch}
        self._row("file_change", edits[-1].time, members)
        time = None if self.manner.timeless else edits[-1].time + self.manner.skew
        self.kept += [Kept(self.id, edit, mode, time) for edit in edits]

    def net(self, edit: Edit) -> None:
        """Record what a file became in a while, whoever changed it. Spec: ASR-474."""
        body = change_of(edit, "ids", self.worktree.crlf)
        cause = self._call("turn", edit.time)
        members = {"status": "applied", "basis": "net", **body, "cause": cause}
        self._row("file_change", edit.time, members)

    def resume(self, other: Session) -> None:
        """Begin with a copy of another session's records, as resumed transcripts do."""
        self.rows += [dict(row) for row in other.rows[1:]]
        for number, row in enumerate(self.rows, 1):
            row["seq"], row["id"] = number, f"r{number}"
        self.calls = other.calls

    def _call(
        self, tool: str, at: float, rows: list[dict[str, Any]] | None = None
    ) -> Mapping[str, Any]:
        self.calls += 1
        call = f"call_{self.calls}"
        self._row("tool_call", at, {"callId": call, "name": tool}, rows=rows)
        return {"callId": call}

    def _row(
        self,
        kind: str,
        at: float,
        members: Mapping[str, Any],
        *,
        rows: list[dict[str, Any]] | None = None,
    ) -> str:
        rows = self.rows if rows is None else rows
        number = len(rows) + 1
        row: dict[str, Any] = {"type": kind, "seq": number, "id": f"r{number}"}
        if not self.manner.timeless:
            moment = datetime.fromtimestamp(at + self.manner.skew, UTC)
            row["ts"] = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        rows.append(row | dict(members))
        return f"r{number}"

    def write(self, folder: Path) -> None:
        """Write the streams; a commit is named by the ID that it has by now."""
        for rows, name in ((self.rows, "import"), (self.hook_rows, "agent-hook")):
            if len(rows) > 1:
                text = "".join(json.dumps(row, default=lambda c: c.oid) + "\n" for row in rows)
                (folder / f"{self.id}.{name}.asr.jsonl").write_bytes(text.encode())
