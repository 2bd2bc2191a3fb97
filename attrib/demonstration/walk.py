"""The made-up history that is shown: a small program, a person, and two recorded sessions.

In order: a session's edit committed as it stood; one page by two sessions, one after the other;
a session's edit that a person changed before committing; a session's edit not committed yet.
"""

from __future__ import annotations

from pathlib import Path

from attrib.demonstration.repository import MadeUpRepository
from attrib.demonstration.stream import Stream, worktree_state

CODEBUDDY = "0f1e2d3c-5a4b-4c3d-8e2f-1a0b9c8d7e6f"
CLAUDE = "7f3a9c2e-1b0d-4e5f-9a8b-6c7d8e9f0a1b"

START = b'import sys\n\nprint("hello")\n'
NAMED = b"import sys\n\nname = sys.argv[1]\nprint(name.upper())\n"
LOGGED = b"""\
import logging
import sys

name = sys.argv[1]
logging.basicConfig(level=logging.INFO)
logging.info("greeting %s", name)
print(name.upper())
"""
LOGGED_BY_HAND = LOGGED.replace(b"name.upper()", b"name.title()")
WITH_EXIT = LOGGED_BY_HAND + b"sys.exit(0 if name else 1)\n"
README = b"# Greeting\n"
README_BY_HAND = README + b"\nSee docs/usage.md.\n"
USAGE = b"""\
# Usage

Run `python app.py NAME`.

The name is printed in capitals.
"""
USAGE_EDITED = b"""\
# Usage

Run `python app.py NAME`.

The name is printed with a capital letter.

Without a name the program stops with an error.
"""


def build(home: Path) -> Path:
    """Make the repository `<home>/greeting` and the streams in `<home>/sessions`; its folder."""
    repository = MadeUpRepository.create(home / "greeting", home=home)
    roots = {"app": repository.folder}
    codebuddy = Stream(
        "com.tencent.codebuddy", "laptop", CODEBUDDY, roots, at="2026-10-26T13:58:00.000Z"
    )
    claude = Stream(
        "com.anthropic.claude-code", "laptop", CLAUDE, roots, at="2026-10-26T14:45:00.000Z"
    )
    _start(repository)
    _one_edit_as_it_stood(repository, codebuddy)
    _one_page_by_two_sessions(repository, codebuddy, claude)
    _an_edit_changed_by_hand(repository, claude)
    _an_edit_not_committed(repository, codebuddy)
    codebuddy.write(home / "sessions" / "codebuddy" / f"{CODEBUDDY}.asr.jsonl")
    claude.write(home / "sessions" / "claude-code" / f"{CLAUDE}.asr.jsonl")
    return repository.folder


def _start(repository: MadeUpRepository) -> None:
    repository.write("app.py", START)
    repository.write("README.md", README)
    repository.commit("start", at="2026-10-20T11:40:12Z")


def _one_edit_as_it_stood(repository: MadeUpRepository, codebuddy: Stream) -> None:
    base = repository.object_id("HEAD")
    codebuddy.state(at="2026-10-26T13:58:01.000Z", head=base)
    codebuddy.change(
        "app.py",
        at="2026-10-26T14:02:31.012Z",
        before=worktree_state(START),
        after=worktree_state(repository.write("app.py", NAMED), text=True),
    )
    repository.write("README.md", README_BY_HAND)
    commit = repository.commit("read the name from the command line", at="2026-10-26T14:03:02Z")
    codebuddy.vcs(
        "commit",
        at="2026-10-26T14:03:02.877Z",
        evidence="parsed_output",
        commitPrefix=commit[:7],
        branch="main",
    )


def _one_page_by_two_sessions(
    repository: MadeUpRepository, codebuddy: Stream, claude: Stream
) -> None:
    codebuddy.change(
        "docs/usage.md",
        at="2026-10-26T14:30:10.400Z",
        op="add",
        tool="Write",
        after=worktree_state(repository.write("docs/usage.md", USAGE), text=True),
    )
    claude.change(
        "docs/usage.md",
        at="2026-10-26T14:50:44.120Z",
        before=worktree_state(USAGE, text=True),
        after=worktree_state(repository.write("docs/usage.md", USAGE_EDITED), text=True),
    )
    repository.commit("describe how to run it", at="2026-10-26T15:10:00Z")


def _an_edit_changed_by_hand(repository: MadeUpRepository, claude: Stream) -> None:
    claude.change(
        "app.py",
        at="2026-10-27T09:05:20.000Z",
        before=worktree_state(NAMED),
        after=worktree_state(NAMED.replace(b"upper", b"lower"), text=True),
        status="proposed",
    )
    claude.change(
        "app.py",
        at="2026-10-27T09:06:02.250Z",
        before=worktree_state(NAMED, text=True),
        after=worktree_state(repository.write("app.py", LOGGED), text=True),
    )
    repository.write("app.py", LOGGED_BY_HAND)
    repository.commit("log what is greeted", at="2026-10-27T09:12:44Z")


def _an_edit_not_committed(repository: MadeUpRepository, codebuddy: Stream) -> None:
    codebuddy.state(at="2026-10-27T09:30:00.000Z", head=repository.object_id("HEAD"))
    codebuddy.change(
        "app.py",
        at="2026-10-27T09:40:15.500Z",
        before=worktree_state(LOGGED_BY_HAND),
        after=worktree_state(repository.write("app.py", WITH_EXIT), text=True),
    )
