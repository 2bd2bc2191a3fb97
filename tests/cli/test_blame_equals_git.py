"""Without our columns and lines, what `git asr-blame` prints is what `git blame` prints."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Answer, Maker, stable

pytestmark = pytest.mark.git

Run = Callable[[Sequence[str]], Answer]

#: Our columns where no session is known.
COLUMNS = b" -         -"
ANNOTATE_COLUMNS = b"-         -\t"

OPTIONS = [
    "",
    "-s",
    "-e",
    "-l",
    "-t",
    "-f",
    "-n",
    "-b",
    "-c",
    "-w",
    "-M",
    "-C",
    "-C -C -C",
    "-C20 -M5 -w",
    "--root",
    "--root -b",
    "-lb",
    "-sfn",
    "-set",
    "-cse",
    "-wsL 3,7",
    "-L3,7",
    "-L 3,+2",
    "-L 7,-2",
    "-L 5",
    "-L ,4",
    "-L 4,2",
    "-L /third/,+2",
    "-L /third/,/fifth/",
    "-L1,2 -L9,10 -n",
    "-L 3,999",
    "--abbrev=4",
    "--abbrev=1",
    "--abbrev=12 -b",
    "--abbrev=40",
    "--abbrev=99",
    "--no-abbrev",
    "--abbrev",
    "--date=short",
    "--date=iso",
    "--date=iso-strict",
    "--date=raw",
    "--date=unix",
    "--date=rfc",
    "--date=relative",
    "--date=human",
    "--date=short-local",
    "--date=format:%Y",
    "--date short -s",
    "--relative-date",
    "--score-debug",
    "--score-debug -M -C -f",
    "--show-stats",
    "--color-lines",
    "--color-by-age",
    "--color-lines --color-by-age -e",
    "--progress",
    "--no-progress",
    "--show-name --show-number --show-email",
    "--show-nam --show-num",
    "--no-show-email",
    "--minimal",
    "--indent-heuristic",
    "--patience",
    "--diff-algorithm=histogram",
    "--diff-algorithm patience",
    "--first-parent",
    "--since=2023-11-18",
    "--since 2023-11-18 -b",
    "--encoding=none",
    "--encoding=latin1",
    "--ignore-rev main~3",
    "--ignore-revs-file ignored",
    "--ignore-revs-file=ignored --ignore-rev=root",
    "--contents other.txt",
    "--contents=other.txt -s",
    "--no-porcelain",
]
REVISIONS = [
    "HEAD app.py",
    "HEAD -- app.py",
    "app.py HEAD~1",
    "-- app.py HEAD~1",
    "middle..HEAD app.py",
    "middle..HEAD -b app.py",
    "^middle HEAD app.py",
    "HEAD --not middle -- app.py",
    "root old.py",
    "old.py root",
    "HEAD~2 gone.txt",
    "--reverse root..middle old.py",
    "--reverse middle app.py",
    "--reverse middle.. -s -- app.py",
    "HEAD:./ app.py",
]
FILES = [
    "crlf.txt",
    "raw-crlf.bin",
    "caf\udce9.txt",
    'we"ird\tname.txt',
    "n\u00e4ive.txt",
    "sub/dir/deep.txt",
    "./sub/../sub/dir/deep.txt",
    "empty.txt",
    "no-end.txt",
    "staged.txt",
    "moved.py",
    "latin.txt",
]
CONFIGURATIONS = [
    {"blame.showEmail": "true"},
    {"blame.showRoot": "yes"},
    {"blame.blankBoundary": "1"},
    {"blame.date": "short"},
    {"blame.date": "relative"},
    {"blame.date": "iso-strict-local"},
    {"log.date": "short"},
    {"blame.coloring": "repeatedLines"},
    {"blame.coloring": "highlightRecent"},
    {"blame.coloring": "none"},
    {"blame.ignoreRevsFile": "ignored"},
    {"blame.ignoreRevsFile": "ignored", "blame.markIgnoredLines": "true"},
    {
        "blame.ignoreRevsFile": "ignored",
        "blame.markIgnoredLines": "true",
        "blame.markUnblamableLines": "true",
    },
    {"blame.markIgnoredLines": "true", "blame.markUnblamableLines": "true"},
    {"core.abbrev": "12"},
    {"core.abbrev": "no"},
    {"core.quotePath": "false"},
    {"i18n.logOutputEncoding": "latin1"},
    {"color.ui": "always"},
    {"diff.algorithm": "patience"},
]
ERRORS = [
    "",
    "--all app.py",
    "nowhere.txt",
    "untracked.txt",
    "gone.txt",
    "-- app.py nowhere",
    "nowhere app.py",
    "-L 999,1000 app.py",
    "-L /nowhere/ app.py",
    "-L x app.py",
    "--bogus app.py",
    "--show app.py",
    "-dash.txt",
    "--contents nowhere app.py",
    "--ignore-rev nowhere app.py",
    "--ignore-revs-file nowhere app.py",
    "--date=nowhere app.py",
    "--abbrev=x app.py",
    "sub",
    "-p --progress app.py",
    "-p --show-nothing app.py",
    "--incremental --show app.py",
    "HEAD root middle app.py",
    "app.py -- app.py other.txt third.txt",
]


def without_columns(text: bytes, *, annotate: bool = False) -> bytes:
    """The text without our columns, which each line of the file has."""
    columns = ANNOTATE_COLUMNS if annotate else COLUMNS
    return b"".join(line.replace(columns, b"", 1) for line in text.splitlines(keepends=True))


def split(line: str) -> list[str]:
    return line.split(" ") if line else []


def assert_same_text(args: Sequence[str], run: Run) -> None:
    git, ours = stable(args, run)
    annotate = any(re.fullmatch(r"-[a-z]*c[a-z]*", each) for each in args)
    assert without_columns(ours.out, annotate=annotate) == git.out
    assert (ours.code, git.code) == (0, 0)
    number = sum(line.count(b"-         -") for line in ours.out.split(b"\n"))
    extra = 3 if "--show-stats" in args else 0
    assert number == git.out.count(b"\n") - extra


@pytest.fixture
def in_zoo(zoo: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(zoo)
    return zoo


@pytest.fixture
def other(in_zoo: Path) -> None:
    path = in_zoo / "other.txt"
    if not path.exists():
        path.write_bytes(b"something else\n" + (in_zoo / "app.py").read_bytes())


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.usefixtures("other")
def test_every_option_prints_what_git_prints(options: str, run_ours: Run) -> None:
    assert_same_text([*split(options), "app.py"], run_ours)


@pytest.mark.parametrize("args", REVISIONS)
@pytest.mark.usefixtures("in_zoo")
def test_revisions_and_files_are_found_as_git_finds_them(args: str, run_ours: Run) -> None:
    if args.startswith("HEAD:"):
        git, ours = stable(split(args), run_ours)
        assert (ours.out, ours.err, ours.code) == (git.out, git.err, git.code)
        return
    assert_same_text(split(args), run_ours)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("options", ["", "-f", "-c -e", "-sn", "HEAD"])
@pytest.mark.usefixtures("in_zoo")
def test_odd_files_print_what_git_prints(name: str, options: str, run_ours: Run) -> None:
    if (name, options) == ("staged.txt", "HEAD"):
        pytest.skip("the file is not in HEAD")
    assert_same_text([*split(options), "--", name], run_ours)


@pytest.mark.parametrize("settings", CONFIGURATIONS, ids=str)
@pytest.mark.parametrize("args", ["app.py", "-s app.py", "-n HEAD -- latin.txt"])
@pytest.mark.usefixtures("in_zoo")
def test_configuration_counts_as_in_git(
    settings: dict[str, str], args: str, run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(settings, monkeypatch)
    assert_same_text(split(args), run_ours)


def configure(settings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_COUNT", str(len(settings)))
    for index, (key, value) in enumerate(settings.items()):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{index}", key)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{index}", value)


@pytest.mark.parametrize("args", ERRORS)
@pytest.mark.usefixtures("in_zoo")
def test_refusals_are_gits_own_words_and_code(args: str, run_ours: Run) -> None:
    git, ours = stable(split(args), run_ours)
    assert git.code != 0
    assert ours == git


@pytest.mark.parametrize("form", ["--porcelain", "-p", "--line-porcelain", "--incremental"])
@pytest.mark.parametrize(
    "args",
    [
        "app.py",
        "-s -c -M app.py",
        "--since=2023-11-18 app.py",
        "--show-stats app.py",
        "-- n\u00e4ive.txt",
        "-L2,3 app.py",
    ],
)
@pytest.mark.usefixtures("in_zoo")
def test_machine_formats_are_gits_without_our_lines(form: str, args: str, run_ours: Run) -> None:
    git, ours = stable([form, *split(args)], run_ours)
    lines = ours.out.splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"asr-")) == git.out
    assert any(line.startswith(b"asr-unseen ") for line in lines)
    assert ours.code == 0


@pytest.mark.parametrize("form", ["--porcelain", "--incremental", "-s"])
@pytest.mark.usefixtures("in_zoo")
def test_no_evidence_leaves_only_git(form: str, run_ours: Run) -> None:
    git, ours = stable([form, "app.py"], lambda args: run_ours([*args, "--no-evidence"]))
    assert ours == git


def test_paths_start_from_the_folder_one_stands_in(
    zoo: Path, run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(zoo / "sub" / "dir")
    for name in ("deep.txt", "../../app.py", str(zoo / "app.py"), "./deep.txt"):
        assert_same_text(["-n", name], run_ours)


def test_linked_worktree_prints_what_git_prints(
    make: Callable[[], Maker], run_ours: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    maker = make()
    maker.write("a.txt", b"one\ntwo\n")
    maker.commit()
    maker.git("worktree", "add", "-q", str(tmp_path / "linked"))
    (tmp_path / "linked" / "a.txt").write_bytes(b"one\ntwo\nthree\n")
    monkeypatch.chdir(tmp_path / "linked")
    assert_same_text(["a.txt"], run_ours)


def test_bare_repository_prints_what_git_prints(
    zoo: Path, run_ours: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    subprocess.run(["git", "clone", "-q", "--bare", zoo, tmp_path / "bare"], check=True)
    monkeypatch.chdir(tmp_path / "bare")
    assert_same_text(["main", "--", "sub/dir/deep.txt"], run_ours)
    assert_same_text(["main", "app.py"], run_ours)


def test_shallow_clone_prints_what_git_prints(
    zoo: Path, run_ours: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = zoo.as_uri()
    subprocess.run(["git", "clone", "-q", "--depth=1", url, tmp_path / "shallow"], check=True)
    monkeypatch.chdir(tmp_path / "shallow")
    assert_same_text(["app.py"], run_ours)


def test_sha256_repository_prints_what_git_prints(
    run_ours: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    maker = Maker(tmp_path / "long")
    maker.write("a.txt", b"one\ntwo\n")
    maker.commit()
    maker.write("a.txt", b"one\nTWO\n")
    maker.commit()
    monkeypatch.chdir(maker.path)
    for options in ("", "-l", "--abbrev=50", "--no-abbrev -b"):
        assert_same_text([*split(options), "a.txt"], run_ours)


def test_nothing_is_committed_yet(
    make: Callable[[], Maker], run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = make()
    maker.write("a.txt", b"one\n")
    maker.git("add", "-A")
    monkeypatch.chdir(maker.path)
    git, ours = stable(["a.txt"], run_ours)
    assert git.code != 0
    assert ours == git


def test_no_repository_is_told_in_gits_words(
    run_ours: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    git, ours = stable(["a.txt"], run_ours)
    assert ours == git


def test_contents_from_a_pipe_are_read_once(zoo: Path) -> None:
    content = b"piped\n" + (zoo / "app.py").read_bytes()
    for options in ([], ["-c"]):
        command = ["blame", "--contents", "-", *options, "app.py"]
        git = subprocess.run(["git", *command], cwd=zoo, input=content, capture_output=True)
        ours = subprocess.run(
            [sys.executable, "-m", "attrib", *command], cwd=zoo, input=content, capture_output=True
        )
        text = without_columns(ours.stdout, annotate=bool(options))
        zeros = re.compile(rb"(?m)^0{8}.*$")
        assert zeros.sub(b"", text) == zeros.sub(b"", git.stdout)
        assert ours.returncode == git.returncode == 0
