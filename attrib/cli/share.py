"""`attrib share`: evidence in git notes, pushed, fetched, shown, checked, and put into one file."""

from __future__ import annotations

from pathlib import Path

import click

from attrib.answers.ranges import range_of
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import say, write, write_text
from attrib.errors import UsageError
from attrib.git.notes_keeper import Publisher
from attrib.git.sharing import configure, keeper_of, remote_of, unconfigured
from attrib.model.shared import PublishReport, Verdict
from attrib.workspace import Workspace

_CONTRADICTED = 1


@click.group("share")
@common_options
@click.pass_context
def share(context: click.Context, common: Common) -> None:
    """Evidence in git notes, or in one file: for teammates and CI, who lack the sessions."""
    context.obj = common


@share.command("push")
@common_options
@click.argument("remote", required=False)
@click.argument("revisions", metavar="[RANGE]", required=False)
@click.option("--configure", "configures", is_flag=True, help="Let git keep and show the notes.")
@click.option("--no-verify", is_flag=True, help="Run no pre-push hook.")
def push(
    remote: str | None, revisions: str | None, common: Common, *, configures: bool, no_verify: bool
) -> int:
    """Share the evidence about a range, and push the notes to a remote.

    A range is A..B, A...B, or B for everything up to B; without one: HEAD. The remote is the one
    that git push would use. Nothing is forced: notes of others are fetched and joined first.
    """
    from attrib.answers.sharing import additions_of

    if revisions is None and remote is not None and _is_range(remote):
        remote, revisions = None, remote
    with common.open() as workspace:
        repository = workspace.repository
        remote = remote_of(repository, remote, pushes=True)
        keeper = keeper_of(repository, remote)
        commits = range_of(workspace, revisions)
        found = additions_of(workspace, commits, at_least=common.options.min_strength)
        number = len(found.commits)
        noun = "commit" if number == 1 else "commits"
        message = f"attrib: share evidence about {number:,} {noun}"
        publisher = Publisher(repository, keeper)
        written = publisher.publish(remote, found.all, message, verify=not no_verify)
        report = PublishReport(
            remote,
            keeper.reference,
            written.tip,
            number,
            len(found.blobs),
            written.added,
            found.left_out,
            found.withheld,
            written.tries,
        )
        _write_published(report, common, "push")
        if found.left_out:
            say(f"notice: {found.left_out:,} lines are too many or too long for a note")
        if found.withheld:
            say(f"notice: {found.withheld:,} are not shared: an ID in them is a path")
        _offer(workspace, keeper.reference, common, configures=configures)
        return common.finish(workspace, is_negative=not number, state=False)


def _is_range(name: str) -> bool:
    """True for `A..B`, which is no remote: neither a path nor an address."""
    return ".." in name and not name.startswith((".", "/")) and ":" not in name


@share.command("fetch")
@common_options
@click.argument("remote", required=False)
@click.option("--configure", "configures", is_flag=True, help="Let git keep and show the notes.")
def fetch(remote: str | None, common: Common, *, configures: bool) -> int:
    """Fetch the shared evidence of a remote, and join it with what is here."""
    with common.open() as workspace:
        repository = workspace.repository
        remote = remote_of(repository, remote, pushes=False)
        keeper = keeper_of(repository, remote)
        message = "attrib: join notes that were fetched"
        written = Publisher(repository, keeper).fetch(remote, message)
        report = PublishReport(remote, keeper.reference, written.tip, tries=written.tries)
        _write_published(report, common, "fetch")
        _offer(workspace, keeper.reference, common, configures=configures)
        return common.finish(workspace, is_negative=written.tip is None, state=False)


def _write_published(report: PublishReport, common: Common, verb: str) -> None:
    if common.as_json:
        from attrib.render import json, share_json

        write([json.encode(share_json.publish(report))])
    elif not common.quiet:
        from attrib.render.share_text import publish_text

        write_text(publish_text(report, verb))


def _offer(workspace: Workspace, reference: str, common: Common, *, configures: bool) -> None:
    """Set what lets git carry notes along, if that is wanted; else say how."""
    missing = unconfigured(workspace.repository, reference)
    if configures:
        configure(workspace.repository, missing)
    elif missing and not common.quiet:
        say("notice: git does not carry these notes along when commits are made again")
        say("hint: attrib share push --configure")


@share.command("show")
@common_options
@click.argument("names", metavar="[REV|OBJECT]...", nargs=-1)
def show(names: tuple[str, ...], common: Common) -> int:
    """What is shared about a commit and the blobs that it introduces, or about one object."""
    from attrib.answers.share_show import shown

    with common.open() as workspace:
        notes = shown(workspace, names or ("HEAD",))
        if common.as_json:
            from attrib.render import json, share_json

            write([json.encode(share_json.show(workspace.shared.reference or "", notes))])
        else:
            from attrib.render.share_text import show_text

            write_text(show_text(notes))
        return common.finish(workspace, is_negative=not notes)


@share.command("verify")
@common_options
@click.argument("what", metavar="[RANGE|FILE]", required=False)
def verify(what: str | None, common: Common) -> int:
    """Derive each shared claim again: it holds, cannot be checked, or is contradicted.

    The claims of notes about a range (without one: HEAD), or those of a bundle. Exits 1 when any
    is contradicted.
    """
    from attrib.answers.share_verify import verify as by_notes
    from attrib.answers.share_verify import verify_file

    with common.open() as workspace:
        if what is not None and _is_file(workspace, what, common):
            from attrib.codec.statements import notes_from

            notes = notes_from(_read(_path(what, common)), what)
            report = verify_file(workspace, notes, source=what)
        else:
            report = by_notes(workspace, what)
        if common.as_json:
            from attrib.render import json, share_json

            write([json.encode(share_json.verify(report))])
        else:
            from attrib.render.share_text import verify_text

            write_text(verify_text(report, everything=common.verbose))
        code = common.finish(workspace, is_negative=not report.claims)
        return _CONTRADICTED if report.count(Verdict.CONTRADICTED) else code


def _path(what: str, common: Common) -> Path:
    return (common.options.start or Path()) / Path(what).expanduser()


def _is_file(workspace: Workspace, what: str, common: Common) -> bool:
    """True for what is a file and no revision; `./name` is always a file."""
    if ".." in what.replace("../", "") or not _path(what, common).is_file():
        return False
    return "/" in what or workspace.repository.resolve([what]).get(what) is None


def _read(path: Path) -> bytes:
    from attrib.codec.statements import LARGEST_FILE

    if path.stat().st_size > LARGEST_FILE:
        raise UsageError(f"'{path}' is larger than {LARGEST_FILE:,} bytes", hint="share less")
    return path.read_bytes()


@share.command("bundle")
@common_options
@click.argument("revisions", metavar="[RANGE]", required=False)
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write; - is stdout.")
def bundle(revisions: str | None, output: str, common: Common) -> int:
    """Write the evidence about a range into one file: an in-toto statement with a SCAI report."""
    from attrib.answers.share_bundle import bundle_of
    from attrib.render import json

    common.refuse_json()
    with common.open() as workspace:
        statement = bundle_of(workspace, revisions, at_least=common.options.min_strength)
        content = json.encode(statement)
        if output == "-":
            write([content])
        else:
            _path(output, common).write_bytes(content)
            if not common.quiet:
                number = len(statement["predicate"]["attributes"])
                write_text([f"{output}: {number:,} attributes"])
        return common.finish(workspace, is_negative=not statement["subject"], state=False)
