"""`attrib check`: what streams do not keep of the rules of ASR."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from attrib.checks import RULES, Report, Severity, Source, check_streams
from attrib.cli.common import Common, common_options
from attrib.cli.terminal import say, write_text
from attrib.errors import UsageError
from attrib.render.text import escape
from attrib.stores import Store, open_store

_FORMAT = "attrib.check/1"
_ERRORS, _INCOMPLETE = 1, 2


@click.command("check", context_settings={"help_option_names": ["-h", "--help"]})
@common_options
@click.argument("streams", nargs=-1, metavar="STREAM...")
def check(streams: tuple[str, ...], common: Common) -> None:
    """Check ASR streams against the specification, rule by rule.

    A STREAM is a file, a folder of streams, a bundle, or - for standard input. Every line is read.
    Exits 1 when there are errors, and with --strict 2 when there are warnings.
    """
    paths = (*streams, *common.sessions)
    if not paths:
        raise UsageError("nothing to check", hint="attrib check STREAM...")
    stores = [open_store(_place(path, common.start)) for path in paths]
    report = check_streams(_sources(stores), RULES)
    write_text([_json(report)] if common.as_json else _lines(report))
    if not common.quiet:
        for notice in sorted({notice for store in stores for notice in store.notices}):
            say(notice)
        say(_sentence(report))
    code = _code(report, strict=common.strict)
    if code:
        click.get_current_context().exit(code)


def _place(path: str, start: Path | None) -> Path:
    """Where `path` lies, from the folder that `-C` names; `-` is standard input."""
    return Path(path) if start is None or path == "-" else start / path


def _sources(stores: Iterable[Store]) -> Iterator[Source]:
    """Every physical stream once."""
    seen: set[tuple[object, ...]] = set()
    for store in stores:
        for stream in store.streams():
            if stream.identity not in seen:
                seen.add(stream.identity)
                yield Source(stream.name, stream.lines(), store.blob)


def _lines(report: Report) -> Iterator[str]:
    for finding in report.findings:
        yield escape(
            f"{finding.place}: {finding.rule} {finding.severity.value} {finding.message}"
        ).replace("\n", "\\n")


def _json(report: Report) -> str:
    findings = [
        {
            "stream": finding.place.stream,
            "line": finding.place.line,
            "offset": finding.place.offset,
            "rule": finding.rule,
            "severity": finding.severity.value,
            "message": finding.message,
        }
        for finding in report.findings
    ]
    answer = {
        "format": _FORMAT,
        "findings": findings,
        "streams": report.streams,
        "records": report.records,
    }
    return json.dumps(answer)


def _sentence(report: Report) -> str:
    counts = (
        _counted(report.count(Severity.ERROR), "error"),
        _counted(report.count(Severity.WARNING), "warning"),
        _counted(report.count(Severity.NOTICE), "notice"),
    )
    streams, records = _counted(report.streams, "stream"), _counted(report.records, "record")
    return f"checked {streams}, {records}: {', '.join(counts)}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _code(report: Report, *, strict: bool) -> int:
    if report.count(Severity.ERROR):
        return _ERRORS
    if strict and (report.count(Severity.WARNING) or report.unreadable):
        return _INCOMPLETE
    return 0
