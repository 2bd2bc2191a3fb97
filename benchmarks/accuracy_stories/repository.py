"""A made-up history as a real git repository, written by one `git fast-import`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from attrib.demonstration.repository import clean_environment
from benchmarks.accuracy_stories.model import Commit, content_of
from benchmarks.accuracy_stories.world import World

_CONFIG = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[gc]\n\tauto = 0\n"


def write_repository(world: World) -> Path:
    """Write the commits and streams of a world; each commit learns its ID."""
    repository = world.folder / "repository"
    git = repository / ".git"
    for name in ("objects/info", "objects/pack", "refs/heads", "info"):
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    extra = "".join(f'[{key.split(".")[0]}]\n\t{key.split(".")[1]} = {value}\n'
                    for key, value in world.config.items())  # fmt: skip
    (git / "config").write_text(_CONFIG + extra)
    marks = world.folder / "marks"
    subprocess.run(
        ["git", "-c", "core.fsync=none", "-c", "fastimport.unpackLimit=1", "fast-import",
         "--quiet", "--force", f"--export-marks={marks}"],
        cwd=repository, env=clean_environment(world.folder), input=_stream(world), check=True,
        capture_output=True, timeout=60,
    )  # fmt: skip
    shutil.rmtree(git / "refs" / "made")
    oids = dict(line.split() for line in marks.read_text().splitlines())
    for commit in world.commits:
        commit.oid = oids[f":{commit.mark}"]
    if world.is_dirty:
        _checkout(world, repository)
    streams = world.folder / "sessions"
    streams.mkdir()
    for session in (*world.sessions, *world.strangers):
        session.write(streams)
    return repository


def _checkout(world: World, repository: Path) -> None:
    """Write the worktree's files, not all of which are committed, and HEAD's into the index."""
    subprocess.run(["git", "read-tree", "HEAD"], cwd=repository, check=True,
                   env=clean_environment(world.folder))  # fmt: skip
    for path, lines in world.main.files.items():
        file = repository / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content_of(lines))


def _stream(world: World) -> bytes:
    parts: list[bytes] = []
    for commit in world.commits:
        parts += _commit(commit)
    for branch, commit in world.refs.items():
        parts.append(b"reset refs/heads/%b\nfrom :%d\n\n" % (branch.encode(), commit.mark))
    parts.append(b"done\n")
    return b"feature done\n" + b"".join(parts)


def _commit(commit: Commit) -> list[bytes]:
    # Each stands on a ref of its own while it is imported; only branches remain.
    parts = [
        b"commit refs/made/%d\nmark :%d\n" % (commit.mark, commit.mark),
        b"author %b %d +0000\n" % (commit.author.encode(), commit.author_time),
        b"committer %b %d +0000\n" % (commit.author.encode(), commit.committer_time),
        b"data %d\n%b\n" % (len(commit.subject), commit.subject.encode()),
    ]
    parts += [
        b"%b :%d\n" % (b"merge" if number else b"from", parent.mark)
        for number, parent in enumerate(commit.parents)
    ]
    parts.append(b"deleteall\n")
    for path, lines in sorted(commit.tree.items()):
        content = content_of(lines)
        parts.append(b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(content), content))
    parts.append(b"\n")
    return parts
