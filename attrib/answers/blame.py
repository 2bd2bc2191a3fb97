"""`git asr-blame` and `attrib explain`: evidence for lines that git blame gives to commits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from attrib.answers.guessed import limited
from attrib.answers.sessions import infos_for, infos_here, record_facts
from attrib.git.convert import clean
from attrib.graph import EvidenceGraph, in_order
from attrib.model.blame import BlameEntry, BlameLine
from attrib.model.commits import Commit, CommitChange, TreeEntry
from attrib.model.evidence import Covers, Evidence, Tried, Unseen
from attrib.model.ids import Oid, RepoPath
from attrib.model.reports import BlameReport, Explanation, LineExplanation
from attrib.patches import split_lines
from attrib.pipeline import link
from attrib.strength import on_a_line
from attrib.texts import is_bare
from attrib.unseen import unseen_at
from attrib.workspace import Workspace

#: A commit, or `None` for what is not committed yet, and the path that blame found the line at.
Origin = tuple[Oid | None, RepoPath]


def blame(
    workspace: Workspace,
    path: RepoPath,
    revision: str | None,
    entries: Sequence[BlameEntry],
    lines: Sequence[bytes],
    guessed: Collection[int] = (),
) -> BlameReport:
    """Evidence for each of `lines`, in the order of `entries`; git guessed those `guessed`."""
    found, graph = linked(workspace, path, entries, lines)
    if workspace.sessions:
        workspace.learn_parents_times(commit for _, commit in found.values() if commit)
    reasons = _Reasons(workspace, found)
    rows: list[BlameLine] = []
    position = 0
    for entry in entries:
        rows += _rows(graph, reasons, entry, lines[position : position + entry.count])
        position += entry.count
    if guessed:
        rows = list(limited(workspace, rows, found, guessed))
    evidence = [item for row in rows for item in row.evidence]
    return BlameReport(path, revision, tuple(entries), tuple(rows), infos_for(workspace, evidence))


def linked(
    workspace: Workspace,
    path: RepoPath,
    entries: Sequence[BlameEntry],
    lines: Sequence[bytes],
    *,
    explains: bool = False,
) -> tuple[Mapping[Origin, tuple[CommitChange, Commit | None]], EvidenceGraph]:
    """The commit changes behind the entries, and the evidence about them."""
    changes = changes_behind(workspace, path, entries, lines)
    bounded = {entry.commit for entry in entries if entry.boundary and entry.commit}
    known = [commit for _, commit in changes.values() if commit is not None]
    ends = frozenset(c.oid for c in known if c.oid in bounded and (c.parents or c.is_boundary))
    return changes, link(
        workspace,
        changes.values(),
        bounded=ends,
        explains=explains,
        shown=None if explains else _shown(entries, lines),
    )


def _shown(
    entries: Sequence[BlameEntry], lines: Sequence[bytes]
) -> Mapping[Origin, Collection[bytes]]:
    """The texts of the lines that blame shows, by where it found them."""
    texts: defaultdict[Origin, set[bytes]] = defaultdict(set)
    position = 0
    for entry in entries:
        shown = lines[position : position + entry.count]
        texts[entry.commit, entry.origin_path].update(shown)
        position += entry.count
    return texts


def changes_behind(
    workspace: Workspace,
    path: RepoPath,
    entries: Sequence[BlameEntry],
    lines: Sequence[bytes],
) -> Mapping[Origin, tuple[CommitChange, Commit | None]]:
    """For each commit and path that blame names, what the commit changed there."""
    previous: dict[Origin, tuple[Oid, RepoPath] | None] = {}
    for entry in entries:
        key = (entry.commit, entry.origin_path)
        previous[key] = previous.get(key) or entry.previous
    relevant = _recorded(workspace, previous)
    commits = workspace.repository.commits({oid for oid, _ in previous if oid})
    places: list[tuple[Oid, RepoPath]] = []
    for (oid, origin), before in relevant.items():
        if oid is not None and oid in commits:
            places.append((oid, origin))
            places += _parents(commits[oid], origin, before)
    files = workspace.repository.files_at(places)
    workspace.comparer.learn_presence(file.oid for file in files.values() if file)
    found: dict[Origin, tuple[CommitChange, Commit | None]] = {}
    for (oid, origin), before in previous.items():
        if oid is None:
            found[oid, origin] = (_uncommitted(workspace, origin, entries, lines), None)
        elif oid in commits:
            olds = _parents(commits[oid], origin, before)
            change = CommitChange(
                commit=oid,
                path=origin,
                old_paths=tuple(old for _, old in olds),
                olds=tuple(files.get(place) for place in olds),
                new=files.get((oid, origin)),
            )
            found[oid, origin] = (change, commits[oid])
    return found


def _recorded(
    workspace: Workspace, previous: Mapping[Origin, tuple[Oid, RepoPath] | None]
) -> Mapping[Origin, tuple[Oid, RepoPath] | None]:
    """The origins at a path that sessions recorded, or with a blob that they recorded elsewhere."""
    paths = {path for _, path in previous} | {before[1] for before in previous.values() if before}
    known = {p for p in paths if p in workspace.changes or workspace.spellings_of(p)}
    rest = [key for key, old in previous.items() if not known & {key[1], old[1] if old else key[1]}]
    afters = workspace.paths_by_after
    files = workspace.repository.files_at((c, p) for c, p in rest if c) if workspace.changes else {}
    elsewhere: set[Origin] = {key for key, file in files.items() if file and file.oid in afters}
    left = set(rest) - elsewhere
    return {key: before for key, before in previous.items() if key not in left}


def _parents(
    commit: Commit, path: RepoPath, before: tuple[Oid, RepoPath] | None
) -> list[tuple[Oid, RepoPath]]:
    """Where the file was in each parent; git names the old path for one of them."""
    return [
        (
            parent,
            before[1] if before and (parent == before[0] or len(commit.parents) == 1) else path,
        )
        for parent in commit.parents
    ]


def _holds(content: bytes, entries: Sequence[BlameEntry], shown: Sequence[bytes]) -> bool:
    """True when the lines that blame showed stand in the content, at their numbers."""
    lines = [line.rstrip(b"\n") for line in split_lines(content)]
    numbers = (entry.first - 1 + offset for entry in entries for offset in range(entry.count))
    return all(
        number < len(lines) and lines[number] == line.rstrip(b"\n")
        for number, line in zip(numbers, shown, strict=True)
    )


def _uncommitted(
    workspace: Workspace, path: RepoPath, entries: Sequence[BlameEntry], shown: Sequence[bytes]
) -> CommitChange:
    """The change from HEAD to what is not committed, as git would store it."""
    repository = workspace.repository
    head = repository.resolve(["HEAD"]).get("HEAD")
    old = repository.files_at([(head, path)])[head, path] if head else None
    content = b"".join(line if line.endswith(b"\n") else line + b"\n" for line in shown)
    mode = old.mode if old else 0o100644
    on_disk = repository.worktree_file(path)
    if on_disk is not None:
        mode, raw = on_disk
        attributes = workspace.comparer.attributes((None, path))
        stored = clean(raw, attributes, repository.eol_settings())
        if _holds(stored, entries, shown):
            content = stored
    oid = workspace.comparer.own_id(content)
    workspace.comparer.remember(oid, content)
    return CommitChange(
        None, path, (path,) if old else (), (old,) if old else (), TreeEntry(mode, oid)
    )


def _rows(
    graph: EvidenceGraph, reasons: _Reasons, entry: BlameEntry, lines: Sequence[bytes]
) -> Iterable[BlameLine]:
    origin = (entry.commit, entry.origin_path)
    evidence = graph.at(*origin)
    unseen: Unseen | None = None
    for offset, line in enumerate(lines):
        number = entry.origin_first + offset
        here = _on_line(evidence, number, line)
        if not here and unseen is None:
            unseen = reasons.of(entry)
        yield BlameLine(
            number=entry.first + offset,
            commit=entry.commit,
            origin_path=entry.origin_path,
            origin_number=number,
            boundary=entry.boundary,
            line=line,
            evidence=here,
            unseen=None if here else unseen,
        )


class _Reasons:
    """Why nothing can be said of lines: one answer for all lines of a change."""

    def __init__(
        self,
        workspace: Workspace,
        changes: Mapping[Origin, tuple[CommitChange, Commit | None]],
    ) -> None:
        self._workspace = workspace
        self._changes = changes
        self._known: dict[tuple[Oid | None, RepoPath, bool], Unseen] = {}

    def of(self, entry: BlameEntry) -> Unseen:
        """The reason for those lines of the entry that have no evidence."""
        key = (entry.commit, entry.origin_path, entry.boundary)
        if key not in self._known:
            self._known[key] = self._found(entry)
        return self._known[key]

    def _found(self, entry: BlameEntry) -> Unseen:
        found = self._changes.get((entry.commit, entry.origin_path))
        if found is None:
            return Unseen.OBJECT_MISSING
        change, commit = found
        has_parents = commit is not None and (bool(commit.parents) or commit.is_boundary)
        is_boundary = entry.boundary and has_parents
        return unseen_at(self._workspace, change, commit, is_boundary=is_boundary)


def _on_line(evidence: Sequence[Evidence], number: int, line: bytes) -> tuple[Evidence, ...]:
    """The evidence that covers a line of the commit's blob, with its strength on that line."""
    found = []
    for item in evidence:
        span = next((span for span in item.lines if span.first <= number <= span.last), None)
        if span is None or item.covers is Covers.COMMIT:
            continue
        strength = on_a_line(
            item.strength, item.covers, is_bare=is_bare(line), is_alone=span.first == span.last
        )
        found.append(replace(item, strength=strength))
    return in_order(found)


