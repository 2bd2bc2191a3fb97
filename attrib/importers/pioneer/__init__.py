"""Pioneer's patch history: pages of its gateway as JSON, and the gateway's SQLite database.

- pages of steps of a thread or turn, of a file's history, and single records: `file_change` with
  the SHA-256 that the engine took of the bytes on disk, before and after;
- the table `applied_patch_record`, read as it stands while the gateway runs; the workspace stands
  beside it in `patch_commit_intent`, or nowhere: then the root has a name and no path.

What a page says of its coverage is kept with each record, and told: it is exact only where it says
so, and says apart from that whether other tools may have written files. A record of a thread that
is shown under another one belongs to the thread that it ran in.

**Namespace.** Unless told otherwise, `local-` and eight hex digits of the SHA-256 of the real path
of the gateway's folder: the one that holds the database; for pages `~/.pioneer`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.logs import mentions, namespace_of
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.importers.pioneer.entries import Entry, natural_at
from attrib.importers.pioneer.records import GAPS, ThreadRecords
from attrib.importers.pioneer.sources import is_log, read_log
from attrib.model.agents import name_of

_DATABASES = (".db", ".sqlite", ".sqlite3")
_LOSSES = {
    "attrib/contents": "contents are known by their SHA-256 only",
    "attrib/messages": "messages and other tools of the thread are not imported",
    "attrib/side-effects": "created directories stand in the source's own record alone",
}
_UNSEEN = "ai.pioneer/filesystem"


class Pioneer:
    """The importer of Pioneer's patch history."""

    alias = "pioneer"
    agent = name_of("pioneer")
    card = Card(
        reads="pages of the patch history, JSON; the gateway's database, SQLite",
        places="`~/.pioneer`; pages wherever they were saved",
        precision=(
            ("records that are exact and hold every state after", "exact, by SHA-256"),
            ("all others", "unknown"),
        ),
        commits="none",
        losses=_LOSSES,
        basis="the published schemas and source; no real history was at hand",
    )

    def where(self) -> list[Path]:
        """The gateway's folder of this user, if there is one."""
        folder = _home()
        return [folder] if folder.is_dir() else []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the gateway's folder."""
        folder = path.parent if path.suffix in _DATABASES else _home()
        # No folder has this name: it is the default that counts.
        return namespace_of(path, "/", folder)

    def logs(self, place: Path) -> Iterator[Path]:
        """The pages and databases below a folder."""
        for file in sorted(place.rglob("*")):
            if file.suffix in (".json", *_DATABASES) and file.is_file() and self.recognizes(file):
                yield file

    def recognizes(self, path: Path) -> bool:
        """True for a page of the patch history, and for a database that has its table."""
        return is_log(path)

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when a page names none of the folders; a database is read to know."""
        return path.suffix in _DATABASES or mentions(path, folders)

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The threads in these logs by ID, each invocation once, whatever the order of paths."""
        known: dict[tuple[str, str, str], tuple[Entry, str]] = {}
        parts: list[tuple[Entry, str]] = []
        pages: dict[str, list[tuple[Row, str]]] = defaultdict(list)
        others: list[Notice] = []
        for path in sorted(set(paths)):
            found = read_log(path)
            others += found.notices
            for page in found.pages:
                pages[text_at(page, "threadId") or ""].append((page, str(path)))
            for entry, place in found.entries:
                if entry.is_part:
                    parts.append((entry, place))
                elif entry.key not in known or entry.located > known[entry.key][0].located:
                    known[entry.key] = (entry, place)
        # A file's history tells less than the record that it is of.
        seen = {(entry.key, entry.sequence): (entry, place) for entry, place in parts}
        listed = [*known.values(), *(each for each in seen.values() if each[0].key not in known)]
        threads: dict[str, list[tuple[Entry, str]]] = defaultdict(list)
        for entry, place in listed:
            threads[entry.thread].append((entry, place))
        for thread in sorted(threads.keys() | pages.keys()):
            yield self._thread(thread, threads.get(thread, ()), pages.get(thread, ()))
        draft = Draft("", self.agent, losses={})
        draft.notices += others
        yield draft.finished()

    def _thread(
        self,
        thread: str,
        entries: Sequence[tuple[Entry, str]],
        pages: Sequence[tuple[Row, str]],
    ) -> ImportedSession:
        draft = Draft(thread, self.agent, losses=_LOSSES)
        for page, place in pages:
            told = [coverage_in_words(page)] if "coverage" in page else []
            if page.get("nextCursor") and len(pages) == 1:
                told.append("goes on after its last item, where no page was given")
                draft.lose(GAPS, "the source says that it misses steps")
            if natural_at(mapping_at(page, "coverage"), "firstMissingOrdinal") is not None:
                draft.lose(GAPS, "the source says that it misses steps")
            draft.notices += [Notice(place, words, skips=False) for words in told]
        maker = ThreadRecords(draft)
        for entry, place in sorted(entries, key=lambda each: each[0].order):
            maker.add(entry, place)
            if mapping_at(entry.coverage, "filesystem").get("kind") != "complete":
                draft.lose(_UNSEEN, "other tools of a turn may have changed files unrecorded")
        return draft.finished()


def coverage_in_words(page: Row) -> str:
    """What a page says of its coverage: `exact` only where it is, the file system beside it."""
    whole = mapping_at(page, "coverage")
    coverage, files = mapping_at(whole, "coverage"), mapping_at(whole, "filesystem")
    is_exact = whole.get("exact") is True
    is_exact = is_exact and mapping_at(whole, "exactness").get("kind") != "incomplete"
    parts = [f"coverage {_kind(coverage)}" + (", exact" if is_exact else "")]
    parts.append(f"filesystem {_kind(files)}")
    missing = natural_at(whole, "firstMissingOrdinal")
    if missing is not None:
        parts.append(f"incomplete from ordinal {missing} on")
    return "; ".join(parts)


def _kind(stated: Row) -> str:
    """A kind with its reason; one that is not stated is incomplete."""
    kind, reason = text_at(stated, "kind") or "incomplete", text_at(stated, "reason")
    return f"{kind}: {reason}" if reason else kind


def _home() -> Path:
    return Path.home() / ".pioneer"
