"""A blame that was answered before is given again, and only as long as nothing changed."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from attrib.cli.blame_recall import Recall
from attrib.cli.main import main
from attrib.demonstration.walk import CODEBUDDY, build
from attrib.index.forgetting import forget_streams
from attrib.model.blame import BlameEntry
from attrib.model.ids import RepoPath
from attrib.model.reports import BlameReport
from attrib.opening import Options, open_workspace
from attrib.workspace import Workspace

pytestmark = pytest.mark.git

PROGRAM = (
    "import sys; from attrib.cli.blame import main; code = main(sys.argv[1:]);"
    "import json; print(json.dumps('attrib.pipeline' in sys.modules), file=sys.stderr)"
)
FILE = "app.py"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The demonstration's repository with an index, old enough to be trusted to stay as it is."""
    folder = build(tmp_path)
    _git(folder, "config", "attrib.sessions", str(tmp_path / "sessions"))
    (folder / ".git" / "attrib").mkdir(exist_ok=True)
    assert main(["-C", str(folder), "index", "--build"]) == 0
    grow_old(tmp_path)
    return folder


def grow_old(folder: Path) -> None:
    """Wait until every file is old enough to be trusted to stay as it is."""
    paths = [Path(top, name) for top, _, names in os.walk(folder) for name in [*names, "."]]
    latest = _latest(paths)
    while time.time_ns() - latest < 200_000_000:
        pass


def _latest(paths: Sequence[Path]) -> int:
    latest = 0
    for path in paths:
        with suppress(FileNotFoundError):  # what SQLite keeps beside the index may go meanwhile
            latest = max(latest, path.lstat().st_ctime_ns)
    return latest


def asked(folder: Path, *args: str) -> tuple[bytes, bool]:
    """What a blame writes, and whether anything was compared for it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *args, "--", FILE],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return done.stdout, json.loads(done.stderr.splitlines()[-1])


def test_a_second_blame_says_the_same_and_compares_nothing(repository: Path) -> None:
    said = {}
    for form in ("--porcelain", "--json", "-s"):
        said[form], _ = asked(repository, form, "HEAD")
    for form, before in said.items():
        assert asked(repository, form, "HEAD") == (before, False)
    assert b"asr-evidence" in said["--porcelain"]


def test_without_an_index_the_first_blame_makes_one_that_holds_no_history(
    repository: Path,
) -> None:
    (repository / ".git" / "attrib" / "index.sqlite").unlink()
    before, compared = asked(repository, "--porcelain", "HEAD")
    assert compared
    grow_old(repository)  # a new folder may have taken the place of another
    assert asked(repository, "--porcelain", "HEAD") == (before, False)
    assert main(["-C", str(repository), "index", "--exit-code"]) == 1


def test_where_no_index_can_be_made_nothing_is_kept(repository: Path) -> None:
    folder = repository / ".git" / "attrib"
    shutil.rmtree(folder)
    folder.write_bytes(b"a file in its place")
    grow_old(repository)
    before = asked(repository, "--porcelain", "HEAD")
    assert before[1]
    assert asked(repository, "--porcelain", "HEAD") == before


def test_lines_that_are_not_committed_are_compared_each_time(repository: Path) -> None:
    with (repository / FILE).open("ab") as file:
        file.write(b"one more\n")
    grow_old(repository)
    before = asked(repository, "--json")
    assert asked(repository, "--json") == before
    assert before[1]


def _streams(repository: Path) -> list[Path]:
    return sorted((repository.parent / "sessions").rglob("*.jsonl"))


def stream_of(repository: Path) -> Path:
    return _streams(repository)[0]


def _git(repository: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=repository, check=True, capture_output=True)


def grow(repository: Path) -> None:
    """A stream gets another record."""
    with stream_of(repository).open("ab") as file:
        file.write(b'{"type": "message", "seq": 900, "id": "r900"}\n')


def lose(repository: Path) -> None:
    """A stream is gone."""
    stream_of(repository).unlink()


def commit(repository: Path) -> None:
    """History has another commit."""
    _git(repository, "commit", "--allow-empty", "-q", "-m", "more")


def branch(repository: Path) -> None:
    """A reference leads to less of it."""
    _git(repository, "branch", "other", "HEAD~1")


def add(repository: Path) -> None:
    """The store of objects has another blob."""
    (repository / "more.txt").write_bytes(b"nowhere\n")
    _git(repository, "hash-object", "-w", "more.txt")


def configure(repository: Path) -> None:
    """Line ends are converted now."""
    _git(repository, "config", "core.autocrlf", "input")


def attribute(repository: Path) -> None:
    """So they are, for all of this repository."""
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "attributes").write_bytes(b"*.py eol=crlf\n")


def attribute_here(repository: Path) -> None:
    """So they are, by a file of the worktree."""
    (repository / ".gitattributes").write_bytes(b"*.py eol=crlf\n")


def conflict(repository: Path) -> None:
    """A stream that names two sessions is left out, and said to be."""
    headers = [path.read_bytes().split(b"\n")[0] for path in _streams(repository)]
    (repository.parent / "sessions" / "two.asr.jsonl").write_bytes(b"\n".join(headers) + b"\n")


def observe(repository: Path) -> None:
    """A hook has observed something."""
    (repository / ".git" / "attrib" / "journal.jsonl").write_bytes(b"{}\n")


def share(repository: Path) -> None:
    """Somebody's notes are here."""
    blob = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"], cwd=repository, input=b"{\n", capture_output=True
    ).stdout.decode()
    _git(repository, "notes", "--ref", "attrib", "add", "-C", blob.strip(), "HEAD")


