"""`attrib report`, `graph`, `controls`, `audit` on a real repository: answers, streams, codes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attrib.cli.main import main
from attrib.model.evidence import STATEMENT
from tests.cli.conftest import Answer, Maker

pytestmark = pytest.mark.git

BEFORE = b"import sys\n"
AFTER = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"
Attrib = Callable[..., Answer]


def state(content: bytes) -> dict[str, Any]:
    digest = hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False)
    return {
        "objectId": digest.hexdigest(),
        "objectIdType": "git-blob-sha1",
        "representation": "git_object",
        "size": len(content),
        "text": content.decode(),
    }


def stream(root: Path) -> bytes:
    header = {
        "type": "session",
        "id": "0",
        "version": 0,
        "sessionId": "0f1e2d3c-4b5a",
        "agent": "com.tencent.codebuddy",
        "namespace": "laptop",
        "ts": "2023-11-15T00:00:00Z",
        "profiles": ["coding"],
        "roots": [{"id": "repo", "path": str(root)}],
    }
    change = {
        "type": "file_change",
        "v": 0,
        "id": "r1",
        "ts": "2023-11-17T00:00:00Z",
        "status": "applied",
        "precision": "exact",
        "cause": {"callId": "call_1"},
        "changes": [
            {
                "op": "modify",
                "root": "repo",
                "path": "app.py",
                "before": state(BEFORE),
                "after": state(AFTER),
            }
        ],
    }
    return b"".join(json.dumps(row).encode() + b"\n" for row in (header, change))


@pytest.fixture
def attrib(make: Callable[[], Maker], monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> Attrib:
    """`attrib` in a repository whose second commit a session recorded; the third declares one."""
    maker = make()
    maker.write("app.py", BEFORE)
    maker.commit("start")
    maker.write("app.py", AFTER)
    maker.tick = 1_700_200_000
    maker.commit("read the name")
    maker.write("other.py", b"print('other words')\n")
    maker.commit("other\n\nAsr-Session: nobody")
    (maker.path / "sub").mkdir()
    folder = maker.path.parent / "sessions"
    folder.mkdir()
    (folder / "one.asr.jsonl").write_bytes(stream(maker.path))
    monkeypatch.setenv("ATTRIB_SESSIONS", str(folder))
    monkeypatch.chdir(maker.path)

    def run(*arguments: str) -> Answer:
        capfdbinary.readouterr()
        code = main(arguments)
        return Answer(code, *capfdbinary.readouterr())

    return run


def test_report_counts_the_range_and_says_the_statement_last(attrib: Attrib) -> None:
    answer = attrib("report", "HEAD~2..HEAD")
    assert answer.out.decode() == (
        """\
2 commits, 3 added lines, 1 session

strong        2   67 %  █████████████████████
moderate      0    0 %
weak          0    0 %
no record     1   33 %  ███████████    1 recorder-absent

by session  codebuddy 0f1e2d3c 2
declared    1 commit names a session that no content supports: attrib audit HEAD~2..HEAD
"""
    )
    assert answer.err.decode() == f"{STATEMENT}\n"
    assert answer.code == 0


def test_paths_are_taken_from_the_folder_one_stands_in(
    attrib: Attrib, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("sub")
    answer = attrib("report", "--json", "--", "../app.py")
    assert json.loads(answer.out)["totals"]["added"] == 3
    assert attrib("report", "--exit-code", "HEAD", "--", "../other.py").code == 1


def test_unknown_range_is_fatal_and_too_many_are_usage(attrib: Attrib) -> None:
    answer = attrib("report", "nothing..HEAD")
    assert (answer.code, answer.out) == (128, b"")
    assert answer.err.startswith(b"fatal: bad revision 'nothing..HEAD'\nhint: ")
    assert attrib("report", "HEAD", "HEAD~1").code == 129


def test_audit_finds_the_declared_and_the_undeclared(attrib: Attrib) -> None:
    found = json.loads(attrib("audit", "--json").out)["findings"]
    assert [each["class"] for each in found] == ["declared-unsupported", "supported-undeclared"]
    assert attrib("audit", "--exit-code").code == 1
    assert attrib("audit", "--exit-code", "HEAD~1").code == 0


def test_controls_hold_here(attrib: Attrib) -> None:
    answer = attrib("controls", "--exit-code")
    assert answer.code == 0
    assert answer.out.endswith(b"nothing strong and nothing moderate, as it must be\n")


@pytest.mark.parametrize(
    ("form", "begin"),
    [
        ("json", b'{"format":"attrib.graph/1"'),
        ("graphml", b"<?xml"),
        ("dot", b"digraph evidence {"),
        ("mermaid", b"flowchart LR"),
        ("prov", b'{"prefix"'),
        ("html", b"<!doctype html>"),
    ],
)
def test_graph_is_given_in_each_format_the_same_every_time(
    attrib: Attrib, form: str, begin: bytes
) -> None:
    answer = attrib("graph", "--format", form)
    assert answer.code == 0
    assert answer.out.startswith(begin)
    assert answer.out == attrib("graph", "--format", form).out
    assert answer.err.decode() == f"{STATEMENT}\n"


def test_json_and_another_format_are_a_usage_error(attrib: Attrib) -> None:
    assert attrib("graph", "--json", "--format", "dot").code == 129
    assert attrib("graph", "--json").out == attrib("graph").out


def test_session_tells_where_its_states_stand(attrib: Attrib) -> None:
    answer = json.loads(attrib("session", "--json", "0f1e2d3c").out)
    (found,) = answer["states"]
    assert found["refs"] == ["main"]
    assert found["alive"] == [[2, 3]]
    assert answer["left_out"] == []
