"""`attrib pr`: the lines that the diff of a pull request adds, and what is worth a look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from attrib.answers.additions import additions
from attrib.answers.audit import audit_of
from attrib.answers.commits import report_of
from attrib.answers.origins import Line, origins_of
from attrib.answers.pull_ends import Ends, ends_of
from attrib.answers.pull_lines import OLDER, UNREAD, LineJudging, Verdict, tallied
from attrib.answers.pull_passages import passages_in
from attrib.answers.ranges import linked
from attrib.answers.sessions import infos_for
from attrib.answers.tally import Tally
from attrib.graph import EvidenceGraph
from attrib.model.audit import AuditReport
from attrib.model.commits import CommitChange
from attrib.model.evidence import Evidence, Strength
from attrib.model.ids import Oid, RepoPath
from attrib.model.pull_requests import Gap, Hidden, PullCommit, PullFile, PullRequest
from attrib.model.reports import CommitReport
from attrib.workspace import Workspace

#: What brings contents that a partial clone left out.
_REFETCH = "git fetch --refetch --no-filter"


def pull_request(
    workspace: Workspace, base: str, head: str, *, at_least: Strength | None = None
) -> PullRequest:
    """The diff from the merge base of two revisions to `head`, line by line, as a forge shows it.

    Evidence below `at_least` is left out, and its lines are counted as left out.

    Raises:
        RevisionError: one of the revisions names no commit, or they have none in common; not
            where the clone is cut so that this cannot be told.
    """
    ends = ends_of(workspace, base, head)
    if ends.merge_base is None:
        return PullRequest(
            base, head, ends.base, ends.head, None, Tally().totals, hidden=ends.hidden
        )
    graph = linked(workspace, ends.commits)
    audited = audit_of(workspace, ends.commits, graph, at_least=at_least)
    return _Gathering(workspace, ends, graph, audited, at_least).answer(base, head)


class _Gathering:
    """Gathers the answer for ends that are here."""

    def __init__(
        self,
        workspace: Workspace,
        ends: Ends,
        graph: EvidenceGraph,
        audited: AuditReport,
        at_least: Strength | None,
    ) -> None:
        self._workspace = workspace
        self._ends = ends
        self._graph = graph
        self._audited = audited
        self._at_least = at_least
        least = at_least or Strength.WEAK
        self._judging = LineJudging(workspace, ends.commits, graph, audited, least)
        self._by_commit: defaultdict[Oid, dict[RepoPath, Tally]] = defaultdict(dict)

    def answer(self, base: str, head: str) -> PullRequest:
        """Judge every line, and put the verdicts together."""
        ends = self._ends
        changes = self._differences()
        here = [change for change in changes if self._is_here(change)]
        verdicts = self._verdicts(here)
        files = tuple(self._file(change, verdicts.get(change.path, {})) for change in changes)
        every = [verdict for found in verdicts.values() for verdict in found.values()]
        hidden = ends.hidden
        if len(here) < len(changes):
            missing = len(changes) - len(here)
            hidden += (Hidden(Gap.CONTENT_MISSING, missing, _REFETCH),)
        commits = tuple(self._commits())
        links = [link for each in commits for link in each.report.links]
        return PullRequest(
            base=base,
            head=head,
            base_oid=ends.base,
            head_oid=ends.head,
            merge_base=ends.merge_base,
            totals=tallied(every).totals,
            commits=commits,
            files=files,
            sessions=infos_for(self._workspace, (item for link in links for item in link.evidence)),
            behind=frozenset(item.session for verdict in every for item in verdict.items),
            passages=passages_in(verdicts.items()),
            declared=tuple(each for each in self._audited.findings if each.declaration),
            hidden=hidden,
        )

    def _differences(self) -> list[CommitChange]:
        """The files that the diff shows, by path."""
        if self._ends.merge_base in (None, self._ends.head):
            return []
        pair = (self._ends.merge_base, self._ends.head)
        found = self._workspace.repository.changes_between([pair])[pair]
        entries = [entry for change in found for entry in (*change.olds, change.new)]
        self._workspace.comparer.learn_presence(
            entry.oid for entry in entries if entry is not None and not entry.is_gitlink
        )
        return sorted(found, key=lambda change: change.path)

    def _is_here(self, change: CommitChange) -> bool:
        """True where both contents of a file that the diff shows are here."""
        return all(
            entry is None or entry.is_gitlink or self._workspace.comparer.has(entry.oid)
            for entry in (*change.olds, change.new)
        )

    def _verdicts(
        self, changes: Iterable[CommitChange]
    ) -> Mapping[RepoPath, Mapping[int, Verdict]]:
        """The verdict on each line that the diff adds, by path and number at the head."""
        added = {each.change.path: each.added for each in additions(self._workspace, changes)}
        origins = origins_of(self._workspace, self._ends.commits, self._ends.head, added)
        by_change: defaultdict[tuple[Oid, RepoPath], list[tuple[int, Line]]] = defaultdict(list)
        found = {path: dict.fromkeys(sorted(numbers), OLDER) for path, numbers in added.items()}
        for line, origin in origins.items():
            if origin is None:
                found[line.path][line.number] = UNREAD
            else:
                by_change[origin.commit, origin.path].append((origin.number, line))
        for (oid, path), pairs in by_change.items():
            judged = self._judging.verdicts(oid, path, {number for number, _ in pairs})
            for number, line in pairs:
                found[line.path][line.number] = judged[number]
            self._by_commit[oid][path] = tallied(judged[number] for number, _ in pairs)
        return found

    def _file(self, change: CommitChange, verdicts: Mapping[int, Verdict]) -> PullFile:
        old_path = change.old_paths[0]
        return PullFile(
            path=change.path,
            old_path=old_path if old_path != change.path else None,
            totals=tallied(verdicts.values()).totals,
            declared=sum(verdict.finding is not None for verdict in verdicts.values()),
            late=sum(verdict.is_late for verdict in verdicts.values()),
        )

    def _commits(self) -> Iterator[PullCommit]:
        """Every commit of the range, newest first."""
        for commit in self._ends.commits.commits:
            changes = self._ends.commits.changes[commit.oid]
            report = report_of(self._workspace, self._graph, commit, changes)
            tallies = self._by_commit[commit.oid]
            total = Tally()
            for tally in tallies.values():
                total.add(tally)
            lines = {path: tally.totals for path, tally in sorted(tallies.items())}
            yield PullCommit(_at_least(report, self._at_least), total.totals, lines)


def _at_least(report: CommitReport, least: Strength | None) -> CommitReport:
    """The report without evidence that is weaker than was asked for."""
    if least is None:
        return report

    def kept(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(item for item in evidence if item.strength >= least)

    links = [replace(link, evidence=kept(link.evidence)) for link in report.links]
    paths = tuple(replace(path, evidence=kept(path.evidence)) for path in report.paths)
    return replace(report, links=tuple(link for link in links if link.evidence), paths=paths)
