"""T3 Code's checkpoints become checkpoints and net changes; their commits are no history."""

from __future__ import annotations

import json
import sqlite3
from base64 import urlsafe_b64encode

import pytest

from attrib.cli.main import main
from attrib.git.command import open_repository
from attrib.git.pure import open_pure
from attrib.git.shadow import ShadowRefs
from attrib.importers.t3_code import T3Code
from attrib.importers.t3_code.threads import scope_of
from attrib.index.history import History
from attrib.model.ids import Oid
from tests.importers.kept_rules import findings_in
from tests.importers.linked import streams_of
from tests.support.repos import commit, git, head, init, write

pytestmark = pytest.mark.git


def spelled(thread):
    return urlsafe_b64encode(thread.encode()).decode().rstrip("=")


def turn(number, thread="thread-1"):
    return f"refs/t3/checkpoints/{spelled(thread)}/turn/{number}"


def ordinal(number, thread="thread-1"):
    return f"refs/t3/orchestration-v2/checkpoints/{scope_of(thread)}/ordinal/{number}"


def checkpoint(repo, ref, files=None, minute=0):
    """Keep the worktree as T3 Code does, after writing some files; the commit's ID."""
    write(repo, files or {})
    date = f"2026-10-20T09:{minute:02d}:00+00:00"
    index = repo / ".git" / "index"
    kept = index.read_bytes() if index.exists() else None
    git(repo, "add", "-A")
    tree = git(repo, "write-tree").decode()
    index.unlink() if kept is None else index.write_bytes(kept)
    message = f"t3 checkpoint ref={ref}"
    oid = git(repo, "commit-tree", tree, "-m", message, date=date).decode()
    git(repo, "update-ref", ref, oid)
    return oid


def blob(repo, content):
    return git(repo, "hash-object", "--stdin", input=content).decode()


@pytest.fixture
def repo(tmp_path, monkeypatch):
    folder = init((tmp_path / "app").resolve())
    commit(folder, {"a": b"one\n", "b": b"two\n"})
    monkeypatch.chdir(folder)
    return folder


def read(repo):
    return list(T3Code().sessions([repo / ".git"]))


def shown(session):
    """Type, reference or endpoints, and changes as operation, path, before and after."""
    return [
        (record["ref"], record["status"], [file["path"] for file in record.get("files", ())])
        if record["type"] == "checkpoint"
        else [
            (change["op"], change["path"], *(change.get(side) for side in ("before", "after")))
            for change in record["changes"]
        ]
        for record in session.records
    ]


def state(oid, kind="git-blob-sha1"):
    return {"objectId": oid, "objectIdType": kind, "representation": "git_object"}


@pytest.mark.parametrize("named", [turn, ordinal])
@pytest.mark.asr("ASR-459", "ASR-467", "ASR-474")
def test_checkpoints_and_what_lies_between_them(repo, named):
    checkpoint(repo, named(0))
    checkpoint(repo, named(1), {"a": b"1\n", "b": None, "src/c": b"three\n"}, 1)
    (session,) = read(repo)
    assert session.id == ("thread-1" if named is turn else scope_of("thread-1"))
    assert session.agent == "gg.ping.t3-code"
    assert [root.path for root in session.roots] == [str(repo)]
    assert shown(session) == [
        (named(0), "ready", []),
        (named(1), "ready", ["a", "b", "src/c"]),
        [
            ("modify", "a", state(blob(repo, b"one\n")), state(blob(repo, b"1\n"))),
            ("delete", "b", state(blob(repo, b"two\n")), None),
            ("add", "src/c", None, state(blob(repo, b"three\n"))),
        ],
    ]
    net = session.records[-1]
    assert (net["basis"], net["precision"], net["status"]) == ("net", "exact", "applied")
    assert net["ts"] == "2026-10-20T09:01:00.000Z"


def test_numbers_go_in_their_order_and_gaps_are_passed_over(repo):
    for number, content in ((0, b"0"), (2, b"2"), (10, b"10")):
        checkpoint(repo, turn(number), {"a": content}, number)
    (session,) = read(repo)
    assert [record.get("ref") for record in session.records if "ref" in record] == [
        turn(0),
        turn(2),
        turn(10),
    ]


def test_threads_stay_apart(repo):
    checkpoint(repo, turn(0))
    checkpoint(repo, turn(0, "thread-2"))
    assert [session.id for session in read(repo)] == ["thread-1", "thread-2"]