def explain_lines(workspace: Workspace, report: BlameReport, numbers: Sequence[int]) -> Explanation:
    """The derivation for the given lines of a blame."""
    rows = {row.number: row for row in report.lines}
    wanted = [rows[number] for number in numbers if number in rows]
    lines = [row.line for row in report.lines]
    changes, graph = linked(workspace, report.path, report.entries, lines, explains=True)
    explained = []
    for row in wanted:
        change, commit = changes.get((row.commit, row.origin_path), (None, None))
        old = next((old for old in change.olds if old is not None), None) if change else None
        explained.append(
            LineExplanation(
                line=row,
                commit=commit,
                old_blob=old.oid if old else None,
                new_blob=change.new.oid if change and change.new else None,
                records=record_facts(workspace, row.evidence),
                tried=_tried_on(graph, row),
            )
        )
    named = {item.session for each in explained for item in each.line.evidence}
    named |= {item.record.session for each in explained for item in each.tried}
    sessions = tuple(info for info in infos_here(workspace) if info.key in named)
    return Explanation(report.path, report.revision, tuple(explained), sessions)


def _tried_on(graph: EvidenceGraph, row: BlameLine) -> tuple[Tried, ...]:
    """What did not hold for a line: records that give it no evidence."""
    held = {ref for item in row.evidence for ref in item.records}
    return tuple(
        item
        for item in graph.tried_at(row.commit, row.origin_path)
        if item.line == row.origin_number or (item.line is None and item.record not in held)
    )
