"""Lines that git blame names through `--ignore-rev`: it guessed the commit, and says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from attrib.graph import in_order
from attrib.model.blame import BlameLine
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence, Qualifier
from attrib.model.ids import Oid, RepoPath
from attrib.patches import split_lines
from attrib.strength import on_a_guessed_line
from attrib.texts import squeezed
from attrib.workspace import Workspace


def limited(
    workspace: Workspace,
    rows: Iterable[BlameLine],
    changes: Mapping[tuple[Oid | None, RepoPath], tuple[CommitChange, Commit | None]],
    guessed: Collection[int],
) -> Iterator[BlameLine]:
    """The lines, those with a guessed commit with `guessed-line` on all their evidence."""
    for row in rows:
        if row.number not in guessed or not row.evidence:
            yield row
            continue
        change, _ = changes[row.commit, row.origin_path]
        content = workspace.comparer.blob(change.new.oid) if change.new else None
        lines = split_lines(content or b"")[row.origin_number - 1 :]
        is_same = bool(lines) and squeezed(lines[0]) == squeezed(row.line)
        yield replace(
            row, evidence=in_order(_guessed(item, is_same=is_same) for item in row.evidence)
        )


def _guessed(item: Evidence, *, is_same: bool) -> Evidence:
    limits = {*item.qualifiers, Qualifier.GUESSED_LINE}
    return replace(
        item,
        strength=on_a_guessed_line(item.strength, is_same=is_same),
        qualifiers=tuple(limit for limit in Qualifier if limit in limits),
    )
