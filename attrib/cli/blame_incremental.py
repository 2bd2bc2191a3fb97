"""`git asr-blame --incremental`: entries go out as git finds them, our lines among them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence

from attrib.answers.at_least import blame_at_least
from attrib.answers.blame import blame
from attrib.cli.blame_git import UserGit
from attrib.cli.blame_progress import Progress
from attrib.cli.checkout import checkout_of, place_of
from attrib.cli.terminal import write
from attrib.errors import GitError
from attrib.git.blame import PorcelainEntry, parse_blame
from attrib.git.process import GitProcess
from attrib.model.evidence import Strength
from attrib.model.ids import Oid, RepoPath
from attrib.render.porcelain import with_evidence
from attrib.workspace import Workspace


def write_incremental(
    workspace: Workspace, git: UserGit, progress: Progress, *, strength: Strength | None
) -> tuple[int, bool]:
    """Write git's entries with ours; gives git's exit code, and whether any line has evidence.

    Whatever git has found while the last entries were looked up is looked up together.
    """
    found = written = False
    trailer: list[bytes] = []
    while True:
        for entries in _batches(git.process, trailer):
            # Asked once git has found something, so that its own refusals come first.
            path, revision = place_of(checkout_of(workspace), git.parsed)
            runs = [each.entry for each in entries]
            texts = _lines(workspace, path, entries)
            answer = blame(workspace, path, revision, runs, texts)
            report = blame_at_least(answer, strength)
            lines = {line.number: line for line in report.lines}
            found = found or any(line.evidence for line in report.lines)
            write(part for each in entries for part in with_evidence(each, lines))
            written = True
        if written or not git.start_again():
            break
        trailer.clear()
    code = git.relay()
    write(line + b"\n" for line in trailer)
    return code, found


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
