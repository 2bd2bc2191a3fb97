"""Parameters as a client sends them: by name, in the schemas' spelling or in the page's."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from attrib.serve.rpc.errors import RpcError, invalid

_PLACE = re.compile(r"(?s)(.*) - at `(.*)`")


def decoded(kind: Any, raw: bytes | None) -> Any:
    """The parameters as a value of their type.

    Member names in snake_case, as one page writes them, mean the same as in camelCase.

    Raises:
        RpcError: they are no such value; the error names the place.
    """
    data = raw if raw is not None else b"{}"
    if data[:1] != b"{":
        raise invalid("$.params", "parameters are given by name, in an object")
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise invalid("$.params", "nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        other = _respelled(data)
        if other is None:
            raise _error(error) from None
    try:
        return msgspec.convert(other, type=kind)
    except msgspec.MsgspecError as error:
        raise _error(error) from None


def _error(error: Exception) -> RpcError:
    """The error for what msgspec says, with its place."""
    found = _PLACE.fullmatch(str(error))
    words, place = (found[1], found[2]) if found else (str(error), "$")
    return invalid(f"$.params{place[1:]}", f"{words[:1].lower()}{words[1:]}")


def _respelled(data: bytes) -> Any:
    """The parameters with names in camelCase; `None` where none has another spelling."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    changed = [False]
    found = _camel(value, changed)
    return found if changed[0] else None


def _camel(value: Any, changed: list[bool]) -> Any:
    """Parameters have few levels: what is deeper is refused before."""
    if isinstance(value, list):
        return [_camel(item, changed) for item in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, item in value.items():
        first, *rest = name.split("_")
        spelled = first + "".join(part[:1].upper() + part[1:] for part in rest) if first else name
        changed[0] = changed[0] or spelled != name
        if spelled in found:
            raise invalid(f"$.params.{name}"[:200], "given twice, in two spellings")
        found[spelled] = _camel(item, changed)
    return found
