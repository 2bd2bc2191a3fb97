"""`git asr-blame`: git blame with the evidence beside every line.

git is asked once, for `--porcelain`; its text is printed from that wherever it is certain to be
git's own, else git prints it in a second process. Neither click nor rich is imported here.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from attrib import __version__
from attrib.cli.blame_arguments import BlameArguments, parse
from attrib.cli.blame_layout import git_prints, layout_of
from attrib.cli.blame_usage import USAGE
from attrib.cli.checkout import Checkout, checkout_of, path_from_top
from attrib.cli.notices import exit_code_of, say_notices
from attrib.cli.strengths import blame_at_least
from attrib.cli.terminal import ends_well, paged, say, say_error, wants_color, write
from attrib.errors import AttribError, GitError, NotARepositoryError, RepositoryFormatError
from attrib.git.blame import PorcelainEntry, parse_blame
from attrib.git.process import Git, GitProcess
from attrib.git.settings import last_of
from attrib.model.evidence import STATEMENT, Strength
from attrib.model.ids import RepoPath
from attrib.model.reports import BlameReport
from attrib.opening import Options, open_workspace
from attrib.render.blame_text import (
    Columns,
    NotCertainError,
    Row,
    git_lines,
    insert_columns,
    with_columns,
)
from attrib.render.porcelain import with_evidence
from attrib.workspace import Workspace

_USAGE_CODE = 129
_FATAL = 128


def main(arguments: Sequence[str] | None = None, options: Options | None = None) -> int:
    """Run `git asr-blame`; gives its exit code. `options` are those before a subcommand."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return ends_well(lambda: _run(given, options or Options()))


def _run(arguments: list[str], options: Options) -> int:
    parsed = parse(arguments)
    if parsed.help:
        write([USAGE.encode()])
        return _USAGE_CODE
    if parsed.version:
        write([f"git-asr-blame {__version__}\n".encode()])
        return 0
    if parsed.own.get("--no-evidence"):
        return _git_alone(parsed, options)
    opened = _options(parsed, options)
    try:
        workspace = open_workspace(opened)
    except (NotARepositoryError, RepositoryFormatError, GitError) as error:
        code = _git_alone(parsed, options)  # which says it in its own words
        if not code:
            say_error(error)
        return code or error.exit_code
    with workspace:
        return _blame(workspace, parsed, opened)


def _options(parsed: BlameArguments, options: Options) -> Options:
    strength = Strength[parsed.min_strength.upper()] if parsed.min_strength else None
    return replace(
        options,
        sessions=(*options.sessions, *parsed.sessions),
        session_ids=(*options.session_ids, *parsed.session_ids),
        roots=(*options.roots, *parsed.roots),
        strict=options.strict or bool(parsed.own.get("--strict")),
        min_strength=strength or options.min_strength,
    )


def _git_alone(parsed: BlameArguments, options: Options) -> int:
    """The exit code of git's own blame, with its own output."""
    arguments = [b"blame", *map(os.fsencode, parsed.git)]
    with Git().start_as_user(arguments, cwd=str(options.start or "."), stdin=None) as process:
        write(process.stdout)
        return _relayed(process)


def _relayed(process: GitProcess) -> int:
    """The exit code of git; what it said goes to stderr unchanged."""
    code = process.exit_code
    sys.stderr.flush()
    sys.stderr.buffer.write(process.messages)
    sys.stderr.buffer.flush()
    return code if code >= 0 else _FATAL - code


def _blame(workspace: Workspace, parsed: BlameArguments, options: Options) -> int:
    checkout = checkout_of(workspace)
    with ExitStack() as stack:
        if parsed.form == "text":
            _spool_contents(parsed, stack)
        process = stack.enter_context(checkout.user_blame(_porcelain_arguments(parsed)))
        if parsed.form == "incremental":
            from attrib.cli.blame_incremental import write_incremental

            found = write_incremental(
                workspace,
                process,
                lambda: _place(checkout, parsed),
                strength=options.min_strength,
            )
            code = _relayed(process)
        else:
            code, found = _whole(workspace, parsed, process, strength=options.min_strength)
    if code:
        return code
    say_notices(workspace)
    if parsed.form == "text":
        say(STATEMENT)
    return exit_code_of(
        workspace,
        strict=options.strict,
        exit_code=bool(parsed.own.get("--exit-code")),
        is_negative=not found,
    )


