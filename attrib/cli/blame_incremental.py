"""`git asr-blame --incremental`: entries go out as git finds them, our lines among them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence

from attrib import answers
from attrib.cli.strengths import blame_at_least
from attrib.cli.terminal import write
from attrib.errors import GitError
from attrib.git.blame import PorcelainEntry, parse_blame
from attrib.git.process import GitProcess
from attrib.model.evidence import Strength
from attrib.model.ids import Oid, RepoPath
from attrib.render.porcelain import with_evidence
from attrib.workspace import Workspace


def write_incremental(
    workspace: Workspace,
    process: GitProcess,
    place: Callable[[], tuple[RepoPath, str | None]],
    *,
    strength: Strength | None,
) -> bool:
    """Write git's entries with ours; gives whether any line has evidence.

    `place` is asked once git has found something, so that its own refusals come first.

    Whatever git has found while the last entries were looked up is looked up together.
    """
    found = False
    trailer: list[bytes] = []
    for entries in _batches(process, trailer):
        path, revision = place()
        answer = answers.blame(
            workspace,
            path,
            revision,
            [each.entry for each in entries],
            _lines(workspace, path, entries),
        )
        report = blame_at_least(answer, strength)
        lines = {line.number: line for line in report.lines}
        found = found or any(line.evidence for line in report.lines)
        write(part for each in entries for part in with_evidence(each, lines))
    write(line + b"\n" for line in trailer)
    return found


def _batches(process: GitProcess, trailer: list[bytes]) -> Iterator[list[PorcelainEntry]]:
    """All entries that are there, as soon as there is one."""
    waiting: queue.SimpleQueue[PorcelainEntry | GitError | None] = queue.SimpleQueue()

    def read() -> None:
        try:
            for entry in parse_blame(process.stdout, incremental=True, trailer=trailer):
                waiting.put(entry)
        except GitError as error:
            waiting.put(error)
        waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    item = waiting.get()
    while item is not None:
        batch = []
        while isinstance(item, PorcelainEntry):
            batch.append(item)
            if waiting.empty():
                break
            item = waiting.get()
        if batch:
            yield batch
        if isinstance(item, GitError):
            raise item
        if item is not None:
            item = waiting.get()


def _lines(workspace: Workspace, path: RepoPath, entries: Sequence[PorcelainEntry]) -> list[bytes]:
    """The text of the entries' lines, which this format lacks, as the commits named hold them."""
    repository = workspace.repository
    runs = [each.entry for each in entries]
    places = {(run.commit, run.origin_path) for run in runs if run.commit}
    files = repository.files_at(places)
    blobs = repository.read_blobs({file.oid for file in files.values() if file})
    contents: dict[tuple[Oid | None, RepoPath], list[bytes]] = {
        place: blobs.get(file.oid, b"").split(b"\n") for place, file in files.items() if file
    }
    texts: list[bytes] = []
    for run in runs:
        if run.commit is None:
            held = repository.worktree_file(path)
            lines = held[1].split(b"\n") if held else []
            first = run.first - 1
        else:
            lines = contents.get((run.commit, run.origin_path), [])
            first = run.origin_first - 1
        part = lines[first : first + run.count]
        texts += part + [b""] * (run.count - len(part))
    return texts
