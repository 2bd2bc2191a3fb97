"""JSON-RPC 2.0: one request or a batch of them, as bytes, to what is answered."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from attrib.errors import AttribError, RevisionError, SessionError, UsageError
from attrib.serve.rpc import errors
from attrib.serve.rpc.answers import Answers, encoded
from attrib.serve.rpc.errors import RpcError, invalid
from attrib.serve.rpc.method import Caller, Method
from attrib.serve.rpc.params import decoded

_Id = str | int | float | None

#: A message with so few brackets is deep in no way; one of so many bytes is read at once.
_FLAT, _SMALL = 16, 16 * 1024
#: Gives the OpenRPC document, as OpenRPC says.
DISCOVER = "rpc.discover"


class _Nothing(Struct, forbid_unknown_fields=True):
    """No parameters."""


def _discovering(methods: Mapping[str, Method]) -> Method:
    def document(caller: Caller, asked: Any) -> Any:
        from attrib.serve.rpc.schemas import openrpc

        return openrpc(methods.values())

    return Method(DISCOVER, "The methods and their schemas.", _Nothing, dict[str, Any], document)


class _Request(Struct):
    """A request, as far as it has to be understood to answer it."""

    jsonrpc: Any = None
    method: Any = None
    params: Raw | UnsetType = UNSET
    id: Any = UNSET


class Dispatcher:
    """Answers requests by the methods that it knows."""

    def __init__(self, methods: Mapping[str, Method], answers: Answers) -> None:
        self._methods = {**methods, DISCOVER: _discovering(methods)}
        self._answers = answers

    def answer(self, data: bytes, caller: Caller) -> bytes | None:
        """What is answered to one message; `None` where nothing is, after notifications."""
        limits = caller.desk.limits
        if len(data) > limits.request:
            message = f"a request has at most {limits.request} bytes"
            return failure(None, RpcError(errors.TOO_LARGE, message))
        try:
            if _depth_of(data) > limits.depth:
                raise RpcError(errors.PARSE_ERROR, f"nested deeper than {limits.depth} levels")
            raw = _parsed(data)
        except RpcError as error:
            return failure(None, error)
        if data.lstrip()[:1] != b"[":
            return self._one(raw, caller)
        requests = msgspec.json.decode(raw, type=list[Raw])
        if not requests:
            return failure(None, RpcError(errors.INVALID_REQUEST, "an empty batch"))
        if len(requests) > limits.batch:
            message = f"a batch has at most {limits.batch} requests"
            return failure(None, RpcError(errors.INVALID_REQUEST, message))
        return _joined(self._each(requests, caller), limits.answer)

    def answer_at_once(self, data: bytes) -> bytes | None:
        """The answer to a small request that was given before and still holds, without waiting."""
        if len(data) > _SMALL or data[:1] != b"{" or data.count(b"[") + data.count(b"{") > _FLAT:
            return None
        try:
            request = _request(_parsed(data))
            method, params = self._understood(request)
        except RpcError:
            return None
        if not method.is_cached or not _is_id(request.id):
            return None
        known = self._answers.known_at_once(method, params)
        return None if known is None else _success(request.id, known)

    def _each(self, requests: list[Raw], caller: Caller) -> Iterator[bytes]:
        for raw in requests:
            answer = self._one(bytes(raw), caller)
            if answer is not None:
                yield answer

    def _one(self, raw: bytes, caller: Caller) -> bytes | None:
        identifier: _Id = None
        is_notification = False
        try:
            request = _request(raw)
            if request.id is not UNSET and not _is_id(request.id):
                raise _refused("$.id", "an ID is a string, a number or null")
            is_notification = request.id is UNSET and _is_call(request)
            identifier = None if request.id is UNSET else request.id
            method, params = self._understood(request)
            result = self._result(method, params, caller)
        except RpcError as error:
            return None if is_notification else failure(identifier, error)
        return None if is_notification else _success(identifier, result)

    def _understood(self, request: _Request) -> tuple[Method, bytes | None]:
        if request.jsonrpc != "2.0":
            raise _refused("$.jsonrpc", "only version '2.0' is understood")
        if not isinstance(request.method, str):
            raise _refused("$.method", "a method has a name")
        method = self._methods.get(request.method)
        if method is None:
            shown = request.method[:100]
            hint = "rpc.discover lists the methods"
            raise RpcError(errors.METHOD_NOT_FOUND, f"no method '{shown}'", hint=hint)
        return method, None if request.params is UNSET else bytes(request.params)

    def _result(self, method: Method, params: bytes | None, caller: Caller) -> bytes:
        try:
            known = self._answers.known(method, params) if method.is_cached else None
            if known is not None:
                return known
            made = encoded(method.run(caller, decoded(method.params, params)))
            if len(made) > caller.desk.limits.answer:
                raise RpcError(errors.TOO_LARGE, "the answer is too large; ask for less")
            if method.is_cached:
                self._answers.keep(method, params, made)
        except AttribError as error:
            raise _told(error) from None
        except (RpcError, MemoryError):
            raise
        except Exception as error:
            traceback.print_exception(error, file=sys.stderr)
            raise RpcError(errors.INTERNAL_ERROR, "a bug in attrib; see what it printed") from None
        return made


def _parsed(data: bytes) -> bytes:
    """The message, known to be JSON.

    Raises:
        RpcError: it is none.
    """
    try:
        data.decode("utf-8")
        msgspec.json.decode(data, type=list[Raw] if data.lstrip()[:1] == b"[" else Raw)
        msgspec.json.decode(data)
    except UnicodeDecodeError as error:
        raise RpcError(errors.PARSE_ERROR, f"no UTF-8 at byte {error.start}") from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise RpcError(errors.PARSE_ERROR, f"no JSON: {error}"[:300]) from None
    return data


def _depth_of(data: bytes) -> int:
    """How deep arrays and objects lie in each other at most; brackets in strings do not count."""
    depth = most = 0
    is_text = is_escaped = False
    if data.count(b"[") + data.count(b"{") <= _FLAT:
        return 0
    for byte in data:
        if is_text:
            if is_escaped:
                is_escaped = False
            elif byte == 0x5C:
                is_escaped = True
            elif byte == 0x22:
                is_text = False
        elif byte == 0x22:
            is_text = True
        elif byte in b"[{":
            depth += 1
            most = max(most, depth)
        elif byte in b"]}":
            depth -= 1
    return most


def _request(raw: bytes) -> _Request:
    if raw.lstrip()[:1] != b"{":
        raise _refused("$", "a request is an object")
    try:
        return msgspec.json.decode(raw, type=_Request)
    except msgspec.MsgspecError as error:
        raise _refused("$", str(error)) from None


def _is_id(value: object) -> bool:
    return value is None or (isinstance(value, str | int | float) and not isinstance(value, bool))


def _is_call(request: _Request) -> bool:
    """True where only the ID is missing, so that nobody waits for an answer."""
    return request.jsonrpc == "2.0" and isinstance(request.method, str)


def _refused(path: str, message: str) -> RpcError:
    return RpcError(errors.INVALID_REQUEST, message, path=path)


def _told(error: AttribError) -> RpcError:
    """The error for what an answer was refused with."""
    if isinstance(error, UsageError):
        return invalid("$.params", str(error), hint=error.hint)
    is_missing = isinstance(error, SessionError | RevisionError)
    code = errors.NOT_FOUND if is_missing else errors.FAILED
    return RpcError(code, str(error), hint=error.hint)


def _success(identifier: _Id, result: bytes) -> bytes:
    head = b'{"jsonrpc":"2.0","id":' + msgspec.json.encode(identifier)
    return head + b',"result":' + result + b"}"


def failure(identifier: _Id, error: RpcError) -> bytes:
    """The answer to a request that is refused."""
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data:
        body["data"] = error.data
    return encoded({"jsonrpc": "2.0", "id": identifier, "error": body})


def _joined(answers: Iterator[bytes], most: int) -> bytes | None:
    """The answers of a batch as an array; what goes beyond `most` bytes is refused one by one."""
    found: list[bytes] = []
    size = 0
    for answer in answers:
        size += len(answer)
        if size > most:
            identifier = msgspec.json.decode(answer)["id"]
            answer = failure(identifier, RpcError(errors.TOO_LARGE, "the batch is too large"))
        found.append(answer)
    return b"[" + b",".join(found) + b"]" if found else None
