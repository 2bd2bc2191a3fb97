"""What `attrib doctor` says of hooks: whether they stand, and what they could not record."""

from __future__ import annotations

import os
from pathlib import Path

from attrib.errors import AttribError
from attrib.git.hooks_folder import hooks_folder
from attrib.git.interface import Repository
from attrib.journal import Missed, read_journal
from attrib.recording import hook_install
from attrib.recording.hook_install import STANDING

_MOST = 5


def hook_lines(repository: Repository) -> tuple[str, ...]:
    """Whether hooks stand where git looks for them, and the remedy."""
    try:
        worktrees = repository.worktrees
        folder = hooks_folder(Path(worktrees[0] if worktrees else repository.git_dir))
    except AttribError as error:
        return (f"none: {error}",)
    facts = hook_install.status(folder.path)
    missing = [each for each in facts if each.state not in STANDING]
    if not missing:
        return (f"installed in {folder.path}",)
    if len(missing) == len(facts):
        return (f"none installed in {folder.path}: attrib hook install",)
    return tuple(f"{each.name}: {each.state.value}: attrib hook install" for each in missing)


def missed_lines(repository: Repository) -> tuple[str, ...]:
    """What hooks could not record, by hook and reason, the latest first."""
    found: dict[tuple[str, str], list[Missed]] = {}
    for each in read_journal(repository.common_dir).missed:
        found.setdefault((each.hook, each.reason), []).append(each)
    latest = sorted(found.values(), key=lambda group: group[-1].ts or "", reverse=True)
    lines = [_line(group) for group in latest[:_MOST]]
    if len(latest) > _MOST:
        lines.append(f"and {len(latest) - _MOST} more reasons in attrib/journal.jsonl")
    return (*_unwritable(repository.common_dir), *lines)


def _line(group: list[Missed]) -> str:
    last = group[-1]
    times = f"{len(group):,} times, last" if len(group) > 1 else "once,"
    return f"{last.hook}, {times} at {last.ts or 'an unknown time'}: {last.reason}"


def _unwritable(common_dir: str) -> tuple[str, ...]:
    """A line where nothing can be recorded now, so that no hook could say so in the journal."""
    top = Path(common_dir, "attrib")
    if top.is_symlink():
        return (f"'{top}' is a symbolic link; nothing is recorded through it",)
    place = top if top.is_dir() else Path(common_dir)
    if os.access(place, os.W_OK | os.X_OK):
        return ()
    return (f"'{place}' cannot be written; nothing is recorded: ls -ld '{place}'",)
