"""The editor extension's sessions: messages joined with their catalog, without their texts."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.cli.importing import write_session
from attrib.importers.codebuddy import CodeBuddy
from tests.importers.codebuddy_log import notices, read, write_pair
from tests.importers.kept_rules import errors_in
from tests.importers.logs import save
from tests.importers.wild import VALUES

REFERENCE = "com.tencent.codebuddy/catalogReference"
WRAPPED = json.dumps(
    {"content": "<user_query>do</user_query>", "createdAt": "2026-10-20T09:00:00Z"}
)


def session(place, items, messages, *, name="alpha", project=None):
    """The `index.json` of a session with these files of messages."""
    folder = place / "history" / "p" / name
    (folder / "messages").mkdir(parents=True)
    for file, value in messages.items():
        text = value if isinstance(value, str) else json.dumps(value)
        (folder / "messages" / f"{file}.json").write_text(text, encoding="utf-8")
    (folder / "index.json").write_text(json.dumps({"messages": items}), encoding="utf-8")
    if project is not None:
        (folder.parent / "index.json").write_text(json.dumps(project), encoding="utf-8")
    return folder / "index.json"


def item(name, role="user", **members):
    return {"id": name, "role": role, "type": "message", **members}


def test_messages_stand_in_the_order_of_the_catalog_with_their_items_and_files(tmp_path):
    items = [item("m2", more={"x": [1]}), item("m1", "assistant")]
    first = {"id": "m2", "role": "user", "message": WRAPPED}
    other = {"id": "m1", "role": "assistant", "message": "plain text"}
    log = session(tmp_path, items, {"m1": other, "m2": first})
    found, _ = read(log)
    assert (found.id, found.folders, found.started) == ("alpha", (), "2026-10-20T09:00:00Z")
    assert [record["_meta"][REFERENCE] for record in found.records] == items
    assert [
        {name: value for name, value in record.items() if name not in ("_meta", "native")}
        for record in found.records
    ] == [
        {"type": "message", "ts": "2026-10-20T09:00:00Z", "role": "user"},
        {"type": "message", "role": "assistant"},
    ]
    # The nested text stays a text, with what was put around it.
    assert [json.loads(native.read() or b"") for native in found.natives] == [first, other]
    assert "do" not in json.dumps(found.records[0]["role"])


def test_what_the_project_says_now_stands_at_the_end(tmp_path):
    listed = {"id": "alpha", "name": "n", "lastMessageAt": "t", "projectPath": "/home/dev/app"}
    project = {"conversations": [listed, {"id": "beta"}], "current": "beta"}
    log = session(tmp_path, [item("m1")], {"m1": {"message": "x"}}, project=project)
    found, _ = read(log)
    assert [record["type"] for record in found.records] == [
        "message",
        "com.tencent.codebuddy/conversation",
    ]
    assert json.loads(found.natives[-1].read() or b"") == listed
    assert found.folders == ("/home/dev/app",)
    importer = CodeBuddy()
    assert importer.mentions(log, ["/home/dev/app"])
    assert not importer.mentions(log, ["/home/dev/ap", "/srv"])


@pytest.mark.parametrize(
    ("items", "messages", "told"),
    [
        (
            [item("m1"), item("m1")],
            {"m1": {}},
            "2 left unassigned: catalog items whose ID names no one message",
        ),
        ([item("../m1")], {}, "1 left unassigned: catalog items whose ID names no one message"),
        ([{"role": "user"}], {}, "1 left unassigned: catalog items whose ID names no one message"),
        (
            [item("m1")],
            {"m1": {"id": "m2"}},
            "1 left unassigned: catalog items that cannot be joined with their message",
        ),
        (
            [item("m1", n=2**60)],
            {"m1": {}},
            "1 left unassigned: catalog items that cannot be joined with their message",
        ),
        ([item("m1")], {}, "is no file of its own"),
        ([item("m1")], {"m1": "{"}, "is no JSON"),
        ([item("m1")], {"m1": "[1]"}, "is no JSON object"),
    ],
)
def test_items_that_do_not_fit_are_told(tmp_path, items, messages, told):
    log = session(tmp_path, items, messages)
    assert read(log)[0].records == ()
    assert notices(log)[0].endswith(f": {told}")


def test_role_is_given_only_where_catalog_and_file_agree(tmp_path):
    items = [item("m1"), item("m2", "robot"), item("m3", None)]
    files = {"m1": {"role": "assistant"}, "m2": {}, "m3": {"role": "user"}}
    found, _ = read(session(tmp_path, items, files))
    assert [record.get("role") for record in found.records] == [None, None, "user"]


def test_message_behind_a_link_is_not_read(tmp_path):
    log = session(tmp_path, [item("m1")], {})
    secret = tmp_path / "secret.json"
    secret.write_text("{}", encoding="utf-8")
    (log.parent / "messages" / "m1.json").symlink_to(secret)
    assert read(log)[0].records == ()


def test_session_of_the_command_line_with_the_same_id_conflicts(tmp_path):
    log = session(tmp_path, [item("m1")], {"m1": {}}, name="S")
    other = save(tmp_path / "S.jsonl", write_pair("c1", "1\n", 1))
    (nobody,) = read(log, other)
    assert nobody.records == ()
    assert [notice.reason for notice in nobody.notices][:2] == [
        "is left out: its session stands in several logs that disagree"
    ] * 2


def test_catalogs_of_sessions_are_found_and_those_of_projects_are_not(tmp_path):
    log = session(tmp_path, [item("m1")], {"m1": {}}, project={"conversations": []})
    other = log.parent.parent / "index.json"
    importer = CodeBuddy()
    assert list(importer.logs(tmp_path)) == [log]
    assert not importer.recognizes(other)
    assert importer.namespace_of(log) == importer.namespace_of(log.parent / "x" / "index.json")


members = st.dictionaries(
    st.sampled_from(["id", "role", "type", "message", "createdAt", "projectPath"]), VALUES
)


@given(st.lists(members, max_size=3), members, members)
def test_any_values_in_any_members_give_streams_that_keep_the_rules(items, message, project):
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        whole = {"conversations": [{"id": "alpha"} | project], **project}
        log = session(place, [*items, item("m1") | message], {"m1": message}, project=whole)
        for found in read(log):
            if found.records:
                write_session(found, "n", place)
        assert errors_in(place) == []
