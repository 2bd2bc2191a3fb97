"""Pages of Pioneer's patch history become the changes that they record, by the hashes they hold."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.cli.importing import write_session
from attrib.cli.main import main
from attrib.importers.pioneer import Pioneer
from attrib.model.records import Root
from tests.importers.kept_rules import errors_in
from tests.importers.logs import APP
from tests.importers.pioneer_log import (
    EXACT,
    change,
    changes_of,
    digest,
    location,
    notices,
    page,
    read,
    save,
    state,
    step,
)
from tests.importers.wild import VALUES

ONE, TWO = b"one\n", b"one\ntwo\n"


def known(content):
    ids = {"objectId": digest(content), "objectIdType": "sha256", "representation": "worktree"}
    return ids | {"size": len(content)}


def change_of(tmp_path, *changes, **members):
    (record,) = changes_of(save(tmp_path / "page.json", page(step(*changes, **members))))
    return record


@pytest.mark.asr("ASR-458", "ASR-459", "ASR-460")
def test_page_becomes_a_session_with_the_hashes_that_the_engine_took(tmp_path):
    update = change("update", "a.py", before=state(ONE), after=state(TWO))
    log = save(tmp_path / "page.json", page(step(update, minute=1)))
    session, nobody = read(log)
    assert (session.id, session.agent, session.parent) == ("T", "ai.pioneer", None)
    assert (session.roots, session.folders) == ((Root("root", APP),), (APP,))
    assert nobody.notices == ()
    ts = "2026-10-20T09:01:00.000Z"
    assert [
        {name: value for name, value in record.items() if name != "native"}
        for record in session.records
    ] == [
        {
            "type": "tool_call",
            "ts": ts,
            "turnId": "turn_1",
            "callId": "call_1",
            "_meta": {"attrib/source": "call/call_1"},
        },
        {
            "type": "file_change",
            "ts": ts,
            "turnId": "turn_1",
            "status": "applied",
            "precision": "exact",
            "changes": [
                {
                    "op": "modify",
                    "root": "root",
                    "path": "a.py",
                    "fileType": "text",
                    "before": known(ONE),
                    "after": known(TWO),
                }
            ],
            "cause": {"callId": "call_1"},
            "_meta": {
                "attrib/source": "patch/turn_1/call_1",
                "ai.pioneer/coverage": EXACT,
                "ai.pioneer/record": step(update, minute=1)["record"],
            },
        },
    ]
    assert json.loads(session.natives[0].read() or b"") == step(update, minute=1)


@pytest.mark.asr("ASR-454")
@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (change("add", "a", after=state(ONE)), {"op": "add", "path": "a"}),
        (change("replace", "a", after=state(ONE)), {"op": "modify", "path": "a"}),
        (change("delete", "a", before=state(ONE)), {"op": "delete", "path": "a"}),
        (
            change(
                "move",
                "a",
                destinationPath="b",
                destinationLocation=location("b"),
                after=state(ONE),
            ),
            {"op": "move", "path": "b", "oldPath": "a"},
        ),
    ],
)
def test_each_kind_of_change_is_exact_with_what_it_needs(tmp_path, made, expected):
    record = change_of(tmp_path, made)
    assert record["precision"] == "exact"
    assert expected.items() <= record["changes"][0].items()


def test_move_to_another_workspace_names_both_roots(tmp_path):
    moved = change("move", "a", destinationPath="b", destinationLocation=location("b", "/srv/lib"))
    (found,) = change_of(tmp_path, moved)["changes"]
    assert (found["root"], found["oldRoot"]) == ("root-2", "root")


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize(
    ("changes", "members"),
    [
        ([change("add", "a")], {}),
        ([change("add", "a", after=state(ONE)), change("update", "b")], {}),
        ([change("add", "a", after={"contentHash": digest(ONE).upper()})], {}),
        ([change("brand-new", "a", after=state(ONE))], {}),
        ([change("add", "a", after=state(ONE))], {"exactness": "partial"}),
        ([change("add", "a", after=state(ONE))], {"exactness": None}),
        ([change("add", "a", after=state(ONE))], {"coverage": {**EXACT, "exact": False}}),
    ],
)
def test_nothing_else_is_exact(tmp_path, changes, members):
    assert change_of(tmp_path, *changes, **members)["precision"] == "unknown"


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ({"status": "applied"}, "applied"),
        ({"status": "partial", "failedStage": "commit", "errorCode": "io"}, "partial"),
        ({"status": "commit_state_uncertain"}, "unknown"),
        ({"status": "brand-new"}, "unknown"),
        ("applied", "unknown"),
    ],
)
def test_status_is_the_outcome(tmp_path, outcome, status):
    assert change_of(tmp_path, change("add", "a"), outcome=outcome)["status"] == status


def test_gap_is_told_and_gives_no_change(tmp_path):
    gap = step(change("add", "a"), outcome={"status": "gap", "reason": "lost"})
    log = save(tmp_path / "page.json", page(gap))
    assert changes_of(log) == []
    assert notices(log)[1] == ("page.json: turn 'turn_1', invocation 'call_1': is a gap: lost")


@pytest.mark.asr("ASR-474")
@pytest.mark.parametrize(
    "members",
    [
        {"provenance": "provider_aggregate"},
        {"coverage": {**EXACT, "coverage": {"kind": "aggregate_only", "provider": "p"}}},
    ],
)
def test_sums_of_a_turn_are_net(tmp_path, members):
    assert change_of(tmp_path, change("add", "a"), **members)["basis"] == "net"
    assert "basis" not in change_of(tmp_path, change("add", "a"))


@pytest.mark.parametrize(
    ("coverage", "words"),
    [
        (EXACT, "coverage engine_verified_steps, exact; filesystem complete"),
        (
            {**EXACT, "exact": False, "firstMissingOrdinal": 5},
            "coverage engine_verified_steps; filesystem complete; incomplete from ordinal 5 on",
        ),
        (
            {**EXACT, "exactness": {"kind": "incomplete", "reason": "r"}},
            "coverage engine_verified_steps; filesystem complete",
        ),
        (
            {**EXACT, "filesystem": {"kind": "incomplete", "reason": "a shell ran"}},
            "coverage engine_verified_steps, exact; filesystem incomplete: a shell ran",
        ),
        ({"exact": True}, "coverage incomplete, exact; filesystem incomplete"),
    ],
)
def test_coverage_is_told_with_the_file_system_beside_it(tmp_path, coverage, words):
    log = save(tmp_path / "page.json", page(step(change("add", "a")), coverage=coverage))
    assert notices(log) == [f"page.json: {words}"]


def test_what_other_tools_did_is_a_loss_and_no_more_files(tmp_path):
    unseen = {**EXACT, "filesystem": {"kind": "incomplete", "reason": "r"}}
    log = save(tmp_path / "page.json", page(step(change("add", "a"), coverage=unseen)))
    session, _ = read(log)
    assert "ai.pioneer/filesystem" in {loss["key"] for loss in session.losses}
    assert "moreFiles" not in changes_of(log)[0]


def test_record_shown_under_another_thread_belongs_to_the_thread_it_ran_in(tmp_path):
    shown = step(change("add", "a", after=state(ONE)), source="origin")
    log = save(tmp_path / "page.json", page(shown))
    assert {session.id: len(session.records) for session in read(log) if session.id} == {
        "T": 0,
        "origin": 2,
    }


def test_each_invocation_counts_once_with_the_places_that_one_page_has(tmp_path):
    bare = change("add", "a", after=state(ONE))
    del bare["sourceLocation"]
    old = save(tmp_path / "1.json", page(step(bare)))
    new = save(tmp_path / "2.json", page(step(change("add", "a", after=state(ONE)))))
    for order in ((old, new), (new, old)):
        (record,) = changes_of(*order)
        assert record["changes"][0]["root"] == "root"


def test_history_of_a_file_tells_its_states_unless_the_record_is_there(tmp_path):
    def entry(sequence):
        made = change("update", "a", sequence=sequence, after=state(ONE))
        return {
            "environmentId": "workspace",
            "turnId": "turn_1",
            "ordinal": 0,
            "invocationId": "call_1",
            "execution": {"sourceThreadId": "T"},
            "change": made,
        }

    log = save(tmp_path / "file.json", page(entry(0), entry(1)))
    found = changes_of(log)
    assert [(each["status"], each["precision"]) for each in found] == [("unknown", "unknown")] * 2
    assert found[0]["changes"][0]["after"] == known(ONE)
    whole = save(tmp_path / "page.json", page(step(change("update", "a", after=state(ONE)))))
    assert [each["precision"] for each in changes_of(log, whole)] == ["exact"]


def test_answers_and_lists_of_pages_are_read(tmp_path):
    one = {"jsonrpc": "2.0", "result": page(step(change("add", "a")))}
    single = {"record": step(change("add", "b"), invocation="call_2")["record"]}
    log = save(tmp_path / "pages.json", [one, single])
    assert len(changes_of(log)) == 2


def test_page_that_goes_on_is_told(tmp_path):
    cursor = {"turnId": "turn_1", "ordinal": 0}
    log = save(tmp_path / "page.json", page(step(change("add", "a")), nextCursor=cursor))
    assert notices(log)[1] == "page.json: goes on after its last item, where no page was given"


@pytest.mark.asr("ASR-469", "ASR-470", "ASR-471")
@pytest.mark.parametrize(
    ("root", "path", "ref"),
    [
        (APP, "src/a", {"root": "root", "path": "src/a"}),
        ("C:\\app", "src\\a", {"root": "root", "path": "src/a", "nativePath": "C:\\app\\src\\a"}),
        ("//host/share", "a", {"root": "root", "path": "a"}),
        (APP, "../b", {"root": None, "path": f"{APP}/../b"}),
        (APP, "/etc/motd", {"root": None, "path": "/etc/motd"}),
    ],
)
def test_paths_stand_under_the_workspace(tmp_path, root, path, ref):
    made = change("add", path, sourceLocation=location(path, root))
    (found,) = change_of(tmp_path, made)["changes"]
    assert {name: found[name] for name in found if name != "op"} == ref


@pytest.mark.parametrize("path", ["", "a//b", "../a", "~/a", 3, None])
def test_change_whose_path_cannot_be_read_is_told(tmp_path, path):
    made = change("add", "x", sourcePath=path, sourceLocation=None)
    log = save(tmp_path / "page.json", page(step(made)))
    assert changes_of(log) == []
    assert notices(log)[1].endswith("has changes whose path or kind cannot be read")


def test_only_pages_are_recognized(tmp_path):
    importer = Pioneer()
    own = save(tmp_path / "page.json", page())
    other = save(tmp_path / "other.json", {"threadId": "T", "items": 3, "turnId": 1})
    deep = tmp_path / "deep.json"
    deep.write_text('{"threadId": ' + "[" * 100_000, encoding="utf-8")
    assert [importer.recognizes(log) for log in (own, other, deep, tmp_path)] == [
        True,
        False,
        False,
        False,
    ]
    assert list(importer.logs(tmp_path)) == [own]


@pytest.mark.git
def test_hash_of_the_bytes_links_to_the_commit_and_importing_again_changes_nothing(
    tmp_path, monkeypatch, home, capsys
):
    folder = (tmp_path / "app").resolve()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    monkeypatch.chdir(folder)
    (folder / "f").write_bytes(TWO)
    subprocess.run(["git", "add", "f"], check=True)
    subprocess.run(["git", "commit", "-qm", "add"], check=True)
    made = change("add", "f", after=state(TWO), sourceLocation=location("f", str(folder)))
    log = save(tmp_path / "page.json", page(step(made)))
    assert main(["import", "pioneer", str(log)]) == 0
    capsys.readouterr()
    assert main(["commit", "HEAD", "--json"]) == 0
    (commit,) = json.loads(capsys.readouterr().out)["commits"]
    (link,) = commit["links"]
    assert (link["session"]["id"], link["strength"]) == ("T", "strong")
    assert main(["import", "pioneer", str(log)]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == (
        "imported 0 sessions, 0 records; 1 unchanged"
    )


RECORD = sorted(step()["record"])
CHANGE = sorted(change("move", "a", after=1, before=1, destinationPath="b"))


@given(
    st.dictionaries(st.sampled_from(RECORD), VALUES, max_size=3),
    st.dictionaries(st.sampled_from(CHANGE), VALUES, max_size=3),
    st.dictionaries(st.sampled_from(["execution", "coverage", "record"]), VALUES, max_size=1),
    st.dictionaries(st.sampled_from(["threadId", "items", "coverage"]), VALUES, max_size=1),
)
def test_any_values_in_any_members_give_streams_that_keep_the_rules(record, made, item, whole):
    good = step(change("add", "b", after=state(ONE)), invocation="call_2")
    bad = step(change("move", "a", after=state(ONE), destinationPath="b") | made)
    bad["record"] |= record
    with tempfile.TemporaryDirectory() as folder:
        log = save(Path(folder) / "page.json", page(good, bad | item) | whole)
        for session in read(log):
            if session.records:
                write_session(session, "n", Path(folder))
        assert errors_in(Path(folder)) == []
