"""`attrib pr post`: keeps one comment on a pull request, and tells the CI job what it holds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from attrib.answers.pull_request import pull_request
from attrib.cli.common import Common, common_options
from attrib.cli.notices import INCOMPLETE, NEGATIVE
from attrib.cli.pr_job import Given, completed, occasion_of, provider_of, repository_of
from attrib.cli.pr_policy import POLICIES, broken, counts_of
from attrib.cli.pr_reports import summary_limits, write_outputs, write_report, write_summary
from attrib.cli.terminal import say, write, write_text
from attrib.errors import NotAllowedError, UsageError
from attrib.hosts.choose import PROVIDERS, open_host, token_for
from attrib.hosts.interface import Host
from attrib.hosts.limits import Limits
from attrib.hosts.occasions import Occasion
from attrib.hosts.posting import Outcome, Posted, Poster, Wanted
from attrib.model.evidence import STATEMENT
from attrib.model.ids import Oid
from attrib.model.markers import DEFAULT_KEY, checked_key
from attrib.model.pull_requests import PullRequest
from attrib.render import json, json_pr, size_limits
from attrib.render.comment import Comment, comment
from attrib.render.text import escape
from attrib.workspace import Workspace

_NAME = "attrib"
#: A forge that finds the body too long gets one of this part of the limit.
_SHORTER = 4


@dataclass(frozen=True, slots=True)
class _Ways:
    """How to post, as options say."""

    key: str
    comments: bool
    check: bool
    dry_run: bool
    report_file: Path | None
    limits: Limits
    as_json: bool

    def tell(self, *parts: str | None) -> None:
        """One line on stdout, of the parts that there are; on stderr where stdout is JSON."""
        line = " ".join(" ".join(part.split()) for part in parts if part)
        if self.as_json:
            say(line)
        else:
            write_text([escape(line)])


@click.command("post")
@click.option("--provider", type=click.Choice(list(PROVIDERS)), help="The kind of forge.")
@click.option("--api-url", "api", metavar="URL", help="Where its API is, on a server of your own.")
@click.option("--repo", "repository", metavar="NAME", help="owner/name, or a project of GitLab.")
@click.option("--number", type=click.IntRange(min=1), metavar="N", help="The pull request.")
@click.option("--base", metavar="B", help="Where the pull request begins.")
@click.option("--head", metavar="H", help="The commit that it stands at.")
@click.option(
    "--key", default=DEFAULT_KEY, show_default=True, help="Tells several configurations apart."
)
@click.option(
    "--fail-on",
    multiple=True,
    type=click.Choice(list(POLICIES)),
    help="Exit with 1, after posting, where there are such lines; may be repeated.",
)
@click.option("--check", is_flag=True, help="Also set a neutral check run on the head (GitHub).")
@click.option("--no-comment", is_flag=True, help="No comment: the summary and outputs alone.")
@click.option(
    "--report-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the text, as long as a summary may be, to FILE.",
)
@click.option("--dry-run", is_flag=True, help="Look, and say what would be done.")
@click.option(
    "--timeout",
    type=click.FloatRange(0.1, 600),
    default=Limits().timeout,
    show_default=True,
    metavar="SECONDS",
    help="How long the forge may be silent.",
)
@click.option(
    "--max-wait",
    type=click.FloatRange(0, 3600),
    default=Limits().waiting,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait in all where the forge asks to come back later.",
)
@common_options
def post(common: Common, fail_on: tuple[str, ...], **options: Any) -> int:
    """Keep one comment on a pull request: added once, updated after that, never doubled.

    In CI it finds the pull request itself. The token is read from ATTRIB_TOKEN, GITHUB_TOKEN,
    GITLAB_TOKEN, GITEA_TOKEN or FORGEJO_TOKEN.
    """
    given = Given(**{name: options[name] for name in Given.__dataclass_fields__})
    ways = _ways(options, as_json=common.as_json)
    occasion = occasion_of(given, os.environ)
    if occasion.nothing is not None:
        return _nothing(occasion.nothing)
    with ExitStack() as stack:
        host, refused = _host(stack, occasion, ways)
        if host is not None:
            occasion = completed(occasion, host)
        if occasion.nothing is not None:
            return _nothing(occasion.nothing)
        if occasion.base is None or occasion.head is None:
            raise UsageError("base and head are not known here", hint="--base B --head H")
        workspace = stack.enter_context(common.open())
        answer = pull_request(
            workspace, occasion.base, occasion.head, at_least=common.options.min_strength
        )
        _carry_out(workspace, answer, occasion, ways, host, refused)
        if common.as_json:
            write([json.encode(json_pr.pull_request(answer))])
        code = common.finish(workspace, is_negative=not any(answer.lines.values()))
        if common.strict and answer.incomplete:
            code = INCOMPLETE
        return _judged(answer, fail_on) or code


def _ways(options: Mapping[str, Any], *, as_json: bool) -> _Ways:
    return _Ways(
        key=checked_key(options["key"]),
        comments=not options["no_comment"],
        check=options["check"],
        dry_run=options["dry_run"],
        report_file=options["report_file"],
        limits=Limits(timeout=options["timeout"], waiting=options["max_wait"]),
        as_json=as_json,
    )


def _nothing(why: str) -> int:
    say(f"notice: nothing to do: {why}")
    return 0


def _host(stack: ExitStack, occasion: Occasion, ways: _Ways) -> tuple[Host | None, Posted | None]:
    """The forge, or why it is not asked: it need not be, or a fork's job has no token."""
    knows = None not in (occasion.number, occasion.base, occasion.head)
    if not ways.comments and not ways.check and (knows or occasion.provider is None):
        return None, None
    provider = provider_of(occasion)
    try:
        token = token_for(provider, os.environ)
    except NotAllowedError as error:
        if not occasion.is_fork or not knows:
            raise
        return None, Posted(Outcome.NOT_ALLOWED, reason=str(error))
    opened = open_host(
        provider,
        occasion.api or provider.api,
        repository_of(occasion),
        token,
        limits=ways.limits,
        say=say,
    )
    return stack.enter_context(opened), None


