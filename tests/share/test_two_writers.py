"""Two that write at once lose nothing: real remotes, real processes, many rounds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.share.team import REF, attrib, author_in, teammate_in
from tests.support.repos import commit, git, init

pytestmark = pytest.mark.git

ROUNDS = 8
#: Writes one line about HEAD and pushes, without the rest of the program: all of it is racing.
WRITER = """
import sys
from attrib.git.notes_keeper import Publisher
from attrib.git.sharing import keeper_of
from attrib.opening import open_repository
repository = open_repository(None)
head = repository.resolve(["HEAD"])["HEAD"]
keeper = keeper_of(repository, "origin")
sys.stdin.readline()
for line in sys.argv[1:]:
    Publisher(repository, keeper).publish("origin", {head: [line.encode()]}, "write " + line)
"""


def start(repo: Path, *lines: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, *lines],
        cwd=repo,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def held(repo: Path) -> set[str]:
    """All lines of all notes."""
    listed = git(repo, "notes", "--ref", REF, "list").decode().split("\n")
    blobs = [row.split(" ")[0] for row in listed]
    return {line for blob in blobs for line in git(repo, "show", blob).decode().split("\n")}


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_writers_in_clones_and_in_one_clone_lose_nothing(
    tmp_path: Path, object_format: str
) -> None:
    seed = init(tmp_path / "seed", object_format)
    commit(seed, {"f": b"1\n"})
    git(tmp_path, "clone", "-q", "--bare", "seed", "remote.git")
    clones = [tmp_path / name for name in ("one", "two", "three")]
    for clone in clones:
        git(tmp_path, "clone", "-q", "remote.git", clone.name)
    wanted = {f"{who}-{number}" for who in range(4) for number in range(ROUNDS)}
    places = [clones[0], clones[0], clones[1], clones[2]]  # two of them share a clone
    writers = [
        start(place, *(f"{who}-{number}" for number in range(ROUNDS)))
        for who, place in enumerate(places)
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"go\n")
        writer.stdin.flush()
    for writer in writers:
        _, said = writer.communicate()
        assert writer.returncode == 0, said.decode()
    assert held(tmp_path / "remote.git") == wanted
    assert git(tmp_path / "remote.git", "fsck", "--strict") == b""


def test_two_authors_push_at_once(tmp_path: Path) -> None:
    author = author_in(tmp_path)
    other = teammate_in(tmp_path, "other")
    git(other, "config", "attrib.sessions", str(tmp_path / "sessions" / "codebuddy"))
    git(author, "config", "attrib.sessions", str(tmp_path / "sessions" / "claude-code"))
    pushing = [
        subprocess.Popen(
            [sys.executable, "-m", "attrib", "share", "push"],
            cwd=repo,
            env=os.environ,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        for repo in (author, other)
    ]
    for process in pushing:
        _, said = process.communicate()
        assert process.returncode == 0, said.decode()
    third = teammate_in(tmp_path, "third")
    assert attrib(third, "share", "fetch").code == 0
    assert "codebuddy 0f1e2d3c* 6" in attrib(third, "report").out
    assert "claude-code 7f3a9c2e* 6" in attrib(third, "report").out
