"""All declarers: what is declared comes with the tool's name, and no text is a surprise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.declarations import Declarations
from attrib.model.ids import Oid
from tests.support.declaring import NEW, OLD, read
from tests.support.memory import MemoryRepository

REFERENCES = ("ai", "agent-trace", "agentblame")
MEMBERS = """\
version files sessions prompts agent_id id tool name app.py lines session path conversations ranges
start_line end_line url vcs revision ledger line_attributions attributions provider schema_version
"""
KEYS = st.sampled_from(MEMBERS.split())
LEAVES = st.sampled_from([None, True, 0, 1, 3, 1e400, 2, -1, "", "1-4", "app.py", "a\ud800\x1b"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)
)


class Noted(MemoryRepository):
    """A repository with a note about its second commit under one reference."""

    def __init__(self, reference: str, content: bytes) -> None:
        super().__init__()
        self.commit({"app.py": OLD})
        self.changed = self.commit({"app.py": NEW})
        self.tip = self.commit({str(self.changed): content}, parents=[])
        self.reference = b"refs/notes/" + reference.encode()
        self.names["HEAD"] = self.changed

    def refs(self) -> Mapping[bytes, Oid]:
        return {b"refs/heads/main": self.changed, self.reference: self.tip}


@settings(max_examples=150)
@given(st.sampled_from(REFERENCES), st.binary(max_size=60), VALUES)
def test_no_note_raises(reference: str, head: bytes, value: Any) -> None:
    for content in (
        head,
        json.dumps(value).encode(),
        head + b"\n---\n" + json.dumps(value).encode(),
    ):
        repository = Noted(reference, content)
        found = Declarations(repository, ())
        for declarations in found.of([repository.changed]).values():
            for each in declarations:
                (each.value + each.name).encode("utf-8")
                assert each.tool is not None
                assert {line.path for line in each.lines or ()} <= {b"app.py"}


@pytest.mark.parametrize(
    ("trailer", "said", "tool"),
    [
        (
            "Claude-Session: https://claude.ai/code/session_01ab?x=1",
            "Claude-Session: session_01ab claude-code trailer",
            "Claude Code",
        ),
        ("Duo-Session: 77", "Duo-Session: 77 trailer", "GitLab Duo"),
        ("Entire-Session: 70d782f7", "Entire-Session: 70d782f7 trailer", "Entire"),
        ("Asr-Session: S1", "Asr-Session: S1 trailer", None),
        (
            "Assisted-by: Claude:claude-opus-4",
            "Assisted-by: Claude:claude-opus-4 agent claude-code trailer",
            None,
        ),
        (
            "Co-authored-by: Cursor <cursoragent@cursor.com>",
            "Co-authored-by: Cursor <cursoragent@cursor.com> agent cursor trailer",
            None,
        ),
    ],
)
def test_trailer_names_a_session_or_an_agent(trailer: str, said: str, tool: str | None) -> None:
    repository = MemoryRepository()
    commit = repository.commit({"app.py": OLD})
    repository.messages[commit] = f"title\n\n{trailer}\n".encode()
    assert read(repository, commit) == ([said], [])
    (declaration,) = Declarations(repository, ()).of([commit])[commit]
    assert declaration.tool == tool


def test_people_declare_nothing() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"app.py": OLD})
    trailers = b"Co-authored-by: Grace <g@example.invalid>\nAssisted-by: a good friend\n"
    repository.messages[commit] = b"title\n\n" + trailers
    assert read(repository, commit) == ([], [])


def test_each_commit_is_asked_about_once() -> None:
    repository = Noted("ai", b"text")
    found = Declarations(repository, ())
    assert found.of([repository.changed]) == found.of([repository.changed]) == {}
    assert len(found.unread) == 1


def test_declarations_about_one_commit_are_bounded() -> None:
    rows = {f"p{number}": {"agent_id": {"id": f"S{number}"}} for number in range(600)}
    repository = Noted("ai", b"---\n" + json.dumps({"prompts": rows}).encode())
    said, unread = read(repository, repository.changed)
    assert len(said) == 500
    assert unread == [f"commit {repository.changed[:8]}: only 500 declarations are read"]
