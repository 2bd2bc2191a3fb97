"""What an event becomes: states hashed around a call, in the repository that holds the file."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any

import pytest

from attrib.errors import StreamError
from attrib.journal import read_journal
from attrib.recording.agent_events import Event, observe
from attrib.recording.agents import agent_of
from attrib.recording.live_marks import live_in
from attrib.recording.pending import LASTS

NOW = 1_793_000_000.0
pytestmark = pytest.mark.git


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return repository(tmp_path / "app")


def repository(folder: Path, *options: str) -> Path:
    subprocess.run(["git", "init", "-q", *options, str(folder)], check=True)
    return folder.resolve()


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def tell(alias: str, event: str, payload: dict[str, Any], now: float = NOW) -> None:
    agent = agent_of(alias)
    assert agent is not None
    told = agent.read(event, payload)
    if told is not None:
        observe(Event(agent, told, now))


def claude(event: str, tool: str, path: Path | None = None, now: float = NOW, **more: Any) -> None:
    given = {"file_path": str(path)} if path is not None else {"command": "x"}
    told = {"session_id": "S", "cwd": "/", "tool_name": tool, "tool_use_id": "c1"}
    tell("claude-code", event, {**told, "tool_input": given, **more}, now)


def records(top: Path, kind: str) -> list[dict[str, Any]]:
    found = [
        json.loads(line)
        for path in (top / ".git" / "attrib").rglob("*.asr.jsonl")
        for line in path.read_text().splitlines()
    ]
    return [record for record in found if record["type"] == kind]


def change(top: Path) -> dict[str, Any]:
    [record] = records(top, "file_change")
    [found] = record["changes"]
    return {**record, **found}


def blob(content: bytes) -> str:
    return sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()


def test_file_that_was_not_there_is_added_and_one_that_goes_is_deleted(top: Path) -> None:
    path = top / "new.txt"
    claude("PreToolUse", "Write", path)
    path.write_bytes(b"1\n")
    claude("PostToolUse", "Write", path)
    assert (change(top)["op"], "before" in change(top)) == ("add", False)
    assert change(top)["after"]["objectId"] == blob(b"1\n")
    claude("PreToolUse", "Write", path)
    path.unlink()
    claude("PostToolUse", "Write", path)
    [_, record] = records(top, "file_change")
    assert record["precision"] == "exact"
    assert [(c["op"], c["before"]["size"], "after" in c) for c in record["changes"]] == [
        ("delete", 2, False)
    ]


def test_call_that_failed_is_recorded_as_failed(top: Path) -> None:
    path = top / "a"
    path.write_bytes(b"1\n")
    claude("PreToolUse", "Edit", path)
    claude("PostToolUseFailure", "Edit", path, error="no match")
    found = change(top)
    assert found["status"] == "failed"
    assert found["before"] == found["after"]
    assert [r["status"] for r in records(top, "tool_result")] == ["failed"]


def test_what_the_user_changed_in_it_is_told(top: Path) -> None:
    path = top / "a"
    claude("PreToolUse", "Write", path)
    path.write_bytes(b"1\n")
    claude("PostToolUse", "Write", path, tool_response={"type": "create", "userModified": True})
    assert change(top)["modifiedByUser"] is True


def test_without_an_event_before_no_state_before_is_told(top: Path) -> None:
    path = top / "a"
    path.write_bytes(b"1\n")
    claude("PostToolUse", "Write", path, tool_response={"type": "update"})
    assert (change(top)["op"], "before" in change(top)) == ("modify", False)


def test_state_seen_long_before_is_no_state_before_the_edit(top: Path) -> None:
    path = top / "a"
    path.write_bytes(b"1\n")
    claude("PreToolUse", "Edit", path)
    path.write_bytes(b"2\n")
    claude("PostToolUse", "Edit", path, NOW + LASTS["edit"] + 1)
    assert "before" not in change(top)
    assert list((top / ".git/attrib/live/pending").glob("*.json")) != []


def test_no_filter_is_run_and_worktree_bytes_are_hashed(top: Path, tmp_path: Path) -> None:
    git(top, "config", "filter.x.clean", f"touch {tmp_path}/ran; cat")
    git(top, "config", "filter.x.required", "true")
    git(top, "config", "core.fsmonitor", f"touch {tmp_path}/ran")
    (top / ".gitattributes").write_text("* filter=x text\n")
    path = top / "a"
    claude("PreToolUse", "Edit", path)
    path.write_bytes(b"1\r\n")
    claude("PostToolUse", "Edit", path)
    assert change(top)["after"]["objectId"] == blob(b"1\r\n")
    git(top, "-c", "filter.x.clean=cat", "-c", "core.fsmonitor=false", "add", ".")
    claude("PreToolUse", "Bash", cwd=str(top))
    path.write_bytes(b"2\r\n")
    claude("PostToolUse", "Bash", cwd=str(top))
    [record] = records(top, "checkpoint")
    assert [file["path"] for file in record["files"]] == ["a"]
    assert not (tmp_path / "ran").exists()


def test_file_is_recorded_in_the_repository_that_holds_it(top: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other")
    inner = repository(top / "lib")
    for path in (other / "o", inner / "i", tmp_path / "outside", top / ".git" / "x"):
        claude("PreToolUse", "Write", path, cwd=str(top))
        path.write_bytes(b"1\n")
        claude("PostToolUse", "Write", path, cwd=str(top))
    assert records(top, "file_change") == []
    assert [c["changes"][0]["path"] for c in records(other, "file_change")] == ["o"]
    assert [c["changes"][0]["path"] for c in records(inner, "file_change")] == ["i"]
    assert [mark.key.id for mark in live_in(other / ".git", other, NOW)] == ["S"]


def test_linked_worktree_is_a_root_of_its_own_in_one_stream(top: Path, tmp_path: Path) -> None:
    git(top, "commit", "-q", "--allow-empty", "-m", "base")
    git(top, "worktree", "add", "-q", str(tmp_path / "side"))
    for path in (top / "a", tmp_path / "side" / "a", top / "b"):
        claude("PreToolUse", "Write", path)
        path.write_bytes(b"1\n")
        claude("PostToolUse", "Write", path)
    [header] = records(top, "session")
    [root] = records(top, "root")
    roots = [c["changes"][0]["root"] for c in records(top, "file_change")]
    first = header["roots"][0]["root"]
    assert roots == [first, root["root"], first]
    assert root["path"] == str((tmp_path / "side").resolve())


def test_ids_are_of_the_format_of_the_repository(tmp_path: Path) -> None:
    top = repository(tmp_path / "new", "--object-format=sha256")
    claude("PreToolUse", "Write", top / "a")
    (top / "a").write_bytes(b"1\n")
    claude("PostToolUse", "Write", top / "a")
    after = change(top)["after"]
    assert after["objectIdType"] == "git-blob-sha256"
    assert after["objectId"] == sha256(b"blob 2\x001\n").hexdigest()


def test_link_in_the_place_of_the_file_is_not_hashed(top: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"1\n")
    (top / "a").symlink_to(tmp_path / "secret")
    claude("PreToolUse", "Edit", top / "a")
    claude("PostToolUse", "Edit", top / "a")
    assert records(top, "file_change") == []


def test_command_gets_the_states_that_differ_and_no_edit(top: Path) -> None:
    for name in ("kept", "touched", "changed", "dirty"):
        (top / name).write_bytes(b"1\n")
    git(top, "add", ".")
    git(top, "commit", "-qm", "base")
    (top / "dirty").write_bytes(b"2\n")
    claude("PreToolUse", "Bash", cwd=str(top))
    (top / "touched").touch()
    (top / "changed").write_bytes(b"3\n")
    (top / "made").write_bytes(b"4\n")
    git(top, "add", "made", "changed")
    git(top, "commit", "-qm", "work")
    claude("PostToolUse", "Bash", now=NOW + 3600, cwd=str(top))
    [record] = records(top, "checkpoint")
    assert records(top, "file_change") == []
    assert record["cause"] == {"callId": "c1"}
    assert [(file["path"], file["blob"]["blob"]) for file in record["files"]] == [
        ("changed", "sha256:" + sha256(b"3\n").hexdigest()),
        ("made", "sha256:" + sha256(b"4\n").hexdigest()),
    ]


def test_command_that_changed_nothing_is_not_recorded(top: Path) -> None:
    claude("PreToolUse", "Bash", cwd=str(top))
    claude("PostToolUse", "Bash", cwd=str(top))
    assert records(top, "session") == []


def test_more_files_than_are_looked_at_are_said_to_be_left_out(top: Path) -> None:
    claude("PreToolUse", "Bash", cwd=str(top))
    for number in range(310):
        (top / f"f{number:03}").write_bytes(b"%d\n" % number)
    claude("PostToolUse", "Bash", cwd=str(top))
    [record] = records(top, "checkpoint")
    assert (len(record["files"]), record["_meta"]) == (300, {"attrib/more-files": True})
    claude("PreToolUse", "Bash", cwd=str(top))
    (top / "more").write_bytes(b"")
    claude("PostToolUse", "Bash", cwd=str(top))
    assert len(records(top, "checkpoint")) == 1


def test_end_takes_away_marks_and_what_was_kept(top: Path) -> None:
    start = {"session_id": "S", "cwd": str(top)}
    tell("claude-code", "SessionStart", start)
    claude("PreToolUse", "Edit", top / "a")
    assert len(live_in(top / ".git", top, NOW)) == 1
    tell("claude-code", "SessionEnd", start)
    assert live_in(top / ".git", top, NOW) == []
    assert list((top / ".git/attrib/live/pending").glob("*.json")) == []


def test_store_that_is_a_link_is_refused(top: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (top / ".git" / "attrib").symlink_to(tmp_path / "outside")
    with pytest.raises(StreamError, match="symbolic link"):
        claude("PreToolUse", "Edit", top / "a")
    assert list((tmp_path / "outside").iterdir()) == []


def test_cursor_that_runs_hooks_of_claude_code_is_no_session_of_it(top: Path) -> None:
    claude("PreToolUse", "Edit", top / "a", cursor_version="2.0")
    assert not (top / ".git" / "attrib").exists()


def test_edit_that_cursor_tells_of_alone_has_no_state_before(top: Path) -> None:
    path = top / "a"
    path.write_bytes(b"2\n")
    told = {"conversation_id": "S", "workspace_roots": [str(top)], "file_path": str(path)}
    edits = [{"old_string": "1", "new_string": "2"}]
    tell("cursor", "afterFileEdit", {**told, "edits": edits})
    found = change(top)
    assert (found["op"], found["after"]["objectId"]) == ("modify", blob(b"2\n"))
    assert "cause" not in found
    tell("cursor", "afterFileEdit", {**told, "edits": []})
    assert len(records(top, "file_change")) == 1


@pytest.mark.parametrize(
    "order", [("postToolUse", "afterFileEdit"), ("afterFileEdit", "postToolUse")]
)
def test_edit_that_cursor_tells_of_twice_is_recorded_once(top: Path, order: tuple) -> None:
    path = top / "a"
    told: dict[str, Any] = {"conversation_id": "S", "workspace_roots": [{"path": str(top)}]}
    call: dict[str, Any] = {"tool_name": "Write", "tool_use_id": "c", "tool_input": {"path": "a"}}
    tell("cursor", "preToolUse", {**told, **call})
    path.write_bytes(b"2\n")
    for event in order:
        extra = call if event == "postToolUse" else {"file_path": str(path), "edits": []}
        tell("cursor", event, {**told, **extra})
    assert change(top)["op"] == "add"


def test_patch_of_codex_names_every_file_that_it_touches(top: Path) -> None:
    for name in ("old", "gone"):
        (top / name).write_bytes(b"1\n")
    patch = (
        "*** Begin Patch\n*** Add File: new\n+1\n*** Delete File: gone\n"
        "*** Update File: old\n*** Move to: sub/moved\n@@\n-1\n+2\n*** End Patch"
    )
    told = {
        "session_id": "S",
        "cwd": str(top),
        "tool_name": "apply_patch",
        "tool_use_id": "c",
        "tool_input": {"command": patch},
    }
    tell("codex", "PreToolUse", told)
    (top / "sub").mkdir()
    (top / "new").write_bytes(b"1\n")
    (top / "gone").unlink()
    (top / "old").unlink()
    (top / "sub" / "moved").write_bytes(b"2\n")
    tell("codex", "PostToolUse", {**told, "tool_response": "Success."})
    [record] = records(top, "file_change")
    assert sorted((c["op"], c["path"]) for c in record["changes"]) == [
        ("add", "new"),
        ("add", "sub/moved"),
        ("delete", "gone"),
        ("delete", "old"),
    ]


def test_two_calls_of_gemini_at_once_are_told_apart_by_what_they_were_given(top: Path) -> None:
    for event in ("BeforeTool", "AfterTool"):
        for name in "ab":
            told = {"session_id": "S", "cwd": str(top), "tool_name": "write_file"}
            given = {"file_path": name, "content": name}
            tell("gemini-cli", event, {**told, "tool_input": given})
            (top / name).write_text(name)
    changes = [record["changes"][0] for record in records(top, "file_change")]
    assert [(c["op"], c["path"]) for c in changes] == [("add", "a"), ("add", "b")]


def test_what_could_not_be_recorded_is_said_in_the_journal(top: Path) -> None:
    (top / ".git" / "attrib").mkdir()
    (top / ".git" / "attrib" / "live").write_text("no folder")
    with pytest.raises(StreamError):
        claude("PreToolUse", "Edit", top / "a")
    [missed] = read_journal(str(top / ".git")).missed
    assert missed.hook == "claude-code before"
    assert "cannot write" in missed.reason


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"key": 1}', b"[" * 5000, b"\xff"])
def test_damaged_state_before_is_none(top: Path, damage: bytes) -> None:
    path = top / "a"
    path.write_bytes(b"1\n")
    claude("PreToolUse", "Edit", path)
    [kept] = (top / ".git/attrib/live/pending").glob("*.json")
    kept.write_bytes(damage)
    claude("PostToolUse", "Edit", path)
    assert "before" not in change(top)
