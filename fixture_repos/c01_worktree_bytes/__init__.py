"""Worktree bytes are not git bytes: CRLF in the worktree, LF in the repository."""
