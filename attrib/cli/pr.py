"""`attrib pr`: the comment on a pull request."""

from __future__ import annotations

import os
from pathlib import Path

import click

from attrib.answers.pull_request import pull_request
from attrib.cli.common import Common, common_options
from attrib.cli.notices import INCOMPLETE
from attrib.cli.pr_post import post
from attrib.cli.terminal import write
from attrib.errors import AttribError, UsageError
from attrib.model.markers import DEFAULT_KEY, checked_key
from attrib.workspace import Workspace

_PROVIDERS = ("github", "gitlab", "gitea")
#: Where a base is looked for when none is given: the default branch, what the branch follows.
_BASES = ("refs/remotes/origin/HEAD", "@{upstream}")


@click.group("pr", context_settings={"help_option_names": ["-h", "--help"]})
def pr() -> None:
    """What the added lines of a pull request have for evidence, for those who review it."""


@pr.command("render")
@common_options
@click.option("--base", metavar="REV", help="What it is to be merged into.")
@click.option("--head", metavar="REV", default="HEAD", show_default=True, help="Its last commit.")
@click.option(
    "--key",
    metavar="NAME",
    default=DEFAULT_KEY,
    show_default=True,
    help="Tells the comments of several configurations apart.",
)
@click.option(
    "--provider",
    type=click.Choice(_PROVIDERS),
    default=_PROVIDERS[0],
    show_default=True,
    help="Whose limits of size hold.",
)
@click.option("--summary", metavar="FILE", help="Add the longer form to the end of FILE.")
def render(
    base: str | None, head: str, key: str, provider: str, summary: str | None, common: Common
) -> int:
    """The comment as Markdown: the lines that the diff from the merge base adds, by evidence.

    Without --base: the default branch of origin, else what the current branch follows.
    """
    checked_key(key)
    with common.open() as workspace:
        base = base or _base_of(workspace)
        answer = pull_request(workspace, base, head, at_least=common.options.min_strength)
        if common.as_json:
            from attrib.render import json, json_pr

            write([json.encode(json_pr.pull_request(answer))])
        if summary is not None or not common.as_json:
            from attrib.render.comment import PROVIDERS, comment

            made = comment(answer, key=key, limits=PROVIDERS[provider])
            if summary is not None:
                append(summary, made.summary)
            if not common.as_json:
                write([made.body.encode()])
        is_negative = not any(answer.lines.values())
        code = common.finish(workspace, is_negative=is_negative, state=False)
        return INCOMPLETE if common.strict and answer.incomplete else code


def _base_of(workspace: Workspace) -> str:
    """The revision that stands for the base where none is given."""
    found = workspace.repository.resolve(_BASES)
    for name in _BASES:
        if found.get(name) is not None:
            return name
    raise UsageError("no base is given, and neither origin nor the branch names one", hint=_HINT)


_HINT = "attrib pr render --base main"


def append(file: str, text: str) -> None:
    """Add a text to the end of a file, as step summaries are made.

    Raises:
        AttribError: it cannot be written.
    """
    try:
        with Path(os.fsdecode(file)).open("a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise AttribError(f"cannot write '{file}': {error.strerror}") from error


pr.add_command(post)