def _carry_out(
    workspace: Workspace,
    answer: PullRequest,
    occasion: Occasion,
    ways: _Ways,
    host: Host | None,
    posted: Posted | None,
) -> None:
    """Summary first, so that it stands whatever the forge says; then comment, check, outputs."""
    limits = size_limits.PROVIDERS[occasion.provider or "github"]
    summary_path = os.environ.get("GITHUB_STEP_SUMMARY")
    made = comment(answer, key=ways.key, limits=limits, summary_limits=summary_limits(summary_path))
    has_summary = not ways.dry_run and write_summary(summary_path, made.summary)
    if ways.report_file is not None and not ways.dry_run:
        write_report(ways.report_file, made.summary)
    if host is not None and ways.comments and occasion.number is not None:
        bodies = [made.body, comment(answer, key=ways.key, limits=_shorter(limits)).body]
        wanted = Wanted(occasion.number, ways.key, str(answer.head_oid), bodies)
        poster = Poster(host, wanted, lambda new, old: _contains(workspace, new, old), say)
        posted = _looked(poster, wanted, ways) if ways.dry_run else poster.post()
    if posted is not None:
        ways.tell(posted.outcome.value, posted.url)
        if posted.reason is not None:
            say(f"notice: no comment was written: {posted.reason}")
        is_kept = has_summary or ways.report_file is not None or ways.as_json
        if posted.outcome in (Outcome.NOT_ALLOWED, Outcome.TOO_LONG) and not is_kept:
            write_text(made.summary.splitlines())
    if ways.check and not ways.dry_run:
        _check(host, answer, made, ways)
    if not ways.dry_run:
        _write_outputs(answer, ways, posted)


def _looked(poster: Poster, wanted: Wanted, ways: _Ways) -> Posted | None:
    """Say what would be done, and do none of it."""
    plan, late = poster.look()
    if late is not None:
        return late
    kept = (plan.kept.url or str(plan.kept.id)) if plan.kept is not None else None
    if kept is None:
        ways.tell(f"would add a comment to {wanted.number}")
    elif plan.writes:
        ways.tell("would update the comment", kept)
    else:
        ways.tell("would leave as it is the comment", kept)
    for each in plan.extra:
        ways.tell("would delete the comment", each.url or str(each.id))
    return None


def _check(host: Host | None, answer: PullRequest, made: Comment, ways: _Ways) -> None:
    """A neutral check run; where the token may not set one, that is said and no more."""
    if host is None or not host.shows_neutral:
        say("notice: no check is set: this forge has no result that is neutral")
        return
    name = _NAME if ways.key == DEFAULT_KEY else f"{_NAME} ({ways.key})"
    try:
        words = f"{made.headline}\n\n{STATEMENT}"
        url = host.check(str(answer.head_oid), name, made.headline, words)
    except NotAllowedError as error:
        say(f"notice: no check is set: {error}")
        return
    ways.tell("neutral", url)


def _write_outputs(answer: PullRequest, ways: _Ways, posted: Posted | None) -> None:
    values: dict[str, str | int] = {
        "comment-url": (posted.url or "") if posted else "",
        "outcome": posted.outcome.value if posted else "",
        "report-path": str(ways.report_file or ""),
    }
    write_outputs(os.environ.get("GITHUB_OUTPUT"), {**values, **counts_of(answer)})


def _judged(answer: PullRequest, fail_on: tuple[str, ...]) -> int:
    """0, or what `--fail-on` asks for; where the clone hides what is asked, that is told."""
    found = broken(answer, fail_on)
    for line in found:
        say(f"error: {line}")
    if found:
        return NEGATIVE
    if fail_on and answer.incomplete:
        say("error: --fail-on cannot be answered: this clone does not hold all of it")
        say(f"hint: {answer.hidden[0].fetch}")
        return INCOMPLETE
    return 0


def _contains(workspace: Workspace, newer: str, older: str) -> bool:
    """True where a commit has another in its history, as far as this clone shows."""
    known = workspace.repository.commits([Oid(newer), Oid(older)])
    if len(known) < 2:
        return False
    return not any(workspace.repository.history([Oid(older)], exclude=[Oid(newer)]))


def _shorter(limits: size_limits.SizeLimits) -> size_limits.SizeLimits:
    return size_limits.SizeLimits(limits.code_points // _SHORTER, limits.bytes // _SHORTER)
