"""What the hooks record of each thing that git does, and of what it does not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from attrib.cli.check import check
from attrib.cli.main import main
from attrib.model.ids import SessionKey
from attrib.model.records import Root
from attrib.recording.stream_header import StreamHeader
from attrib.recording.stream_writer import StreamFolder
from tests.support.hooked import actions, commit, git, hooked, journal, of_kind, streams
from tests.support.repos import head, init, write

pytestmark = pytest.mark.git


@pytest.fixture
def live(monkeypatch) -> str:
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    return "S1"


@pytest.fixture
def repository(tmp_path):
    return hooked(tmp_path / "r")


@pytest.fixture
def branched(repository):
    """`side` has two commits of its own, `main` one; `main` is checked out."""
    git(repository, "checkout", "-q", "-b", "side")
    commit(repository, {"s": b"1\n"}, message="s1")
    commit(repository, {"s": b"1\n2\n"}, message="s2")
    git(repository, "checkout", "-q", "main")
    commit(repository, {"m": b"1\n"}, message="m1")
    (repository / ".git" / "attrib" / "journal.jsonl").unlink()
    return repository


def assert_conforms(repository) -> None:
    paths = [str(path) for path in repository.rglob("*.asr.jsonl")]
    result = CliRunner().invoke(check, ["--strict", *paths], catch_exceptions=False)
    assert result.exit_code == 0, result.stdout


@pytest.mark.asr("ASR-463")
@pytest.mark.asr("ASR-465")
@pytest.mark.asr("ASR-466")
@pytest.mark.asr("ASR-468")
def test_commit_is_recorded_with_the_state_that_it_leaves(repository, live):
    before = head(repository)
    oid = commit(repository, {"f": b"1\n"})
    (header, vcs, state) = streams(repository)["S1"]
    assert header["roots"] == [{"root": "hook", "path": str(repository)}]
    assert {**vcs, "ts": ""} == {
        "type": "vcs", "seq": 2, "id": "r2", "ts": "", "action": "commit", "root": "hook",
        "commit": oid, "parents": [before], "branch": "main", "evidence": "observed",
    }  # fmt: skip
    assert {**state, "ts": ""} == {
        "type": "workspace_state", "seq": 3, "id": "r3", "ts": "", "root": "hook", "head": oid,
        "branch": "main", "worktree": {"linked": False}, "dirty": False,
    }  # fmt: skip
    assert journal(repository) == []
    assert_conforms(repository)


@pytest.mark.asr("ASR-464")
def test_commit_without_a_live_session_is_in_the_journal_alone(repository):
    oid = commit(repository, {"f": b"1\n"})
    (entry,) = journal(repository)
    assert entry.pop("ts").endswith("Z")
    assert entry == {
        "type": "commit", "commit": oid, "worktree": str(repository), "branch": "main",
    }  # fmt: skip
    assert streams(repository) == {}


@pytest.mark.parametrize("name", ["a b", 'quo"te', "back\\slash", "ünï", "new\nline"])
def test_journal_holds_any_path_of_a_worktree(tmp_path, name):
    repository = hooked(tmp_path / name)
    oid = commit(repository, {"f": b"1\n"})
    assert [(e["commit"], e["worktree"]) for e in journal(repository)] == [(oid, str(repository))]


@pytest.mark.parametrize("name", ["a b", 'quo"te', "back\\slash", "ünï", "new\nline"])
def test_stream_holds_any_path_of_a_worktree(tmp_path, name, live):
    repository = hooked(tmp_path / name)
    commit(repository, {"f": b"1\n"})
    assert streams(repository)["S1"][0]["roots"] == [{"root": "hook", "path": str(repository)}]


def test_journal_has_no_branch_where_head_is_detached(repository):
    git(repository, "checkout", "-q", "--detach")
    oid = commit(repository, {"f": b"1\n"})
    (entry,) = journal(repository)
    assert entry["commit"] == oid
    assert "branch" not in entry


def test_detached_head_is_recorded_as_that(repository, live):
    git(repository, "checkout", "-q", "--detach")
    commit(repository, {"f": b"1\n"})
    state = of_kind(repository, "workspace_state")[-1]
    assert state["detached"] is True
    assert "branch" not in state
    assert "branch" not in of_kind(repository, "vcs")[-1]


def test_pathspec_commit_from_a_subdirectory(tmp_path, live, monkeypatch):
    """Case C03."""
    repository = init(tmp_path / "r")
    commit(repository, {"pkg/a": b"a\n", "pkg/b": b"b\n"})
    write(repository, {"pkg/a": b"a\na2\n", "pkg/b": b"b\nb2\n", "pkg/c": b"new\n"})
    git(repository, "add", "pkg/b", "pkg/c")
    from attrib.git.hooks_folder import hooks_folder
    from attrib.recording.hook_install import install

    install(hooks_folder(repository).path)
    git(repository / "pkg", "commit", "-qm", "only a", "--", "a")
    assert [record["commit"] for record in of_kind(repository, "vcs")] == [head(repository)]
    assert of_kind(repository, "workspace_state")[0]["dirtyPaths"] == ["pkg/b", "pkg/c"]
    assert git(repository, "diff", "--cached", "--name-only") == b"pkg/b\npkg/c"


def test_index_of_the_user_s_own_is_not_taken_for_the_workspace(repository, live, monkeypatch):
    commit(repository, {"f": b"1\n"})
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository / ".git" / "other-index"))
    git(repository, "read-tree", "HEAD")
    git(repository, "commit", "-q", "--allow-empty", "-m", "by another index")
    assert of_kind(repository, "workspace_state")[-1]["dirty"] is False


def test_linked_worktree_of_a_session_that_touched_other_repositories(tmp_path, live):
    """Case C04."""
    main = init(tmp_path / "a")
    commit(main, {"x": b"x\n"})
    git(main, "worktree", "add", "-q", "../awt", "-b", "side")
    other = init(tmp_path / "other")
    commit(other, {"o": b"o\n"})
    git(main, "-c", "protocol.file.allow=always", "submodule", "-q", "add", "../other", "lib")
    git(main, "commit", "-qm", "sub")
    from attrib.git.hooks_folder import hooks_folder
    from attrib.recording.hook_install import install

    install(hooks_folder(main).path)
    write(other, {"o2": b"o2\n"})
    write(main / "lib", {"o": b"changed\n"})
    before = {p: p.read_bytes() for p in (other / ".git").rglob("*") if p.is_file()}
    linked = tmp_path / "awt"
    oid = commit(linked, {"y": b"y\n"}, message="in worktree")
    (vcs,), (state,) = of_kind(main, "vcs"), of_kind(main, "workspace_state")
    assert (vcs["commit"], vcs["branch"]) == (oid, "side")
    assert (state["head"], state["worktree"]) == (oid, {"linked": True, "name": "awt"})
    assert state["dirty"] is False
    assert streams(main)["S1"][0]["roots"] == [{"root": "hook", "path": str(linked)}]
    assert {p: p.read_bytes() for p in (other / ".git").rglob("*") if p.is_file()} == before


def test_each_worktree_is_a_root_declared_before_it_is_used(repository, live):
    commit(repository, {"f": b"1\n"})
    git(repository, "worktree", "add", "-q", "../wt", "-b", "wt")
    commit(repository.parent / "wt", {"g": b"1\n"})
    commit(repository, {"f": b"2\n"})
    kinds = [(record["type"], record.get("root")) for record in streams(repository)["S1"][1:]]
    assert kinds == [
        ("vcs", "hook"), ("workspace_state", "hook"),
        ("root", "hook-2"), ("vcs", "hook-2"), ("workspace_state", "hook-2"),
        ("vcs", "hook-2"), ("workspace_state", "hook-2"),
        ("vcs", "hook"), ("workspace_state", "hook"),
    ]  # fmt: skip
    assert_conforms(repository)


def test_amend_is_told_and_its_pair_is_kept(repository, live):
    old = commit(repository, {"f": b"1\n"})
    write(repository, {"f": b"2\n"})
    git(repository, "commit", "-q", "-a", "--amend", "-m", "again")
    assert actions(repository) == ["commit", "amend"]
    (entry,) = journal(repository)
    assert (entry["by"], entry["pairs"]) == ("amend", [[old, head(repository)]])


def test_rebase_is_told_and_every_pair_is_kept(branched, live):
    git(branched, "checkout", "-q", "side")
    olds = git(branched, "rev-list", "--reverse", "main..side").decode().split()
    git(branched, "rebase", "-q", "main")
    news = git(branched, "rev-list", "--reverse", "main..side").decode().split()
    assert actions(branched) == ["checkout", "rebase", "rebase"]
    (entry,) = journal(branched)
    assert entry["by"] == "rebase"
    assert entry["pairs"] == [[old, new] for old, new in zip(olds, news, strict=True)]
    last = of_kind(branched, "workspace_state")[-1]
    assert (last["branch"], last["head"]) == ("side", news[-1])
    assert_conforms(branched)


def test_rebase_by_patches_is_told(branched, live):
    git(branched, "checkout", "-q", "side")
    git(branched, "rebase", "-q", "--apply", "main")
    assert actions(branched) == ["checkout", "rebase", "rebase"]
    assert len(journal(branched)[0]["pairs"]) == 2


def test_autosquash_keeps_both_old_commits_of_one_new_one(repository, monkeypatch):
    first = commit(repository, {"f": b"1\n"}, message="first")
    fixup = commit(repository, {"f": b"2\n"}, message="fixup! first")
    later = commit(repository, {"g": b"1\n"}, message="later")
    monkeypatch.setenv("GIT_SEQUENCE_EDITOR", ":")
    git(repository, "rebase", "-q", "-i", "--autosquash", "HEAD~3")
    rebase = [entry for entry in journal(repository) if entry.get("by") == "rebase"]
    squashed, last = head(repository, "HEAD~1"), head(repository)
    assert [entry["pairs"] for entry in rebase] == [
        [[first, squashed], [fixup, squashed], [later, last]]
    ]


def test_cherry_pick_is_told(branched, live):
    git(branched, "cherry-pick", "side~1")
    assert actions(branched) == ["cherry_pick"]


def test_cherry_pick_that_had_a_conflict_is_told(branched, live):
    commit(branched, {"s": b"other\n"})
    with pytest.raises(AssertionError):
        git(branched, "cherry-pick", "side~1")
    write(branched, {"s": b"both\n"})
    git(branched, "add", "s")
    git(branched, "commit", "-q", "-m", "picked")
    assert actions(branched) == ["commit", "cherry_pick"]


def test_revert_is_told(branched, live):
    git(branched, "revert", "--no-edit", "HEAD")
    assert actions(branched) == ["revert"]


def test_message_like_a_revert_makes_no_revert(repository, live):
    commit(repository, {"f": b"1\n"}, message='Revert "base"')
    assert actions(repository) == ["commit"]


def test_merge_is_told_with_both_parents(branched, live):
    ours, theirs = head(branched, "main"), head(branched, "side")
    git(branched, "merge", "-q", "-m", "merged", "side")
    (vcs,) = of_kind(branched, "vcs")
    assert (vcs["action"], vcs["commit"]) == ("merge", head(branched))
    assert vcs["parents"] == [ours, theirs]


def test_merge_that_had_a_conflict_is_told(branched, live):
    commit(branched, {"s": b"other\n"})
    with pytest.raises(AssertionError):
        git(branched, "merge", "-q", "side")
    write(branched, {"s": b"both\n"})
    git(branched, "add", "s")
    git(branched, "commit", "-q", "-m", "merged")
    assert actions(branched) == ["commit", "merge"]


@pytest.mark.asr("ASR-464")
def test_fast_forward_names_no_commit_since_that_was_made_elsewhere(branched, live):
    git(branched, "checkout", "-q", "main~1", "-b", "old")
    git(branched, "merge", "-q", "--ff-only", "side")
    vcs = of_kind(branched, "vcs")[-1]
    assert vcs["action"] == "merge"
    assert "commit" not in vcs
    assert of_kind(branched, "workspace_state")[-1]["head"] == head(branched, "side")


def test_fast_forward_without_a_live_session_leaves_nothing(branched):
    git(branched, "checkout", "-q", "main~1", "-b", "old")
    git(branched, "merge", "-q", "--ff-only", "side")
    assert journal(branched) == []


def test_merge_without_a_live_session_is_in_the_journal(branched):
    git(branched, "merge", "-q", "-m", "merged", "side")
    assert [entry["commit"] for entry in journal(branched)] == [head(branched)]


def test_squash_merge_leaves_a_dirty_state_and_no_action(branched, live):
    git(branched, "merge", "-q", "--squash", "side")
    assert actions(branched) == []
    assert of_kind(branched, "workspace_state")[-1]["dirtyPaths"] == ["s"]


def test_applied_mail_is_a_commit(branched, live):
    mail = git(branched, "format-patch", "-1", "--stdout", "side~1")
    git(branched, "am", "-q", input=mail + b"\n")
    (vcs,) = of_kind(branched, "vcs")
    assert (vcs["action"], vcs["commit"]) == ("commit", head(branched))


def test_applied_mail_without_a_live_session_is_in_the_journal(branched):
    mail = git(branched, "format-patch", "-1", "--stdout", "side~1")
    git(branched, "am", "-q", input=mail + b"\n")
    assert [entry["commit"] for entry in journal(branched)] == [head(branched)]


def test_checkout_of_a_branch_is_told_and_of_a_file_is_not(branched, live):
    git(branched, "checkout", "-q", "side")
    git(branched, "checkout", "-q", "HEAD~1", "--", "s")
    assert actions(branched) == ["checkout"]


def test_checkout_without_a_live_session_leaves_nothing(branched):
    git(branched, "checkout", "-q", "side")
    assert journal(branched) == []


def test_first_commit_has_no_parents(tmp_path, live):
    repository = init(tmp_path / "r")
    from attrib.git.hooks_folder import hooks_folder
    from attrib.recording.hook_install import install

    install(hooks_folder(repository).path)
    oid = commit(repository, {"f": b"1\n"})
    (vcs,) = of_kind(repository, "vcs")
    assert (vcs["action"], vcs["commit"], vcs["parents"]) == ("commit", oid, [])


def test_sha256_repository(tmp_path, live):
    repository = hooked(tmp_path / "r", "sha256")
    oid = commit(repository, {"f": b"1\n"})
    assert len(oid) == 64
    assert of_kind(repository, "vcs")[0]["commit"] == oid
    assert_conforms(repository)


def test_sha256_commit_without_a_live_session(tmp_path):
    repository = hooked(tmp_path / "r", "sha256")
    oid = commit(repository, {"f": b"1\n"})
    assert [entry["commit"] for entry in journal(repository)] == [oid]


def test_no_filter_runs_and_what_it_would_decide_is_left_out(repository, live, tmp_path):
    """The step of the hook in case C01."""
    marker = tmp_path / "ran"
    git(repository, "config", "filter.strip.clean", "cat")
    commit(repository, {".gitattributes": b"*.nb filter=strip\n", "n.nb": b"code\n", "f": b"1\n"})
    git(repository, "config", "filter.strip.clean", f"touch '{marker}'; cat")
    git(repository, "config", "filter.strip.required", "true")
    (repository / "n.nb").write_bytes(b"code\n\n")
    git(repository, "commit", "-q", "--allow-empty", "-m", "one")
    assert "dirty" not in of_kind(repository, "workspace_state")[-1]
    (repository / "f").write_bytes(b"2\n")
    git(repository, "commit", "-q", "--allow-empty", "-m", "two")
    state = of_kind(repository, "workspace_state")[-1]
    assert state["dirty"] is True
    assert "dirtyPaths" not in state
    assert not marker.exists()


def test_monitor_of_the_repository_is_not_started(repository, live, tmp_path):
    marker = tmp_path / "ran"
    git(repository, "config", "core.fsmonitor", f"touch '{marker}'; false")
    tree = git(repository, "rev-parse", "HEAD^{tree}").decode()
    git(repository, "update-ref", "HEAD", git(repository, "commit-tree", tree, "-m", "x").decode())
    marker.unlink(missing_ok=True)
    run_hook(repository, "post-commit")
    assert actions(repository) == ["amend"]
    assert not marker.exists()


def test_too_many_dirty_paths_leave_the_list_out(repository, live):
    write(repository, {f"f{number}": b"1\n" for number in range(1001)})
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "only base", "--allow-empty", "--", "base")
    state = of_kind(repository, "workspace_state")[-1]
    assert state["dirty"] is True
    assert "dirtyPaths" not in state


@pytest.mark.asr("ASR-473")
def test_path_that_is_no_utf_8_leaves_the_list_out(repository, live):
    write(repository, {b"\xff": b"1\n"})
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "only base", "--allow-empty", "--", "base")
    state = of_kind(repository, "workspace_state")[-1]
    assert state["dirty"] is True
    assert "dirtyPaths" not in state
    assert_conforms(repository)


def test_untracked_file_is_not_dirty(repository, live):
    write(repository, {"untracked": b"1\n"})
    git(repository, "commit", "-q", "--allow-empty", "-m", "next")
    assert of_kind(repository, "workspace_state")[-1]["dirty"] is False


def test_hooks_off_record_nothing(repository, live, monkeypatch):
    monkeypatch.setenv("ATTRIB", "0")
    commit(repository, {"f": b"1\n"})
    git(repository, "commit", "-q", "--amend", "-m", "again")
    assert (streams(repository), journal(repository)) == ({}, [])


def test_hook_outside_of_a_repository_ends_well(repository, tmp_path, live):
    done = run_hook(repository, "post-commit", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_nothing_is_printed(repository, live):
    for name in ("post-commit", "post-rewrite", "post-checkout", "post-merge", "post-applypatch"):
        done = run_hook(repository, name)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_slow_question_is_given_up_and_left_out(repository, live, tmp_path, monkeypatch):
    real, pipe = shutil.which("git"), tmp_path / "pipe"
    os.mkfifo(pipe)
    slow = tmp_path / "programs" / "git"
    slow.parent.mkdir()
    # Nobody ever writes into the pipe, as a disk that does not answer.
    slow.write_text(
        f'#!/bin/sh\ncase " $* " in *" status "*) exec cat "{pipe}";; esac\nexec {real} "$@"\n'
    )
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    done = run_hook(repository, "post-commit")
    assert (done.returncode, done.stderr) == (0, b"")
    (state,) = of_kind(repository, "workspace_state")
    assert state["head"] == head(repository)
    assert "dirty" not in state


def test_git_dir_given_from_elsewhere(repository, live, tmp_path):
    commit(repository, {"f": b"1\n"})
    (repository / "f").write_bytes(b"2\n")
    given = ("--git-dir", str(repository / ".git"), "--work-tree", str(repository))
    git(tmp_path, *given, "commit", "-q", "--allow-empty", "-m", "from elsewhere")
    (vcs, state) = streams(repository)["S1"][-2:]
    assert (vcs["commit"], state["dirtyPaths"]) == (head(repository), ["f"])


def test_locks_that_nobody_holds_any_more_hinder_nothing(repository, live):
    for name in ("index.lock", "HEAD.lock", "config.lock"):
        (repository / ".git" / name).write_bytes(b"")
    run_hook(repository, "post-commit")
    assert of_kind(repository, "workspace_state")[0]["dirty"] is False


def change(path, before, after):
    states = {"before": {"text": before}, "after": {"text": after}}
    return {
        "type": "file_change",
        "status": "applied",
        "precision": "exact",
        "changes": [{"op": "modify", "root": "r", "path": path, **states}],
    }


def test_blame_names_the_session_that_the_hook_saw(tmp_path, monkeypatch, capsys):
    """Case C03, its second half: the imported edits and the hook's records are one session."""
    repository = hooked(tmp_path / "r")
    commit(repository, {"a": b"a\n", "b": b"b\n"})
    for name, path, content in (("S1", "a", "a\nalpha\n"), ("S2", "b", "b\nbravo\n")):
        key = SessionKey("com.tencent.codebuddy", "laptop", name)
        header = StreamHeader(key, "import", roots=(Root("r", str(repository)),))
        StreamFolder(repository / ".git").append(header, [change(path, f"{path}\n", content)])
        write(repository, {path: content.encode()})
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    git(repository, "commit", "-q", "-m", "only a", "--", "a")
    monkeypatch.chdir(repository)
    shown = {}
    for path in ("a", "b"):
        assert main(["blame", "--json", path]) == 0
        lines = json.loads(capsys.readouterr().out)["lines"]
        shown[path] = [
            (line["commit"], sorted({e["session"]["id"] for e in line["evidence"]}))
            for line in lines
        ]
    assert shown["a"][1] == (head(repository), ["S1"])
    assert shown["b"][1] == (None, ["S2"])
    assert shown["a"][0][1] == shown["b"][0][1] == []


def run_hook(repository, name, *arguments, cwd=None, stdin=b""):
    return subprocess.run(
        [repository / ".git" / "hooks" / name, *arguments],
        cwd=cwd or repository,
        input=stdin,
        capture_output=True,
        check=False,
        env=os.environ,
    )


def test_long_rewrite_is_kept_whole(repository):
    pairs = [[f"{number:040x}", f"{number + 1:040x}"] for number in range(1, 1001)]
    text = "".join(f"{old} {new}\n" for old, new in pairs).encode()
    run_hook(repository, "post-rewrite", "rebase", stdin=text)
    assert [pair for entry in journal(repository) for pair in entry["pairs"]] == pairs
    assert all(len(str(entry)) < 16_000 for entry in journal(repository))
