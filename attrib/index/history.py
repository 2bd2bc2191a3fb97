"""What history introduced: by path, by blob, and which commits lie before which.

Answered from the index on disk where it holds history, after reading into it what is new; else
from one pass held in memory. Either is done when the first question is asked: blame of a file
without matching records never pays for it. No question waits for a first build: `attrib index`
does that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from attrib.git.interface import Introduction, Repository
from attrib.index.building import holds_history, want_history
from attrib.index.database import Database, UnusableError, discard, index_path
from attrib.index.interface import HistoryAnswers, PastCommit
from attrib.index.memory import MemoryHistory
from attrib.index.stored import StoredHistory
from attrib.model.ids import Oid, RepoPath

Answer = TypeVar("Answer")


#: An index that fails is tried once more, made anew where it is damaged.
_TRIES = 2


class History:
    """Questions about all commits reachable from every ref and from those included."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._included: dict[Oid, None] = {}
        self._member: HistoryAnswers | None = None
        self._tries = _TRIES
        self._path = index_path(repository.common_dir)

    @property
    def is_stored(self) -> bool:
        """True when answers come from the index on disk."""
        return isinstance(self._member, StoredHistory)

    def _ask(self, question: Callable[[HistoryAnswers], Answer]) -> Answer:
        while True:
            if self._member is None:
                self._member = self._stored() or MemoryHistory(self._repository)
                self._member.include(self._included)
            try:
                return question(self._member)
            except UnusableError as error:
                self._member = None
                if error.is_damaged:
                    self._replace()

    def _stored(self) -> HistoryAnswers | None:
        """The index, where there is one that can be used now."""
        while self._tries > 0 and self._path.is_file():
            self._tries -= 1
            try:
                database = Database(self._path)
                if not holds_history(database):
                    return None
                return StoredHistory(database, self._repository)
            except UnusableError as error:
                if error.is_damaged:
                    self._replace()
        return None

    def _replace(self) -> None:
        """An empty index in the place of a damaged one, which the next question fills."""
        with suppress(UnusableError):
            discard(self._path)
            database = Database(self._path, create=True)
            with database.writing():
                want_history(database)
            database.close()

    def include(self, commits: Iterable[Oid]) -> None:
        """Answer for these commits and their ancestors too, where no ref reaches them."""
        new = [oid for oid in dict.fromkeys(commits) if oid not in self._included]
        self._included.update(dict.fromkeys(new))
        if new and self._member is not None:
            self._ask(lambda member: member.include(new))

    def commit(self, oid: Oid) -> PastCommit | None:
        """The commit, or `None` when it is not reachable."""
        return self._ask(lambda member: member.commit(oid))

    def authored_at(self, times: Collection[int]) -> Mapping[int, Sequence[Oid]]:
        """The commits of each author time among `times` that has any, in the order of IDs."""
        return self._ask(lambda member: member.authored_at(times))

    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""
        return self._ask(lambda member: member.introductions_at(path))

    def places_of(self, blob: Oid) -> Sequence[Introduction]:
        """Every introduction of `blob`, ancestors first."""
        return self._ask(lambda member: member.places_of(blob))

    def blobs_like(self, prefix: str) -> Sequence[Oid]:
        """The introduced blobs whose IDs begin with these hex digits, in order."""
        return self._ask(lambda member: member.blobs_like(prefix))

    def is_root(self, oid: Oid) -> bool:
        """True for a commit without parents."""
        return self._ask(lambda member: member.is_root(oid))

    def ancestors_at(self, path: RepoPath, commit: Oid) -> Sequence[Introduction]:
        """The introductions at `path` by commits before `commit` in its ancestry, oldest first."""
        return self._ask(lambda member: member.ancestors_at(path, commit))

    def contained(
        self, commits: Iterable[Oid], tips: Iterable[Oid]
    ) -> Mapping[Oid, frozenset[Oid]]:
        """For each tip, those of `commits` that it reaches."""
        wanted, names = list(commits), list(tips)
        return self._ask(lambda member: member.contained(wanted, names))
