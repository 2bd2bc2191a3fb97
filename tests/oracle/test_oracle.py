"""git is the judge: in every world, `git asr-blame` without what is ours is `git blame`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.oracle.conftest import assert_equal, both, run_git, run_ours
from tests.oracle.worlds import World

pytestmark = [pytest.mark.git, pytest.mark.once]

Worlds = dict[str, World]
NAMES = (
    *("plain", "subdirectory", "roomy", "names", "authors", "ignoring", "replaced", "unborn"),
    *("long", "linked", "recorded", "submodule", "inside", "bare", "shallow"),
)
FORMS = ((), ("--porcelain",), ("--line-porcelain",), ("--incremental",), ("-p", "--incremental"))
#: Options that may stand together; each is one or more arguments.
OPTIONS = (
    *("-l", "-s", "-t", "-f", "-n", "-e", "-b", "--root", "-w", "-M", "-C", "-C -C", "-M5", "-C9"),
    *("--abbrev=7", "--abbrev=40", "--no-abbrev", "--abb=12", "--date=short", "--date=raw"),
    *("--date=iso-strict", "--date=format:%Y", "--minimal", "--first-parent", "--show-nam"),
    *("--score-debug", "--color-lines", "--color-by-age", "--no-color-lines", "--show-email"),
    *("--indent-heuristic", "--diff-algorithm=patience", "--since=2023-11-18", "-L1,2", "-L,3"),
    *("-L 2", "-L/line/,+1", "-L1 -L2", "-L3,99", "-L 99", "--encoding=latin1", "-wse", "-Mfn"),
    *("--ignore-rev HEAD", "--ignore-revs-file .", "--no-ignore-revs-file", "--histogram"),
    *("--contents .git/HEAD", "--max-age=1700300000", "--bogus", "--show", "-c", "--show-stats"),
    *("--no-progress", "--no-show-name", "--no-root", "-lsb", "--patience", "--not-an-option=1"),
)


def arguments(options: str, revision: str, file: str) -> list[str]:
    return [*options.split(), *revision.split(), "--", file]


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_every_world_is_blamed_as_git_does(name: str, worlds: Worlds) -> None:
    world = worlds[name]
    answered = [
        assert_equal(world.folder, form, arguments("", revision, file))
        for file in world.files
        for revision in world.revisions
        for form in FORMS[:2]
    ]
    assert any(answered) or name == "unborn"


@pytest.mark.parametrize("options", OPTIONS)
def test_every_option_is_gits(options: str, worlds: Worlds) -> None:
    for name, file in (("roomy", "new.py"), ("recorded", "src/part-00/file-00000.txt")):
        assert_equal(worlds[name].folder, (), arguments(options, "", file))


@settings(
    max_examples=120,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_options_together_are_gits(data: st.DataObject, worlds: Worlds) -> None:
    world = worlds[data.draw(st.sampled_from(NAMES), label="world")]
    file = data.draw(st.sampled_from(world.files), label="file")
    revision = data.draw(st.sampled_from(world.revisions), label="revision")
    form = data.draw(st.sampled_from(FORMS), label="form")
    chosen = data.draw(st.lists(st.sampled_from(OPTIONS), max_size=4, unique=True), label="options")
    assert_equal(world.folder, form, arguments(" ".join(chosen), revision, file))


@pytest.mark.parametrize("name", NAMES)
def test_without_evidence_there_is_only_git(name: str, worlds: Worlds) -> None:
    world = worlds[name]
    for file in world.files[:2]:
        for options in ("", "-p", "--incremental", "--bogus", "-L 99"):
            args = arguments(options, "", file)
            git, ours = both(world.folder, args, ["--no-evidence"])
            assert ours == git


@pytest.mark.parametrize("missing", ["nowhere", "~/nowhere", "nowhere/below"])
@pytest.mark.parametrize("form", FORMS[:4])
def test_a_missing_list_of_ignored_commits_is_one_warning(
    missing: str, form: tuple[str, ...], worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = worlds["ignoring"].folder
    args = [*form, "a.txt"]
    expected = run_git(folder, args)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "blame.ignoreRevsFile")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", missing)
    assert run_git(folder, args).code == 128
    ours = run_ours(folder, args)
    assert ours.code == 0
    assert ours.err.count(b"warning: ") == 1
    said = f"warning: 'blame.ignoreRevsFile' is set to what cannot be read: '{missing}'\n"
    assert ours.err.startswith(said.encode())
    lines = ours.out.replace(b" -         -", b"").splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"asr-")) == expected.out


def test_a_missing_list_counts_only_where_git_reads_it(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = worlds["ignoring"].folder
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "blame.ignoreRevsFile")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "nowhere")
    assert_equal(folder, (), ["--no-ignore-revs-file", "a.txt"])
    assert b"warning" not in run_ours(folder, ["--no-ignore-revs-file", "a.txt"]).err
    args = ["--ignore-revs-file=nowhere-else", "a.txt"]
    assert run_ours(folder, args).code == run_git(folder, args).code == 128
    assert run_ours(folder, ["--no-evidence", "a.txt"]) == run_git(folder, ["a.txt"])
