"""`attrib explain`: the whole derivation for lines of a file, or for a commit."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

import click

from attrib import answers
from attrib.answers.at_least import commit_explanation_at_least, explanation_at_least
from attrib.cli.blame_git import guessed_numbers
from attrib.cli.checkout import checkout_of, path_from_top
from attrib.cli.commit import RevisionsAndPaths
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text
from attrib.errors import UsageError
from attrib.git.blame import parse_blame
from attrib.git.guessed import IGNORES, names_ignored
from attrib.workspace import Workspace

_NUMBERS = re.compile(r"(?P<path>.+):(?P<numbers>\d+(?:[-,]\d+)*)")
_HINT = "attrib explain <file>:<line>, or attrib explain <commit>"
#: More lines at once are a listing, and blame gives that.
_MOST_LINES = 10_000


@dataclass(frozen=True, slots=True)
class _Lines:
    """Which lines of which file are asked for; `ranges` are git's `-L` values."""

    path: str
    revision: str | None
    ranges: tuple[str, ...]


@click.command("explain", cls=RevisionsAndPaths)
@common_options
@click.option("-L", "ranges", multiple=True, metavar="RANGE", help="Lines, as in git blame.")
@click.argument("what", metavar="FILE:LINE[,LINE] | REV | -L RANGE [REV] -- FILE", nargs=-1)
@click.pass_context
def explain(
    context: click.Context, what: tuple[str, ...], ranges: tuple[str, ...], common: Common
) -> int:
    """How a line or a commit comes to its evidence; what was compared and did not hold."""
    asked = _asked(what, ranges, context.meta.get("attrib.paths", []))
    with common.open() as workspace:
        if isinstance(asked, str):
            return _explain_commit(workspace, asked, common)
        return _explain_lines(workspace, asked, common)


def _asked(what: tuple[str, ...], ranges: tuple[str, ...], paths: list[str]) -> _Lines | str:
    """The lines or the revision that the command line names."""
    if ranges:
        if len(paths) == 1 and len(what) <= 1:
            return _Lines(paths[0], what[0] if what else None, ranges)
        if not paths and 1 <= len(what) <= 2:
            return _Lines(what[-1], what[0] if len(what) == 2 else None, ranges)
        raise UsageError("'-L' needs one file", hint="attrib explain -L <range> [<rev>] -- <file>")
    places = [*what, *paths]
    if not 1 <= len(places) <= 2:
        raise UsageError("nothing to explain" if not places else "too much to explain", hint=_HINT)
    if match := _NUMBERS.fullmatch(places[-1]):
        revision = places[0] if len(places) == 2 else None
        return _Lines(match["path"], revision, _ranges(match["numbers"]))
    if len(places) == 2:
        raise UsageError(f"no line in '{places[-1]}'", hint=_HINT)
    return places[0]


def _ranges(numbers: str) -> tuple[str, ...]:
    """`3,7-9` as `3,3` and `7,9`."""
    ranges = []
    for part in numbers.split(","):
        first, _, last = part.partition("-")
        ranges.append(f"{first},{last or first}")
    return tuple(ranges)


def _explain_lines(workspace: Workspace, asked: _Lines, common: Common) -> int:
    checkout = checkout_of(workspace)
    arguments = ["--porcelain", *(f"-L{each}" for each in asked.ranges)]
    arguments += [asked.revision] if asked.revision else []
    arguments += ["--", asked.path]
    encoded = [os.fsencode(each) for each in arguments]
    with checkout.user_blame(encoded) as process:
        entries = list(parse_blame(process))
    path = path_from_top(checkout, asked.path)
    lines = [line for each in entries for line in each.lines]
    if len(lines) > _MOST_LINES:
        raise UsageError(f"{len(lines):,} lines are too many to explain", hint="attrib blame")
    runs = [each.entry for each in entries]
    ignores = names_ignored(checkout.config(IGNORES))
    guessed = guessed_numbers(runs, checkout.guessed_lines(encoded) if ignores else ())
    report = answers.blame(workspace, path, asked.revision, runs, lines, guessed)
    numbers = [line.number for line in report.lines]
    answer = explanation_at_least(
        answers.explain_lines(workspace, report, numbers), common.options.min_strength
    )
    if common.as_json:
        from attrib.render import json

        write([json.encode(json.explanation(answer))])
    else:
        from attrib.render.explain_text import lines_text

        write_text(lines_text(answer, color=common.colored(workspace)))
    found = any(each.line.evidence for each in answer.lines)
    return common.finish(workspace, is_negative=not found)


def _explain_commit(workspace: Workspace, revision: str, common: Common) -> int:
    answer = commit_explanation_at_least(
        answers.explain_commit(workspace, revision), common.options.min_strength
    )
    if common.as_json:
        from attrib.render import json

        write([json.encode(json.commit_explanation(answer))])
    else:
        from attrib.render.explain_text import commit_text

        write_text(commit_text(answer, color=common.colored(workspace)))
    return common.finish(workspace, is_negative=not answer.report.links)
