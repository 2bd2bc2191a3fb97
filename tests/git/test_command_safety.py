"""Nothing of a repository is executed: not by configuration, attributes, hooks or links."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from attrib.errors import GitError
from attrib.git.batch import ARGUMENTS, ObjectReader
from attrib.git.cleanly import clean_arguments, clean_environment
from attrib.git.command import open_repository
from attrib.git.process import Git, GitProcess
from attrib.model.ids import Oid, RepoPath
from tests.support.repos import commit, git, head, init

pytestmark = pytest.mark.git

HOOKS = ("post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc")
PROGRAMS = (
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "core.editor",
    "core.alternateRefsCommand",
    "diff.external",
    "gpg.program",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "diff.evil.textconv",
    "diff.evil.command",
    "pager.log",
    "credential.helper",
    "uploadpack.packObjectsHook",
)


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "marker"


@pytest.fixture
def hostile(tmp_path: Path, marker: Path) -> Path:
    """A repository in which whatever can run a program would leave `marker`."""
    repo = init(tmp_path / "r")
    commit(repo, {".gitattributes": b"* filter=evil diff=evil\n", "a": b"1\n"})
    commit(repo, {"a": b"2\n"})
    script = tmp_path / "run"
    script.write_text(f"#!/bin/sh\ntouch '{marker}'\n")
    script.chmod(0o755)
    hooks = repo / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        (hooks / name).symlink_to(script)
    for key in PROGRAMS:
        git(repo, "config", key, str(script))
    git(repo, "config", "log.showSignature", "true")
    git(repo, "config", "filter.evil.required", "true")
    (repo / "a").write_bytes(b"3\n")
    return repo


def ask_everything(repo: Path) -> None:
    with open_repository(repo) as repository:
        path = RepoPath(b"a")
        tip = repository.resolve(["HEAD", "main@{0}", "HEAD~1"])["HEAD"]
        assert tip
        entry = repository.files_at([(tip, path)])[tip, path]
        assert entry
        assert repository.read_blobs([entry.oid]) == {entry.oid: b"2\n"}
        assert repository.sizes_of([entry.oid]) == {entry.oid: 2}
        assert repository.commits([tip])
        assert repository.changes_of([tip], renames=True)[tip]
        assert len(list(repository.history())) == 2
        assert repository.attributes_at([(tip, path), (None, path)])[tip, path].filter == "evil"
        assert repository.worktree_file(path) == (0o100644, b"3\n")
        assert repository.refs()
        assert repository.worktrees
        assert repository.config("filter.evil.")
        assert repository.lfs_object("0" * 64) is None


def test_the_hostile_repository_does_run_programs_in_plain_git(hostile: Path, marker: Path) -> None:
    with contextlib.suppress(AssertionError):  # the script is no fsmonitor and no filter
        git(hostile, "status", "--short")
    assert marker.exists()


def test_no_question_runs_a_program_of_the_repository(hostile: Path, marker: Path) -> None:
    ask_everything(hostile)
    assert not marker.exists()


def test_questions_leave_the_repository_as_it_was(hostile: Path) -> None:
    def stamps() -> dict[Path, tuple[int, int]]:
        files = sorted((hostile / ".git").rglob("*"))
        return {file: (file.stat().st_mtime_ns, file.stat().st_size) for file in files}

    before = stamps()
    ask_everything(hostile)
    assert stamps() == before


def test_inherited_variables_do_not_reach_a_clean_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_TRACE", "GIT_EXTERNAL_DIFF", "LD_PRELOAD", "SUDO_UID", "HOME"):
        monkeypatch.setenv(name, "/inherited")
    assert "/inherited" not in clean_environment().values()
    assert clean_environment()["GIT_NO_LAZY_FETCH"] == "1"
    assert "core.fsmonitor=false" in clean_arguments("/x/.git")


def test_inherited_git_variables_do_not_change_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = init(tmp_path / "r")
    oid = commit(repo, {"a": b"1\n"})
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "0")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "diff.noprefix")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "broken")
    with open_repository(repo) as repository:
        assert [change.path for change in repository.changes_of([oid])[oid]] == [b"a"]


def test_link_in_a_worktree_is_never_followed(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    commit(repo, {"a": b"1\n"})
    (repo / "passwd").symlink_to("/etc/passwd")
    with open_repository(None, git_dir=repo / ".git") as repository:
        assert repository.worktree_file(RepoPath(b"passwd")) == (0o120000, b"/etc/passwd")


def test_git_that_does_not_answer_is_ended(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    process = Git().start_clean(
        str(repo / ".git"), ["cat-file", "--batch"], cwd=str(tmp_path), pipe=True, seconds=0.05
    )
    with pytest.raises(GitError, match="did not answer in time"):
        list(process)


def test_git_that_cannot_start_is_an_error_and_not_a_missing_object(tmp_path: Path) -> None:
    program = Git()

    def start() -> GitProcess:
        return program.start_clean(str(tmp_path), ARGUMENTS, cwd=str(tmp_path), pipe=True)

    reader = ObjectReader(start, program.statistics)
    with pytest.raises(GitError, match="not a git repository"):
        reader.describe([b"1" * 40])
    reader.close()


def test_git_that_is_not_there_is_said_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(GitError, match="cannot run git") as caught:
        Git()
    assert caught.value.hint == "install git 2.38 or newer"


def test_objects_of_an_odd_object_folder_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = init(tmp_path / "r")
    commit(repo, {"a": b"1\n"})
    apart = tmp_path / "incoming"
    apart.mkdir()
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(apart))
    monkeypatch.setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", str(repo / ".git" / "objects"))
    incoming = Oid(git(repo, "hash-object", "-w", "--stdin", input=b"new\n").decode())
    old = head(repo, "HEAD:a")
    assert list(apart.iterdir())
    with open_repository(repo) as repository:
        assert repository.read_blobs([incoming, old]) == {incoming: b"new\n", old: b"1\n"}
