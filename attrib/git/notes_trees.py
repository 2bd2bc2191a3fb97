"""Trees of notes and how two are joined: `cat_sort_uniq`, line by line, so that nothing is lost.

Joining is commutative, associative and idempotent. Lines are bytes here: whatever a line says,
known or not, it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from attrib.errors import ObjectMissingError
from attrib.git.objects import is_full_id
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath

#: From so many notes on, a tree fans out at two digits, and at twice two digits.
_FAN_ONCE, _FAN_TWICE = 256, 65_536
_FILE = 0o100644

#: What a file of the new tree holds: a blob that is here, or bytes.
Content = Oid | bytes


def merged(*notes: bytes) -> bytes:
    """All lines of the notes, each once, sorted as bytes, none empty."""
    lines = {line for note in notes for line in note.split(b"\n")} - {b""}
    return b"".join(line + b"\n" for line in sorted(lines))


@dataclass(frozen=True, slots=True)
class NotesTree:
    """The notes of one tree by annotated object; an object may have several, at two fan-outs.

    `others` are files that are no notes, which are kept.
    """

    notes: Mapping[Oid, tuple[Oid, ...]] = field(default_factory=dict)
    others: Mapping[RepoPath, TreeEntry] = field(default_factory=dict)


def tree_of(files: Mapping[RepoPath, TreeEntry], object_format: str) -> NotesTree:
    """The files of a notes commit, taken apart."""
    notes: dict[Oid, tuple[Oid, ...]] = {}
    others: dict[RepoPath, TreeEntry] = {}
    for path, entry in sorted(files.items()):
        name = path.replace(b"/", b"").decode("ascii", "replace")
        if is_full_id(name, object_format) and not entry.is_gitlink:
            notes[Oid(name)] = (*notes.get(Oid(name), ()), entry.oid)
        else:
            others[path] = entry
    return NotesTree(notes, others)


@dataclass(frozen=True, slots=True)
class Joined:
    """All notes in one: each a blob that is here or bytes; `added` lines stood in no tree."""

    notes: Mapping[Oid, Content]
    others: Mapping[RepoPath, TreeEntry]
    added: int

    def equals(self, tree: NotesTree) -> bool:
        """True where a tree holds the same already, whatever its fan-out."""
        own = {target: (content,) for target, content in self.notes.items()}
        return own == dict(tree.notes) and dict(self.others) == dict(tree.others)

    @property
    def files(self) -> Mapping[RepoPath, tuple[int, Content]]:
        """The files of the tree to write: mode and content by path."""
        total = len(self.notes)
        files: dict[RepoPath, tuple[int, Content]] = {
            fanned(target, total): (_FILE, content) for target, content in self.notes.items()
        }
        for path, entry in self.others.items():
            files.setdefault(path, (entry.mode, entry.oid))
        return files


def joined(
    trees: Sequence[NotesTree],
    additions: Mapping[Oid, Iterable[bytes]],
    read: Callable[[Iterable[Oid]], Mapping[Oid, bytes]],
) -> Joined:
    """All notes of all trees and the added lines in one tree; blobs that fit are used again.

    Raises:
        ObjectMissingError: a note that has to be read is not here.
    """
    held: dict[Oid, dict[Oid, None]] = {}
    others: dict[RepoPath, TreeEntry] = {}
    for tree in trees:
        for target, blobs in tree.notes.items():
            held.setdefault(target, {}).update(dict.fromkeys(blobs))
        for path, entry in tree.others.items():
            # Of two that differ, the same one wins whichever comes first.
            others[path] = max(entry, others.get(path, entry), key=lambda each: each.oid)
    unread = {t for t, blobs in held.items() if len(blobs) > 1 or t in additions}
    contents = read({blob for target in unread for blob in held[target]})
    notes: dict[Oid, Content] = {}
    added = 0
    for target in sorted(held.keys() | additions.keys()):
        at = list(held.get(target, ()))
        if at and target not in unread:
            notes[target] = at[0]
            continue
        texts = [_content(contents, blob, target) for blob in at]
        whole = merged(*texts, *additions.get(target, ()))
        added += whole.count(b"\n") - merged(*texts).count(b"\n")
        same = [blob for blob, text in zip(at, texts, strict=True) if text == whole]
        notes[target] = same[0] if same else whole
    return Joined(notes, others, added)


def _content(contents: Mapping[Oid, bytes], blob: Oid, target: Oid) -> bytes:
    if blob not in contents:
        raise ObjectMissingError(
            f"the note of '{target}' cannot be read here", hint="git fetch, then try again"
        )
    return contents[blob]


def fanned(target: Oid, total: int) -> RepoPath:
    """Where the note of an object lies in a tree of so many notes."""
    if total < _FAN_ONCE:
        return RepoPath(target.encode())
    if total < _FAN_TWICE:
        return RepoPath(f"{target[:2]}/{target[2:]}".encode())
    return RepoPath(f"{target[:2]}/{target[2:4]}/{target[4:]}".encode())
