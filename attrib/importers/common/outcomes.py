"""How a call ended: the status of its changes, and the one of its result. Spec: ASR-451."""

from __future__ import annotations

_RESULTS = {"applied": "completed", "failed": "failed", "skipped": "cancelled"}


def result_status(status: str) -> str | None:
    """The status of a `tool_result` for that of a `file_change`; `None` where it is not known."""
    return _RESULTS.get(status)


def result_member(status: str) -> dict[str, str]:
    """The `status` member of a `tool_result`; nothing where it is not known."""
    known = result_status(status)
    return {} if known is None else {"status": known}