def test_a_checkpoint_whose_commit_is_gone_is_missing(repo):
    checkpoint(repo, turn(0))
    gone = checkpoint(repo, turn(1), {"a": b"x\n"}, 1)
    checkpoint(repo, turn(2), {"a": b"y\n"}, 2)
    (repo / ".git" / "objects" / gone[:2] / gone[2:]).unlink()
    (session,) = read(repo)
    assert [item[:2] for item in shown(session) if isinstance(item, tuple)] == [
        (turn(0), "ready"),
        (turn(1), "missing"),
        (turn(2), "ready"),
    ]
    assert shown(session)[-1] == [
        ("modify", "a", state(blob(repo, b"one\n")), state(blob(repo, b"y\n")))
    ]


def test_a_tree_that_is_gone_makes_no_deletions(repo):
    checkpoint(repo, turn(0), {"src/c": b"three\n"})
    oid = checkpoint(repo, turn(1), {"src/c": b"3\n"}, 1)
    tree = git(repo, "rev-parse", f"{oid}:src").decode()
    (repo / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    (session,) = read(repo)
    assert [record["type"] for record in session.records] == ["checkpoint", "checkpoint"]
    assert str(session.notices[0]).startswith(f"{turn(1)}: ")


def test_references_of_other_kinds_are_passed_over(repo):
    checkpoint(repo, turn(0))
    for name in (f"{turn(0)[:-1]}x", "refs/t3/backups/one", "refs/t3/checkpoints/!!/turn/1"):
        git(repo, "update-ref", name, "HEAD")
    git(repo, "update-ref", turn(1), blob(repo, b"one\n"))
    sessions = read(repo)
    assert [session.id for session in sessions] == ["!!", "thread-1"]
    assert shown(sessions[1])[-1] == (turn(1), "missing", [])


def test_submodules_are_left_out_and_links_are_told(repo, tmp_path):
    checkpoint(repo, turn(0))
    other = init(tmp_path / "other")
    commit(other, {"x": b"x"})
    (repo / "link").symlink_to("a")
    git(repo, "-c", "protocol.file.allow=always", "submodule", "-q", "add", str(other), "sub")
    checkpoint(repo, turn(1), minute=1)
    (session,) = read(repo)
    changes = {change["path"]: change.get("fileType") for change in session.records[-1]["changes"]}
    assert changes == {".gitmodules": None, "link": "symlink"}


@pytest.mark.asr("ASR-473")
def test_a_path_that_is_no_unicode_is_told_with_a_loss(repo):
    checkpoint(repo, turn(0))
    write(repo, {b"caf\xe9": b"x"})
    checkpoint(repo, turn(1), minute=1)
    (session,) = read(repo)
    assert session.records[-1]["changes"][0]["path"] == "caf\ufffd"
    assert "path.encoding" in [loss["key"] for loss in session.losses]


def test_ids_of_a_sha256_repository_are_called_so(tmp_path, monkeypatch):
    repo = init((tmp_path / "app").resolve(), "sha256")
    monkeypatch.chdir(repo)
    checkpoint(repo, turn(0), {"a": b"one\n"})
    checkpoint(repo, turn(1), {"a": b"1\n"}, 1)
    (session,) = read(repo)
    after = session.records[-1]["changes"][0]["after"]
    assert after == state(blob(repo, b"1\n"), "git-blob-sha256")


def database(home, table, columns, rows):
    path = home / ".t3" / "userdata" / "state.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE projection_projects (project_id, workspace_root)")
    base.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
    base.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)  # noqa: S608
    base.commit()
    base.close()


def test_the_database_names_threads_and_their_worktrees(repo, home, tmp_path):
    tree = (tmp_path / "tree").resolve()
    git(repo, "worktree", "add", "-q", str(tree))
    database(
        home,
        "orchestration_v2_projection_threads",
        ("thread_id", "project_id", "payload_json"),
        [("thread-1", "p", json.dumps({"worktreePath": str(tree)})), (7, None, "["), ("x", 1, 2)],
    )
    checkpoint(repo, ordinal(0))
    (session,) = read(repo)
    assert (session.id, session.folders) == ("thread-1", (str(tree),))


def test_a_worktree_that_is_gone_is_not_the_root(repo, home):
    columns = ("thread_id", "project_id", "worktree_path")
    database(home, "projection_threads", columns, [("thread-1", "p", "/gone")])
    checkpoint(repo, turn(0))
    (session,) = read(repo)
    assert session.folders == (str(repo),)


def test_a_damaged_database_is_told_and_the_rest_goes_on(repo, home):
    path = home / ".t3" / "userdata" / "state.sqlite"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    checkpoint(repo, turn(0))
    session, rest = read(repo)
    assert len(session.records) == 1
    assert "cannot be read as an SQLite database" in str(rest.notices[0])


