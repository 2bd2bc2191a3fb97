"""The answers that are written when git is done: text, `--porcelain`, `--line-porcelain`, JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import IO

from attrib.cli.blame_arguments import BlameArguments
from attrib.cli.blame_git import UserGit
from attrib.cli.blame_layout import git_prints, layout_of
from attrib.cli.blame_progress import Progress, wants_progress
from attrib.cli.blame_recall import Recall, has_answers_about
from attrib.cli.checkout import Checkout, checkout_of, place_of
from attrib.cli.terminal import in_pager, paged, wants_color, write
from attrib.errors import AttribError
from attrib.git.blame import PorcelainEntry, parse_blame
from attrib.git.process import GitProcess
from attrib.git.settings import last_of
from attrib.model.evidence import Strength
from attrib.model.ids import RepoPath
from attrib.model.reports import BlameReport
from attrib.render.blame_text import (
    Columns,
    NotCertainError,
    Row,
    git_lines,
    insert_columns,
    with_columns,
)
from attrib.workspace import Workspace


def write_whole(
    workspace: Workspace, git: UserGit, progress: Progress, *, strength: Strength | None
) -> tuple[int, bool]:
    """Write the whole answer; gives git's exit code, and whether any line has evidence."""
    parsed, checkout = git.parsed, checkout_of(workspace)
    printed = _printed(git, progress)
    _prepare(workspace, git, checkout)
    trailer: list[bytes] = []
    entries = list(parse_blame(git.process.stdout, trailer=trailer))
    if git.start_again():
        trailer.clear()
        entries = list(parse_blame(git.process.stdout, trailer=trailer))
    if git.process.exit_code:
        progress.stop()
        code = git.relay()
        write(line + b"\n" for line in trailer)  # such as usage, which git prints to stdout
        return code, False
    progress.stage = "comparing with sessions"
    report = _answer(workspace, git, checkout, entries)
    if strength is not None:
        from attrib.answers.at_least import blame_at_least

        report = blame_at_least(report, strength)
    progress.stop()
    git.relay()
    if parsed.form == "text":
        rows = _rows(git, entries, report.path, printed)
        _print_text(checkout, parsed, report, rows)
    elif parsed.form == "json":
        from attrib.render import json

        write([json.encode(json.blame(report))])
    else:
        from attrib.render.porcelain import with_evidence

        by_number = {line.number: line for line in report.lines}
        with _destination(checkout) as stream:
            write((part for each in entries for part in with_evidence(each, by_number)), stream)
            write((line + b"\n" for line in trailer), stream)
    return 0, any(line.evidence for line in report.lines)


def _prepare(workspace: Workspace, git: UserGit, checkout: Checkout) -> None:
    """Do beforehand what comparing will need, while git works; not where an answer is at hand."""
    if len(git.parsed.before) > 1 or not workspace.sessions:
        return  # git may have to be asked which of two names is the file, or nothing is compared
    with suppress(AttribError):  # git says it better
        path, _ = place_of(checkout, git.parsed)
        if not has_answers_about(workspace, path) and workspace.timeline([path]).nodes:
            workspace.repository.diff_lines(b"1\n", b"2\n")  # the first loads the library


def _answer(
    workspace: Workspace, git: UserGit, checkout: Checkout, entries: Sequence[PorcelainEntry]
) -> BlameReport:
    """The evidence for what git's blame says: as it was told before, else compared now."""
    path, revision = place_of(checkout, git.parsed)
    runs = [each.entry for each in entries]
    lines = [line for each in entries for line in each.lines]
    guessed = git.guessed(runs) if workspace.sessions else frozenset[int]()
    recall = Recall(workspace, path, revision, runs, lines, guessed)
    answer = recall.answer()
    if answer is None:
        # Imported for this alone: an answer that is at hand needs nothing that compares.
        from attrib.answers.blame import blame

        answer = blame(workspace, path, revision, runs, lines, guessed)
        recall.keep(answer)
    workspace.shared.sessions.update(info.key for info in answer.sessions if info.shared)
    return answer


def _printed(git: UserGit, progress: Progress) -> GitProcess | None:
    """A second git where the text can only be its own, with its own progress if that is wanted."""
    if git.parsed.form != "text" or not git_prints(git.parsed, git.checkout.config("")):
        return None
    live = wants_progress(git.parsed)
    if live:
        progress.stop()
    return git.start_text(inherit_stderr=live)


def _rows(
    git: UserGit, entries: Sequence[PorcelainEntry], path: RepoPath, printed: GitProcess | None
) -> list[Row]:
    """The text of git, each line taken apart where our columns go."""
    config, location = git.checkout.config(""), git.checkout.location
    if printed is None:
        try:
            layout = layout_of(git.parsed, config, location, path, entries)
            return list(git_lines(entries, layout))
        except NotCertainError:
            printed = git.start_text()
    try:
        annotate = git.parsed.switches.get("annotate", False)
        return list(insert_columns(printed.stdout, entries, annotate=annotate))
    except NotCertainError:
        message = "the file changed while git read it"
        raise AttribError(message, hint="run the command again") from None


def _print_text(
    checkout: Checkout, parsed: BlameArguments, report: BlameReport, rows: Sequence[Row]
) -> None:
    config = checkout.config("")
    terminal = sys.stdout.isatty()
    columns = Columns(report, color=wants_color(parsed.color, config, tty=terminal))
    text = with_columns(
        rows,
        (columns[line.number] for line in report.lines),
        annotate=parsed.switches.get("annotate", False),
        terminal=terminal or in_pager(),
    )
    with _destination(checkout) as stream:
        write(text, stream)


def _destination(checkout: Checkout) -> AbstractContextManager[IO[bytes]]:
    """stdout; on a terminal the pager, to which git gives its porcelain too."""
    if not sys.stdout.isatty():
        return nullcontext(sys.stdout.buffer)
    return paged(last_of(checkout.config(""), "pager.asr-blame"))
