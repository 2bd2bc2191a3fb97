"""Writes `sessions/` and `expected/` of every story: `python -m fixture_repos.regenerate`.

With `--check` nothing is written; what differs is listed, and the exit code is 1. Names of
stories limit it to these. What is written is judged by `claims.py`, which nothing rewrites.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fixture_repos.harness import Story, all_stories, pages_of, streams_of


def wanted_files(story: Story, home: Path) -> dict[Path, bytes]:
    """Every generated file of a story, with the content it must have."""
    place = story.build(home)
    files = {story.folder / name: content for name, content in streams_of(place).items()}
    if not story.is_next:
        pages = enumerate(pages_of(story, place), start=1)
        files |= {story.expected_file(number): page for number, page in pages}
    return files


def present_files(story: Story) -> set[Path]:
    """Every generated file that a story has now."""
    files = {*story.folder.glob("expected/*.txt"), *story.folder.glob("sessions*/**/*.jsonl")}
    return {file for file in files if file.is_file()}


def regenerate(story: Story, home: Path, *, check: bool) -> list[Path]:
    """The files of a story that differ from what they must be; written unless `check`."""
    wanted = wanted_files(story, home)
    present = present_files(story)
    differing = [
        file
        for file, content in wanted.items()
        if file not in present or file.read_bytes() != content
    ]
    surplus = sorted(present - wanted.keys())
    if not check:
        for file in surplus:
            file.unlink()
        for file in differing:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(wanted[file])
    return sorted([*differing, *surplus])


def main(arguments: Sequence[str]) -> int:
    """Regenerate, or with `--check` compare; gives the exit code."""
    check = "--check" in arguments
    names = {argument for argument in arguments if not argument.startswith("-")}
    code = 0
    for story in all_stories():
        if names and story.name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            differing = regenerate(story, Path(folder).resolve() / "home", check=check)
        for file in differing:
            sys.stdout.write(f"{'differs' if check else 'wrote'} {file}\n")
        code = 1 if check and differing else code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
