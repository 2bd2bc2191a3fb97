"""`attrib check`: what streams do not keep of the rules of ASR."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from attrib.checks import RULES, Report, Severity, Source, check_streams
from attrib.cli.terminal import say, write_text
from attrib.render.text import escape
from attrib.stores import Store, open_store

_FORMAT = "attrib.check/1"
_ERRORS, _INCOMPLETE = 1, 2


@click.command("check", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("streams", nargs=-1, required=True, metavar="STREAM...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--strict", is_flag=True, help="Exit 2 for warnings, too.")
@click.option("-q", "--quiet", is_flag=True, help="Do not say how much was checked.")
def check(streams: tuple[str, ...], *, as_json: bool, strict: bool, quiet: bool) -> None:
    """Check ASR streams against the specification, rule by rule.

    A STREAM is a file, a folder of streams, a bundle, or - for standard input. Every line is read.
    Exits 1 when there are errors.
    """
    stores = [open_store(Path(path)) for path in streams]
    report = check_streams(_sources(stores), RULES)
    write_text([_json(report)] if as_json else _lines(report))
    if not quiet:
        for notice in sorted({notice for store in stores for notice in store.notices}):
            say(notice)
        say(_sentence(report))
    code = _code(report, strict=strict)
    if code:
        click.get_current_context().exit(code)


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
