"""A file of 100,000 lines; a session edits three of them and records IDs and hunks alone."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

COUNT = 100_000
EDITED = (10, 50_000, 99_990)


def lines_of_file(*edited: int) -> list[bytes]:
    """The lines of the file; those with the given 1-based numbers are the session's."""
    changed = set(edited)
    return [
        b"entry %06d %s\n" % (number, b"checked again" if number in changed else b"as imported")
        for number in range(1, COUNT + 1)
    ]


def build(home: Path) -> Path:
    """Two commits: the file, then the edit as the session left it."""
    repository = MadeUpRepository.create(home / "r", home=home)
    before = lines_of_file()
    old = repository.write("ledger.txt", b"".join(before))
    repository.commit("base", at="2026-10-26T09:00:00Z")
    after = lines_of_file(*EDITED)
    hunks = (
        f"@@ -{number} +{number} @@\n-{before[number - 1].decode()}+{after[number - 1].decode()}"
        for number in EDITED
    )
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "ledger.txt",
        at="2026-10-26T10:00:00.000Z",
        before=worktree_state(old),
        after=worktree_state(repository.write("ledger.txt", b"".join(after))),
        patch="".join(hunks),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    repository.commit("check three entries", at="2026-10-26T11:00:00Z")
    return repository.folder
