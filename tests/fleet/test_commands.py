"""`attrib fleet` as it is typed: answers in words and as JSON, exit codes, and what is missing."""

from __future__ import annotations

import json
import subprocess
import sys

import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.cli.main import main
from attrib.model.evidence import STATEMENT
from attrib.render.schemas import schema
from tests.fleet.made import AFTER, BEFORE, repository, session
from tests.support import repos

pytestmark = pytest.mark.git

BLOB = "a0a5a5ae"


@pytest.fixture
def run(capsys):
    def typed(*args):
        capsys.readouterr()
        code = main([*map(str, args)])
        out, err = capsys.readouterr()
        return code, out, err

    return typed


@pytest.fixture
def fleet(tmp_path, monkeypatch, run):
    """Two repositories, the second with a file of the first, exported and matched."""
    monkeypatch.chdir(tmp_path)
    app = repository(tmp_path / "app")
    session(tmp_path / "sessions", app, "0f1e2d3c")
    copy = {"vendor/greet.py": AFTER, "own.py": b"print('its own')\n"}
    site = repos.init(tmp_path / "site")
    repos.commit(site, copy, date="2026-11-02T13:00:00+00:00")
    session(
        tmp_path / "sessions", site, "5e5e5e5e", path="own.py", before=b"", after=copy["own.py"]
    )
    assert run("fleet", "export", "app", "site", "--sessions", "sessions", "-o", "fleet")[0] == 0
    assert run("fleet", "match", "fleet", "--workers", "0")[0] == 0
    return tmp_path


def valid(name, out):
    value = json.loads(out)
    jsonschema.validate(value, schema(name))
    return value


@pytest.mark.usefixtures("fleet")
def test_export_says_what_was_written(run, tmp_path):
    code, out, err = run("fleet", "export", "app", "--sessions", "sessions", "-o", "new")
    assert (code, err) == (0, "")
    assert (
        out
        == (
            "app                                     2 commits  whole\n"
            f"{'sessions':<38}  2 sessions  whole\n"
        ).replace("app     ", "app     ")
        or "2 commits" in out
    )
    _, out, _ = run("fleet", "export", "app", "--sessions", "sessions", "-o", "fleet", "--json")
    value = valid("attrib.fleet-export-1", out)
    assert [(each["manner"], each["count"]) for each in value["exported"]] == [
        ("nothing new", 0),
        ("2 kept", 0),
    ]


@pytest.mark.usefixtures("fleet")
def test_match_keeps_what_was_done(run):
    code, out, err = run("fleet", "match", "fleet", "--workers", "0")
    assert (code, err) == (0, STATEMENT + "\n")
    assert out == "2 rows joined, 2 pieces of evidence; 4 units, of which 4 held from before\n"
    value = valid("attrib.fleet-match-1", run("fleet", "match", "fleet", "--json")[1])
    assert (value["units"], value["kept"], value["failures"]) == (4, 4, [])


@pytest.mark.usefixtures("fleet")
@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("repository", ["{tmp}/app/.git", "{tmp}/site/.git"]),
        ("agent", ["com.tencent.codebuddy"]),
        ("month", ["2026-10", "2026-11"]),
    ],
)
def test_report_counts_links_by_strength(run, tmp_path, by, names):
    code, out, err = run("fleet", "report", "fleet", "--by", by, "--json")
    value = valid("attrib.fleet-report-1", out)
    assert (code, err) == (0, "")
    found = [each["name"].replace(str(tmp_path), "{tmp}") for each in value["groups"]]
    assert found == names
    assert sum(each["strong"] + each["moderate"] + each["weak"] for each in value["groups"]) == 2
    code, out, err = run("fleet", "report", "fleet", "--by", by)
    assert out.split("\n")[0].split() == [
        by, "strong", "moderate", "weak", "declared", "commits", "sessions"
    ]  # fmt: skip
    assert err == STATEMENT + "\n"


@pytest.mark.usefixtures("fleet")
def test_session_is_led_to_its_repositories_and_commits(run, tmp_path):
    _, out, _ = run("fleet", "report", "fleet", "--session", "0f1e", "--json")
    (link,) = valid("attrib.fleet-session-1", out)["links"]
    assert (link["repository"], link["strength"]) == (str(tmp_path / "app" / ".git"), "strong")
    assert link["relations"] == ["transition"]
    assert link["commit"] == repos.head(tmp_path / "app")
    code, _, err = run("fleet", "report", "fleet", "--session", "nobody")
    assert code == 128
    assert err.startswith("fatal: no session 'nobody' here\nhint: attrib fleet export --sessions ")


