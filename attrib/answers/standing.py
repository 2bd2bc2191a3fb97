"""Where commits and their lines stand now: the branches and tags that contain them, and HEAD."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from attrib.errors import AttribError
from attrib.model.blame import BlameEntry
from attrib.model.evidence import Covers, Evidence
from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath, ranges_of
from attrib.workspace import Workspace

#: How many files of HEAD are blamed for one answer.
MOST_FILES = 100

_SHOWN = (b"refs/heads/", b"refs/tags/", b"refs/remotes/")


@dataclass(frozen=True, slots=True)
class Living:
    """The lines of HEAD that records cover, by record and path; `left_out` were not looked at."""

    lines: Mapping[tuple[RecordRef, RepoPath], tuple[LineRange, ...]]
    left_out: tuple[RepoPath, ...]


def held_by(workspace: Workspace, commits: Collection[Oid]) -> Mapping[Oid, tuple[str, ...]]:
    """The branches and tags that contain each commit, by their short names, branches first."""
    if not commits:
        return {}
    tips = _tips(workspace)
    reach = _reaching(workspace, {oid for _, oid in tips}, frozenset(commits))
    found: dict[Oid, list[str]] = {oid: [] for oid in commits}
    for name, tip in tips:
        for oid in reach.get(tip, ()):
            found[oid].append(name)
    return {oid: tuple(names) for oid, names in found.items()}


def _tips(workspace: Workspace) -> list[tuple[str, Oid]]:
    """The short names of branches and tags, each with the commit that it comes to."""
    repository = workspace.repository
    shown = {name: oid for name, oid in repository.refs().items() if name.startswith(_SHOWN)}
    peeled = repository.resolve(dict.fromkeys(shown.values()))
    tips = []
    for prefix in _SHOWN:
        for name, oid in sorted(shown.items()):
            commit = peeled.get(oid)
            short = name.removeprefix(prefix)
            if name.startswith(prefix) and commit is not None and not short.endswith(b"/HEAD"):
                tips.append((short.decode("utf-8", "replace"), commit))
    return tips


def _reaching(
    workspace: Workspace, tips: Iterable[Oid], wanted: frozenset[Oid]
) -> Mapping[Oid, frozenset[Oid]]:
    """Those of the wanted commits that stand at or before each commit on the way to a tip."""
    history = workspace.history
    reach: dict[Oid, frozenset[Oid]] = {}
    empty: frozenset[Oid] = frozenset()
    for tip in tips:
        stack = [tip]
        while stack:
            oid = stack[-1]
            commit = history.commit(oid)
            parents = commit.parents if commit else ()
            waiting = [parent for parent in parents if parent not in reach]
            if oid not in reach and waiting:
                stack += waiting
                continue
            stack.pop()
            own = frozenset((oid,)) if oid in wanted else empty
            # Most commits hold what their only parent holds: one set serves them all.
            sets = [reach[parent] for parent in parents if reach[parent]] + ([own] if own else [])
            reach[oid] = sets[0] if len(sets) == 1 else empty.union(*sets)
    return reach


def alive_at_head(workspace: Workspace, evidence: Sequence[Evidence]) -> Living:
    """The lines of HEAD whose commit and line the evidence covers, line by line."""
    covering: defaultdict[tuple[Oid, RepoPath], list[Evidence]] = defaultdict(list)
    for item in evidence:
        if item.covers is Covers.LINE and item.commit is not None and item.path is not None:
            covering[item.commit, item.path].append(item)
    head = workspace.repository.resolve(["HEAD"]).get("HEAD")
    paths = sorted({path for _, path in covering})
    if head is None or not paths:
        return Living({}, ())
    places = [(head, path) for path in paths[:MOST_FILES]]
    try:
        blames = workspace.repository.blame_at(places)
    except AttribError:
        return Living({}, tuple(paths))
    found: defaultdict[tuple[RecordRef, RepoPath], set[int]] = defaultdict(set)
    for (_, path), entries in blames.items():
        for entry in entries:
            if entry.commit is not None:
                for item in covering.get((entry.commit, entry.origin_path), ()):
                    for ref in item.records:
                        found[ref, path] |= _covered(entry, item)
    lines = {key: ranges_of(numbers) for key, numbers in found.items() if numbers}
    return Living(lines, tuple(paths[MOST_FILES:]))


def _covered(entry: BlameEntry, item: Evidence) -> set[int]:
    """The lines of a run, numbered as in HEAD, that the evidence covers."""
    shift = entry.first - entry.origin_first
    last = entry.origin_first + entry.count - 1
    return {
        number + shift
        for span in item.lines
        for number in range(max(span.first, entry.origin_first), min(span.last, last) + 1)
    }
