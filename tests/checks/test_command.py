from __future__ import annotations

import hashlib
import json

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner

from attrib.cli.check import check
from attrib.codec import encode
from attrib.errors import StreamError
from tests.checks.streams import HEADER, HELLO, STATE, change, without
from tests.house.tree import ROOT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path, *records):
    path.write_bytes(b"".join(encode(record) for record in records))


def run(*arguments, stdin=None):
    result = CliRunner().invoke(check, arguments, input=stdin, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


GOOD = HEADER, change(seq=2, id="r2")
WARNED = HEADER, change(seq=2, id="r2", cause={"callId": "c"})
WRONG = HEADER, change(seq=2, id="r2", changes=[])


def test_conforming_stream_exits_0_and_says_how_much_was_read(folder):
    write(folder / "a.jsonl", *GOOD)
    assert run("a.jsonl") == (
        0,
        "",
        "checked 1 stream, 2 records: 0 errors, 0 warnings, 0 notices\n",
    )


def test_errors_exit_1_sorted_by_place(folder):
    write(folder / "b.jsonl", *WRONG)
    write(folder / "a.jsonl", *WARNED)
    assert run("b.jsonl", "a.jsonl", "-q") == (
        1,
        "a.jsonl:2: ASR-453 warning no tool_call in the stream has callId 'c'\n"
        "b.jsonl:2: ASR-450 error changes is empty\n",
        "",
    )


def test_warnings_exit_0_and_2_under_strict(folder):
    write(folder / "a.jsonl", *WARNED)
    assert run("a.jsonl", "-q")[0] == 0
    assert run("a.jsonl", "-q", "--strict")[0] == 2


def test_growing_stream_exits_0_even_under_strict(folder):
    (folder / "a.jsonl").write_bytes(b"".join(map(encode, GOOD)) + b'{"type":"vcs","se')
    assert run("a.jsonl", "-q", "--strict")[0] == 0


def test_stream_given_twice_is_checked_once(folder):
    write(folder / "a.jsonl", *GOOD)
    assert run("a.jsonl", ".")[2] == (
        "checked 1 stream, 2 records: 0 errors, 0 warnings, 0 notices\n"
    )


def test_json_is_one_object(folder):
    write(folder / "a.jsonl", *WRONG)
    code, out, _ = run("a.jsonl", "--json")
    assert code == 1
    schema = json.loads((ROOT / "docs/schemas/attrib.check-1.json").read_text("utf-8"))
    jsonschema.validate(json.loads(out), schema)
    assert json.loads(out) == {
        "format": "attrib.check/1",
        "findings": [
            {
                "stream": "a.jsonl",
                "line": 2,
                "offset": len(encode(HEADER)),
                "rule": "ASR-450",
                "severity": "error",
                "message": "changes is empty",
            }
        ],
        "streams": 1,
        "records": 2,
    }


def test_standard_input_is_checked():
    data = b"".join(map(encode, WRONG))
    assert run("-", "-q", stdin=data) == (1, "-:2: ASR-450 error changes is empty\n", "")


def test_controls_and_lone_surrogates_are_spelled_out(folder):
    record = change(seq=2, id="r2", path="a\x1b[31m\udce9\n")
    write(folder / "a.jsonl", HEADER, record | {"status": 1, "precision": "\x1b\udce9"})
    assert run("a.jsonl", "-q")[1] == (
        "a.jsonl:2: ASR-450 error precision '\\x1b\\udce9' is none of"
        " exact, hunks, snippet, unknown\n"
        "a.jsonl:2: ASR-450 error status is no string\n"
    )


def test_blobs_of_a_bundle_are_compared(folder):
    digest = hashlib.sha256(HELLO.encode()).hexdigest()
    state = without(STATE, "text") | {"content": {"blob": f"sha256:{digest}", "size": 12}}
    state["objectId"] = "0" * 40
    write(folder / "a.jsonl", HEADER, change(seq=2, id="r2", precision="exact", after=state))
    (folder / "manifest.json").write_text("{}")
    assert run(".", "-q") == (0, "", "")
    (folder / "blobs").mkdir()
    (folder / "blobs" / digest).write_text(HELLO)
    assert run(".", "-q") == (
        1,
        "a.jsonl:2: ASR-458 error changes[0].after.content hashes to"
        " '3b18e512dba79e4c8300dd08aeb37f8e728b8dad', not to objectId\n",
        "",
    )


def test_missing_stream_is_an_error_with_a_hint(folder):
    with pytest.raises(StreamError, match=r"^no session stream at 'gone\.jsonl'$") as caught:
        run("gone.jsonl")
    assert caught.value.hint == "ls -l '.'"
