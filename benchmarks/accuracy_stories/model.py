"""The nouns of a made-up history: lines with an identity, edits, commits, and what moves them.

A line is an object: two lines with the same text are two lines. A commit's file is a tuple of
lines, so what a commit truly adds is known without any diff.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(eq=False)
class Edit:
    """One change of one file in one worktree; `session` is `None` for a person or a tool.

    `who` says in a word what made it: `session`, `hand`, `formatter`, `bot`, `copy`, `revert`.
    """

    who: str
    session: str | None
    path: str
    before: Lines | None
    after: Lines | None
    time: float
    worktree: str
    old_path: str | None = None
    made: list[Line] = field(default_factory=list)
    gone: list[Line] = field(default_factory=list)


@dataclass(eq=False)
class Line:
    """One line, ended by LF unless it is the last of a file without one.

    `edit` put it there. `moved` says that the same edit took an equal line away elsewhere.
    `limit` names the session to which a known limit of the records would give it: its discarded
    text typed again by a person, or a line that the user changed before it was applied.
    `shape_of` is the line that a formatter's pass gave another white space; `copy_of` its twin.
    """

    text: bytes
    edit: Edit | None = None
    moved: bool = False
    limit: str | None = None
    shape_of: Line | None = None
    copy_of: Line | None = None
    removers: list[Edit] = field(default_factory=list)

    @property
    def session(self) -> str | None:
        """The session that put it there, or `None`."""
        return self.edit.session if self.edit else None

    @property
    def shapers(self) -> set[str]:
        """The sessions that put it there in another white space."""
        found: set[str] = set()
        line = self.shape_of
        while line is not None:
            if line.session is not None:
                found.add(line.session)
            line = line.shape_of
        return found


Lines = tuple[Line, ...]
Tree = Mapping[str, Lines]


@dataclass(eq=False)
class Commit:
    """A commit of the made-up history; `mark` numbers it, `oid` is known once it is written.

    `made_by` is the session that ran the commit, `None` for anybody else. `folders` are the
    worktrees whose edits may be in it.
    """

    mark: int
    parents: tuple[Commit, ...]
    tree: Tree
    author_time: int
    committer_time: int
    subject: str
    author: str
    made_by: str | None = None
    folders: frozenset[str] = frozenset()
    oid: str = ""


@dataclass(eq=False)
class Worktree:
    """A checkout: its folder as sessions name it, its branch, its files, and its HEAD."""

    folder: str
    branch: str
    files: dict[str, Lines] = field(default_factory=dict)
    head: Commit | None = None
    crlf: bool = False

    @property
    def committed(self) -> Tree:
        """The files of HEAD."""
        return self.head.tree if self.head else {}


def content_of(lines: Iterable[Line], *, crlf: bool = False) -> bytes:
    """The bytes of a file, with CRLF line ends where a worktree has them."""
    content = b"".join(line.text for line in lines)
    return content.replace(b"\n", b"\r\n") if crlf else content


@dataclass(eq=False)
class Block:
    """Between two lines that both versions hold: the lines that went, and those that came."""

    anchor: Line | None
    removed: list[Line]
    added: list[Line]


def blocks(old: Sequence[Line], new: Sequence[Line]) -> list[Block]:
    """The changes between two versions of a file, by the identity of lines, in order."""
    common = {id(line) for line in old} & {id(line) for line in new}
    parts: dict[int, Block] = {}
    for side, name in ((old, "removed"), (new, "added")):
        anchor: Line | None = None
        for line in side:
            if id(line) in common:
                anchor = line
                continue
            block = parts.setdefault(id(anchor), Block(anchor, [], []))
            getattr(block, name).append(line)
    order = {id(None): -1} | {id(line): index for index, line in enumerate(old)}
    return [parts[key] for key in sorted(parts, key=order.__getitem__)]


def apply_blocks(old: Sequence[Line], chosen: Sequence[Block], onto: Sequence[Line]) -> Lines:
    """`onto` with some of the changes made to `old`; lines stand after what they stood after."""
    held = {id(line) for line in onto}
    drop = {id(line) for block in chosen for line in block.removed}
    follows: dict[int, list[Line]] = {}
    for block in chosen:
        anchor = _anchor_in(old, block.anchor, held)
        fresh = [line for line in block.added if id(line) not in held]
        follows.setdefault(id(anchor), []).extend(fresh)
    result = list(follows.get(id(None), ()))
    for line in onto:
        if id(line) not in drop:
            result.append(line)
        result += follows.get(id(line), ())
    return tuple(result)


def _anchor_in(old: Sequence[Line], anchor: Line | None, held: set[int]) -> Line | None:
    if anchor is None or id(anchor) in held:
        return anchor
    before = list(old[: next(i for i, line in enumerate(old) if line is anchor)])
    return next((line for line in reversed(before) if id(line) in held), None)


def carry(base: Tree, changed: Tree, onto: Tree) -> dict[str, Lines]:
    """The tree `onto` with what was changed between `base` and `changed`, path by path."""
    result = dict(onto)
    for path in sorted({*base, *changed}):
        old, new = base.get(path), changed.get(path)
        if old is new:
            continue
        if new is None:
            result.pop(path, None)
        elif old is None or path not in onto:
            result[path] = new
        else:
            result[path] = apply_blocks(old, blocks(old, new), onto[path])
    return result
