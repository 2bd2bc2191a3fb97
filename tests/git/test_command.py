"""The git program as a repository: what it answers for commits, files, blobs and references."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from attrib.errors import GitError, NotARepositoryError
from attrib.git.command import CommandRepository, open_repository
from attrib.git.interface import Attributes, EolSettings
from attrib.git.objects import id_of
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath
from tests.support.repos import commit, git, head, init, write

pytestmark = pytest.mark.git

ODD = [b"-dash", b"new\nline", b'quo"te', b"tab\there", b"caf\xe9", "naïve".encode(), b" space "]
ABSENT = Oid("1" * 40)


def blob_id(content: bytes) -> Oid:
    return Oid(hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest())  # noqa: S324


def at(oid: Oid, path: bytes) -> tuple[Oid, RepoPath]:
    return oid, RepoPath(path)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return init(tmp_path / "r")


def test_unborn_head_opens_and_answers_with_nothing(repo: Path) -> None:
    with open_repository(repo) as repository:
        assert repository.resolve(["HEAD", "main"]) == {"HEAD": None, "main": None}
        assert list(repository.history()) == []
        assert repository.refs() == {}
        assert repository.toplevel == str(repo)


def test_commits_have_parents_times_author_and_subject(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n"}, message="one\nline two\n\nbody", date="1000000000 +0130")
    second = commit(repo, {"a": b"2\n"}, message="two")
    with open_repository(repo) as repository:
        found = repository.commits([second, first, ABSENT, Oid("HEAD"), Oid("2" * 64)])
    assert list(found) == [second, first]
    assert found[first].parents == ()
    assert found[first].author_time == found[first].committer_time == 1_000_000_000
    assert found[first].author == b"Ada Lovelace <ada@example.invalid>"
    assert found[first].subject == b"one line two"
    assert found[second].parents == (first,)
    assert not found[second].is_boundary


def test_files_with_odd_names_are_found(repo: Path) -> None:
    oid = commit(repo, {b"d/" + name: name for name in ODD})
    with open_repository(repo) as repository:
        places = [at(oid, b"d/" + name) for name in ODD]
        found = repository.files_at(places)
        assert found == {
            place: TreeEntry(0o100644, blob_id(name))
            for place, name in zip(places, ODD, strict=True)
        }
        changes = repository.changes_of([oid])[oid]
        assert [change.path for change in changes] == sorted(b"d/" + name for name in ODD)
        (only,) = repository.history()
        assert [change.path for change in only.changes] == [change.path for change in changes]


@pytest.mark.parametrize(
    "path",
    [
        b"",
        b"d",
        b"d/",
        b"/d/f",
        b"d//f",
        b"./d/f",
        b"d/../d/f",
        b"d/x",
        b"x\nmissing\nx/f",
        b"d/f/g",
    ],
)
def test_path_without_a_file_has_none(repo: Path, path: bytes) -> None:
    oid = commit(repo, {"d/f": b"1\n"})
    with open_repository(repo) as repository:
        asked = [at(oid, path), at(oid, b"d/f"), at(ABSENT, b"d/f")]
        found = repository.files_at(asked)
    assert [found[place] for place in asked] == [None, TreeEntry(0o100644, blob_id(b"1\n")), None]


def test_modes_are_git_s_own(repo: Path) -> None:
    inner = commit(init(repo / "sub"), {"x": b"x"})
    write(repo, {"run": b"#!/bin/sh\n"})
    (repo / "run").chmod(0o755)
    (repo / "link").symlink_to("run")
    oid = commit(repo)
    with open_repository(repo) as repository:
        found = repository.files_at([at(oid, b"run"), at(oid, b"link"), at(oid, b"sub")])
    assert list(found.values()) == [
        TreeEntry(0o100755, blob_id(b"#!/bin/sh\n")),
        TreeEntry(0o120000, blob_id(b"run")),
        TreeEntry(0o160000, inner),
    ]


def test_a_thousand_blobs_are_read_in_one_process(repo: Path) -> None:
    contents = {f"f{number}": b"%d\n" % number for number in range(1000)}
    commit(repo, contents)
    ids = [blob_id(content) for content in contents.values()]
    with open_repository(repo) as repository:
        assert repository.read_blobs([*ids, ABSENT]) == dict(
            zip(ids, contents.values(), strict=True)
        )
        assert repository.sizes_of(ids)[ids[10]] == 3
        assert repository.statistics.commands == ["rev-parse", "cat-file"]
        assert repository.statistics.bytes >= sum(map(len, contents.values()))


def test_blob_above_the_limit_is_left_out_unless_asked_for(repo: Path) -> None:
    content = bytes(50_000_001)
    commit(repo, {"big": content})
    oid = blob_id(content)
    with open_repository(repo) as repository:
        assert repository.read_blobs([oid]) == {}
        assert repository.sizes_of([oid]) == {oid: 50_000_001}
        assert repository.read_blobs([oid], limit=1 << 30) == {oid: content}


def test_commits_and_trees_are_no_blobs(repo: Path) -> None:
    oid = commit(repo, {"a": b"1\n"})
    tree = head(repo, "HEAD^{tree}")
    with open_repository(repo) as repository:
        assert repository.read_blobs([oid, tree]) == {}
        assert repository.sizes_of([oid, tree]) == {}
        assert repository.commits([tree, blob_id(b"1\n")]) == {}


@pytest.mark.parametrize("damage", ["other content", "not zlib", "cut"])
def test_damaged_object_counts_as_missing_and_others_are_read(repo: Path, damage: str) -> None:
    commit(repo, {"a": b"1\n", "b": b"22\n", "c": os.urandom(5000)})
    good, bad, odd = (blob_id((repo / name).read_bytes()) for name in "abc")
    files = [repo / ".git" / "objects" / oid[:2] / oid[2:] for oid in (good, bad, odd)]
    content = {"other content": files[0].read_bytes(), "not zlib": b"x" * 30}
    spoilt = files[2] if damage == "cut" else files[1]
    spoilt.chmod(0o644)
    spoilt.write_bytes(content.get(damage, files[2].read_bytes()[:1000]))
    left = {good, bad, odd} - ({odd} if damage == "cut" else {bad})
    with open_repository(repo) as repository:
        assert set(repository.read_blobs([bad, odd, good])) == left


def test_resolve_knows_names_and_prefixes(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n"})
    second = commit(repo, {"a": b"2\n"})
    git(repo, "tag", "-a", "-m", "tag", "v1", first)
    asked = {
        "HEAD": second,
        "HEAD~1": first,
        "v1": first,
        "main@{1}": first,
        first: first,
        first.upper(): first,
        first[:8]: first,
        blob_id(b"1\n"): None,
        "HEAD:a": None,
        "nope": None,
        "--output=x": None,
        "": None,
        "two\nlines": None,
        "HEAD:./a": None,
        ABSENT: None,
        "abcdef12345": None,
    }
    with open_repository(repo) as repository:
        assert repository.resolve(asked) == asked
    assert not (repo / "x").exists()


def test_resolving_ids_and_prefixes_asks_only_the_batch_process(repo: Path) -> None:
    oid = commit(repo, {"a": b"1\n"})
    with open_repository(repo) as repository:
        assert repository.resolve([oid, oid[:7], "abcdef12345"]) == {
            oid: oid,
            oid[:7]: oid,
            "abcdef12345": None,
        }
        assert repository.statistics.commands == ["rev-parse", "cat-file"]


def test_branch_with_the_name_of_a_prefix_goes_first(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n"})
    second = commit(repo, {"a": b"2\n"})
    git(repo, "branch", first[:7], second)
    with open_repository(repo) as repository:
        assert repository.resolve([first[:7]]) == {first[:7]: second}
        git(repo, "pack-refs", "--all")
        assert repository.resolve([first[:7]]) == {first[:7]: second}


def test_ambiguous_prefix_names_nothing(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    base = git(repo, "cat-file", "commit", "HEAD") + b"\n"
    by_prefix: dict[str, bytes] = {}
    for number in range(5000):
        content = base + b"%d\n" % number
        prefix = id_of("commit", content, "sha1")[:4]
        if prefix in by_prefix:
            break
        by_prefix[prefix] = content
    else:
        pytest.fail("no two IDs begin alike")
    for one in (content, by_prefix[prefix]):
        git(repo, "hash-object", "-t", "commit", "-w", "--stdin", input=one)
    oid = id_of("commit", content, "sha1")
    with open_repository(repo) as repository:
        assert repository.resolve([prefix, oid]) == {prefix: None, oid: oid}


def test_refs_are_those_that_git_lists(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n"})
    git(repo, "tag", "-a", "-m", "tag", "v1")
    git(repo, "branch", "old/one")
    git(repo, "pack-refs", "--all")
    second = commit(repo, {"a": b"2\n"})
    git(repo, "branch", "new")
    git(repo, "checkout", "-q", "--detach", first)
    git(repo, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/heads/new")
    rows = git(repo, "for-each-ref", "--format=%(objectname) %(refname)").decode().split("\n")
    listed = {name.encode(): Oid(oid) for oid, _, name in (row.partition(" ") for row in rows)}
    del listed[b"refs/remotes/origin/HEAD"]
    with open_repository(repo) as repository:
        assert repository.refs() == {**listed, b"HEAD": first}
        assert repository.refs()[b"refs/heads/main"] == second


def test_history_leaves_out_references_of_tools(repo: Path) -> None:
    oid = commit(repo, {"a": b"1\n"})
    git(repo, "notes", "add", "-m", "note")
    git(repo, "checkout", "-q", "-b", "other")
    other = commit(repo, {"b": b"1\n"})
    git(repo, "update-ref", "refs/t3/checkpoint", other)
    git(repo, "checkout", "-q", "main")
    git(repo, "branch", "-q", "-D", "other")
    with open_repository(repo) as repository:
        assert [found.oid for found in repository.history()] == [oid]
        assert [found.oid for found in repository.history([other])] == [other, oid]


def test_bare_repository_has_no_worktree(tmp_path: Path, repo: Path) -> None:
    oid = commit(repo, {"a": b"1\n"})
    git(tmp_path, "clone", "-q", "--bare", str(repo), "b.git")
    for given in ({"start": tmp_path / "b.git"}, {"start": None, "git_dir": tmp_path / "b.git"}):
        with open_repository(**given) as repository:
            assert repository.worktrees == ()
            assert repository.toplevel is None
            assert repository.git_dir == str(tmp_path / "b.git")
            assert repository.resolve(["HEAD"]) == {"HEAD": oid}
            assert repository.worktree_file(RepoPath(b"a")) is None


def test_linked_worktree_knows_all_worktrees_and_its_own_head(tmp_path: Path, repo: Path) -> None:
    oid = commit(repo, {"d/a": b"1\n"})
    git(repo, "worktree", "add", "-q", "--detach", "../linked")
    other = commit(tmp_path / "linked", {"b": b"2\n"})
    with open_repository(tmp_path / "linked" / "d") as repository:
        assert repository.worktrees == (str(tmp_path / "linked"), str(repo))
        assert repository.common_dir == str(repo / ".git")
        assert repository.git_dir == str(repo / ".git" / "worktrees" / "linked")
        assert repository.prefix == b"d/"
        assert repository.resolve(["HEAD"]) == {"HEAD": other}
        assert [found.oid for found in repository.history()] == [other, oid]
    with open_repository(repo) as repository:
        assert repository.worktrees == (str(repo), str(tmp_path / "linked"))
        assert repository.statistics.commands == ["rev-parse"]


@pytest.mark.parametrize("name", ["plain", "new\nline", "caf\udce9", "sp ace"])
def test_repository_at_an_odd_path_opens(tmp_path: Path, name: str) -> None:
    repo = init(tmp_path / name)
    oid = commit(repo, {"d/a": b"1\n"})
    for given in ({"start": repo / "d"}, {"start": None, "git_dir": repo / ".git"}):
        with open_repository(**given) as repository:
            assert repository.toplevel == str(repo)
            assert repository.read_blobs([blob_id(b"1\n")]) == {blob_id(b"1\n"): b"1\n"}
            assert repository.resolve(["HEAD"]) == {"HEAD": oid}
            assert list(repository.user_blame([b"-s", b"d/a"], cwd=str(repo)))


def test_git_dir_given_goes_before_the_environment(
    tmp_path: Path, repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    oid = commit(repo, {"a": b"1\n"})
    other = init(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    with open_repository(None, git_dir=repo / ".git") as repository:
        assert repository.resolve(["HEAD"]) == {"HEAD": oid}
        assert repository.config("core.bare") == {"core.bare": ("false",)}
    with open_repository(repo) as repository:
        assert repository.git_dir == str(other / ".git")


def test_no_repository_is_said_in_git_s_words(tmp_path: Path) -> None:
    with pytest.raises(NotARepositoryError, match="not a git repository") as caught:
        open_repository(tmp_path)
    assert caught.value.exit_code == 128
    assert caught.value.hint
    with pytest.raises(NotARepositoryError, match="cannot change to"):
        open_repository(tmp_path / "none")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_foreign_owner_is_refused_in_git_s_words_with_its_remedy(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    for path in (repo, repo / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(GitError, match="detected dubious ownership") as caught:
        open_repository(repo)
    assert caught.value.exit_code == 128
    assert caught.value.hint == f"git config --global --add safe.directory {repo}"
    git(repo.parent, "config", "--global", "safe.directory", str(repo))
    with open_repository(repo) as repository:
        assert len(list(repository.history())) == 1


def test_config_is_the_user_s_in_order(repo: Path) -> None:
    git(repo, "config", "--global", "attrib.root", "a=/one")
    git(repo, "config", "--add", "attrib.root", "b=/two\nlines")
    git(repo, "config", "attrib.Sub.Key", "x")
    config = repo / ".git" / "config"
    config.write_text(config.read_text() + "[attrib]\n\tflag\n")
    with open_repository(repo) as repository:
        assert repository.config("attrib.") == {
            "attrib.root": ("a=/one", "b=/two\nlines"),
            "attrib.Sub.key": ("x",),
            "attrib.flag": ("true",),
        }
        assert repository.statistics.commands == ["rev-parse", "config"]


@pytest.mark.parametrize(
    ("configured", "expected"),
    [
        ({}, EolSettings("false", "native")),
        ({"core.autocrlf": "Input", "core.eol": "CRLF"}, EolSettings("input", "crlf")),
        ({"core.autocrlf": "yes"}, EolSettings("true", "native")),
        ({"core.autocrlf": "1", "core.eol": "lf"}, EolSettings("true", "lf")),
        ({"core.autocrlf": "off", "core.eol": "native"}, EolSettings("false", "native")),
    ],
)
def test_eol_settings_are_git_s_words(
    repo: Path, configured: dict[str, str], expected: EolSettings
) -> None:
    for key, value in configured.items():
        git(repo, "config", key, value)
    with open_repository(repo) as repository:
        assert repository.eol_settings() == expected


def test_attributes_are_those_of_the_commit_or_of_the_worktree(repo: Path, home: Path) -> None:
    (home / ".config" / "git").mkdir(parents=True)
    (home / ".config" / "git" / "attributes").write_bytes(b"* ident\n*.txt eol=lf\n")
    first = commit(repo, {".gitattributes": b"*.txt text\n", "d/e/f.txt": b"1\n"})
    second = commit(repo, {"d/.gitattributes": b"*.txt -text\n"})
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "attributes").write_bytes(b"f.txt diff=x\n")
    write(repo, {"d/.gitattributes": None, "d/e/.gitattributes": b"*.txt text=auto\n"})
    (repo / "d" / ".gitattributes").symlink_to("../nowhere")
    path = RepoPath(b"d/e/f.txt")
    places = [(first, path), (second, path), (None, path)]
    with open_repository(repo) as repository:
        found = repository.attributes_at(places)
        assert repository.statistics.processes == 3
    assert [found[place] for place in places] == [
        Attributes(text=text, eol="lf", ident=True, diff="x") for text in (True, False, "auto")
    ]


def test_committed_link_named_gitattributes_is_ignored(repo: Path) -> None:
    write(repo, {"rules": b"* text\n", "a": b"1\n"})
    (repo / ".gitattributes").symlink_to("rules")
    oid = commit(repo)
    with open_repository(repo) as repository:
        assert repository.attributes_at([at(oid, b"a")]) == {at(oid, b"a"): Attributes()}


def test_lfs_object_is_read_and_verified(repo: Path) -> None:
    oid = hashlib.sha256(b"large").hexdigest()
    file = repo / ".git" / "lfs" / "objects" / oid[:2] / oid[2:4] / oid
    file.parent.mkdir(parents=True)
    with open_repository(repo) as repository:
        assert repository.lfs_object(oid) is None
        file.write_bytes(b"large")
        assert repository.lfs_object(oid) == b"large"
        file.write_bytes(b"other")
        assert repository.lfs_object(oid) is None
        assert repository.lfs_object("../../x") is None


def test_worktree_file_is_read_without_following_links(repo: Path, tmp_path: Path) -> None:
    write(repo, {"d/a": b"1\r\n"})
    (repo / "d" / "a").chmod(0o755)
    (repo / "link").symlink_to("d/a")
    (repo / "folder").symlink_to("d")
    (tmp_path / "secret").write_bytes(b"x")
    os.mkfifo(repo / "fifo")
    with open_repository(repo) as repository:
        asked = [b"d/a", b"link", b"folder/a", b"../secret", b"d", b"fifo", b"none", b"d//a"]
        assert [repository.worktree_file(RepoPath(path)) for path in asked] == [
            (0o100755, b"1\r\n"),
            (0o120000, b"d/a"),
            *[None] * 6,
        ]


def test_blame_runs_as_the_user_s_own(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    git(repo, "config", "blame.showEmail", "true")
    with open_repository(repo) as repository:
        expected = git(repo, "blame", "a") + b"\n"
        assert b"".join(repository.user_blame([b"a"])) == expected
        assert b"ada@example.invalid" in expected


def test_refusal_of_blame_has_git_s_words_and_exit_code(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    with open_repository(repo) as repository:
        with repository.user_blame([b"nope"]) as process, pytest.raises(GitError) as caught:
            list(process)
        assert str(caught.value) == "no such path 'nope' in HEAD"
        assert caught.value.exit_code == 128
        with repository.user_blame([b"--nope"]) as process, pytest.raises(GitError) as usage:
            list(process)
        assert usage.value.exit_code == 129


def test_one_blame_with_all_its_questions_starts_five_processes(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n2\n", ".gitattributes": b"a text\n"})
    second = commit(repo, {"a": b"1\n3\n"})
    with open_repository(repo) as repository:
        repository.config("attrib.")
        with repository.user_blame([b"--porcelain", b"a"]) as process:
            assert list(process)
        places = [at(first, b"a"), at(second, b"a")]
        files = repository.files_at(places)
        repository.commits([first, second])
        repository.read_blobs(entry.oid for entry in files.values() if entry)
        repository.attributes_at(places)
        repository.resolve([second[:10]])
        assert len(list(repository.history())) == 2
        assert sorted(repository.statistics.commands) == [
            "blame",
            "cat-file",
            "config",
            "log",
            "rev-parse",
        ]


def test_closing_removes_the_scratch_folder(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repo, {"a": b"1\n"})
    scratch = repo / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    repository: CommandRepository = open_repository(repo)
    assert len(list(repository.history())) == 1
    assert list(scratch.iterdir())
    repository.close()
    assert list(scratch.iterdir()) == []
