"""What commits introduce, as git lists it: merges, renames, roots, and where history ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.git.command import open_repository
from attrib.git.interface import Introduction, Repository
from attrib.model.commits import CommitChange, TreeEntry
from attrib.model.ids import Oid, RepoPath
from tests.support.memory import MemoryRepository
from tests.support.repos import commit, git, head, init, write

pytestmark = pytest.mark.git

LINES = b"".join(b"line %d\n" % number for number in range(20))


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return init(tmp_path / "r")


def paths_of(repository: Repository, oid: Oid, *, renames: bool = False) -> list[bytes]:
    return [change.path for change in repository.changes_of([oid], renames=renames)[oid]]


def entry(repo: Path, place: str) -> TreeEntry:
    return TreeEntry(0o100644, head(repo, place))


def test_root_introduces_all_its_files_with_no_old_side(repo: Path) -> None:
    oid = commit(repo, {"a": b"1\n", "d/b": b"2\n"})
    with open_repository(repo) as repository:
        assert repository.changes_of([oid]) == {
            oid: [
                CommitChange(oid, RepoPath(b"a"), (), (), entry(repo, "HEAD:a")),
                CommitChange(oid, RepoPath(b"d/b"), (), (), entry(repo, "HEAD:d/b")),
            ]
        }
        (only,) = repository.history()
        assert only.parents == ()
        assert only.changes == (
            Introduction(oid, RepoPath(b"a"), (), head(repo, "HEAD:a")),
            Introduction(oid, RepoPath(b"d/b"), (), head(repo, "HEAD:d/b")),
        )


def test_commit_introduces_changed_added_and_deleted_files(repo: Path) -> None:
    commit(repo, {"changed": b"1\n", "deleted": b"2\n", "kept": b"3\n"})
    oid = commit(repo, {"changed": b"4\n", "deleted": None, "added": b"5\n"})
    with open_repository(repo) as repository:
        found = {
            change.path: (change.olds, change.new) for change in repository.changes_of([oid])[oid]
        }
    assert found == {
        b"added": ((None,), entry(repo, "HEAD:added")),
        b"changed": ((entry(repo, "HEAD~:changed"),), entry(repo, "HEAD:changed")),
        b"deleted": ((entry(repo, "HEAD~:deleted"),), None),
    }


def test_change_of_mode_alone_introduces_nothing(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    (repo / "a").chmod(0o755)
    oid = commit(repo)
    with open_repository(repo) as repository:
        assert repository.changes_of([oid]) == {oid: []}
        assert next(iter(repository.history())).changes == ()


def test_file_that_becomes_a_link_is_introduced(repo: Path) -> None:
    commit(repo, {"a": b"target"})
    (repo / "a").unlink()
    (repo / "a").symlink_to("target")
    oid = commit(repo)
    with open_repository(repo) as repository:
        assert paths_of(repository, oid) == [b"a"]


def test_submodule_is_a_change_but_no_row_of_history(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    inner = commit(init(repo / "sub"), {"x": b"x"})
    oid = commit(repo)
    with open_repository(repo) as repository:
        (change,) = repository.changes_of([oid])[oid]
        assert change.new == TreeEntry(0o160000, inner)
        assert next(iter(repository.history())).changes == ()


@pytest.mark.parametrize("option", ["--no-ff", "--evil"])
def test_merge_introduces_only_what_differs_from_every_parent(repo: Path, option: str) -> None:
    commit(repo, {"a": LINES, "b": b"1\n"})
    git(repo, "checkout", "-q", "-b", "side")
    side = commit(repo, {"a": LINES + b"side\n", "s": b"s\n"})
    git(repo, "checkout", "-q", "main")
    ours = commit(repo, {"a": b"main\n" + LINES, "b": b"2\n"})
    git(repo, "merge", "-q", "--no-commit", "--no-ff", "side")
    oid = commit(repo, {"evil": b"evil\n"} if option == "--evil" else {})
    expected = [b"a", b"evil"] if option == "--evil" else [b"a"]
    with open_repository(repo) as repository:
        for renames in (False, True):
            assert paths_of(repository, oid, renames=renames) == expected
        change = repository.changes_of([oid])[oid][0]
        assert change.old_paths == (b"a", b"a")
        assert change.olds == (entry(repo, f"{ours}:a"), entry(repo, f"{side}:a"))
        assert change.new == entry(repo, "HEAD:a")
        merge = next(iter(repository.history()))
        assert merge.parents == (ours, side)
        assert [found.path for found in merge.changes] == expected
        assert merge.changes[0].olds == (head(repo, f"{ours}:a"), head(repo, f"{side}:a"))


def test_moved_file_is_one_change_that_tells_where_it_was(repo: Path) -> None:
    commit(repo, {"old/name": LINES, "b": b"1\n"})
    oid = commit(repo, {"old/name": None, "new\nname": LINES + b"more\n"})
    with open_repository(repo) as repository:
        assert paths_of(repository, oid) == [b"new\nname", b"old/name"]
        assert repository.changes_of([oid], renames=True)[oid] == [
            CommitChange(
                oid,
                RepoPath(b"new\nname"),
                (RepoPath(b"old/name"),),
                (entry(repo, "HEAD~:old/name"),),
                entry(repo, "HEAD:new\nname"),
            )
        ]


def test_changes_of_many_commits_cost_one_process_beside_the_reads(repo: Path) -> None:
    ids = [commit(repo, {"a": b"%d\n" % number}) for number in range(12)]
    with open_repository(repo) as repository:
        found = repository.changes_of([*ids, Oid("1" * 40)])
        assert list(found) == ids
        assert all(len(changes) == 1 for changes in found.values())
        assert repository.changes_of([]) == {}
        assert repository.statistics.commands == ["rev-parse", "cat-file", "diff-tree"]


def test_history_names_children_before_parents_whatever_the_dates(repo: Path) -> None:
    dates = ["2026-10-20T12:00:00Z", "2026-10-19T12:00:00Z", "2026-10-21T12:00:00Z"]
    ids = [commit(repo, {"a": date.encode()}, date=date) for date in dates]
    with open_repository(repo) as repository:
        assert [found.oid for found in repository.history()] == ids[::-1]
        assert [found.oid for found in repository.history([ids[1], Oid("1" * 40)])] == ids[1::-1]
        assert repository.statistics.commands == ["rev-parse", "log", "log"]


def test_history_can_be_left_early(repo: Path) -> None:
    ids = [commit(repo, {"a": b"%d\n" % number}) for number in range(3)]
    with open_repository(repo) as repository:
        walk = repository.history()
        assert next(iter(walk)).oid == ids[-1]
        walk.close()  # type: ignore[attr-defined]


def test_commit_at_the_end_of_a_shallow_clone_has_no_parents_here(
    tmp_path: Path, repo: Path
) -> None:
    commit(repo, {"a": b"1\n"})
    second = commit(repo, {"b": b"2\n"})
    third = commit(repo, {"b": b"3\n"})
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{repo}", "shallow")
    with open_repository(tmp_path / "shallow") as repository:
        found = repository.commits([second, third])
        assert [found[second].is_boundary, found[third].is_boundary] == [True, False]
        assert [found[second].parents, found[third].parents] == [(), (second,)]
        assert [commit.parents for commit in repository.history()] == [(second,), ()]
        changes = repository.changes_of([second, third])
        assert [change.olds for change in changes[second]] == [(), ()]
        assert len(changes[third]) == 1


def test_replacements_and_grafts_are_ignored(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n"})
    second = commit(repo, {"a": b"2\n"})
    third = commit(repo, {"a": b"3\n"})
    git(repo, "replace", "--graft", third, first)
    git(repo, "replace", head(repo, f"{third}:a"), head(repo, f"{first}:a"))
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "grafts").write_text(f"{third} {first}\n")
    blob = head(repo, "HEAD:a")
    with open_repository(repo) as repository:
        assert repository.commits([third])[third].parents == (second,)
        assert [found.oid for found in repository.history()] == [third, second, first]
        new = repository.files_at([(third, RepoPath(b"a"))])[third, RepoPath(b"a")]
        assert new is not None
        assert repository.read_blobs([new.oid]) == {new.oid: b"3\n"}
        assert new.oid == blob


def test_sha256_repository_answers_alike(tmp_path: Path) -> None:
    repo = init(tmp_path / "r", "sha256")
    first = commit(repo, {"a": b"1\n"})
    second = commit(repo, {"a": b"2\n"})
    blob = head(repo, "HEAD:a")
    with open_repository(repo) as repository:
        assert repository.object_format == "sha256"
        assert repository.commits([second])[second].parents == (first,)
        assert repository.read_blobs([blob, Oid("1" * 40)]) == {blob: b"2\n"}
        assert paths_of(repository, second, renames=True) == [b"a"]
        assert [found.oid for found in repository.history()] == [second, first]
        assert repository.resolve(["HEAD", second[:9]]) == {"HEAD": second, second[:9]: second}


def test_missing_objects_of_a_partial_clone_are_left_out_and_never_fetched(
    tmp_path: Path, repo: Path
) -> None:
    commit(repo, {"a": LINES, "b": b"1\n"})
    oid = commit(repo, {"a": None, "c": LINES})
    blob = head(repo, "HEAD:c")
    git(repo, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repo}", "lazy")
    lazy, marker = tmp_path / "lazy", tmp_path / "marker"
    git(lazy, "config", "remote.origin.uploadpack", f"touch {marker}; false")
    with open_repository(lazy) as repository:
        assert repository.read_blobs([blob]) == {}
        assert repository.sizes_of([blob]) == {}
        assert repository.files_at([(oid, RepoPath(b"c"))]) == {
            (oid, b"c"): TreeEntry(0o100644, blob)
        }
        assert paths_of(repository, oid) == [b"a", b"c"]
        assert paths_of(repository, oid, renames=True) == [b"c"]
        assert len(list(repository.history())) == 2
    assert not marker.exists()


@pytest.mark.parametrize("renames", [False, True])
def test_repository_in_memory_introduces_what_git_lists(repo: Path, *, renames: bool) -> None:
    steps: list[dict[str, bytes | None]] = [
        {"a": LINES, "b": b"1\n"},
        {"a": None, "moved": LINES + b"more\n", "b": b"2\n"},
        {"b": None},
    ]
    memory = MemoryRepository()
    pairs = [(memory.commit(step), commit(repo, step)) for step in steps]
    memory_tip, tip = memory.commit({"m": b"m\n"}, parents=[pairs[2][0], pairs[1][0]]), None
    tip = Oid(
        git(
            repo,
            *("commit-tree", "-p", pairs[2][1], "-p", pairs[1][1], "-m", "merge"),
            git(repo, "rev-parse", _staged(repo, {"m": b"m\n"})),
        ).decode()
    )

    def told(repository: Repository, oid: Oid) -> list[tuple[object, ...]]:
        changes = repository.changes_of([oid], renames=renames)[oid]
        return [(c.path, c.old_paths, c.olds, c.new) for c in changes]

    with open_repository(repo) as repository:
        for ours, theirs in [*pairs, (memory_tip, tip)]:
            assert told(memory, ours) == told(repository, theirs)


def _staged(repo: Path, files: dict[str, bytes | None]) -> str:
    write(repo, files)
    git(repo, "add", "-A")
    return git(repo, "write-tree").decode()


def test_parsers_read_a_stream_cut_anywhere(repo: Path) -> None:
    from attrib.git.history import parse_history, tokens_of

    commit(repo, {"a": b"1\n", "b\nc": b"2\n"})
    commit(repo, {"a": b"3\n"})
    stream = _log(repo)
    whole = list(parse_history([stream]))
    assert [len(found.changes) for found in whole] == [1, 2]

    def pieces(size: int) -> list[bytes]:
        return [stream[start : start + size] for start in range(0, len(stream), size)]

    for size in (1, 2, 7, 50):
        assert list(parse_history(pieces(size))) == whole
    assert list(tokens_of([b"a\0b", b"c\0"])) == [b"a", b"bc"]


def _log(repo: Path) -> bytes:
    from attrib.git.history import LOG_ARGUMENTS

    return git(repo, *LOG_ARGUMENTS, input=head(repo).encode())


def test_two_trees_differ_by_what_moved_changed_went_and_came(repo: Path) -> None:
    first = commit(repo, {"moved": LINES, "changed": b"1\n", "gone": b"2\n", "kept": b"3\n"})
    commit(repo, {"changed": b"between\n", "passing": b"4\n"})
    last = commit(
        repo,
        {"moved": None, "there": LINES, "changed": b"5\n", "gone": None, "new": b"6\n"}
        | {"passing": None},
    )
    with open_repository(repo) as repository:
        found = repository.changes_between([(first, last), (last, last)])
    assert found[last, last] == []
    assert found[first, last] == [
        CommitChange(
            last,
            RepoPath(b"changed"),
            (RepoPath(b"changed"),),
            (entry(repo, f"{first}:changed"),),
            entry(repo, "HEAD:changed"),
        ),
        CommitChange(
            last,
            RepoPath(b"gone"),
            (RepoPath(b"gone"),),
            (entry(repo, f"{first}:gone"),),
            None,
        ),
        CommitChange(last, RepoPath(b"new"), (RepoPath(b"new"),), (None,), entry(repo, "HEAD:new")),
        CommitChange(
            last,
            RepoPath(b"there"),
            (RepoPath(b"moved"),),
            (entry(repo, f"{first}:moved"),),
            entry(repo, "HEAD:there"),
        ),
    ]
