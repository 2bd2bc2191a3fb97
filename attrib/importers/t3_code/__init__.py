"""T3 Code's checkpoints: commits of the whole worktree, under `refs/t3/` of the repository.

A thread has one before its first turn and one after each. What is read:

- each checkpoint: `checkpoint`, with the files that differ from the one before;
- what lies between two: a net `file_change`, with the IDs that the trees have.

A net change holds whatever anybody did meanwhile, as the source keeps it. Checkpoint commits are
never candidates for a match. Nothing is told of a checkpoint whose reference is gone.

The database of T3 Code, where it is there, tells the IDs of threads, which newer references only
have as a hash, and their worktrees. Without it a thread is called by the name in its references,
and its root is the repository's main worktree.

**Namespace.** `local-` and eight hex digits that stand for `~/.t3`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.errors import AttribError
from attrib.git.shadow import ShadowRefs, may_hold_refs
from attrib.importers.common.drafts import Draft
from attrib.importers.common.logs import namespace_of
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.importers.t3_code.checkpoints import LOSSES, groups_in, session_of
from attrib.importers.t3_code.refs import PREFIX
from attrib.importers.t3_code.threads import Thread, data_folder, scope_of, threads_in
from attrib.model.agents import name_of


class T3Code:
    """The importer of T3 Code's checkpoints."""

    alias = "t3-code"
    agent = name_of("t3-code")
    card = Card(
        reads="checkpoint references of the repository itself",
        places="`refs/t3/` of the repository; `$T3CODE_HOME` or `~/.t3` for the IDs of threads",
        precision=(("what differs between two checkpoints", "exact object IDs, net"),),
        commits="none",
        losses=LOSSES,
        basis="the published source; the names of tables at second hand",
    )

    def where(self) -> list[Path]:
        """No folder of its own: the repository has the checkpoints."""
        return []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for this user's data folder."""
        return namespace_of(path, None, data_folder())

    def logs(self, place: Path) -> Iterator[Path]:
        """The git directory of a worktree, where it has checkpoints."""
        if self.recognizes(place / ".git"):
            yield place / ".git"

    def recognizes(self, path: Path) -> bool:
        """True for a git directory with references of T3 Code."""
        return path.is_dir() and may_hold_refs(path, PREFIX)

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """True: a repository's own checkpoints are of its worktrees."""
        return True

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The threads that have checkpoints in these repositories."""
        notices: list[Notice] = []
        known: dict[str, Thread] = {}
        for item in threads_in(data_folder()):
            if isinstance(item, Notice):
                notices.append(item)
            else:
                known.setdefault(scope_of(item.id), item)
                known.setdefault(item.id, item)
        for path in sorted(set(paths)):
            try:
                with ShadowRefs(path) as shadow:
                    for group in groups_in(shadow):
                        yield session_of(group, known, shadow, self.agent)
            except AttribError as error:
                notices.append(Notice(str(path), str(error)))
        if notices:
            draft = Draft("t3-code", self.agent, losses=LOSSES)
            draft.notices += notices
            yield draft.finished()
