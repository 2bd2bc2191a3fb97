"""`attrib share`: what an author pushes, teammates without sessions are told the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.model.evidence import STATEMENT
from tests.share.team import (
    REF,
    answer,
    attrib,
    author_in,
    encoded,
    lines_of,
    teammate_in,
    without_marks,
    write_note,
)
from tests.support.repos import git, head, init

pytestmark = pytest.mark.git

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
QUESTIONS = (
    ("commit", "HEAD", "HEAD~1", "HEAD~2"),
    ("report",),
    ("audit",),
    ("blame", "HEAD", "--", "app.py"),
    ("explain", "HEAD~1"),
)


@pytest.fixture
def author(tmp_path: Path) -> Path:
    return author_in(tmp_path)


@pytest.fixture
def teammate(author: Path) -> Path:
    """A clone that has fetched what the author pushed."""
    ran = attrib(author, "share", "push")
    assert ran.code == 0, ran.err
    clone = teammate_in(author.parent)
    ran = attrib(clone, "share", "fetch")
    assert ran.code == 0, ran.err
    return clone


def valid(name: str, value: object) -> None:
    schema = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(value)


def test_a_push_is_one_commit_by_the_user_with_a_message(author: Path) -> None:
    ran = attrib(author, "share", "push")
    assert (
        ran.out
        == f"origin: {REF} is {head(author, REF)[:8]}: 8 new lines about 3 commits and 3 blobs\n"
    )
    told = git(author, "log", "--format=%an <%ae>|%cn|%P|%s", REF)
    who = b"Ada Lovelace <ada@example.invalid>|Ada Lovelace"
    assert told == who + b"||attrib: share evidence about 3 commits"
    assert head(author.parent / "remote.git", REF) == head(author, REF)
    assert head(author, "refs/notes/origin/attrib") == head(author, REF)


def test_a_second_push_of_the_same_writes_nothing(author: Path) -> None:
    attrib(author, "share", "push")
    before = head(author, REF)
    ran = attrib(author, "share", "push")
    assert (ran.code, head(author, REF)) == (0, before)
    assert "0 new lines" in ran.out


def test_a_range_shares_its_own_commits_alone(author: Path) -> None:
    assert attrib(author, "share", "push", "HEAD~1..HEAD").code == 0
    listed = git(author, "notes", "--ref", REF, "list").decode().split("\n")
    targets = {line.split(" ")[1] for line in listed}
    assert head(author) in targets
    assert head(author, "HEAD~1") not in targets


def test_no_text_and_no_path_of_a_machine_is_shared(author: Path) -> None:
    attrib(author, "share", "push")
    everything = git(author, "log", "-p", "--format=", REF).decode()
    assert str(author.parent) not in everything
    assert "logging" not in everything
    streams = (author.parent / "sessions").rglob("*.jsonl")
    prompts = [
        row["text"] if isinstance(row.get("text"), str) else ""
        for stream in streams
        for row in map(json.loads, stream.read_text("utf-8").splitlines())
    ]
    assert not [text for text in prompts if len(text) > 10 and text in everything]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_a_teammate_is_told_what_the_author_is(
    author: Path, teammate: Path, question: tuple[str, ...]
) -> None:
    name, *rest = question
    asked = (name, "--json", *rest)
    mine, theirs = attrib(author, *asked), attrib(teammate, *asked)
    assert (mine.code, theirs.code) == (0, 0), theirs.err
    ours, told = json.loads(mine.out), json.loads(theirs.out)
    if name == "report":
        for row in (ours["totals"], told["totals"], *ours["commits"], *told["commits"]):
            row["unseen"] = sum(row["unseen"].values())
    if name == "explain":
        for each in (ours, told):
            each["records"] = []
            for path in each["paths"]:
                path["tried"] = []
    assert without_marks(told) == without_marks(ours)
    assert '"shared":true' in theirs.out
    assert '"shared":true' not in mine.out
    assert "known from notes alone" in theirs.err
    assert "known from notes alone" not in mine.err
    names = {"blame": "attrib.blame-1", "explain": "attrib.explain-commit-1"}
    valid(names.get(name, f"attrib.{name}-1"), json.loads(theirs.out))


def test_in_text_a_sign_stands_behind_the_session(teammate: Path) -> None:
    ran = attrib(teammate, "commit", "HEAD")
    assert "moderate    claude-code 7f3a9c2e*  1 of 1 paths" in ran.out
    assert ran.out.rstrip().endswith("from a note")
    blame = attrib(teammate, "blame", "-s", "app.py")
    assert "claude-code:7f3a9c2e* 1)" in blame.out
    assert blame.err == (
        "notice: 1 session is known from notes alone (*)\n".replace(
            "1 session is", "2 sessions are"
        )
        + f"hint: attrib share verify\n{STATEMENT}\n"
    )


def test_what_no_note_tells_is_said_to_be_not_shared(teammate: Path) -> None:
    lines = answer(teammate, "blame", "app.py")["lines"]
    assert [line["unseen"] for line in lines] == [
        None,
        "recorder-absent",
        "recorder-absent",
        None,
        None,
        None,
        "records-not-shared",
    ]


def test_records_that_are_here_go_before_notes_about_them(author: Path) -> None:
    attrib(author, "share", "push")
    (line,) = lines_of(author, "HEAD")
    write_note(author, "HEAD", encoded(line | {"lines": [[1, 1]], "strength": "weak"}))
    (linked,) = answer(author, "commit", "HEAD")["commits"][0]["links"]
    assert [item["lines"] for item in linked["evidence"]] == [[[1, 1], [5, 6]]]
    assert "shared" not in linked["evidence"][0]


def test_a_record_of_a_known_session_that_is_not_here_is_told_by_its_note(author: Path) -> None:
    attrib(author, "share", "push")
    (line,) = lines_of(author, "HEAD")
    stream = next((author.parent / "sessions" / "claude-code").rglob("*.jsonl"))
    rows = stream.read_text("utf-8").splitlines(keepends=True)
    kept = [row for row in rows if json.loads(row).get("id") not in line["records"]]
    stream.write_text("".join(kept), "utf-8")
    (linked,) = answer(author, "commit", "HEAD")["commits"][0]["links"]
    assert [item.get("shared") for item in linked["evidence"]] == [True]
    ran = attrib(author, "blame", "-s", "HEAD", "--", "app.py")
    assert "claude-code:7f3a9c2e* 1)" in ran.out
    assert "notice: notes tell of records of 1 session here that are not\n" in ran.err


def test_a_trailer_and_a_note_that_name_one_session_are_one_link(author: Path) -> None:
    session = "7f3a9c2e-1b0d-4e5f-9a8b-6c7d8e9f0a1b"
    git(author, "commit", "-q", "--amend", "-m", f"log what is greeted\n\nAsr-Session: {session}")
    git(author, "push", "-q", "-f", "origin", "HEAD:main")
    assert attrib(author, "share", "push").code == 0
    clone = teammate_in(author.parent)
    assert attrib(clone, "share", "fetch").code == 0
    for asked in (("commit", "HEAD"), ("audit",)):
        mine, theirs = answer(author, *asked), answer(clone, *asked)
        assert without_marks(theirs) == without_marks(mine)
    (linked,) = answer(clone, "commit", "HEAD")["commits"][0]["links"]
    assert [item["relation"] for item in linked["evidence"]] == ["lines", "declared"]


def test_explain_says_what_comes_from_a_note(teammate: Path) -> None:
    ran = attrib(teammate, "explain", "app.py:5")
    assert ran.out.endswith(
        "moderate    claude-code 7f3a9c2e*, record r7\n"
        "  relation  lines: lines of the recorded change stand among those that the commit adds\n"
        "  lines     1, 5-6\n"
        "  from      a note; its records are not here\n"
        "  limits    none\n"
    )


def test_a_worktree_and_a_bare_repository_share_too(author: Path, tmp_path: Path) -> None:
    git(author, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"), "HEAD~1")
    assert attrib(tmp_path / "linked", "share", "push").code == 0
    assert head(author, REF) == head(tmp_path / "remote.git", REF)
    git(tmp_path, "clone", "-q", "--bare", "remote.git", "mirror.git")
    assert attrib(tmp_path / "mirror.git", "share", "fetch").code == 0
    assert "codebuddy 0f1e2d3c*" in attrib(tmp_path / "mirror.git", "report").out


def test_with_a_session_chosen_no_note_is_read(author: Path, teammate: Path) -> None:
    ran = attrib(author, "report", "--session", "7f3a9c2e", "--json")
    assert '"shared"' not in ran.out
    assert attrib(teammate, "report", "--json", ATTRIB_NOTES_REF="").out.count("shared") == 1


def test_show_tells_the_notes_as_they_are(teammate: Path) -> None:
    value = answer(teammate, "share", "show", "HEAD~2")
    valid("attrib.share-show-1", value)
    assert [note["kind"] for note in value["notes"]] == ["commit", "blob", "blob"]
    ran = attrib(teammate, "share", "show")
    assert ran.out.startswith(f"commit {head(teammate)}\n  claude-code 7f3a9c2e  app.py  moderate")


def test_settings_are_offered_and_set_only_when_asked(author: Path) -> None:
    ran = attrib(author, "share", "push")
    assert "hint: attrib share push --configure" in ran.err
    assert git(author, "config", "--list").count(b"notes.") == 0
    ran = attrib(author, "share", "push", "--configure")
    assert "--configure" not in ran.err
    assert git(author, "config", "notes.rewriteRef") == REF.encode()
    assert git(author, "config", "notes.attrib.mergeStrategy") == b"cat_sort_uniq"
    assert "--configure" not in attrib(author, "share", "push").err


def test_another_reference_may_be_configured(author: Path) -> None:
    git(author, "config", "attrib.notesRef", "team/asr")
    attrib(author, "share", "push")
    assert head(author.parent / "remote.git", "refs/notes/team/asr")
    git(author, "config", "attrib.notesRef", "refs/heads/main")
    ran = attrib(author, "report")
    assert ran.code == 129
    assert "'attrib.notesRef' is no notes reference: 'refs/heads/main'" in ran.err


def test_a_remote_may_be_an_address(author: Path, tmp_path: Path) -> None:
    other = init(tmp_path / "other.git", bare=True)
    assert attrib(author, "share", "push", str(other)).code == 0
    assert head(other, REF) == head(author, REF)
    tracked = git(author, "for-each-ref", "--format=%(refname)", "refs/notes").decode().split("\n")
    assert tracked[1:] == [
        f"refs/notes/remote-{hashlib.sha256(str(other).encode()).hexdigest()[:12]}/attrib"
    ]
    assert attrib(author, "share", "fetch", "../other.git").code == 0


def test_without_a_remote_the_question_is_which(author: Path) -> None:
    git(author, "remote", "remove", "origin")
    ran = attrib(author, "share", "push")
    assert ran.code == 129
    assert ran.err == "fatal: there is no remote\nhint: attrib share push <remote>\n"


def test_a_push_without_an_identity_is_refused_in_the_words_of_git(
    author: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(author, "config", "user.useConfigOnly", "true")
    git(author, "config", "--unset-all", "user.email")
    for role in ("AUTHOR", "COMMITTER"):
        for part in ("NAME", "EMAIL"):
            monkeypatch.delenv(f"GIT_{role}_{part}")
    ran = attrib(author, "share", "push")
    assert ran.code == 128
    assert "no email was given" in ran.err


def test_a_refusing_server_is_quoted_and_nothing_is_forced(author: Path) -> None:
    hook = author.parent / "remote.git" / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    ran = attrib(author, "share", "push")
    assert ran.code == 1
    assert "the notes were not pushed: [remote rejected] (pre-receive hook declined)" in ran.err


def test_a_remote_that_was_rewritten_is_not_followed(author: Path, teammate: Path) -> None:
    tree = git(author, "mktree", input=b"").decode()
    other = git(author, "commit-tree", "-m", "anew", tree).decode()
    git(author, "push", "-q", "--force", "origin", f"{other}:{REF}")
    before = head(teammate, REF)
    ran = attrib(teammate, "share", "fetch")
    assert ran.code == 128
    assert "no longer hold those fetched before" in ran.err
    assert head(teammate, REF) == before


def test_a_pre_push_hook_of_the_user_is_heeded(author: Path) -> None:
    hook = author / ".git" / "hooks" / "pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho no >&2\nexit 1\n")
    hook.chmod(0o755)
    assert attrib(author, "share", "push").code == 1
    assert attrib(author, "share", "push", "--no-verify").code == 0


def test_no_secret_of_an_address_is_written(author: Path) -> None:
    ran = attrib(author, "share", "push", "http://me:t0ken@127.0.0.1:1/x.git")
    assert ran.code != 0
    assert "t0ken" not in ran.out + ran.err
