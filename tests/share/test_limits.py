"""What a push adds has limits, and a name that is a place of a machine stays there."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.answers.sharing import LARGEST_ADDITION, LARGEST_PUSH, check_size, within_note
from attrib.codec.notes import LONGEST_LINE
from attrib.errors import AttribError
from attrib.git.notes_keeper import Publisher
from attrib.git.sharing import keeper_of
from attrib.model.evidence import Strength
from attrib.opening import open_repository
from tests.share.team import REF, attrib, author_in, teammate_in, write_note
from tests.support.repos import commit, git, head

STEMS = ("/home/ada/logs/1", "C:\\logs\\1", "~/logs", "file:///x")


def test_a_note_takes_the_strongest_lines_that_fit() -> None:
    strong = {b"s%d" % number + b"x" * 60_000: Strength.STRONG for number in range(10)}
    weak = {b"a%d" % number + b"x" * 60_000: Strength.WEAK for number in range(10)}
    kept = within_note(weak | strong)
    assert sum(len(line) + 1 for line in kept) <= LARGEST_ADDITION
    assert len(kept) == 17
    assert set(strong) <= set(kept)
    assert kept == sorted(kept)
    assert within_note({b"x" * (LONGEST_LINE + 1): Strength.STRONG}) == []


def test_a_push_that_is_too_large_is_refused() -> None:
    check_size(LARGEST_PUSH)
    with pytest.raises(AttribError, match="too much at once: 67,108,865 bytes"):
        check_size(LARGEST_PUSH + 1)


@pytest.mark.git
@pytest.mark.parametrize("name", STEMS)
def test_a_session_named_by_a_path_is_not_shared(tmp_path: Path, name: str) -> None:
    author = author_in(tmp_path)
    stream = next((tmp_path / "sessions" / "claude-code").rglob("*.jsonl"))
    text = stream.read_text("utf-8").replace("7f3a9c2e-1b0d-4e5f-9a8b-6c7d8e9f0a1b", "NAME")
    stream.write_text(text.replace("NAME", name.replace("\\", "\\\\")), "utf-8")
    ran = attrib(author, "share", "push")
    assert ran.code == 0
    assert "are not shared: an ID in them is a path\n" in ran.err
    shared = git(author, "log", "-p", "--format=", REF).decode()
    assert "com.tencent.codebuddy" in shared
    assert "com.anthropic.claude-code" not in shared


@pytest.mark.git
def test_a_tree_of_many_notes_is_read_by_git_and_by_us(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    commit(author, {f"{number}.txt": b"%d\n" % number for number in range(300)})
    for number in range(2):
        git(author, "notes", "--ref", REF, "add", "-m", "a remark", f"HEAD:{number}.txt")
    repository = open_repository(author)
    oids = [entry.oid for entry in repository.files_of(head(author), trees=10).values()]
    additions = {oid: [b"line"] for oid in oids}
    Publisher(repository, keeper_of(repository, "origin")).publish("origin", additions, "many")
    repository.close()
    paths = git(author, "ls-tree", "-r", "--name-only", REF).split(b"\n")
    assert all(path[2:3] == b"/" for path in paths)
    assert attrib(author, "share", "push").code == 0
    clone = teammate_in(tmp_path)
    assert attrib(clone, "share", "fetch").code == 0
    assert git(clone, "notes", "--ref", REF, "show", oids[0]).endswith(b"line")
    assert "7f3a9c2e*" in attrib(clone, "commit", "HEAD").out


@pytest.mark.git
def test_a_note_that_is_too_long_is_named(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    write_note(author, "HEAD", *(b'{"%d":%d}' % (n, n) + b" " * 65_000 for n in range(80)))
    clone = teammate_in(tmp_path)
    git(clone, "fetch", "-q", str(author), f"{REF}:{REF}")
    ran = attrib(clone, "commit", "HEAD")
    assert f"notice: note {REF} of {head(clone)[:8]}: it is not here, or longer than" in ran.err
