"""`git asr-blame` and `attrib` on a repository with one recorded session, whole answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.cli import blame
from attrib.cli.main import COMMANDS, main
from attrib.model.evidence import STATEMENT
from tests.cli.conftest import Answer, Maker

pytestmark = pytest.mark.git

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
BEFORE = b"import sys\n\nname = 'world'\n"
AFTER = b"import sys\n\nname = sys.argv[1]\nprint(name.upper())\n"
LATER = AFTER + b"log_everything(name)\n"
Run = Callable[..., Answer]
NO_SESSIONS = "notice: no sessions are known here\nhint: attrib import, or --sessions <path>\n"


def blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()


def state(content: bytes) -> dict[str, Any]:
    return {
        "objectId": blob_id(content),
        "objectIdType": "git-blob-sha1",
        "representation": "git_object",
        "size": len(content),
        "text": content.decode(),
    }


def stream(root: Path) -> str:
    """A session that changes app.py from BEFORE to AFTER."""
    records: list[dict[str, Any]] = [
        {
            "type": "session",
            "seq": 1,
            "id": "r1",
            "ts": "2023-11-16T00:00:00.000Z",
            "sessionId": "0f1e2d3c-0000-4000-8000-00000000c0de",
            "agent": "com.tencent.codebuddy",
            "namespace": "laptop",
            "profiles": ["core", "coding"],
            "roots": [{"root": "app", "path": str(root)}],
        },
        {
            "type": "file_change",
            "seq": 2,
            "id": "r2",
            "ts": "2023-11-16T00:00:01.000Z",
            "cause": {"callId": "call_W2"},
            "status": "applied",
            "precision": "exact",
            "changes": [
                {
                    "op": "modify",
                    "root": "app",
                    "path": "app.py",
                    "before": state(BEFORE),
                    "after": state(AFTER),
                }
            ],
        },
    ]
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def recorded(make: Callable[[], Maker], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Maker:
    """Three commits; a session recorded the second, and lies beside the repository."""
    maker = make()
    for content in (BEFORE, AFTER, LATER):
        maker.write("app.py", content)
        maker.commit()
    (tmp_path / "session.asr.jsonl").write_text(stream(maker.path), "utf-8")
    monkeypatch.chdir(maker.path)
    return maker


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """`attrib` with the session."""

    def run(*args: str) -> Answer:
        capfdbinary.readouterr()
        code = main(["--sessions", "../session.asr.jsonl", *args])
        out, err = capfdbinary.readouterr()
        return Answer(code, out, err)

    return run


def valid(name: str, out: bytes) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(out)
    schema = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(answer)
    return answer


@pytest.mark.usefixtures("recorded")
def test_blame_shows_the_session_beside_its_lines(run: Run) -> None:
    answer = run("blame", "-s", "app.py")
    rows = [line.split(b" ", 1)[1] for line in answer.out.splitlines()]
    assert rows == [
        b"-         -                  1) import sys",
        b"-         -                  2) ",
        b"strong    codebuddy:0f1e2d3c 3) name = sys.argv[1]",
        b"strong    codebuddy:0f1e2d3c 4) print(name.upper())",
        b"-         -                  5) log_everything(name)",
    ]
    assert (answer.code, answer.err.decode()) == (0, STATEMENT + "\n")


@pytest.mark.usefixtures("recorded")
def test_blame_colours_strength_when_asked(run: Run) -> None:
    answer = run("--color", "always", "blame", "-s", "-L3,3", "app.py")
    assert b" \x1b[32mstrong\x1b[m    codebuddy:0f1e2d3c 3) name" in answer.out
    assert b"\x1b" not in run("blame", "-s", "app.py").out


@pytest.mark.usefixtures("recorded")
def test_machine_formats_carry_the_evidence(run: Run) -> None:
    name = b"com.tencent.codebuddy:laptop:0f1e2d3c-0000-4000-8000-00000000c0de"
    evidence = b"asr-evidence 3 2 strong transition identical " + name + b" r2\n"
    for form in ("--porcelain", "--incremental"):
        answer = run("blame", form, "app.py")
        ours = [line for line in answer.out.splitlines(keepends=True) if line[:4] == b"asr-"]
        unseen = [line for line in ours if line != evidence]
        assert evidence in ours
        assert [line.split()[:3] for line in sorted(unseen)] == [
            [b"asr-unseen", b"1", b"2"],
            [b"asr-unseen", b"5", b"1"],
        ]
        assert (answer.code, answer.err) == (0, b"")


@pytest.mark.usefixtures("recorded")
def test_json_answers_are_valid(run: Run) -> None:
    answers = {
        "attrib.blame-1": ["blame", "app.py"],
        "attrib.commit-1": ["commit", "HEAD~1", "HEAD"],
        "attrib.explain-1": ["explain", "app.py:3,5"],
        "attrib.explain-commit-1": ["explain", "HEAD~1"],
        "attrib.sessions-1": ["session"],
        "attrib.session-1": ["session", "0f1e"],
        "attrib.doctor-1": ["doctor"],
    }
    for name, args in answers.items():
        answer = run("--json", *args)
        assert (answer.code, answer.err) == (0, b""), name
        assert valid(name, answer.out)["format"] == name.replace("-1", "/1")


@pytest.mark.usefixtures("recorded")
def test_commit_takes_paths_after_two_dashes(run: Run) -> None:
    answer = run("commit", "HEAD~1", "--json", "--", "nowhere")
    assert [each["paths"] for each in valid("attrib.commit-1", answer.out)["commits"]] == [[]]
    answer = run("commit", "HEAD~1", "--json", "--", "app.py")
    (commit,) = valid("attrib.commit-1", answer.out)["commits"]
    assert [path["strength"] for path in commit["paths"]] == ["strong"]


@pytest.mark.usefixtures("recorded")
def test_explain_is_the_same_for_every_way_to_name_a_line(run: Run) -> None:
    ways = [
        ["explain", "app.py:3"],
        ["explain", "-L3,3", "--", "app.py"],
        ["explain", "-L", "3,3", "app.py"],
    ]
    answers = {run(*way).out for way in ways}
    assert len(answers) == 1
    text = answers.pop().decode()
    assert text.startswith("app.py:3    name = sys.argv[1]\n\ncommit      ")
    assert "\nstrong      codebuddy 0f1e2d3c, record r2, " in text
    assert run("explain", "HEAD~1", "app.py:3").code == 0


@pytest.mark.usefixtures("recorded")
def test_exit_code_tells_a_negative_answer(run: Run) -> None:
    assert run("--exit-code", "blame", "app.py").code == 0
    assert run("--exit-code", "blame", "-L1,2", "app.py").code == 1
    assert run("commit", "--exit-code", "HEAD").code == 1
    assert run("explain", "--exit-code", "app.py:3").code == 0
    assert run("explain", "app.py:5").code == 0


@pytest.mark.usefixtures("recorded")
def test_strict_tells_incomplete_evidence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.asr.jsonl").write_bytes(b'{"type": "file_change"\nnot json\n')
    broken = ["--sessions", "../broken.asr.jsonl"]
    assert run(*broken, "blame", "--strict", "app.py").code == 2
    assert run(*broken, "blame", "app.py").code == 0
    assert run("blame", "--strict", "app.py").code == 0


@pytest.mark.usefixtures("recorded")
def test_a_stream_that_is_not_there_is_told_and_incomplete(run: Run) -> None:
    answer = run("blame", "-s", "--sessions", "../nowhere", "--strict", "app.py")
    assert answer.code == 2
    first = answer.err.decode().splitlines()[0]
    assert first.startswith("error: ")
    assert "nowhere" in first


@pytest.mark.usefixtures("recorded")
def test_weaker_evidence_can_be_left_out(run: Run) -> None:
    answer = run("blame", "--json", "--min-strength", "strong", "app.py")
    assert [line["strength"] for line in valid("attrib.blame-1", answer.out)["lines"]] == [
        None,
        None,
        "strong",
        "strong",
        None,
    ]


@pytest.mark.usefixtures("recorded")
def test_without_sessions_the_text_is_gits_and_a_notice_says_so(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert blame.main(["-s", "-L1,1", "app.py"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.split(b" ", 1)[1] == b"-         - 1) import sys\n"
    assert err.decode() == NO_SESSIONS + STATEMENT + "\n"


def test_folder_can_be_given_before_the_command(recorded: Maker, run: Run, tmp_path: Path) -> None:
    (recorded.path / "sub").mkdir()
    there = run("-C", "sub", "-C", "..", "--json", "commit", "HEAD~1")
    assert there.out == run("commit", "-C", ".", "HEAD~1", "--json").out


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nothing"], "error: no such command 'nothing'\nhint: attrib -h\n"),
        (["commit", "--nothing"], "error: no such option '--nothing'\nhint: attrib commit -h\n"),
        (["explain"], "fatal: nothing to explain\nhint: attrib explain <file>:<line>, "
         "or attrib explain <commit>\n"),
        (["blame", "--session"], "fatal: option '--session' requires a value\n"
         "hint: git asr-blame -h\n"),
    ],
)  # fmt: skip
def test_wrong_use_exits_129(run: Run, args: Sequence[str], message: str) -> None:
    answer = run(*args)
    assert (answer.code, answer.out, answer.err.decode().lower()) == (129, b"", message.lower())


@pytest.mark.usefixtures("recorded")
def test_unknown_revisions_and_sessions_are_fatal(run: Run) -> None:
    for args in (["commit", "nowhere"], ["explain", "nowhere"], ["session", "nothing"]):
        answer = run(*args)
        assert (answer.code, answer.out) == (128, b"")
        assert answer.err.startswith(b"fatal: ")
    answer = run("explain", "nowhere.py:3")
    assert (answer.code, answer.err) == (128, b"fatal: no such path 'nowhere.py' in HEAD\n")


def test_help_imports_no_command(run: Run) -> None:
    answer = run("-h")
    assert answer.code == 0
    assert all(f"  {name} ".encode() in answer.out for name in COMMANDS)


def test_every_command_has_help(run: Run) -> None:
    for name in COMMANDS:
        answer = run(name, "-h")
        assert answer.code == (129 if name == "blame" else 0), name
        assert answer.out.lower().startswith(b"usage: "), name


def test_version_is_told(run: Run) -> None:
    assert run("--version").out.startswith(b"attrib, version ")
    assert run("blame", "--version").out.startswith(b"git-asr-blame ")
