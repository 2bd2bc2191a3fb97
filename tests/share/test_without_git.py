"""Without a git program dulwich reads, joins, writes and moves notes: here and over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from dulwich.repo import BaseRepo

from attrib.git.notes_pure import PureKeeper
from attrib.git.pure import open_pure
from tests.share.http_remote import served
from tests.share.team import REF, attrib, author_in, teammate_in
from tests.share.test_two_writers import ROUNDS, WRITER, held
from tests.support.repos import commit, git, head, init

pytestmark = pytest.mark.git


def without_git(repo: Path, *args: str) -> subprocess.CompletedProcess[bytes]:
    """`attrib <args>` where no git program is on the path."""
    return subprocess.run(
        [sys.executable, "-m", "attrib", *args],
        cwd=repo,
        env=os.environ | {"PATH": str(repo / "nothing")},
        capture_output=True,
        check=False,
    )


def test_a_teammate_without_git_is_told_the_same(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    attrib(author, "share", "push")
    clone = teammate_in(tmp_path)
    fetched = without_git(clone, "share", "fetch")
    assert fetched.returncode == 0, fetched.stderr
    assert head(clone, REF) == head(author, REF)
    told = without_git(clone, "report", "--json")
    assert told.stdout.decode() == attrib(clone, "report", "--json").out
    assert b'"shared":true' in told.stdout


def test_an_author_without_git_pushes(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    pushed = without_git(author, "share", "push")
    assert pushed.returncode == 0, pushed.stderr
    assert head(tmp_path / "remote.git", REF) == head(author, REF)
    assert git(author, "log", "--format=%an|%s", REF) == (
        b"Ada Lovelace|attrib: share evidence about 3 commits"
    )
    assert git(tmp_path / "remote.git", "fsck", "--strict") == b""
    again = without_git(author, "share", "push")
    assert b"0 new lines" in again.stdout


def test_an_author_without_git_who_is_behind_pushes(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    last = f"{head(author, 'HEAD~1')}..{head(author)}"
    assert without_git(author, "share", "push", last).returncode == 0
    other = teammate_in(tmp_path, "other")
    git(other, "config", "attrib.sessions", str(tmp_path / "sessions"))
    assert attrib(other, "share", "push", "HEAD~2..HEAD~1").code == 0
    pushed = without_git(author, "share", "push")
    assert pushed.returncode == 0, pushed.stderr
    assert len(git(tmp_path / "remote.git", "notes", "--ref", REF, "list").split(b"\n")) == 6


def test_both_kinds_of_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    seed = init(tmp_path / "seed")
    commit(seed, {"f": b"1\n"})
    git(tmp_path, "clone", "-q", "--bare", "seed", "remote.git")
    writers = []
    for who in range(3):
        git(tmp_path, "clone", "-q", "remote.git", f"clone-{who}")
        path = os.environ["PATH"] if who else str(tmp_path / "nothing")
        writers.append(
            subprocess.Popen(
                [sys.executable, "-c", WRITER, *(f"{who}-{n}" for n in range(ROUNDS))],
                cwd=tmp_path / f"clone-{who}",
                env=os.environ | {"PATH": path},
                stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        )
    for writer in writers:
        _, said = writer.communicate()
        assert writer.returncode == 0, said.decode()
    remote = tmp_path / "remote.git"
    assert held(remote) == {f"{who}-{n}" for who in range(3) for n in range(ROUNDS)}
    assert git(remote, "fsck", "--strict") == b""


def test_notes_that_move_while_dulwich_fetches_them_come_with_the_next_fetch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = author_in(tmp_path)
    first = f"{head(author, 'HEAD~1')}..{head(author)}"
    assert attrib(author, "share", "push", first).code == 0
    seen = head(tmp_path / "remote.git", REF)
    clone = teammate_in(tmp_path)
    repository = open_pure(clone)
    keeper = PureKeeper(repository, REF, "refs/notes/origin/attrib")
    real = BaseRepo.fetch_pack_data

    def overtaken(*args: Any, **options: Any) -> Any:
        found = real(*args, **options)
        assert attrib(author, "share", "push").code == 0
        return found

    with monkeypatch.context() as patch:
        patch.setattr(BaseRepo, "fetch_pack_data", overtaken)
        keeper.fetch("origin")
    assert head(clone, keeper.tracking) == seen != head(tmp_path / "remote.git", REF)
    keeper.fetch("origin")
    assert head(clone, keeper.tracking) == head(tmp_path / "remote.git", REF)
    repository.close()


@pytest.mark.parametrize("has_git", [True, False])
def test_notes_go_over_http(tmp_path: Path, *, has_git: bool) -> None:
    author = author_in(tmp_path)
    git(tmp_path / "remote.git", "config", "http.receivepack", "true")
    clone = teammate_in(tmp_path)
    with served(tmp_path) as address:
        for repo, what in ((author, "push"), (clone, "fetch")):
            git(repo, "remote", "set-url", "origin", f"{address}/remote.git")
            if has_git:
                ran = attrib(repo, "share", what)
                assert ran.code == 0, ran.err
            else:
                done = without_git(repo, "share", what)
                assert done.returncode == 0, done.stderr
    assert head(clone, REF) == head(author, REF) == head(tmp_path / "remote.git", REF)


@pytest.mark.parametrize("remote", ["git@127.0.0.1:x.git", "ext::sh -c true", "nowhere"])
def test_what_dulwich_cannot_reach_is_refused(tmp_path: Path, remote: str) -> None:
    author = author_in(tmp_path)
    ran = without_git(author, "share", "push", remote)
    assert ran.returncode == 128
    assert b"cannot be reached without a git program" in ran.stderr
    assert b"hint: install git" in ran.stderr


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    ran = without_git(author, "share", "push", "http://me:t0ken@127.0.0.1:1/x.git")
    assert ran.returncode == 128
    assert b"cannot be asked" in ran.stderr
    assert b"t0ken" not in ran.stderr


def test_without_an_identity_nothing_is_written(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    git(author, "config", "--unset-all", "user.email")
    clean = {name: value for name, value in os.environ.items() if "_EMAIL" not in name}
    ran = subprocess.run(
        [sys.executable, "-m", "attrib", "share", "push"],
        cwd=author,
        env=clean | {"PATH": "/nonexistent"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 128
    assert b"nothing says who you are" in ran.stderr
