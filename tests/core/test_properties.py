"""What holds for every history and every set of sessions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.answers import blame
from attrib.model.blame import BlameEntry
from attrib.model.evidence import Covers, Evidence
from attrib.model.ids import LineRange, Oid, RepoPath
from attrib.model.records import FileState
from attrib.patches import split_lines
from tests.support.memory import MemoryRepository
from tests.support.streams import (
    EXTERNAL,
    Recorder,
    evidence_of,
    id_only,
    line_of,
    text_only,
    workspace_of,
)

PATH = RepoPath(b"f")


@dataclass(frozen=True)
class Story:
    """A history of one file and the sessions that recorded some of it; steps as contents."""

    repository: MemoryRepository
    commits: tuple[Oid, ...]
    versions: tuple[bytes, ...]
    sessions: tuple[Recorder, ...]
    steps: dict[tuple[str, str], tuple[bytes, bytes]]

    def said(self, *sessions: Recorder) -> list[list[str]]:
        """What is said of each commit, by these sessions."""
        workspace = workspace_of(self.repository, *sessions)
        return [[line_of(item) for item in evidence_of(workspace, oid)] for oid in self.commits]

    def evidence(self) -> list[tuple[int, Evidence]]:
        """All evidence, with the number of the commit that it is about."""
        workspace = workspace_of(self.repository, *self.sessions)
        return [
            (number, item)
            for number, oid in enumerate(self.commits)
            for item in evidence_of(workspace, oid)
        ]


def told(seed: int) -> Story:
    """A made-up story: edits by three sessions and by hand, some recorded, some committed."""
    chance = Random(seed)  # noqa: S311, nothing secret is made
    repository = MemoryRepository()
    content = b"".join(b"line %d of the beginning\n" % n for n in range(6))
    commits, versions = [repository.commit({"f": content})], [content]
    sessions = [Recorder(f"S{n}", path=chance.choice(["/one", "/one", "/two"])) for n in range(3)]
    steps: dict[tuple[str, str], tuple[bytes, bytes]] = {}
    for turn in range(8):
        before, content = content, _edited(content, chance, turn)
        session = chance.choice([*sessions, None])
        if session is not None and content != before:
            name = _record(session, chance, before, content, at=len(commits) - 1 + 0.1 * turn)
            steps[session.name, name] = (before, content)
        if chance.random() < 0.4 and content != versions[-1]:
            commits.append(repository.commit({"f": content}))
            versions.append(content)
        if chance.random() < 0.15:
            content = versions[chance.randrange(len(versions))]
    return Story(repository, tuple(commits), tuple(versions), tuple(sessions), steps)


def _record(session: Recorder, chance: Random, before: bytes, after: bytes, *, at: float) -> str:
    spellings: list[Callable[[bytes], bytes | FileState]] = [id_only, text_only, bytes, bytes]
    spelled = chance.choice(spellings)
    old = None if chance.random() < 0.15 else spelled(before)
    return session.change(
        "f",
        old,
        spelled(after),
        at=None if chance.random() < 0.15 else at,
        cause=EXTERNAL if chance.random() < 0.15 else None,
    )


def _edited(content: bytes, chance: Random, turn: int) -> bytes:
    lines = list(split_lines(content))
    for _ in range(chance.randrange(1, 3)):
        place = chance.randrange(len(lines) + 1)
        kind = chance.choice(["add", "add", "change", "remove", "repeat"])
        new = b"line %d put in at turn %d\n" % (chance.randrange(3), turn)
        if kind == "add" or not lines:
            lines.insert(place, new)
        elif kind == "repeat":
            lines.insert(place, chance.choice(lines))
        else:
            lines[min(place, len(lines) - 1) :][:1] = []
            at = min(place, len(lines) - 1)
            lines[at : at + 1] = [new] if kind == "change" else []
    return b"".join(lines)


SEEDS = st.integers(0, 100_000)
STORIES = SEEDS.map(told)


@settings(max_examples=40)
@given(STORIES)
def test_the_order_in_which_sessions_are_read_changes_no_answer(story: Story) -> None:
    assert story.said(*story.sessions) == story.said(*reversed(story.sessions))


@settings(max_examples=25)
@given(STORIES)
def test_a_session_of_other_paths_changes_no_answer(story: Story) -> None:
    other = Recorder("S9", path="/one")
    other.change("g", b"x\n", b"line of another file\n", at=0.5)
    other.change("f", story.versions[0], story.versions[-1], at=0.5, status="proposed")
    assert story.said(*story.sessions, other) == story.said(*story.sessions)


@settings(max_examples=25)
@given(STORIES)
def test_a_session_that_is_not_bound_changes_no_answer(story: Story) -> None:
    other = Recorder("S9", is_bound=False)
    for before, after in pairwise(story.versions):
        other.change("f", before, after, at=0.5)
    assert story.said(*story.sessions, other) == story.said(*story.sessions)


@settings(max_examples=40)
@given(STORIES)
def test_only_lines_that_the_commit_adds_or_removes_are_covered(story: Story) -> None:
    for number, item in story.evidence():
        old = story.versions[number - 1] if number else b""
        hunks = story.repository.diff_lines(old, story.versions[number])
        added = {n + 1 for h in hunks for n in range(h.new_start, h.new_start + h.new_count)}
        removed = {n + 1 for h in hunks for n in range(h.old_start, h.old_start + h.old_count)}
        assert _numbers(item.lines) <= added
        assert _numbers(item.removed) <= removed


@settings(max_examples=40)
@given(STORIES)
def test_a_covered_line_stands_in_an_after_state_of_its_records(story: Story) -> None:
    for number, item in story.evidence():
        if item.covers is not Covers.LINE:
            continue
        steps = [story.steps[item.session.id, ref.record] for ref in item.records]
        lines = split_lines(story.versions[number])
        for line in _numbers(item.lines):
            assert any(lines[line - 1] in split_lines(after) for _, after in steps)


@settings(max_examples=40)
@given(STORIES)
def test_a_removed_line_stood_before_the_record_that_removed_it(story: Story) -> None:
    for number, item in story.evidence():
        if item.covers is not Covers.LINE or not item.removed:
            continue
        parent = split_lines(story.versions[number - 1])
        after = [story.steps[item.session.id, ref.record][1] for ref in item.records]
        for line in _numbers(item.removed):
            text = parent[line - 1]
            assert any(split_lines(each).count(text) <= parent.count(text) for each in after)


@settings(max_examples=25)
@given(STORIES)
def test_a_line_has_at_most_the_strength_of_its_records(story: Story) -> None:
    workspace = workspace_of(story.repository, *story.sessions)
    for oid, content in zip(story.commits, story.versions, strict=True):
        lines = split_lines(content)
        entries = [BlameEntry(oid, n, 1, PATH, n) for n in range(1, len(lines) + 1)]
        whole = evidence_of(workspace, oid)
        for row in blame(workspace, PATH, None, entries, lines).lines:
            for item in row.evidence:
                same = [
                    each
                    for each in whole
                    if replace(each, strength=item.strength) == item
                    and row.number in _numbers(each.lines)
                ]
                assert same
                assert all(item.strength <= each.strength for each in same)


def _numbers(ranges: tuple[LineRange, ...]) -> set[int]:
    return {number for span in ranges for number in range(span.first, span.last + 1)}
