"""Case C14: the bot posts once, safely, for the right head, with 4,000 files and hostile names."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.forge import OLD, Forge, forge_of
from tests.support.markdown import alarms
from tests.support.pull import Pull, in_ci, write_stream
from tests.support.repos import git, head, init

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]

NAME = "a`b|c](x)<img src=x> @team #1.py"
KEY = "AKIAIOSFODNN7EXAMPLE"
SECRET = f'key = "{KEY}"\n'.encode()
TITLE = "@everyone see #12 <script>"
MARKER = "<!-- attrib:pr-evidence:v1 key=default head={} -->"


def change_of(path: str, content: bytes) -> dict[str, object]:
    digest = hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False)
    state = {
        "objectId": digest.hexdigest(),
        "objectIdType": "git-blob-sha1",
        "representation": "git_object",
        "text": content.decode(),
    }
    return {"op": "create", "path": path, "after": state}


def pull_of(folder: Path, files: int) -> Pull:
    """A commit of one file with a hostile name and so many others, which one session recorded."""
    path = init(folder / "r")
    (path / "f").write_bytes(b"1\n")
    git(path, "add", "f")
    git(path, "commit", "-qm", "base")
    base = str(head(path))
    git(path, "checkout", "-q", "-b", "pr")
    (path / NAME).write_bytes(SECRET)
    for number in range(1, files + 1):
        (path / f"f-{number}-🌈.txt").write_bytes(b"%d\n" % number)
    git(path, "add", ".")
    git(path, "commit", "-qm", "work")
    changes = [change_of(NAME, SECRET)]
    changes += [change_of(f"f-{number}-🌈.txt", b"%d\n" % number) for number in range(1, files + 1)]
    write_stream(folder / "sessions" / "s1.asr.jsonl", path, changes, title=TITLE)
    return Pull(path, base, str(head(path)), folder / "sessions")


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Pull:
    return pull_of(tmp_path_factory.mktemp("big"), 4000)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Pull:
    """The same where the number of files is not what the test is about."""
    return pull_of(tmp_path_factory.mktemp("small"), 40)


@pytest.fixture
def forge(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Forge]:
    """Comments on 4 pages: the bot's marked one on page 4, a user's with its marker on page 1."""
    pull = request.getfixturevalue("big" if "big" in request.fixturenames else "small")
    with forge_of("github") as forge:
        in_ci(pull, forge, tmp_path)
        forge.per_page = 5
        forge.add(f"{MARKER.format(OLD)}\nI have it too", "mallory")
        forge.fill(17)
        forge.add(f"{MARKER.format(OLD)}\nbefore")
        yield forge


def test_one_update_of_the_bots_own_comment_within_both_limits(big, forge, tmp_path):
    others = [comment.body for comment in forge.comments[:-1]]
    done = big.post()
    assert done.returncode == 0, done.stderr
    assert forge.writes == ["PATCH /repos/octo/app/issues/comments/1019"]
    assert [comment.body for comment in forge.comments[:-1]] == others
    body = forge.comments[-1].body
    assert body.startswith(MARKER.format(big.head))
    assert len(body) <= 65_536
    assert len(body.encode()) <= 262_144
    assert re.search(r"… and [\d,]+ more ", body)
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    for text in (body, summary):
        assert alarms(text) == []
        assert KEY not in text
        assert TITLE not in text
    assert len(summary.encode()) <= 1024 * 1024
    everything = done.stdout + done.stderr + json.dumps([str(each) for each in forge.log]).encode()
    assert KEY.encode() not in everything


def test_gitlab_and_gitea_take_it_too(small, tmp_path):
    for kind in ("gitlab", "gitea"):
        with forge_of(kind) as other:
            in_ci(small, other, tmp_path)
            other.longest = 1_000_000 if kind == "gitlab" else 65_536
            assert small.post().returncode == 0
            (body,) = other.bodies()
            assert alarms(body) == []
            assert KEY not in body


def test_old_head_writes_nothing_also_where_it_moves_in_between(small, forge):
    def move() -> None:
        forge.head = "c" * 40

    forge.before["GET .*/comments$"] = move
    done = small.post()
    assert (done.returncode, lines_of(done.stdout)[0].split()[0]) == (0, "late")
    assert forge.writes == []


def test_fork_gets_a_summary_and_no_red_job(small, forge, tmp_path):
    forge.may_write = False
    before = [comment.body for comment in forge.comments]
    done = small.post()
    assert done.returncode == 0
    assert [comment.body for comment in forge.comments] == before
    assert "Session evidence" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_secondary_limit_without_a_time_is_told_and_writes_no_second_comment(small, forge):
    forge.trouble("PATCH", 403, {"message": "You have exceeded a secondary rate limit"}, times=9)
    done = small.post("--max-wait", "1")
    assert done.returncode == 128
    assert b"it asks to come back in 60 s" in done.stderr
    assert len(forge.bodies()) == 1


def test_comment_that_went_away_comes_back_once(small, forge):
    ours = forge.comments[-1]
    forge.before["^PATCH "] = lambda: ours in forge.comments and forge.comments.remove(ours)
    assert small.post().returncode == 0
    assert [each.split()[0] for each in forge.writes] == ["PATCH", "POST"]
    assert len(forge.bodies()) == 1


def test_too_long_for_this_forge_is_sent_shorter(big, forge):
    forge.longest = 20_000
    assert big.post().returncode == 0
    assert [each.split()[0] for each in forge.writes] == ["PATCH", "PATCH"]
    assert 5_000 < len(forge.bodies()[0]) <= 20_000
    assert alarms(forge.bodies()[0]) == []


def test_too_long_at_any_length_stands_in_the_summary(small, forge, tmp_path):
    forge.longest = 100
    done = small.post()
    assert (done.returncode, lines_of(done.stdout)[0].split()[0]) == (0, "too")
    assert forge.bodies() == [f"{MARKER.format(OLD)}\nbefore"]
    assert (tmp_path / "summary.md").stat().st_size > 1000


def test_two_first_runs_at_once_leave_one_comment(small, forge):
    forge.comments.pop()
    both = threading.Barrier(2)
    turns = iter(range(2))
    forge.before["^POST .*/comments$"] = lambda: next(turns, None) is None or both.wait(120)
    started = [small.start(), small.start()]
    results = [process.communicate(timeout=240) for process in started]
    assert [process.returncode for process in started] == [0, 0], results
    assert len(forge.bodies()) == 1


def test_merge_group_is_nothing_to_do(small, forge, tmp_path):
    (tmp_path / "event.json").write_text('{"merge_group": {"head_sha": "x"}}', encoding="utf-8")
    done = small.post(GITHUB_EVENT_NAME="merge_group")
    assert (done.returncode, done.stdout, forge.log) == (0, b"", [])


def test_force_push_renders_the_same_comment_anew(small, forge, tmp_path):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(small.path), str(clone))
    git(clone, "commit", "-q", "--amend", "-m", "other words")
    moved = Pull(clone, small.base, str(head(clone)), small.sessions)
    in_ci(moved, forge, tmp_path)
    assert moved.post("--root", f"repo={clone}").returncode == 0
    assert forge.writes == ["PATCH /repos/octo/app/issues/comments/1019"]
    assert forge.bodies()[0].startswith(MARKER.format(moved.head))


def lines_of(text: bytes) -> list[str]:
    return os.fsdecode(text).splitlines()