@pytest.mark.usefixtures("fleet")
@pytest.mark.parametrize(
    "name", ["0f1e", "codebuddy:0f1e", "com.tencent.codebuddy:laptop:0f1e2d3c"]
)
def test_session_is_named_as_everywhere(run, name):
    _, out, _ = run("fleet", "report", "fleet", "--session", name, "--json")
    assert len(valid("attrib.fleet-session-1", out)["links"]) == 1


def test_rows_hold_no_lines_of_others(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app = repository(tmp_path / "a\nb")
    session(tmp_path / "sessions", app, "S\n1")
    out = run("fleet", "export", "a\nb", "--sessions", "sessions", "-o", "fleet")[1]
    assert [line.split()[0] for line in out.splitlines()] == ["a^Jb", "sessions"]
    blob = repos.git(app, "rev-parse", "HEAD:greet.py").decode()
    out = run("fleet", "report", "fleet", "--object", blob)[1]
    assert [line.split()[:2] for line in out.splitlines()] == [
        ["recorded", "codebuddy:S^J1"],
        ["introduced", f"{tmp_path}/a%0Ab/.git"],
    ]


def test_sessions_of_one_id_are_told_apart(fleet, run):
    text = (fleet / "sessions" / "0f1e2d3c.asr.jsonl").read_text()
    other = text.replace('"laptop"', '"desktop"').replace("greet.py", "nothing.py")
    (fleet / "sessions" / "other.asr.jsonl").write_text(other)
    run("fleet", "export", "--sessions", "sessions", "-o", "fleet")
    run("fleet", "match", "fleet", "--workers", "0")
    code, _, err = run("fleet", "report", "fleet", "--session", "0f1e")
    assert code == 128
    assert "names 2 sessions: codebuddy:desktop:0f1e2d3c, codebuddy:laptop:0f1e2d3c" in err


def test_session_without_links_is_a_negative_answer(fleet, run):
    session(fleet / "sessions", fleet / "nowhere", "77777777", after=b"nobody\n")
    run("fleet", "export", "--sessions", "sessions", "-o", "fleet")
    assert run("fleet", "report", "fleet", "--session", "7777", "--exit-code")[0] == 1
    assert run("fleet", "report", "fleet", "--session", "0f1e", "--exit-code")[0] == 0


def test_least_strength_holds_for_all_columns(fleet, run):
    text = (fleet / "sessions" / "0f1e2d3c.asr.jsonl").read_text()
    repos.commit(fleet / "app", {"b.txt": b"b\n"}, message="told\n\nAsr-Session: 5e5e5e5e")
    assert text
    run("fleet", "export", "app", "-o", "fleet")
    run("fleet", "match", "fleet", "--workers", "0")
    asked = ("fleet", "report", "fleet", "--by", "repository", "--min-strength", "moderate")
    groups = valid("attrib.fleet-report-1", run(*asked, "--json")[1])["groups"]
    assert [(each["commits"], each["sessions"], each["declared"]) for each in groups] == [
        (1, 1, 0),
        (1, 1, 0),
    ]


@pytest.mark.usefixtures("fleet")
def test_object_is_found_across_repositories(run, tmp_path):
    oid = repos.git(tmp_path / "app", "rev-parse", "HEAD:greet.py").decode()
    _, out, _ = run("fleet", "report", "fleet", "--object", oid, "--json")
    value = valid("attrib.fleet-object-1", out)
    assert [each["session"]["id"] for each in value["records"]] == ["0f1e2d3c"]
    assert [each["path"] for each in value["places"]] == ["greet.py", "vendor/greet.py"]
    assert "introduced" in run("fleet", "report", "fleet", "--object", oid)[1]
    assert run("fleet", "report", "fleet", "--object", "0" * 40, "--exit-code")[0] == 1
    for name in ("abc", "a0 " * 20):
        assert run("fleet", "report", "fleet", "--object", name)[0] == 128


@pytest.mark.usefixtures("fleet")
def test_vendored_file_is_told_with_the_sessions_of_its_source(run, tmp_path):
    _, out, _ = run("fleet", "report", "fleet", "--vendored", "--json")
    (file,) = valid("attrib.fleet-vendored-1", out)["files"]
    assert file["source"]["path"] == "greet.py"
    assert file["target"]["path"] == "vendor/greet.py"
    assert file["target"]["repository"] == str(tmp_path / "site" / ".git")
    assert [each["id"] for each in file["sessions"]] == ["0f1e2d3c"]
    assert "recorded by codebuddy:0f1e2d3c" in run("fleet", "report", "fleet", "--vendored")[1]


def test_empty_file_and_one_that_was_there_before_are_no_vendored_files(fleet, run):
    old = repos.init(fleet / "old")
    date = "2026-10-01T13:00:00+00:00"
    repos.commit(old, {"greet.py": AFTER, "__init__.py": b""}, date=date)
    repos.commit(old, {"again.py": AFTER}, date="2026-11-01T13:00:00+00:00")
    repos.commit(fleet / "app", {"__init__.py": b""}, date="2026-10-20T14:00:00+00:00")
    session(
        fleet / "sessions", fleet / "app", "e0e0e0e0", path="__init__.py", after=b"", before=b"x"
    )
    late = repos.init(fleet / "late")
    repos.commit(late, {"__init__.py": b""}, date="2026-11-02T13:00:00+00:00")
    run("fleet", "export", "old", "app", "late", "--sessions", "sessions", "-o", "fleet")
    run("fleet", "match", "fleet", "--workers", "0")
    out = run("fleet", "report", "fleet", "--vendored", "--json")[1]
    targets = {file["target"]["path"] for file in valid("attrib.fleet-vendored-1", out)["files"]}
    assert targets == {"vendor/greet.py"}


def test_clone_of_a_repository_is_no_vendored_file(fleet, run):
    repos.git(fleet, "clone", "-q", "app", "clone")
    run("fleet", "export", "clone", "-o", "fleet")
    run("fleet", "match", "fleet", "--workers", "0")
    value = valid(
        "attrib.fleet-vendored-1", run("fleet", "report", "fleet", "--vendored", "--json")[1]
    )
    targets = {file["target"]["path"] for file in value["files"]}
    assert targets == {"vendor/greet.py"}


def test_failure_is_named_and_strict_tells(fleet, run):
    (fleet / "empty").mkdir()
    code, _, err = run("fleet", "export", "empty", "app", "-o", "fleet")
    assert (code, err.split(":")[0]) == (0, "error")
    assert "empty: not a git repository" in err
    assert run("fleet", "export", "empty", "app", "-o", "fleet", "--strict")[0] == 2
    (fleet / "app" / ".git").rename(fleet / "away")
    run("fleet", "export", "site", "-o", "fleet")
    part = next((fleet / "fleet" / "links").rglob("links-*.parquet"))
    part.write_bytes(b"no parquet")
    code, _, err = run("fleet", "report", "fleet", "--strict")
    assert code == 2
    assert "is damaged" in err


def test_folder_that_is_no_fleet_is_told(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in ("match", "report"):
        code, out, err = run("fleet", command, "nowhere")
        assert (code, out) == (128, "")
        assert err.split("\n")[1].startswith("hint: attrib fleet export -o ")
    assert run("fleet", "export", "-o", "x")[0] == 129
    assert run("fleet", "report", "x", "--vendored", "--object", "0")[0] == 129


def test_missing_libraries_are_named_by_their_extra(tmp_path):
    code = (
        "import sys; sys.modules['pyarrow'] = None; "
        "from attrib.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "fleet", "export", ".", "-o", "fleet"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 128
    assert done.stderr.decode() == (
        "fatal: 'attrib fleet' needs libraries of its own\n"
        "hint: python -m pip install 'attrib[fleet]'\n"
    )


@pytest.mark.usefixtures("fleet")
def test_missing_engine_is_named_by_its_extra(tmp_path):
    code = (
        "import sys; sys.modules['pyspark'] = None; "
        "from attrib.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "fleet", "match", "fleet", "--engine", "spark"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (
        128,
        "fatal: the engine 'spark' is not installed\nhint: python -m pip install 'attrib[spark]'\n",
    )


def test_help_of_fleet_imports_no_engine():
    code = (
        "import sys; from attrib.cli.main import main; main(['fleet', '-h']); "
        "sys.exit(bool({'ibis', 'duckdb', 'pyarrow'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0
    assert BEFORE.decode() not in done.stdout.decode()


@pytest.mark.usefixtures("fleet")
def test_engine_that_has_too_little_memory_is_told(run, tmp_path):
    code, out, err = run("fleet", "match", "fleet", "--memory", "1KB")
    assert (code, out) == (128, "")
    first, second = err.splitlines()
    assert first.startswith("fatal: the engine 'duckdb' gave up: Out of Memory Error: ")
    assert second.startswith("hint: give more --memory, or free some disk; ")
    assert not list((tmp_path / "fleet").glob(".spill-*"))
    assert run("fleet", "match", "fleet", "--memory", "1GB")[0] == 0


@pytest.mark.usefixtures("fleet")
def test_memory_that_is_no_size_is_told(run):
    code, _, err = run("fleet", "match", "fleet", "--memory", "much")
    assert code == 129
    assert "'much' is no size; write it as in 4GB" in err
