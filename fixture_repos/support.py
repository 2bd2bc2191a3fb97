"""What stories are made of: a real git repository and ASR streams, the same ones every time."""

from __future__ import annotations

from attrib.demonstration.repository import MadeUpRepository
from attrib.demonstration.stream import (
    Stream,
    blob_ref,
    git_state,
    worktree_id,
    worktree_state,
)

__all__ = [
    "CLAUDE_CODE",
    "CODEBUDDY",
    "MadeUpRepository",
    "Stream",
    "blob_ref",
    "git_id",
    "git_state",
    "worktree_id",
    "worktree_state",
]

CODEBUDDY = "com.tencent.codebuddy"
CLAUDE_CODE = "com.anthropic.claude-code"


def git_id(repository: MadeUpRepository, path: str) -> str:
    """The ID that git would give the file at `path` now; nothing is stored."""
    return repository.git("hash-object", "--", path).decode().strip()
