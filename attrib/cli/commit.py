"""`attrib commit`: the sessions linked to a commit."""

from __future__ import annotations

import click

from attrib import answers
from attrib.answers.at_least import commits_at_least
from attrib.cli.checkout import checkout_of, path_from_top
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import write, write_text


class RevisionsAndPaths(click.Command):
    """A command that takes `<rev>... [-- <path>...]`, which click would run together."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what stands after `--` apart, in `ctx.meta`."""
        if "--" in args:
            place = args.index("--")
            ctx.meta["attrib.paths"] = args[place + 1 :]
            args = args[:place]
        return super().parse_args(ctx, args)


@click.command("commit", cls=RevisionsAndPaths)
@common_options
@click.argument("revisions", metavar="[REV]... [-- PATH...]", nargs=-1)
@click.pass_context
def commit(context: click.Context, revisions: tuple[str, ...], common: Common) -> int:
    """The sessions linked to each commit, with relations and qualifiers, path by path.

    Without a revision: HEAD.
    """
    with common.open() as workspace:
        checkout = checkout_of(workspace)
        paths = [path_from_top(checkout, path) for path in context.meta.get("attrib.paths", ())]
        answer = answers.commits(workspace, revisions or ("HEAD",), paths)
        report = commits_at_least(answer, common.options.min_strength)
        if common.as_json:
            from attrib.render import json

            write([json.encode(json.commits(report))])
        else:
            from attrib.render.commit_text import commits_text

            write_text(commits_text(report, color=common.colored(workspace)))
        linked = any(each.links for each in report.commits)
        return common.finish(workspace, is_negative=not linked)
