"""The desk answers about what is there now; `--stdio` does so over pipes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from attrib.cli.main import main
from tests.serve.logs import ALIAS, NAMESPACE, Log, text
from tests.support.repos import commit

pytestmark = pytest.mark.git

TEXT = "the only line of this file\n"


def test_new_commit_and_new_record_are_seen(repository, asking):
    assert asking.result("session")["sessions"] == []
    log = Log(repository, "S", roots=[{"root": "app", "path": str(repository)}])
    log.step(text("new.py", TEXT))
    assert [each["id"] for each in asking.result("session")["sessions"]] == ["S"]
    oid = commit(repository, {"new.py": TEXT.encode()}, date="2026-10-20T10:00:00+00:00")
    (found,) = asking.result("commit")["commits"]
    assert (found["commit"], found["strength"]) == (oid, "strong")
    (line,) = asking.result("blame", path="new.py", ranges=["1,1"], minStrength="strong")["lines"]
    assert (line["commit"], line["strength"]) == (oid, "strong")


def test_store_that_is_configured_later_is_seen(repository, asking, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    Log(repository, "S").path.rename(elsewhere / "S.asr.jsonl")
    assert asking.error("thread/patch_steps/page", threadId="S")["code"] == -32001
    config = repository / ".git" / "config"
    config.write_text(config.read_text() + f"[attrib]\n\tsessions = {elsewhere}\n")
    assert asking.result("thread/patch_steps/page", threadId="S")["items"] == []
    assert [each["id"] for each in asking.result("session")["sessions"]] == ["S"]


def test_own_answers_are_those_of_the_commands(repository, asking, capfd):
    log = Log(repository, "S", roots=[{"root": "app", "path": str(repository)}])
    log.step(text("new.py", TEXT))
    commit(repository, {"new.py": TEXT.encode()}, date="2026-10-20T10:00:00+00:00")
    session = f"{ALIAS}:{NAMESPACE}:S"
    for method, params, arguments in (
        ("commit", {"revisions": ["HEAD"]}, ["commit", "HEAD"]),
        ("session", {}, ["session"]),
        ("session", {"id": session}, ["session", session]),
        ("find", {"objectId": "abcd"}, ["find", "abcd"]),
        ("explain", {}, ["explain", "HEAD"]),
        ("explain", {"path": "new.py", "ranges": ["1"]}, ["explain", "new.py:1"]),
        ("graph", {}, ["graph"]),
        ("blame", {"path": "new.py", "revision": "HEAD"}, ["blame", "HEAD", "--", "new.py"]),
    ):
        found = asking.result(method, **params)
        capfd.readouterr()
        assert main(["-C", str(repository), "--json", *arguments]) == 0
        assert found == json.loads(capfd.readouterr().out), method


def test_view_grant_is_given_for_a_file_of_the_thread(repository, asking):
    create = "thread/file/view_grant/create"
    Log(repository, "S", roots=[{"root": "app", "path": str(repository)}]).step()
    for params in (
        {"threadId": "S", "turnId": "t1", "itemId": "i", "href": "a.py:1:2"},
        {"thread_id": "S", "turn_id": "t1", "item_id": "i", "href": "a.py:1:2"},
        {"threadId": "S", "href": "a.py:1:2"},
    ):
        found = asking.result(create, **params)
        assert (found["file_name"], found["line"], found["column"]) == ("a.py", 1, 2)
        assert found["relative_url"].startswith("/storage/views/")
    for params in (
        {"threadId": "nobody", "href": "a.py"},
        {"threadId": "S", "turnId": "t9", "href": "a.py"},
        {"threadId": "S", "href": "../x"},
        {"threadId": "S", "href": "none.py"},
    ):
        assert asking.error(create, **params)["code"] == -32001


def test_messages_over_pipes_are_answered_a_line_each(repository):
    Log(repository, "S").step()
    most = 1024 * 1024
    lines = [
        b'{"jsonrpc":"2.0","id":1,"method":"session"}',
        b"",
        b'{"jsonrpc":"2.0","method":"session"}',
        b'{"jsonrpc":"2.0","id":2,"method":"thread/patch_steps/page","params":{"threadId":"S"}}\r',
        b" " * (most + 10),
        b"no JSON",
    ]
    command = [sys.executable, "-m", "attrib", "-C", str(repository), "serve", "--stdio"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["id"], each.get("error", {}).get("code")) for each in answers] == [
        (1, None),
        (2, None),
        (None, -32003),
        (None, -32700),
    ]
    assert done.stderr == b""


def test_missing_extra_is_named_with_its_remedy(repository, tmp_path, monkeypatch):
    blocked = tmp_path / "blocked" / "sitecustomize.py"
    blocked.parent.mkdir()
    blocked.write_text(
        "import importlib.util as u\n"
        "found = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'starlette' else found(name, *a)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(blocked.parent))
    command = [sys.executable, "-m", "attrib", "-C", str(repository), "serve"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 128
    assert done.stderr.decode().splitlines() == [
        "fatal: 'starlette' is not installed",
        "hint: pip install 'attrib[serve]'",
    ]
