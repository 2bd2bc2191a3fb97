"""Parsers of raw diff output: `git log --raw -z` and `git diff-tree --stdin --raw -z`."""

from __future__ import annotations

from binascii import unhexlify
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from attrib.git.interface import HistoryCommit, Introduction, PackedCommit
from attrib.git.objects import is_full_id
from attrib.model.commits import Commit, CommitChange, TreeEntry
from attrib.model.ids import Oid, RepoPath

_RAW = ("--raw", "-z", "-r", "-c", "--root", "--no-abbrev")
_DIFF = (*_RAW, "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=none")

#: One pass over the history; full IDs of tips on stdin.
LOG_ARGUMENTS = (
    "log",
    "--ignore-missing",  # before --stdin, which git obeys where it stands
    "--stdin",
    "--topo-order",
    *_DIFF,
    "--no-renames",
    "--no-mailmap",
    "--no-notes",
    "--no-show-signature",
    "--no-decorate",
    "--format=%x01%H %P%x01%at %ct",
)
#: Changes of the commits whose full IDs stand on stdin; a rename option is added.
DIFF_TREE_ARGUMENTS = ("diff-tree", "--stdin", *_DIFF)
#: How two trees differ; a rename option and both IDs are added.
DIFF_TREES_ARGUMENTS = ("diff-tree", *_DIFF)

_KIND = 0o170000
#: Modes of a side without a file: absent, or a submodule's commit.
_NO_FILE = ("000000", "160000")
_NO_FILE_MODES = (b"000000", b"160000")


@dataclass(frozen=True, slots=True)
class RawRow:
    """One row of raw output: the file in each parent and after, and where it was and is."""

    olds: tuple[TreeEntry | None, ...]
    new: TreeEntry | None
    old_path: RepoPath
    path: RepoPath

    @property
    def introduces(self) -> bool:
        """True where content or kind differs from every parent's, or the file moved."""
        return self.path != self.old_path or not any(map(self._keeps, self.olds))

    def _keeps(self, old: TreeEntry | None) -> bool:
        new = self.new
        if old is None or new is None:
            return False
        return old.oid == new.oid and old.mode & _KIND == new.mode & _KIND


def log_input(tips: Iterable[Oid], exclude: Iterable[Oid], object_format: str) -> bytes:
    """What `LOG_ARGUMENTS` reads on stdin; empty where no tip has the form of an ID."""
    wanted = [oid for oid in dict.fromkeys(tips) if is_full_id(oid, object_format)]
    unwanted = [oid for oid in dict.fromkeys(exclude) if is_full_id(oid, object_format)]
    lines = [f"{oid}\n" for oid in wanted]
    lines += [f"^{oid}\n" for oid in unwanted] if wanted else []
    return "".join(lines).encode()


