"""Every method, asked with whatever its schema allows and a little more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from attrib.serve.rpc.registry import METHODS
from attrib.serve.rpc.schemas import schema_of
from tests.serve.logs import Asking, Log, repository_at, step, text
from tests.serve.schema_values import odd, values

pytestmark = [pytest.mark.git, pytest.mark.slow]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """Methods about a thread with a fork, several turns, sums, a bad line and a torn one."""
    repository = repository_at(tmp_path_factory.mktemp("fuzzed") / "repository")
    log = Log(repository, "S")
    log.step(text("a.py", "one\n"), text("src/b.py", "two\n", "one\n"))
    log.step(turnId=None, minute=1, precision="hunks", patch={"format": "unified", "text": "@@\n"})
    log.step({"op": "move", "root": None, "path": "/x\n", "oldPath": "\u202e"}, basis="net")
    log.write(b"{broken\n")
    log.step(text("a.py", None, "\ud800"), ts=None, cause=None, turnId="t2")
    log.write(log.line(**step())[:-40])
    fork = Log(repository, "child", parentSessionId="S")
    fork.step(turnId="t2", moreFiles=True, status="partial")
    asking = Asking(repository)
    yield asking
    asking.close()


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema_of(METHODS[name].result, name))


def check(asking: Asking, name: str, params: object, capfd: pytest.CaptureFixture[str]) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}
    answer = asking.answer(json.dumps(request).encode())
    assert answer.keys() == {"jsonrpc", "id", "result"} or "error" in answer
    if "error" in answer:
        assert answer["error"]["code"] in (-32602, -32001, -32002, -32005, -32006, -32700), answer
        assert "Traceback" not in json.dumps(answer)
    else:
        validator(name).validate(answer["result"])


@pytest.mark.parametrize("name", METHODS)
def test_method_answers_or_says_what_is_wrong(asked, name, capfd):
    schema = schema_of(METHODS[name].params, name)

    @settings(max_examples=60)
    @given(values(schema, schema))
    def ask(params):
        check(asked, name, params, capfd)

    ask()
    assert "Traceback" not in capfd.readouterr().err


@settings(max_examples=60)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(["jsonrpc", "id", "method", "params"]), odd), max_size=3
    )
    | odd
)
def test_any_json_is_answered(asked, message):
    answer = asked.answer(json.dumps(message).encode())
    assert answer is None or isinstance(answer, dict | list)


@settings(max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes_are_answered(asked, data):
    assert asked.answer(data)["error"]["code"] in (-32700, -32600)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("thread/patch_steps/page", {"thread_id": "S", "limit": 1}),
        ("turn/patch_diff/get", {"thread_id": "S", "turn_id": "t1", "max_bytes": 90,
                                 "selection": {"kind": "boundary", "after_ordinal": 0}}),
    ],
)  # fmt: skip
def test_snake_case_means_the_same(asked, method, params):
    def camel(value):
        if not isinstance(value, dict):
            return value
        names = {name: name.split("_") for name in value}
        return {
            first + "".join(part.title() for part in rest): camel(value[name])
            for name, (first, *rest) in names.items()
        }

    assert asked.result(method, **params) == asked.result(method, **camel(params))
    both = {**params, "threadId": "S"}
    assert asked.error(method, **both)["message"] == "given twice, in two spellings"


def test_error_names_the_place(asked):
    cursor = {"turnId": "t1", "ordinal": -1}
    error = asked.error("thread/patch_steps/page", threadId="S", cursor=cursor)
    assert error == {
        "code": -32602,
        "message": "expected `int` >= 0",
        "data": {"path": "$.params.cursor.ordinal"},
    }
