"""What is typed in a story is answered as kept, whole; kept answers are judged by the claims."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fixture_repos.asking import Tool
from fixture_repos.harness import Story, all_stories, pages_of

STORIES = [story for story in all_stories() if not story.is_next]
CLAIMS = [
    pytest.param(story, claim, id=f"{story.name}-{name}")
    for story in STORIES
    for name, claim in story.claims().items()
]


@pytest.mark.once
@pytest.mark.parametrize(("story", "claim"), CLAIMS)
def test_claim_holds(story: Story, claim: Callable[[Tool], None], tmp_path: Path) -> None:
    claim(Tool(story.build(tmp_path / "home")))


@pytest.mark.once
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_answers_are_the_kept_ones(story: Story, tmp_path: Path) -> None:
    kept = [story.expected_file(number) for number in range(1, len(story.commands) + 1)]
    pages = pages_of(story, story.build(tmp_path / "home"))
    assert pages == [file.read_bytes() for file in kept]
    assert sorted(story.folder.glob("expected/*")) == sorted(kept)