def tokens_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The NUL-terminated parts of a stream, without the newline that may stand before one."""
    rest = b""
    for chunk in chunks:
        *tokens, rest = (rest + chunk).split(b"\0")
        yield from tokens
    if rest:
        yield rest


def parse_history(chunks: Iterable[bytes]) -> Iterator[HistoryCommit]:
    """The commits of a `LOG_ARGUMENTS` stream, each as soon as it is complete."""
    tokens = tokens_of(chunks)
    head: tuple[Oid, tuple[Oid, ...], int, int] | None = None
    changes: list[Introduction] = []
    for token in tokens:
        if token[:1] == b"\x01":
            if head:
                yield HistoryCommit(*head, tuple(changes))
            head, changes = _head(token), []
        elif head and (start := token.find(b":", 0, 2)) >= 0:
            change = _introduction(token[start:], head[0], head[1], next(tokens))
            if change:
                changes.append(change)
    if head:
        yield HistoryCommit(*head, tuple(changes))


def parse_packed(chunks: Iterable[bytes]) -> Iterator[PackedCommit]:
    """The commits of a `LOG_ARGUMENTS` stream in the form for an index."""
    tokens = tokens_of(chunks)
    commit: PackedCommit | None = None
    for token in tokens:
        if token[:1] == b"\x01":
            if commit:
                yield commit
            names, _, times = token[1:].partition(b"\x01")
            oid, *parents = map(unhexlify, names.split())
            author, _, committer = times.partition(b" ")
            commit = PackedCommit(oid, tuple(parents), int(author or 0), int(committer or 0), [])
        elif commit and token[:2].find(b":") >= 0:
            change = _packed_change(token.lstrip(b"\n:").split(b" "), next(tokens))
            if change:
                commit.changes.append(change if commit.parents else (*change[:2], b""))
    if commit:
        yield commit


def _packed_change(words: list[bytes], path: bytes) -> tuple[bytes, bytes | None, bytes] | None:
    """As `_introduction`: `None` where only modes or submodules differ."""
    if len(words) == 5 and words[0] not in _NO_FILE_MODES and words[1] not in _NO_FILE_MODES:
        old, new = words[2], words[3]
        return None if old == new else (path, unhexlify(new), unhexlify(old))
    count = len(words) // 2 - 1
    sides = zip(words[: count + 1], words[count + 1 :], strict=False)
    ids = [None if mode in _NO_FILE_MODES else unhexlify(oid) for mode, oid in sides]
    after = ids.pop()
    if after in ids and (after is not None or count == 1):
        return None
    zeros = bytes(len(words[-2]) // 2)
    return path, after, b"".join([oid or zeros for oid in ids])


def packed(commit: HistoryCommit) -> PackedCommit:
    """A commit in the form for an index."""
    zeros = bytes(len(commit.oid) // 2)
    return PackedCommit(
        bytes.fromhex(commit.oid),
        tuple(map(bytes.fromhex, commit.parents)),
        commit.author_time,
        commit.committer_time,
        [
            (
                change.path,
                bytes.fromhex(change.new) if change.new else None,
                b"".join([bytes.fromhex(old) if old else zeros for old in change.olds]),
            )
            for change in commit.changes
        ],
    )


def _head(token: bytes) -> tuple[Oid, tuple[Oid, ...], int, int]:
    names, _, times = token[1:].decode("ascii").partition("\x01")
    oid, *parents = names.split()
    author, _, committer = times.partition(" ")
    return Oid(oid), tuple(map(Oid, parents)), int(author or 0), int(committer or 0)


def _introduction(
    row: bytes, commit: Oid, parents: tuple[Oid, ...], path: bytes
) -> Introduction | None:
    """The change that a row tells; `None` where only modes or submodules differ."""
    words = row.lstrip(b":").decode("ascii").split(" ")
    count = len(words) // 2 - 1
    sides = zip(words, words[count + 1 :], strict=False)
    ids = [None if mode in _NO_FILE else Oid(oid) for mode, oid in sides][: count + 1]
    new = ids.pop()
    if new in ids and (new is not None or count == 1):
        return None
    return Introduction(commit, RepoPath(path), tuple(ids) if parents else (), new)


def parse_rows(chunks: Iterable[bytes]) -> Iterator[tuple[Oid, RawRow]]:
    """The rows of a `DIFF_TREE_ARGUMENTS` stream, each with its commit."""
    tokens = tokens_of(chunks)
    commit = Oid("")
    for token in tokens:
        if token[:1] != b":":
            commit = Oid(token.decode("ascii"))
            continue
        words = token.decode("ascii").split(" ")
        count = len(words) // 2 - 1
        modes = [int(word.lstrip(":"), 8) for word in words[: count + 1]]
        sides = zip(modes, words[count + 1 : -1], strict=True)
        *olds, new = [TreeEntry(mode, Oid(oid)) if mode else None for mode, oid in sides]
        path = old_path = RepoPath(next(tokens))
        if words[-1][0] in "RC" and count == 1:
            path = RepoPath(next(tokens))
        yield commit, RawRow(tuple(olds), new, old_path, path)


def parse_changes(
    chunks: Iterable[bytes], commits: Mapping[Oid, Commit]
) -> dict[Oid, list[CommitChange]]:
    """What each of `commits` introduces, from a `DIFF_TREE_ARGUMENTS` stream."""
    changes: dict[Oid, list[CommitChange]] = {oid: [] for oid in commits}
    for oid, row in parse_rows(chunks):
        if row.introduces or not commits[oid].parents:
            changes[oid].append(change_of(commits[oid], row))
    return changes


def parse_difference(chunks: Iterable[bytes], commit: Oid) -> list[CommitChange]:
    """How a commit's tree differs from another, from a `DIFF_TREES_ARGUMENTS` stream."""
    rows = (row for _, row in parse_rows(chunks))
    return [difference_of(commit, row) for row in rows if row.introduces]


def difference_of(commit: Oid, row: RawRow) -> CommitChange:
    """What a row says of a commit beside another one that stands in the place of its parent."""
    return CommitChange(commit, row.path, (row.old_path,), row.olds, row.new)


def change_of(commit: Commit, row: RawRow) -> CommitChange:
    """What a row says of `commit`; at a root, and where history ends, there is no old side."""
    count = len(commit.parents)
    old_paths = (row.old_path,) * count
    return CommitChange(commit.oid, row.path, old_paths, row.olds if count else (), row.new)


def introduction_of(commit: Commit, row: RawRow) -> Introduction | None:
    """The row of history that a row tells; `None` where only modes or submodules differ."""
    *olds, new = [entry.oid if entry and not entry.is_gitlink else None for entry in _sides(row)]
    if new in olds and (new is not None or len(olds) == 1):
        return None
    return Introduction(commit.oid, row.path, tuple(olds) if commit.parents else (), new)


def _sides(row: RawRow) -> tuple[TreeEntry | None, ...]:
    return (*row.olds, row.new)