def test_the_repository_itself_is_the_place(repo, capsys):
    checkpoint(repo, turn(0))
    checkpoint(repo, turn(1), {"a": b"1\n"}, 1)
    assert main(["import", "--dry-run"]) == 0
    told = f"t3-code\t1 log\t1 session of this repository\t3 records\t{repo / '.git'}"
    assert told in capsys.readouterr().out.splitlines()
    assert main(["import", "t3-code"]) == 0
    (stream,) = streams_of(repo)
    kept = stream.read_bytes()
    assert main(["import", "t3-code"]) == 0
    assert stream.read_bytes() == kept
    checkpoint(repo, turn(2), {"a": b"2\n"}, 2)
    assert main(["import", "t3-code"]) == 0
    assert stream.read_bytes().startswith(kept)
    assert capsys.readouterr().err.splitlines() == [
        "imported 1 session, 3 records",
        "imported 0 sessions, 0 records; 1 unchanged",
        "imported 1 session, 2 records",
    ]
    assert findings_in(repo / ".git") == []


def test_a_linked_worktree_reads_the_same_checkpoints(repo, tmp_path, monkeypatch, capsys):
    checkpoint(repo, turn(0))
    git(repo, "worktree", "add", "-q", str(tmp_path / "tree"))
    monkeypatch.chdir(tmp_path / "tree")
    assert main(["import", "t3-code"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 1 record\n"


def test_checkpoints_that_were_taken_back_stay_recorded(repo):
    checkpoint(repo, turn(0))
    checkpoint(repo, turn(1), {"a": b"1\n"}, 1)
    assert main(["import", "t3-code"]) == 0
    checkpoint(repo, turn(1), {"a": b"another\n"}, 5)
    assert main(["import", "t3-code"]) == 0
    (stream,) = streams_of(repo)
    records = [json.loads(line) for line in stream.read_bytes().splitlines()]
    afters = [
        change["after"]["objectId"]
        for record in records
        if record["type"] == "file_change"
        for change in record["changes"]
    ]
    assert afters == [blob(repo, b"1\n"), blob(repo, b"another\n")]


def test_a_repository_without_checkpoints_has_none(repo, capsys):
    assert main(["import", "t3-code"]) == 0
    assert capsys.readouterr().err == "imported 0 sessions, 0 records\n"
    assert not T3Code().recognizes(repo / ".git")
    assert not T3Code().recognizes(repo)


def test_packed_references_are_read(repo):
    checkpoint(repo, turn(0))
    git(repo, "pack-refs", "--all")
    assert list(T3Code().logs(repo)) == [repo / ".git"]
    with ShadowRefs(repo / ".git") as shadow:
        assert list(shadow.below(b"refs/t3/")) == [turn(0).encode()]


def shadows(repo):
    """A repository with commits under the references that tools keep, and a stash."""
    names = (turn(1), ordinal(0), "refs/entire/abc", "refs/notes/x", "refs/checkpoints/1")
    oids = {checkpoint(repo, name, {"a": name.encode()}, 1) for name in names}
    write(repo, {"a": b"put aside\n"})
    git(repo, "stash", "-q")
    return {*oids, git(repo, "rev-parse", "refs/stash").decode()}


@pytest.mark.parametrize("opened", [open_repository, open_pure])
def test_commits_under_shadow_references_are_no_history(repo, opened):
    kept, base = shadows(repo), head(repo)
    git(repo, "update-ref", "refs/heads/other", checkpoint(repo, "refs/x", {"z": b"z"}, 2))
    repository = opened(repo)
    try:
        found = {each.oid for each in repository.history()}
    finally:
        repository.close()
    assert base in found
    assert len(found) == 2
    assert not kept & found


def test_a_recorded_state_is_found_in_commits_of_people_alone(repo, capsys):
    shadows(repo)
    checkpoint(repo, turn(0), {"a": b"one\n"})
    last = checkpoint(repo, turn(2), {"a": b"the last line\n"}, 3)
    assert main(["import", "t3-code"]) == 0
    own = commit(repo, {"a": b"the last line\n"}, date="2026-10-20T09:10:00+00:00")
    oid = blob(repo, b"the last line\n")
    capsys.readouterr()
    with open_repository(repo) as repository:
        holding = History(repository).places_of(Oid(oid))
        assert {each.commit for each in holding if each.new == oid} == {own}
    assert main(["find", oid]) == 0
    said = capsys.readouterr().out
    assert own[:8] in said
    assert last[:8] not in said
    assert "thread-1" in said


def test_the_index_holds_no_commit_of_a_shadow_reference(repo, capsys):
    kept = shadows(repo)
    assert main(["index", "--build"]) == 0
    assert "holds     1 commit," in capsys.readouterr().out
    with open_repository(repo) as repository:
        history = History(repository)
        assert [oid for oid in kept if history.commit(Oid(oid)) is not None] == []