def share_elsewhere(repository: Path) -> None:
    """Notes are read from another reference."""
    _git(repository, "config", "attrib.notesRef", "other")


CHANGES = (
    share,
    share_elsewhere,
    grow,
    lose,
    commit,
    branch,
    add,
    configure,
    attribute,
    attribute_here,
    conflict,
    observe,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_an_answer_rests_on_makes_it_anew(
    repository: Path, change: Callable[[Path], None]
) -> None:
    asked(repository, "--porcelain", "HEAD")
    assert not asked(repository, "--porcelain", "HEAD")[1]
    change(repository)
    grow_old(repository)
    now = asked(repository, "--porcelain", "HEAD")
    assert now[1], "the answer of before is not that of now"
    shutil.move(repository / ".git" / "attrib" / "index.sqlite", repository.parent / "aside")
    assert asked(repository, "--porcelain", "HEAD") == now


def test_what_an_absolute_path_leads_to_makes_it_anew(repository: Path) -> None:
    link = repository.parent / "link"
    link.symlink_to(repository)
    stream = stream_of(repository)
    text = stream.read_text(encoding="utf-8").replace('"root": "app"', '"root": null')
    path = json.dumps(str(link / FILE))
    text = text.replace('"root": null, "path": "app.py"', f'"root": null, "path": {path}')
    text = text.replace('"roots": [{"root": null', '"roots": [{"root": "app"')
    stream.write_text(text, encoding="utf-8")
    assert path in text
    grow_old(repository.parent)
    asked(repository, "--porcelain", "HEAD")
    assert not asked(repository, "--porcelain", "HEAD")[1]
    link.unlink()
    link.symlink_to(repository.parent)
    assert asked(repository, "--porcelain", "HEAD")[1]


def recall(workspace: Workspace, lines: Sequence[bytes]) -> Recall:
    """The question of a blame that gives all lines to one commit."""
    head = workspace.repository.resolve(["HEAD"])["HEAD"]
    path = RepoPath(FILE.encode())
    return Recall(workspace, path, "HEAD", [BlameEntry(head, 1, len(lines), path, 1)], lines, ())


NOTHING = BlameReport(RepoPath(FILE.encode()), "HEAD", (), (), ())


def test_a_repository_that_changed_while_it_was_read_keeps_nothing(repository: Path) -> None:
    with open_workspace(Options(start=repository)) as workspace:
        before = recall(workspace, [b"one"])
        branch(repository)
        grow_old(repository)
        before.keep(NOTHING)
        recall(workspace, [b"one"]).keep(NOTHING)
    assert kept_in(repository) == 0


def test_lines_that_are_divided_otherwise_are_another_question(repository: Path) -> None:
    with open_workspace(Options(start=repository)) as workspace:
        for lines in ([b"one", b"two"], [b"on", b"etwo"]):
            recall(workspace, lines).keep(NOTHING)
    assert kept_in(repository) == 2


def kept_in(repository: Path) -> int:
    """How many answers the index holds."""
    database = sqlite3.connect(repository / ".git" / "attrib" / "index.sqlite")
    (count,) = database.execute("SELECT count(*) FROM answers").fetchone()
    database.close()
    return int(count)


UNCERTAIN = {
    "attrib.allowFilters": "false",
    "lfs.storage": "/elsewhere",
    "remote.origin.promisor": "true",
}


@pytest.mark.parametrize("key", UNCERTAIN)
def test_nothing_is_kept_where_files_do_not_tell_all(repository: Path, key: str) -> None:
    _git(repository, "config", key, UNCERTAIN[key])
    grow_old(repository)
    with open_workspace(Options(start=repository)) as workspace:
        assert workspace.repository.footprint(()) is None


@pytest.mark.parametrize("line", [b'"/quoted\\n"\n', None])
def test_alternates_that_git_reads_otherwise_keep_nothing(
    repository: Path, line: bytes | None
) -> None:
    alternates = repository / ".git" / "objects" / "info" / "alternates"
    alternates.parent.mkdir(exist_ok=True)
    if line is None:
        alternates.symlink_to("/nowhere")
    else:
        alternates.write_bytes(line)
    grow_old(repository)
    with open_workspace(Options(start=repository)) as workspace:
        assert workspace.repository.footprint(()) is None


@pytest.mark.parametrize(
    "options", [["--asr-root", "app=/nowhere"], ["--session", CODEBUDDY], ["-L", "1,2"]]
)
def test_another_question_has_another_answer(repository: Path, options: list[str]) -> None:
    asked(repository, "--porcelain", "HEAD")
    assert asked(repository, "--porcelain", "HEAD", *options)[1]


def test_a_damaged_answer_is_made_anew(repository: Path) -> None:
    before, _ = asked(repository, "--porcelain", "HEAD")
    database = sqlite3.connect(repository / ".git" / "attrib" / "index.sqlite")
    with database:
        database.execute("UPDATE answers SET answer = '{\"evidence\": []}'")
    database.close()
    assert asked(repository, "--porcelain", "HEAD") == (before, True)


def test_a_forgotten_session_leaves_no_answer(repository: Path) -> None:
    asked(repository, "--porcelain", "HEAD")
    assert kept_in(repository)
    forget_streams(str(repository / ".git"), [stream_of(repository)])
    assert kept_in(repository) == 0
