"""What a repository holds, as rows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from attrib.declarations import Declarations
from attrib.equality import Comparer
from attrib.fleet.recorded import Row, ancestors
from attrib.fleet.spelling import digest, spelled, unspelled, whole
from attrib.fleet.tables import FIRST_DIGITS
from attrib.git.interface import PackedCommit, Repository
from attrib.git.reading import read_regular
from attrib.index.building import tips_of
from attrib.journal import read_journal
from attrib.model.evidence import Equality
from attrib.model.ids import Oid, RepoPath
from attrib.texts import folded

#: Files of a git directory, and of a worktree, that answers rest on beside the objects.
_BESIDE = ("attrib/journal.jsonl", "info/attributes", "shallow")
_TRACES = ".agent-trace/traces.jsonl"
#: The forms of so many blobs are made at once.
_AT_ONCE = 200


def name_of(repository: Repository) -> str:
    """What tables call a repository: the real path of the git directory that worktrees share."""
    return spelled(os.fsencode(os.path.realpath(repository.common_dir)))


def location_of(repository: Repository) -> str:
    """Where a repository can be opened again: its worktree, else its git directory."""
    place = repository.worktrees[0] if repository.worktrees else repository.git_dir
    return spelled(os.fsencode(place))


def state_of(repository: Repository) -> bytes:
    """What changes with references, configuration, and the files beside them that answers read."""
    common = repository.common_dir
    tops = [os.fsdecode(top) for top in repository.worktrees]
    files = [f"{common}/{name}" for name in _BESIDE] + [f"{top}/{_TRACES}" for top in tops]
    words = repr((sorted(repository.refs().items()), sorted(repository.config("").items())))
    return digest(words, *(read_regular(file) for file in files))


def ends_of(repository: Repository) -> str:
    """What changes where history ends early, or goes another way than its commits tell."""
    common = repository.common_dir
    files = (read_regular(f"{common}/{name}") for name in ("shallow", "info/grafts"))
    replaced = sorted(each for each in repository.refs().items() if b"/replace/" in each[0])
    return digest(repr(replaced), *files).hex()


def commits_at_tips(repository: Repository) -> list[Oid]:
    """The commits that references of history lead to, in order."""
    found = repository.resolve(tips_of(repository))
    return sorted({oid for oid in found.values() if oid is not None})


def history_rows(name: str, commits: Iterable[PackedCommit]) -> Iterator[tuple[Row, list[Row]]]:
    """Of each commit its row, and the rows of what it introduces."""
    for commit in commits:
        rows = [_blob_row(name, commit, *change) for change in commit.changes]
        yield (
            {
                "repository": name,
                "commit": commit.oid,
                "digits": commit.oid.hex()[:FIRST_DIGITS],
                "parents": list(commit.parents),
                "author_time": whole(commit.author_time),
                "committer_time": whole(commit.committer_time),
                "may_move": len(commit.parents) > 1 and any(row["is_new"] for row in rows),
            },
            rows,
        )


def _blob_row(name: str, commit: PackedCommit, path: bytes, new: bytes | None, olds: bytes) -> Row:
    size = len(commit.oid)
    each = [olds[start : start + size] for start in range(0, len(olds), size)]
    there = [old for old in each if old.strip(b"\0")]
    return {
        "repository": name,
        "commit": commit.oid,
        "path": spelled(path),
        "folded": folded(path),
        "new": new,
        "olds": there,
        "is_new": len(there) < max(len(each), 1),
        "time": whole(max(commit.author_time, commit.committer_time)),
    }


def worktree_rows(name: str, repository: Repository) -> Iterator[Row]:
    """Where the worktrees lie, and which roots are configured."""
    tops = [os.path.realpath(top) for top in repository.worktrees]
    for top in tops:
        for place in ancestors(top):
            kind = "top" if unspelled(place) == os.fsencode(top) else "above"
            yield {"repository": name, "place": place, "kind": kind}
    for text in repository.config("attrib.root").get("attrib.root", ()):
        yield {"repository": name, "place": text.partition("=")[0], "kind": "root"}


def told_rows(name: str, repository: Repository, commits: Sequence[Oid]) -> Iterator[Row]:
    """The commits that declarations and the journal tell of, each with the declared name."""
    for oid, found in Declarations(repository, ()).of(commits).items():
        for declared in {each.name for each in found if each.names_session}:
            yield {"repository": name, "commit": bytes.fromhex(oid), "name": declared}
    journal = read_journal(repository.common_dir)
    for oid in {*journal.commits, *journal.rewrites}:
        yield {"repository": name, "commit": bytes.fromhex(oid), "name": None}


def form_rows(name: str, repository: Repository, rows: Iterable[Row]) -> Iterator[Row]:
    """The IDs under which a worktree file of each introduced blob could be recorded."""
    comparer = Comparer(repository)
    seen: set[bytes] = set()
    pending: list[Row] = []
    for row in rows:
        if row["new"] is not None and row["new"] not in seen:
            seen.add(row["new"])
            pending.append(row)
        if len(pending) >= _AT_ONCE:
            yield from _forms(name, comparer, pending)
            comparer, pending = Comparer(repository), []
    yield from _forms(name, comparer, pending)


def _forms(name: str, comparer: Comparer, rows: Sequence[Row]) -> Iterator[Row]:
    comparer.load([Oid(row["new"].hex()) for row in rows])
    scenes = [(Oid(row["commit"].hex()), RepoPath(unspelled(row["path"]))) for row in rows]
    comparer.learn_attributes(scenes)
    for row, scene in zip(rows, scenes, strict=True):
        blob = Oid(row["new"].hex())
        for (kind, form), how in comparer.forms(blob, scene, None).items():
            is_itself = kind is comparer.own_type and how.equality is Equality.IDENTICAL
            if not is_itself:
                yield {
                    "repository": name,
                    "blob": row["new"],
                    "form": bytes.fromhex(form),
                    "type": kind.value,
                    "equality": how.equality.value,
                }
