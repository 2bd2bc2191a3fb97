"""Lines are carried back to the commits that git blame names."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from attrib.answers.origins import Line, Origin, origins_of
from attrib.answers.pull_request import pull_request
from attrib.answers.ranges import range_of
from attrib.git.command import open_repository
from attrib.model.ids import Oid, RepoPath
from tests.support.repos import commit, git, head, init
from tests.support.streams import workspace_of

pytestmark = pytest.mark.git

PATHS = ("a.py", "b.py")


def edited(chance: random.Random, lines: list[str], mark: str) -> list[str]:
    """The lines with some taken away, some put in and some changed; every new line is unlike."""
    new = list(lines)
    for number in range(chance.randint(1, 3)):
        at = chance.randrange(len(new) + 1)
        new[at : at + chance.randint(0, 2)] = [
            f"line {mark} {number} {each}" for each in range(chance.randint(0, 3))
        ]
    return new or [f"line {mark}"]


def save(repo: Path, files: dict[str, list[str]], message: str) -> Oid:
    return commit(
        repo,
        {name: "\n".join([*lines, ""]).encode() for name, lines in files.items()},
        message=message,
    )


def read(repo: Path) -> dict[str, list[str]]:
    return {name: (repo / name).read_text().split("\n")[:-1] for name in PATHS}


def history(repo: Path, seed: int) -> None:
    """`base` and `topic`, both moved on, with merges of the base and of a side into the topic."""
    chance = random.Random(seed)  # noqa: S311, made-up text
    files = {name: [f"start {name} {number}" for number in range(30)] for name in PATHS}
    save(repo, files, "start")
    for branch in ("base", "topic", "side"):
        git(repo, "branch", branch)
    for step in range(14):
        branch = chance.choice(("base", "topic", "topic", "side"))
        git(repo, "checkout", "-q", branch)
        files = read(repo)
        name = chance.choice(PATHS)
        save(repo, files | {name: edited(chance, files[name], f"{branch}{step}")}, f"step {step}")
        if step % 4 == 3:
            git(repo, "checkout", "-q", "topic")
            other = chance.choice(("base", "side"))
            git(repo, "merge", "-q", "--no-edit", "-X", "ours", other)
    git(repo, "checkout", "-q", "topic")


def by_blame(repo: Path, name: str) -> dict[Line, Origin]:
    """What `git blame base..topic` says of each line that a commit of the range has."""
    found = {}
    for row in git(repo, "blame", "-p", "base..topic", "--", name).split(b"\n"):
        words = row.split(b" ")
        if len(words[0]) == 40 and len(words) in (3, 4):
            oid, origin, number = words[:3]
            path = RepoPath(name.encode())
            found[Line(path, int(number))] = Origin(Oid(oid.decode()), path, int(origin))
    inside = set(git(repo, "rev-list", "base..topic").decode().split())
    return {line: origin for line, origin in found.items() if origin.commit in inside}


@pytest.mark.parametrize("seed", range(12))
def test_every_line_comes_from_where_git_blame_says(tmp_path: Path, seed: int) -> None:
    repo = init(tmp_path / "r")
    history(repo, seed)
    expected = {line: origin for name in PATHS for line, origin in by_blame(repo, name).items()}
    with open_repository(repo) as repository:
        workspace = workspace_of(repository)
        lines = {
            RepoPath(name.encode()): range(1, len(found) + 1) for name, found in read(repo).items()
        }
        found = origins_of(workspace, range_of(workspace, "base..topic"), head(repo), lines)
    assert dict(found) == expected


@pytest.mark.parametrize("seed", range(20, 32))
def test_as_many_lines_are_judged_as_the_diff_adds(tmp_path: Path, seed: int) -> None:
    repo = init(tmp_path / "r")
    history(repo, seed)
    rows = [
        row.split("\t")
        for row in git(repo, "diff", "--numstat", "base...topic").decode().split("\n")
    ]
    with open_repository(repo) as repository:
        answer = pull_request(workspace_of(repository), "base", "topic")
    assert [(file.path.decode(), file.totals.added) for file in answer.files] == [
        (path, int(added)) for added, _, path in rows
    ]
    assert answer.merge_base == git(repo, "merge-base", "base", "topic").decode()


def test_moved_file_keeps_its_lines(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    text = b"".join(b"line %d of it\n" % number for number in range(9))
    commit(repo, {"f": b"start\n"})
    git(repo, "branch", "base")
    first = commit(repo, {"old": text})
    second = commit(repo, {"old": None, "new": text + b"more of it\n"})
    with open_repository(repo) as repository:
        workspace = workspace_of(repository)
        found = origins_of(
            workspace, range_of(workspace, "base..main"), second, {RepoPath(b"new"): [1, 10]}
        )
    assert found == {
        Line(RepoPath(b"new"), 1): Origin(first, RepoPath(b"old"), 1),
        Line(RepoPath(b"new"), 10): Origin(second, RepoPath(b"new"), 10),
    }
