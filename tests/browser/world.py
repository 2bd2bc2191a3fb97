"""A made-up repository for the pages: a plain story, a long file, hostile names and texts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from attrib.demonstration.repository import MadeUpRepository
from attrib.demonstration.stream import Stream, worktree_state
from attrib.model.ids import SessionKey

HOSTILE = "<script>document.title='taken';alert(1)</script>"
HOSTILE_NAME = "<img src=x onerror=alert(1)>'\"&\u202egnp.py"
HOSTILE_ID = f'"><svg onload=alert(2)>{HOSTILE}'
HOSTILE_KEY = SessionKey(f"evil{HOSTILE_ID}", HOSTILE_ID, HOSTILE_ID)
TOPIC = "topic<svg-onload=alert(7)>'\"&"
HOSTILE_LINES = (
    HOSTILE,
    "</code></td></table><script src=https://evil.invalid/x.js></script>",
    "<a href=\"javascript:alert(3)\" onclick='alert(4)'>x</a> {{7*7}} ${alert(5)} `",
    "user \u202e\u2066// admin\u2069 \u2066 \x1b[31mred\x1b[0m \x07\x08\r tab\tend",
    "<link rel=stylesheet href=//evil.invalid/x.css><style>*{display:none}</style>",
    "<!-- --><![CDATA[ ]]><math><mtext></table><img src=data:, onerror=alert(6)>",
    "\u2028\u2029\x85\x0c one line for git",
)
LONG = "long.py"
LONG_LINES = 10_000
FIRST = SessionKey("com.tencent.codebuddy", "laptop", "0f1e2d3c-5a4b-4c3d-8e2f-1a0b9c8d7e6f")
SECOND = SessionKey("com.anthropic.claude-code", "laptop", "7f3a9c2e-1b0d-4e5f-9a8b-6c7d8e9f0a1b")
_EACH = 250


@dataclass(frozen=True, slots=True)
class World:
    """Where the repository and the sessions are."""

    repository: Path
    sessions: Path


def make_world(folder: Path) -> World:
    """Make all of it in a folder."""
    world = World(folder / "app", folder / "sessions")
    repository = MadeUpRepository.create(world.repository, home=folder)
    first = _stream(world, FIRST)
    second = _stream(world, SECOND)
    _story(repository, first, second)
    _long(repository, first)
    _hostile(repository, world)
    for name, stream in (("first", first), ("second", second)):
        stream.write(world.sessions / f"{name}.asr.jsonl")
    return world


def session_url(key: SessionKey) -> str:
    """The page of a session."""
    parts = (("agent", key.agent), ("namespace", key.namespace), ("id", key.id))
    return "/session?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in parts)


def _stream(world: World, key: SessionKey) -> Stream:
    roots = {"app": world.repository}
    return Stream(key.agent, key.namespace, key.id, roots, at="2026-10-20T09:00:00Z")


def _story(repository: MadeUpRepository, first: Stream, second: Stream) -> None:
    """Three commits of one file: one unrecorded, one of the first session, one shared."""
    start = repository.write("app.py", b"import sys\n\nprint('hello')\n")
    repository.commit("start", at="2026-10-20T11:40:00Z")
    named = repository.write("app.py", b"import sys\n\nname = sys.argv[1]\nprint('hello', name)\n")
    first.change(
        "app.py",
        at="2026-10-20T12:00:00Z",
        before=worktree_state(start),
        after=worktree_state(named),
    )
    repository.commit("read the name from the command line", at="2026-10-20T12:05:00Z")
    recorded = named + b"# the end of the greeting\nlogging.info(name.title())\n"
    second.change(
        "app.py",
        at="2026-10-20T13:00:00Z",
        before=worktree_state(named, text=True),
        after=worktree_state(recorded, text=True),
    )
    repository.write("app.py", recorded + b"sys.exit(0)\n")
    repository.write("docs/usage.md", b"# Usage\n\nRun `python app.py NAME`.\n")
    repository.commit("log what is greeted", at="2026-10-20T13:05:00Z")
    second.change(
        "app.py",
        at="2026-10-20T13:30:00Z",
        status="proposed",
        before=worktree_state(recorded, text=True),
        after=worktree_state(recorded + b"never_done()\n", text=True),
    )


def _long(repository: MadeUpRepository, stream: Stream) -> None:
    """A file of ten thousand lines, added to in forty commits, of which every other is recorded."""
    content = b""
    for number in range(LONG_LINES // _EACH):
        lines = (
            f'    value_{number}_{at} = compute("{number}", {at})  # step {at}\n'.encode()
            for at in range(_EACH)
        )
        after = content + b"".join(lines)
        day = f"2026-10-21T{number // 4:02}:{number % 4 * 15:02}"
        if number % 2:
            before = worktree_state(content)
            stream.change(LONG, at=f"{day}:00Z", before=before, after=worktree_state(after))
        content = repository.write(LONG, after)
        repository.commit(f"step {number}", at=f"{day}:30Z")


def _hostile(repository: MadeUpRepository, world: World) -> None:
    """A path, contents, a subject, a branch, an agent, IDs and causes that try to get out."""
    text = "".join(f"{line}\n" for line in HOSTILE_LINES).encode()
    stream = _stream(world, HOSTILE_KEY)
    repository.write(HOSTILE_NAME, text)
    stream.change(
        HOSTILE_NAME,
        at="2026-10-22T09:00:00Z",
        op="add",
        after=worktree_state(text, text=True),
        tool=HOSTILE,
    )
    stream.change(
        HOSTILE_NAME,
        at="2026-10-22T09:10:00Z",
        status=HOSTILE,
        after=worktree_state(text * 2, text=True),
    )
    repository.write(f"{HOSTILE_NAME[:-3]}.html", text)
    repository.commit(f"{HOSTILE} \u202e\x1b[31m", at="2026-10-22T09:05:00Z")
    repository.git("checkout", "--quiet", "-b", TOPIC)
    repository.write("topic.txt", b"topic\n")
    repository.commit("a topic", at="2026-10-22T10:00:00Z")
    repository.git("checkout", "--quiet", "main")
    stream.write(world.sessions / "hostile.asr.jsonl")
