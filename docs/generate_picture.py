"""Makes docs/pull-request.png: the comment on a made-up pull request, as a phone shows it.

    python -m docs.generate_picture [CHROMIUM]

The repository and its sessions are real ones, made for the purpose; by day and by night, details
closed and open. It needs the test tools and a chromium; whoever changes the comment runs it.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from attrib.answers.pull_request import pull_request
from attrib.demonstration.repository import MadeUpRepository
from attrib.demonstration.stream import Stream, worktree_state
from attrib.opening import Options, open_workspace
from attrib.render.comment import comment
from tests.support.markdown import page_of

PICTURE = Path(__file__).resolve().parent / "pull-request.png"
PHONE = {"width": 390, "height": 900}


def text(name: str, lines: int, *, more: str = "") -> bytes:
    """A file of so many lines, no two alike."""
    rows = [f"{name}_{number} = read_value('{name}', {number})" for number in range(1, lines + 1)]
    return "\n".join([*rows, *more.splitlines(), ""]).encode()


def story(folder: Path) -> MadeUpRepository:
    """A topic branch of four commits, which two sessions recorded in part."""
    repo = MadeUpRepository.create(folder / "app", home=folder)
    repo.write("app.py", text("app", 40))
    repo.commit("start", at="2026-10-20T09:00:00Z")
    repo.git("checkout", "-q", "-b", "topic")
    one = Stream(
        "com.tencent.codebuddy",
        "laptop",
        "0f1e2d3c-4b5a",
        {"app": repo.folder},
        at="2026-10-26T13:30:00Z",
    )
    two = Stream(
        "com.anthropic.claude-code",
        "laptop",
        "7f3a9c2e-0b1d",
        {"app": repo.folder},
        at="2026-10-26T15:00:00Z",
    )
    app = repo.write("app.py", text("app", 40, more="name = sys.argv[1]\nprint(name.upper())"))
    one.change(
        "app.py",
        at="2026-10-26T14:00:00Z",
        before=worktree_state(text("app", 40)),
        after=worktree_state(app),
    )
    usage = text("usage", 18)
    one.change(
        "docs/usage.md", at="2026-10-26T14:01:00Z", op="add", after=worktree_state(usage, text=True)
    )
    repo.write("docs/usage.md", usage + b"By hand, these lines say when not to use it.\n")
    repo.commit("read the name from the command line", at="2026-10-26T14:03:00Z")
    legacy = text("legacy", 80)
    repo.write("lib/legacy.py", legacy)
    repo.commit("keep the old form\n\nAsr-Session: 5d0c7c11-7a2b", at="2026-10-26T14:30:00Z")
    late = text("retry", 12)
    repo.write("lib/retry.py", late)
    repo.commit("try again after a while", at="2026-10-26T14:45:00Z")
    two.change("lib/retry.py", at="2026-10-26T15:20:00Z", op="add", after=worktree_state(late))
    tests = repo.write("tests/test_app.py", text("test", 30))
    two.change(
        "tests/test_app.py", at="2026-10-26T15:30:00Z", op="add", after=worktree_state(tests)
    )
    repo.commit("test it", at="2026-10-26T15:40:00Z")
    for stream in (one, two):
        stream.write(folder / "sessions" / f"{stream.session}.asr.jsonl")
    return repo


def body(folder: Path) -> str:
    """The comment on it."""
    repo = story(folder)
    with open_workspace(Options(repo.folder, (str(folder / "sessions"),))) as workspace:
        return comment(pull_request(workspace, "main", "topic")).body


def main(arguments: list[str]) -> None:
    """Take the picture."""
    with tempfile.TemporaryDirectory() as folder:
        markdown = body(Path(folder).resolve())
    print(markdown)
    with sync_playwright() as playwright:
        options = {"executable_path": arguments[0]} if arguments else {}
        browser = playwright.chromium.launch(args=["--no-sandbox"], **options)
        shots = []
        for scheme, is_open in (("light", False), ("dark", True)):
            page = browser.new_page(viewport=PHONE, color_scheme=scheme)
            page.set_content(page_of(markdown, is_open=is_open))
            shots.append(base64.b64encode(page.screenshot()).decode())
        images = "".join(f"<img src='data:image/png;base64,{shot}'>" for shot in shots)
        page = browser.new_page(viewport={**PHONE, "width": 2 * PHONE["width"]})
        page.set_content(f"<body style='margin:0;display:flex'>{images}")
        page.locator("img").last.wait_for()
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
