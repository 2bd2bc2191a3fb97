"""S1 changes line 2, S2 then line 8, a person adds g; S2's shell commits all of it."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import (
    CLAUDE_CODE,
    CODEBUDDY,
    MadeUpRepository,
    Stream,
    blob_ref,
    worktree_state,
)

BASE = b"".join(b"%d\n" % number for number in range(1, 10))
WITH_A = BASE.replace(b"\n2\n", b"\nA\n")
WITH_A_AND_B = WITH_A.replace(b"\n8\n", b"\nB\n")
PATCH_A = "@@ -1,5 +1,5 @@\n 1\n-2\n+A\n 3\n 4\n 5\n"
PATCH_B = "@@ -5,5 +5,5 @@\n 5\n 6\n 7\n-8\n+B\n 9\n"
LAST_WEEK = BASE.replace(b"\n5\n", b"\nfive of last week\n")


def build(home: Path) -> Path:
    """Two commits: base, both; S0 ended a week before, S1 and S2 ran before the second commit."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("f", BASE)
    repository.commit("base", at="2026-10-26T09:00:00Z")
    for stream in (
        _last_weeks_session(repository),
        _first_session(repository),
        _second_session(repository),
    ):
        stream.write(home / "sessions" / f"{stream.session}.asr.jsonl")
    return repository.folder


def _last_weeks_session(repository: MadeUpRepository) -> Stream:
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S0", roots, at="2026-10-19T09:00:00.000Z")
    stream.change(
        "f",
        at="2026-10-19T09:10:00.000Z",
        before=worktree_state(BASE, text=True),
        after=worktree_state(LAST_WEEK, text=True),
    )
    return stream


def _first_session(repository: MadeUpRepository) -> Stream:
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "f",
        at="2026-10-26T10:00:00.000Z",
        before=worktree_state(BASE),
        after=worktree_state(repository.write("f", WITH_A)),
        patch=PATCH_A,
    )
    repository.git("hash-object", "-w", "f")
    return stream


def _second_session(repository: MadeUpRepository) -> Stream:
    roots = {"repo": repository.folder}
    stream = Stream(CLAUDE_CODE, "laptop", "S2", roots, at="2026-10-26T10:10:00.000Z")
    base = repository.object_id("HEAD")
    stream.state(at="2026-10-26T10:10:01.000Z", head=base, dirty=True)
    stream.change(
        "f",
        at="2026-10-26T10:20:00.000Z",
        before=worktree_state(WITH_A),
        after=worktree_state(repository.write("f", WITH_A_AND_B)),
        patch=PATCH_B,
    )
    added = repository.write("g", b"u\n")
    stream.add(
        "checkpoint",
        "2026-10-26T10:50:00.000Z",
        kind="shadow_git",
        ref="5b2f0c4e9d1a7c3e8f6b0a2d4c6e8f0a1b3d5c7e",
        root="repo",
        files=[
            {"root": "repo", "path": "f", "blob": blob_ref(WITH_A_AND_B)},
            {"root": "repo", "path": "g", "blob": blob_ref(added)},
        ],
    )
    commit = repository.commit("both", at="2026-10-26T11:00:00Z")
    stream.vcs(
        "commit",
        at="2026-10-26T11:00:00.400Z",
        evidence="parsed_output",
        commitPrefix=commit[:7],
        branch="main",
    )
    return stream