def _porcelain_arguments(parsed: BlameArguments) -> list[bytes]:
    ours = parsed.form in ("text", "json")
    arguments = ["--porcelain", *parsed.quiet] if ours else parsed.git
    return [os.fsencode(argument) for argument in arguments]


def _spool_contents(parsed: BlameArguments, stack: ExitStack) -> None:
    """Keep `--contents` from a pipe in a file: git may have to read it twice."""
    if parsed.contents is None:
        return
    source = "/dev/stdin" if parsed.contents == "-" else parsed.contents
    if not source.startswith("/dev/"):
        return
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="attrib-")))
    copy = folder / "contents"
    copy.write_bytes(Path(source).read_bytes())
    parsed.read_contents_from(str(copy))


def _whole(
    workspace: Workspace,
    parsed: BlameArguments,
    process: GitProcess,
    *,
    strength: Strength | None,
) -> tuple[int, bool]:
    """Print the whole answer; gives git's exit code, and whether any line has evidence."""
    checkout = checkout_of(workspace)
    with ExitStack() as stack:
        printed = None
        if parsed.form == "text" and git_prints(parsed, checkout.config("")):
            printed = stack.enter_context(_git_text(checkout, parsed))
        # Imported here: git works while Python does.
        from attrib import answers

        trailer: list[bytes] = []
        entries = list(parse_blame(process.stdout, trailer=trailer))
        if code := _relayed(process):
            write(line + b"\n" for line in trailer)  # such as usage, which git prints to stdout
            return code, False
        path, revision = _place(checkout, parsed)
        runs = [each.entry for each in entries]
        lines = [line for each in entries for line in each.lines]
        answer = answers.blame(workspace, path, revision, runs, lines)
        report = blame_at_least(answer, strength)
        if parsed.form == "text":
            rows = _rows(checkout, parsed, entries, path, printed)
            _print_text(checkout, parsed, report, rows)
        elif parsed.form == "json":
            from attrib.render import json

            write([json.encode(json.blame(report))])
        else:
            by_number = {line.number: line for line in report.lines}
            write(part for each in entries for part in with_evidence(each, by_number))
            write(line + b"\n" for line in trailer)
    return 0, any(line.evidence for line in report.lines)


def _place(checkout: Checkout, parsed: BlameArguments) -> tuple[RepoPath, str | None]:
    """The file from the top of the repository, and the revisions as typed."""
    path, revisions = parsed.path_and_revisions(
        lambda text: checkout.resolve([text])[text] is not None
    )
    return path_from_top(checkout, path), " ".join(revisions) or None


def _git_text(checkout: Checkout, parsed: BlameArguments) -> GitProcess:
    return checkout.user_blame([os.fsencode(argument) for argument in parsed.git])


def _rows(
    checkout: Checkout,
    parsed: BlameArguments,
    entries: Sequence[PorcelainEntry],
    path: RepoPath,
    printed: GitProcess | None,
) -> list[Row]:
    """The text of git, each line taken apart where our columns go."""
    config, location = checkout.config(""), checkout.location
    if printed is None:
        try:
            return list(git_lines(entries, layout_of(parsed, config, location, path, entries)))
        except NotCertainError:
            with _git_text(checkout, parsed) as process:
                return _inserted(process, parsed, entries)
    return _inserted(printed, parsed, entries)


def _inserted(
    process: GitProcess, parsed: BlameArguments, entries: Sequence[PorcelainEntry]
) -> list[Row]:
    try:
        annotate = parsed.switches.get("annotate", False)
        return list(insert_columns(process.stdout, entries, annotate=annotate))
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
        terminal=terminal,
    )
    if not terminal:
        write(text)
        return
    with paged(last_of(config, "pager.asr-blame")) as stream:
        write(text, stream)
