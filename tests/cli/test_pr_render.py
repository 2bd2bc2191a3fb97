"""`attrib pr render` on real repositories, whole and shallow, and what it writes and ends with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.cli.main import main
from attrib.demonstration.repository import MadeUpRepository
from attrib.demonstration.stream import Stream, worktree_state
from attrib.model.evidence import STATEMENT
from attrib.model.markers import Marker, marker_of
from attrib.render.size_limits import GITHUB
from tests.cli.conftest import Answer
from tests.support.markdown import alarms, rows_of
from tests.support.repos import git

pytestmark = pytest.mark.git

Attrib = Callable[..., Answer]
OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"
SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "attrib.pr-1.json"


@pytest.fixture
def attrib(capfdbinary: Any) -> Attrib:
    def run(*arguments: str) -> Answer:
        capfdbinary.readouterr()
        code = main(arguments)
        return Answer(code, *capfdbinary.readouterr())

    return run


@pytest.fixture
def story(tmp_path: Path) -> MadeUpRepository:
    """`main` and `topic`, both moved on; a session recorded the first commit of `topic`."""
    repo = MadeUpRepository.create(tmp_path / "r", home=tmp_path)
    repo.write("app.py", OLD)
    repo.commit("start", at="2026-10-20T12:00:00Z")
    repo.git("checkout", "-q", "-b", "topic")
    repo.write("app.py", NEW)
    repo.commit("read the name", at="2026-10-21T12:00:00Z")
    repo.write("other.py", b"print('nobody recorded this')\n")
    repo.commit("other\n\nAsr-Session: nobody", at="2026-10-22T12:00:00Z")
    repo.git("checkout", "-q", "main")
    repo.write("base.py", b"moved_on = True\n")
    repo.commit("base", at="2026-10-22T13:00:00Z")
    repo.git("checkout", "-q", "topic")
    stream = Stream(
        "com.tencent.codebuddy",
        "laptop",
        "0f1e2d3c-4b5a",
        {"repo": repo.folder},
        at="2026-10-21T11:00:00Z",
    )
    stream.change(
        "app.py", at="2026-10-21T11:59:00Z", before=worktree_state(OLD), after=worktree_state(NEW)
    )
    stream.write(tmp_path / "sessions" / "one.asr.jsonl")
    repo.git("config", "attrib.sessions", str(tmp_path / "sessions"))
    return repo


def test_comment_is_printed_and_the_answer_is_the_same_on_every_run(
    attrib: Attrib, story: MadeUpRepository
) -> None:
    answer = attrib("-C", str(story.folder), "pr", "render", "--base", "main", "--head", "topic")
    body = answer.out.decode()
    head = story.object_id("topic")
    assert marker_of(body) == Marker("default", head)  # type: ignore[arg-type]
    assert body.split("\n")[1:7] == [
        "### Session evidence: 2 of 3 added lines",
        "",
        "2 strong, 0 moderate, 0 weak, 1 without a record. 2 commits, 1 session.",
        "",
        "No recorded content supports 1 declaration (1 line of the diff).",
        "",
    ]
    assert rows_of(body)[0] == ["other.py 1", "declared in Asr-Session; its records are not here"]
    assert body.endswith(f"\n{STATEMENT}\n")
    assert "base.py" not in body
    assert alarms(body) == []
    assert (answer.code, answer.err) == (0, b"")
    again = attrib("-C", str(story.folder), "pr", "render", "--base=main")
    assert again.out == answer.out


def test_base_is_the_default_branch_of_origin_or_an_error_that_helps(
    attrib: Attrib, story: MadeUpRepository, tmp_path: Path
) -> None:
    alone = attrib("-C", str(story.folder), "pr", "render")
    assert (alone.code, alone.out) == (129, b"")
    assert alone.err.decode() == (
        "fatal: no base is given, and neither origin nor the branch names one\n"
        "hint: attrib pr render --base main\n"
    )
    git(tmp_path, "clone", "-q", "-b", "main", str(story.folder), "clone")
    clone = tmp_path / "clone"
    git(clone, "checkout", "-q", "topic")
    git(clone, "remote", "set-head", "origin", "main")
    answer = attrib("-C", str(clone), "pr", "render", "--json", "--sessions", "/nowhere")
    found = json.loads(answer.out)
    assert (found["base"], found["totals"]["added"]) == ("refs/remotes/origin/HEAD", 3)


def test_json_is_the_whole_answer(attrib: Attrib, story: MadeUpRepository) -> None:
    answer = attrib("-C", str(story.folder), "pr", "render", "--base", "main", "--json")
    found = json.loads(answer.out)
    jsonschema.validate(found, json.loads(SCHEMA.read_text("utf-8")))
    assert found["totals"]["strong"] == 2
    assert (found["declared_unsupported"], found["no_record"], found["conflicting"]) == (1, 1, 0)
    assert [(file["path"], file["added"]) for file in found["files"]] == [
        ("app.py", 2),
        ("other.py", 1),
    ]
    assert found["passages"][0]["why"] == "declared-unsupported"
    assert (answer.code, answer.err) == (0, b"")


def test_summary_is_added_to_a_file(
    attrib: Attrib, story: MadeUpRepository, tmp_path: Path
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    options = ("--base", "main", "--summary", str(summary))
    answer = attrib("-C", str(story.folder), "pr", "render", *options)
    body = answer.out.decode()
    assert summary.read_text("utf-8") == "before\n" + body.partition("\n")[2]
    failed = attrib("-C", str(story.folder), "pr", "render", "--base=main", f"--summary={tmp_path}")
    assert (failed.code, failed.err) == (
        128,
        f"fatal: cannot write '{tmp_path}': Is a directory\n".encode(),
    )


def test_key_is_in_the_marker_and_a_bad_one_is_usage(
    attrib: Attrib, story: MadeUpRepository
) -> None:
    run = ("-C", str(story.folder), "pr", "render", "--base", "main", "--key")
    body = attrib(*run, "docs").out.decode()
    assert body.startswith("<!-- attrib:pr-evidence:v1 key=docs head=")
    bad = attrib(*run, "a --> b")
    assert (bad.code, bad.out) == (129, b"")


def test_exit_code_tells_that_no_line_has_evidence(attrib: Attrib, story: MadeUpRepository) -> None:
    run = ("-C", str(story.folder), "pr", "render", "--exit-code")
    assert attrib(*run, "--base", "main").code == 0
    assert attrib(*run, "--base", "topic~1").code == 1


def test_unknown_end_is_fatal(attrib: Attrib, story: MadeUpRepository) -> None:
    answer = attrib("-C", str(story.folder), "pr", "render", "--base", "mian")
    assert (answer.code, answer.out) == (128, b"")
    assert answer.err.startswith(b"fatal: bad revision 'mian'\nhint: git fetch origin")


def shallow(story: MadeUpRepository, folder: Path, depth: int, branch: str = "topic") -> Path:
    """A clone so deep of one branch, with the sessions of the story."""
    options = ["--depth", str(depth), "-b", branch, f"file://{story.folder}"]
    git(folder.parent, "clone", "-q", "--single-branch", *options, str(folder))
    git(folder, "config", "attrib.sessions", str(story.folder.parent / "sessions"))
    return folder


def hidden_of(answer: Answer) -> list[tuple[str, str]]:
    return [(each["gap"], each["fetch"]) for each in json.loads(answer.out)["hidden"]]


def test_shallow_clone_of_one_commit_tells_nothing_and_what_to_fetch(
    attrib: Attrib, story: MadeUpRepository, tmp_path: Path
) -> None:
    clone = shallow(story, tmp_path / "clone", 1)
    base, head = story.object_id("main"), story.object_id("topic")
    run = ("-C", str(clone), "pr", "render", "--base", base, "--head", head)
    assert hidden_of(attrib(*run, "--json")) == [("base-missing", "git fetch --unshallow")]
    answer = attrib(*run)
    body = answer.out.decode()
    assert body.split("\n")[1] == "### Session evidence: the clone holds too little to tell"
    assert "`git fetch --unshallow`, or `fetch-depth: 0` for `actions/checkout`" in body
    assert (answer.code, attrib(*run, "--strict").code) == (0, 2)
    merge = attrib("-C", str(clone), "pr", "render", "--base", head, "--head", base, "--json")
    assert hidden_of(merge) == [("head-missing", "git fetch --unshallow")]


def test_shallow_clone_without_the_merge_base_counts_nothing(
    attrib: Attrib, story: MadeUpRepository, tmp_path: Path
) -> None:
    clone = shallow(story, tmp_path / "clone", 2)
    git(clone, "fetch", "-q", "--depth", "1", "origin", "main")
    run = ("-C", str(clone), "pr", "render", "--base", "FETCH_HEAD", "--json")
    answer = attrib(*run)
    assert hidden_of(answer) == [("no-merge-base", "git fetch --unshallow")]
    assert json.loads(answer.out)["totals"]["added"] == 0
    git(clone, "fetch", "-q", "--unshallow", "origin", "main", "topic")
    whole = json.loads(attrib(*run, "--root", f"repo={clone}").out)
    assert (whole["hidden"], whole["totals"]["added"], whole["totals"]["strong"]) == ([], 3, 2)


def test_history_that_ends_inside_is_told_and_its_lines_are_not_guessed(
    attrib: Attrib, story: MadeUpRepository, tmp_path: Path
) -> None:
    story.git("merge", "-q", "-m", "merge main", "main", at="2026-10-23T12:00:00Z")
    story.write("app.py", NEW + b"exit(0)\n")
    story.commit("exit", at="2026-10-24T12:00:00Z")
    clone = shallow(story, tmp_path / "clone", 3)
    git(clone, "fetch", "-q", "--depth", "1", "origin", "main:main")
    answer = attrib("-C", str(clone), "pr", "render", "--base", "main", "--json")
    found = json.loads(answer.out)
    assert [(each["gap"], each["count"]) for each in found["hidden"]] == [("history-ends", 1)]
    assert found["totals"]["strong"] == 0
    assert found["totals"]["unseen"].get("history-ends", 0) > 0


def test_partial_clone_tells_the_files_whose_contents_are_not_here(
    attrib: Attrib, story: MadeUpRepository, tmp_path: Path
) -> None:
    story.git("config", "uploadpack.allowFilter", "true")
    options = ["--filter=blob:none", "--no-checkout", f"file://{story.folder}"]
    git(tmp_path, "clone", "-q", *options, "clone")
    clone = tmp_path / "clone"
    run = ("-C", str(clone), "pr", "render", "--base", "origin/main", "--head", "origin/topic")
    found = json.loads(attrib(*run, "--json").out)
    (hidden,) = found["hidden"]
    assert (hidden["gap"], hidden["count"]) == ("content-missing", 2)
    git(clone, *hidden["fetch"].split()[1:])
    assert json.loads(attrib(*run, "--json").out)["hidden"] == []


HOSTILE = "a`b|c](x)<img src=x> @team #1.py"
SECRET = 'key = "AKIAIOSFODNN7EXAMPLE"\n'


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_four_thousand_files_and_a_hostile_name_fit_into_one_comment(
    attrib: Attrib, tmp_path: Path
) -> None:
    repo = MadeUpRepository.create(tmp_path / "r", home=tmp_path)
    repo.write("f", b"1\n")
    repo.commit("base", at="2026-10-20T12:00:00Z")
    repo.git("checkout", "-q", "-b", "pr")
    title = "@everyone see #12 <script>"
    stream = Stream(
        "com.tencent.codebuddy", "laptop", "S1", {"repo": repo.folder}, at="2026-10-21T11:00:00Z"
    )
    stream.add("message", "2026-10-21T11:00:01Z", role="user", text=title, title=title)
    files = {HOSTILE: SECRET.encode()}
    files |= {f"f-{number}-🌈.txt": b"%d\n" % number for number in range(1, 4_001)}
    for name, content in files.items():
        repo.write(name, content)
        state = worktree_state(content, text=name == HOSTILE)
        stream.change(name, at="2026-10-21T11:59:00Z", op="add", after=state)
    repo.commit("work", at="2026-10-21T12:00:00Z")
    stream.write(tmp_path / "sessions" / "one.asr.jsonl")
    summary = tmp_path / "summary.md"
    answer = attrib(
        *("-C", str(repo.folder), "--sessions", str(tmp_path / "sessions"), "pr", "render"),
        *("--base", "main", "--head", "pr", "--summary", str(summary)),
    )
    body = answer.out.decode()
    assert answer.code == 0
    assert GITHUB.hold(body)
    assert "Session evidence: 4,001 of 4,001 added lines" in body
    assert alarms(body) == alarms(summary.read_text("utf-8")) == []
    assert not [word for word in ("AKIA", "key =", "everyone", "script") if word in body]
    rows = [row for row in rows_of(body) if len(row) == 2]
    name = HOSTILE.replace(" ", "")
    assert [name in row[0].replace(" ", "") for row in rows].count(True) == 1
    left = re.search(r"\n\n… and ([\d,]+) more files\n\n</details>", body)
    assert left is not None
    assert len(rows) + int(left[1].replace(",", "")) == 4_001
    assert len(rows_of(summary.read_text("utf-8"))) == 4_001
    assert summary.stat().st_size <= 1_048_576
