"""On made-up histories of every kind notes tell what records tell, and none is contradicted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import benchmarks.accuracy  # noqa: F401 - it registers the kinds
from attrib import answers
from attrib.answers.ranges import CommitRange
from attrib.answers.share_verify import notes_in, verified
from attrib.answers.sharing import additions_of
from attrib.git.blame import parse_blame
from attrib.git.notes_keeper import Publisher
from attrib.git.sharing import keeper_of
from attrib.model.evidence import Evidence, Relation
from attrib.model.ids import Oid, RepoPath
from attrib.model.shared import Verdict
from attrib.opening import Options, open_workspace
from attrib.texts import is_bare
from attrib.workspace import Workspace
from benchmarks.accuracy_stories.judge import seeded
from benchmarks.accuracy_stories.kinds import KINDS
from benchmarks.accuracy_stories.repository import write_repository

pytestmark = pytest.mark.git


def told(items: Iterable[Evidence]) -> list[Evidence]:
    """Evidence in order, without what only who has the records is told."""
    kept = [item for item in items if item.relation is not Relation.DECLARED]
    return [replace(item, notes=(), sides=(), shared=False, time=None) for item in kept]


def commits_told(workspace: Workspace, oids: Sequence[Oid]) -> dict[Oid, list[Evidence]]:
    report = answers.commits(workspace, oids)
    return {
        each.commit.oid: told(item for link in each.links for item in link.evidence)
        for each in report.commits
    }


def lines_told(workspace: Workspace, path: str) -> list[tuple[str, list[Evidence]]]:
    repository = workspace.repository
    with repository.user_blame([b"--porcelain", b"HEAD", b"--", path.encode()]) as process:  # type: ignore[attr-defined]
        entries = list(parse_blame(process.stdout))
    runs = [each.entry for each in entries]
    lines = [line for each in entries for line in each.lines]
    report = answers.blame(workspace, RepoPath(path.encode()), "HEAD", runs, lines)
    # Of a change of which blame shows bare lines alone, it compares no records.
    shown = [line for line in report.lines if not is_bare(line.line)]
    return [(str(line.strength), told(line.evidence)) for line in shown]


def whole(workspace: Workspace) -> CommitRange:
    """All commits that a reference of the history reaches."""
    oids = [commit.oid for commit in workspace.repository.history()]
    known = workspace.repository.commits(oids)
    found = workspace.repository.changes_of(known, renames=True)
    changes = {oid: tuple(found.get(oid, ())) for oid in known}
    return CommitRange(None, tuple(known.values()), changes)


def verdicts(workspace: Workspace, commits: CommitRange) -> dict[Verdict, set[str]]:
    claims = verified(workspace, notes_in(workspace, commits), commits)
    return {
        verdict: {claim.reason for claim in claims if claim.verdict is verdict}
        for verdict in Verdict
    }


@pytest.mark.parametrize("number", [0])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_notes_tell_what_records_tell(tmp_path: Path, kind: str, number: int) -> None:
    world = seeded(tmp_path.resolve(), f"{kind}:shared.{number}")
    KINDS[kind](world)
    folder = write_repository(world)
    author = Options(start=folder, sessions=(str(world.folder / "sessions"),))
    with open_workspace(author) as workspace:
        commits = whole(workspace)
        oids = [commit.oid for commit in commits.commits]
        files = [path.decode() for path in workspace.repository.files_of(Oid(oids[0]), trees=99)]
        mine = commits_told(workspace, oids), [lines_told(workspace, path) for path in files]
        additions = additions_of(workspace, commits)
        keeper = keeper_of(workspace.repository, "origin")
        Publisher(workspace.repository, keeper).join(additions.all, "share")
        assert (additions.left_out, additions.withheld) == (0, 0)
    with open_workspace(author) as workspace:
        assert commits_told(workspace, oids) == mine[0]
        found = verdicts(workspace, commits)
        assert (found[Verdict.CONTRADICTED], found[Verdict.UNCHECKED]) == (set(), set())
    with open_workspace(Options(start=folder)) as workspace:
        assert workspace.sessions == ()
        assert commits_told(workspace, oids) == mine[0]
        assert [lines_told(workspace, path) for path in files] == mine[1]
        assert verdicts(workspace, commits)[Verdict.CONTRADICTED] == set()
        assert workspace.shared.unread == {}
