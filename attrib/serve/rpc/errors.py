"""What a call is refused with: JSON-RPC's own codes, and the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
#: The server's own: what was asked for is not here, or cannot be told now.
NOT_FOUND = -32001
RESTART = -32002
TOO_LARGE = -32003
BUSY = -32004
FAILED = -32005
AMBIGUOUS = -32006


class RpcError(Exception):
    """A call cannot be answered; `path` says which part of the request is the reason."""

    def __init__(
        self,
        code: int,
        message: str,
        *,
        path: str | None = None,
        hint: str | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = {
            name: value
            for name, value in {"path": path, "hint": hint, **(data or {})}.items()
            if value is not None
        }


def invalid(path: str, message: str, **more: Any) -> RpcError:
    """The error for a parameter that is off."""
    return RpcError(INVALID_PARAMS, message, path=path, **more)
