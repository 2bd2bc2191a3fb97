"""`git asr-blame`: git blame with the evidence beside every line.

git is asked once, for `--porcelain`, and works while Python still imports; its text is printed
from that wherever it is certain to be git's own, else git prints it in a second process. Neither
click nor rich is imported here.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from attrib import __version__
from attrib.cli.blame_arguments import BlameArguments, parse
from attrib.cli.blame_usage import USAGE
from attrib.cli.terminal import ends_well, say, say_error, write
from attrib.errors import GitError, NotARepositoryError, RepositoryFormatError

if TYPE_CHECKING:
    from attrib.git.user import UserCheckout
    from attrib.opening import Options

_USAGE_CODE = 129
#: Objects between collections: a run makes many values and hardly a cycle.
_COLLECT_AFTER = 200_000


def main(arguments: Sequence[str] | None = None, options: Options | None = None) -> int:
    """Run `git asr-blame`; gives its exit code. `options` are those before a subcommand."""
    if arguments is None:
        gc.set_threshold(_COLLECT_AFTER)
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return ends_well(lambda: _run(given, options))
    finally:
        if arguments is None:
            gc.freeze()  # the process ends: nobody need look through all of it once more


def _run(arguments: list[str], options: Options | None) -> int:
    parsed = parse(arguments)
    if parsed.help:
        write([USAGE.encode()])
        return 0 if parsed.help == "--help" else _USAGE_CODE
    if parsed.version:
        write([f"git-asr-blame {__version__}\n".encode()])
        return 0
    start = options.start if options else None
    if parsed.own.get("--no-evidence"):
        return _git_alone(parsed, str(start or "."))
    from attrib.git.user import checkout_at

    try:
        checkout = checkout_at(start)
    except (NotARepositoryError, RepositoryFormatError, GitError) as error:
        code = _git_alone(parsed, str(start or "."))  # which says it in its own words
        if not code:
            say_error(error)
        return code or error.exit_code
    return _blame(checkout, parsed, options)


def _git_alone(parsed: BlameArguments, folder: str) -> int:
    """The exit code of git's own blame, with its own output."""
    from attrib.git.process import Git

    sys.stdout.flush()
    return Git().run_as_user([b"blame", *map(os.fsencode, parsed.git)], cwd=folder)


def _blame(checkout: UserCheckout, parsed: BlameArguments, options: Options | None) -> int:
    from attrib.cli.blame_git import UserGit, kept_for_rereading

    with ExitStack() as stack:
        kept_for_rereading(parsed, stack)
        git = UserGit(checkout, parsed)
        stack.enter_context(git)
        git.start()
        # Imported here, and sessions read here: git works meanwhile.
        from attrib.cli.blame_progress import progress_for
        from attrib.cli.notices import exit_code_of, say_notices
        from attrib.model.evidence import STATEMENT
        from attrib.opening import Options, open_workspace, repository_of

        opened = _options(parsed, options or Options())
        with progress_for(parsed) as progress:
            repository = stack.enter_context(repository_of(checkout))
            workspace = open_workspace(opened, repository)
            if parsed.form == "incremental":
                from attrib.cli.blame_incremental import write_incremental as write_answer
            else:
                from attrib.cli.blame_whole import write_whole as write_answer
            code, found = write_answer(workspace, git, progress, strength=opened.min_strength)
        if code:
            return code
        say_notices(workspace)
        if parsed.form == "text":
            say(STATEMENT)
        exit_code = bool(parsed.own.get("--exit-code"))
        return exit_code_of(
            workspace, strict=opened.strict, exit_code=exit_code, is_negative=not found
        )


def _options(parsed: BlameArguments, options: Options) -> Options:
    from dataclasses import replace

    from attrib.model.evidence import Strength

    strength = Strength[parsed.min_strength.upper()] if parsed.min_strength else None
    return replace(
        options,
        sessions=(*options.sessions, *parsed.sessions),
        session_ids=(*options.session_ids, *parsed.session_ids),
        roots=(*options.roots, *parsed.roots),
        strict=options.strict or bool(parsed.own.get("--strict")),
        min_strength=strength or options.min_strength,
    )
