"""S1 changes lines 2 and 11 in one edit; line 2 is committed first, then the rest."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

BASE = b"".join(b"%d\n" % number for number in range(1, 13))
HALF = BASE.replace(b"\n2\n", b"\ntwo AGENT\n")
WHOLE = HALF.replace(b"\n11\n", b"\neleven AGENT\n")
PATCH = """\
@@ -1,5 +1,5 @@
 1
-2
+two AGENT
 3
 4
 5
@@ -8,5 +8,5 @@
 8
 9
 10
-11
+eleven AGENT
 12
"""


def build(home: Path) -> Path:
    """Three commits: base, first (line 2 alone, by the index), second (what is left)."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("f", BASE)
    repository.commit("base", at="2026-10-26T09:00:00Z")

    stream = Stream(
        CODEBUDDY, "laptop", "S1", {"repo": repository.folder}, at="2026-10-26T09:30:00.000Z"
    )
    stream.change(
        "f",
        at="2026-10-26T10:00:00.000Z",
        before=worktree_state(BASE),
        after=worktree_state(repository.write("f", WHOLE)),
        patch=PATCH,
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")

    half = repository.git("hash-object", "-w", "--stdin", data=HALF).decode().strip()
    repository.git("update-index", "--cacheinfo", f"100644,{half},f")
    repository.commit("first", at="2026-10-26T11:00:00Z", all_files=False)
    repository.commit("second", at="2026-10-26T11:05:00Z")
    return repository.folder
