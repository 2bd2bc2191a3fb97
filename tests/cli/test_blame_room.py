"""In the clean room git's blame says the same and is faster; where it may not, it stays outside."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from attrib.cli.main import main as attrib_main
from attrib.git.command import CommandRepository, open_repository
from attrib.git.room import build, room_of
from tests.cli.conftest import Answer, Maker, many_lines, run_git, stable

pytestmark = pytest.mark.git

Run = Callable[[Sequence[str]], Answer]
Patch = pytest.MonkeyPatch
COLUMNS = b" -         -"
CHAIN = "objects/info/commit-graphs/commit-graph-chain"


def history(maker: Maker) -> Maker:
    """Eight commits of one file, with another file beside it that changes in between."""
    lines = many_lines(8)
    for number in range(4):
        lines = lines.replace(b"the %dth" % number, b"the very %dth" % number)
        maker.write("sub/a.txt", lines)
        maker.commit()
        maker.write("other.txt", b"%d\n" % number)
        maker.commit()
    return maker


@pytest.fixture
def repo(make: Callable[[], Maker], monkeypatch: pytest.MonkeyPatch) -> Maker:
    maker = history(make())
    monkeypatch.chdir(maker.path)
    assert build_room(maker.path)
    return maker


def build_room(path: Path) -> bool:
    repository = open_repository(path)
    try:
        return build(repository)
    finally:
        repository.close()


def has_room(path: Path, *names: str) -> bool:
    """Whether a blame of `names` would run in the room."""
    repository = open_repository(path)
    try:
        return bool(repository.room_for([os.fsencode(name) for name in names or ("sub/a.txt",)]))
    finally:
        repository.close()


def objects_of(path: Path) -> set[str]:
    """What lies in the room: nothing but a graph may be added by a blame."""
    room = path / ".git" / "attrib" / "room"
    return {str(file.relative_to(room)) for file in room.rglob("*") if file.is_file()}


def assert_same(run: Run, *args: str) -> None:
    porcelain, ours = stable(["--porcelain", *args], run)
    lines = ours.out.splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"asr-")) == porcelain.out
    assert ours.code == porcelain.code
    git, ours = stable(args, run)
    assert ours.out.replace(COLUMNS, b"") == git.out


def test_blame_in_the_room_is_gits(repo: Maker, run_ours: Run) -> None:
    assert has_room(repo.path)
    before = objects_of(repo.path)
    for args in (["sub/a.txt"], ["HEAD~3", "--", "sub/a.txt"], ["-C", "-M", "-w", "sub/a.txt"]):
        assert_same(run_ours, *args)
    assert objects_of(repo.path) == before


def test_git_reads_the_rooms_graph_and_its_filters(repo: Maker, tmp_path: Path) -> None:
    repository = open_repository(repo.path)
    trace = tmp_path / "trace"
    room = {**repository.room_for([b"sub/a.txt"]), "GIT_TRACE2_EVENT": str(trace)}
    with repository.user_blame([b"--porcelain", b"sub/a.txt"], room=room) as process:
        process.stdout.read()
        process.finish()
    repository.close()
    assert b"bloom/" in trace.read_bytes()


def test_a_changed_file_is_blamed_in_the_room(repo: Maker, run_ours: Run) -> None:
    repo.write("sub/a.txt", b"new\n" + many_lines(8))
    assert has_room(repo.path)
    zeros = [line for line in run_ours(["-s", "sub/a.txt"]).out.split(b"\n") if b"00000000" in line]
    assert len(zeros) == 5
    assert (
        b"".join(
            line.replace(COLUMNS, b"")
            for line in run_ours(["-s", "sub/a.txt"]).out.splitlines(keepends=True)
        )
        == run_git(["-s", "sub/a.txt"]).out
    )


def replace(maker: Maker, _: Patch) -> None:
    maker.git("replace", "--graft", "HEAD~2")


def replace_packed(maker: Maker, patch: Patch) -> None:
    replace(maker, patch)
    maker.git("pack-refs", "--all")


def graft(maker: Maker, _: Patch) -> None:
    commit = maker.git("rev-parse", "HEAD~2")
    (maker.path / ".git" / "info" / "grafts").write_bytes(commit)


def shallow(maker: Maker, _: Patch) -> None:
    commit = maker.git("rev-parse", "HEAD~2")
    (maker.path / ".git" / "shallow").write_bytes(commit)


def partial(maker: Maker, _: Patch) -> None:
    maker.git("config", "remote.origin.promisor", "true")


def partial_by_extension(maker: Maker, _: Patch) -> None:
    maker.git("config", "core.repositoryFormatVersion", "1")
    maker.git("config", "extensions.partialClone", "origin")


def textconv(maker: Maker, _: Patch) -> None:
    maker.git("config", "diff.shout.textconv", "tr a-z A-Z <")
    maker.write(".gitattributes", b"*.txt diff=shout\n")


def filtered(maker: Maker, _: Patch) -> None:
    maker.git("config", "filter.shout.clean", "tr a-z A-Z")
    maker.write("sub/.gitattributes", b"a.txt filter=shout\n")


def filtered_by_macro(maker: Maker, _: Patch) -> None:
    maker.git("config", "filter.shout.clean", "tr a-z A-Z")
    maker.write(".gitattributes", b"[attr]loud filter=shout\n*.txt loud\n")


def graph_off(maker: Maker, _: Patch) -> None:
    maker.git("config", "core.commitGraph", "false")


def objects_elsewhere(maker: Maker, patch: Patch) -> None:
    patch.setenv("GIT_OBJECT_DIRECTORY", str(maker.path / ".git" / "objects"))


def more_objects(maker: Maker, patch: Patch) -> None:
    patch.setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", str(maker.path / ".git" / "objects"))


def other_graft_file(maker: Maker, patch: Patch) -> None:
    graft(maker, patch)
    grafts = maker.path / ".git" / "info" / "grafts"
    patch.setenv("GIT_GRAFT_FILE", str(grafts.rename(maker.path / "grafts")))


def deep_alternates(maker: Maker, _: Patch) -> None:
    store = maker.path / ".git" / "objects"
    for number in range(4):
        below = maker.path.parent / f"store-{number}"
        (below / "info").mkdir(parents=True)
        (store / "info" / "alternates").write_text(f"{below}\n")
        store = below


def other_alternates(maker: Maker, _: Patch) -> None:
    room = maker.path / ".git" / "attrib" / "room"
    (room / "objects" / "info" / "alternates").write_text("/nowhere\n")


def no_graph(maker: Maker, _: Patch) -> None:
    shutil.rmtree(maker.path / ".git" / "attrib" / "room" / "objects" / "info")


def no_room(maker: Maker, _: Patch) -> None:
    shutil.rmtree(maker.path / ".git" / "attrib")


CONDITIONS = [
    *(replace, replace_packed, graft, shallow, partial, partial_by_extension, textconv),
    *(filtered, filtered_by_macro, graph_off, objects_elsewhere, more_objects, other_graft_file),
    *(deep_alternates, other_alternates, no_graph, no_room),
]


@pytest.mark.parametrize("spoil", CONDITIONS)
def test_each_condition_that_fails_leaves_plain_git(
    spoil: Callable[[Maker, Patch], None], repo: Maker, run_ours: Run, monkeypatch: Patch
) -> None:
    spoil(repo, monkeypatch)
    assert not has_room(repo.path)
    assert_same(run_ours, "sub/a.txt")


def test_a_filter_for_other_files_does_not_matter(repo: Maker) -> None:
    repo.git("config", "filter.shout.clean", "tr a-z A-Z")
    repo.write(".gitattributes", b"*.bin filter=shout\n")
    assert has_room(repo.path, "sub/a.txt")
    assert not has_room(repo.path, "-w", "sub/a.bin")


@pytest.mark.parametrize(
    "settings",
    [
        {"blame.showEmail": "true"},
        {"blame.coloring": "repeatedLines"},
        {"diff.algorithm": "patience"},
        {"core.quotePath": "false", "core.abbrev": "15"},
        {"i18n.logOutputEncoding": "latin1"},
        {"mailmap.file": "names"},
        {"blame.ignoreRevsFile": "ignored"},
    ],
    ids=str,
)
def test_configuration_holds_in_the_room(
    settings: dict[str, str], repo: Maker, run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("names", b"Augusta <augusta@example.invalid> <12@example.invalid>\n")
    repo.write("ignored", repo.git("rev-parse", "HEAD~3"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", str(len(settings)))
    for index, (key, value) in enumerate(settings.items()):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{index}", key)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{index}", value)
    assert has_room(repo.path)
    assert_same(run_ours, "sub/a.txt")


def test_a_lying_graph_of_the_repository_is_not_used(repo: Maker, run_ours: Run) -> None:
    honest = run_git(["-s", "sub/a.txt"]).out
    shutil.rmtree(repo.path / ".git" / "attrib")
    # The graph of a history in which HEAD~2 has no parent.
    repo.git("replace", "--graft", "HEAD~2")
    commit = repo.git("rev-parse", "HEAD~2").decode().strip()
    lie = repo.git("rev-parse", f"refs/replace/{commit}").decode().strip()
    repo.git("replace", "-d", commit)
    graph = repo.path / ".git" / "objects" / "info" / "commit-graph"
    repo.git("commit-graph", "write", "--reachable", "--changed-paths")
    graph.chmod(0o600)
    parents = repo.git("rev-parse", f"{commit}^").decode().strip()
    content = graph.read_bytes()
    tree = bytes.fromhex(repo.git("rev-parse", f"{commit}^{{tree}}").decode().strip())
    row = content.rindex(tree)
    graph.write_bytes(content[: row + 20] + b"\x70\0\0\0" + content[row + 24 :])
    assert lie != parents
    assert run_git(["-s", "sub/a.txt"]).out != honest, "git believes the lie"
    assert build_room(repo.path)
    assert run_ours(["-s", "sub/a.txt"]).out.replace(COLUMNS, b"") == honest


def test_the_room_follows_new_and_rewritten_history(repo: Maker, run_ours: Run) -> None:
    room = repo.path / ".git" / "attrib" / "room"
    tips = (room / "tips").read_bytes()
    repo.write("sub/a.txt", many_lines(8)[:200])
    repo.commit("new")
    assert_same(run_ours, "sub/a.txt")
    assert build_room(repo.path)
    assert (room / "tips").read_bytes() != tips
    assert (room / CHAIN).read_bytes().count(b"\n") >= 1
    assert_same(run_ours, "sub/a.txt")
    repo.git("reset", "-q", "--hard", "HEAD~3")
    repo.write("sub/a.txt", many_lines(9))
    repo.commit("otherwise")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert_same(run_ours, "sub/a.txt")
    assert build_room(repo.path)
    assert has_room(repo.path)
    assert_same(run_ours, "sub/a.txt")


def test_nothing_new_starts_no_git(repo: Maker) -> None:
    repository = open_repository(repo.path)
    repository.config("")
    before = repository.statistics.processes
    assert build(repository, repository._git)
    assert repository.statistics.processes == before
    repository.close()


def test_a_damaged_graph_costs_no_answer(repo: Maker, run_ours: Run) -> None:
    room = room_of(open_repository(repo.path).location)
    graphs = [*room.glob("objects/info/commit-graph"), *room.glob("objects/info/*/*.graph")]
    for graph in graphs:
        graph.chmod(0o600)
        graph.write_bytes(graph.read_bytes()[:100])
    git = run_git(["--porcelain", "sub/a.txt"])
    ours = run_ours(["--porcelain", "--strict", "sub/a.txt"])
    lines = ours.out.splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"asr-")) == git.out
    assert b"commit-graph" not in ours.err


@pytest.mark.parametrize("form", ["--porcelain", "--incremental", "-s"])
def test_a_room_that_goes_away_meanwhile_costs_no_answer(
    form: str, repo: Maker, run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = run_git([form, "sub/a.txt"])
    gone = {"GIT_OBJECT_DIRECTORY": str(repo.path / "gone")}
    monkeypatch.setattr(CommandRepository, "room_for", lambda *_: gone)
    ours = run_ours([form, "sub/a.txt"])
    lines = ours.out.replace(COLUMNS, b"").splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"asr-")) == git.out
    assert b"fatal" not in ours.err


def test_builds_side_by_side_leave_one_room(repo: Maker, run_ours: Run) -> None:
    shutil.rmtree(repo.path / ".git" / "attrib")
    builders = [threading.Thread(target=build_room, args=(repo.path,)) for _ in range(4)]
    for builder in builders:
        builder.start()
    for _ in range(3):
        assert_same(run_ours, "sub/a.txt")
    for builder in builders:
        builder.join()
    assert [path.name for path in (repo.path / ".git" / "attrib").iterdir()] == ["room"]
    assert has_room(repo.path)
    assert_same(run_ours, "sub/a.txt")


def test_what_an_ended_build_left_is_removed(repo: Maker) -> None:
    folder = repo.path / ".git" / "attrib"
    left = folder / "room-ended"
    left.mkdir()
    lock = folder / "room" / f"{CHAIN}.lock"
    lock.parent.mkdir(exist_ok=True)
    lock.touch()
    for path in (left, lock):
        os.utime(path, (0, 0))
    repo.write("sub/a.txt", many_lines(3))
    repo.commit()
    assert build_room(repo.path)
    assert not left.exists()
    assert not lock.exists()


def test_no_room_is_made_where_there_can_be_none(
    make: Callable[[], Maker], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = make()
    assert not build_room(maker.path), "no commit"
    history(maker)
    clone = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=2", maker.path.as_uri(), clone], check=True)
    assert not build_room(clone)
    (maker.path / ".git" / "attrib").write_bytes(b"in the way")
    assert not build_room(maker.path)
    monkeypatch.chdir(maker.path)
    assert not has_room(maker.path)


def test_linked_worktrees_share_the_room(
    repo: Maker, run_ours: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"), "HEAD~2")
    monkeypatch.chdir(tmp_path / "linked")
    assert has_room(tmp_path / "linked")
    assert_same(run_ours, "sub/a.txt")


def test_sha256_and_bare_repositories_have_rooms(
    tmp_path: Path, run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    maker = history(Maker(tmp_path / "long"))
    monkeypatch.delenv("GIT_DEFAULT_HASH")
    subprocess.run(["git", "clone", "-q", "--bare", maker.path, tmp_path / "bare"], check=True)
    for path in (maker.path, tmp_path / "bare"):
        assert build_room(path)
        assert has_room(path)
        monkeypatch.chdir(path)
        assert_same(run_ours, "HEAD", "--", "sub/a.txt")


def test_explain_asks_in_the_room_too(repo: Maker) -> None:
    repository = open_repository(repo.path)
    with repository.user_blame([b"--porcelain", b"sub/a.txt"]) as process:
        inside = process.stdout.read()
    with repository.user_blame([b"--porcelain", b"sub/a.txt"], room={}) as process:
        assert process.stdout.read() == inside
    repository.close()


def test_the_index_command_makes_the_room(
    make: Callable[[], Maker], run_ours: Run, monkeypatch: Patch
) -> None:
    maker = history(make())
    monkeypatch.chdir(maker.path)
    assert not has_room(maker.path)
    assert attrib_main(["index", "--build"]) == 0
    assert has_room(maker.path)
    made = room_of(open_repository(maker.path).location).stat().st_ino
    assert attrib_main(["index", "--build"]) == 0
    assert room_of(open_repository(maker.path).location).stat().st_ino == made
    assert attrib_main(["index", "--rebuild"]) == 0
    assert room_of(open_repository(maker.path).location).stat().st_ino != made
    assert_same(run_ours, "sub/a.txt")
