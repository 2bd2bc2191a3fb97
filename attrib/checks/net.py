"""Net changes and incomplete lists. ASR-474, ASR-475."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.checks.file_change import FILE_CHANGE
from attrib.checks.interface import Facts, Item, Level, Problem, Rule, Severity, error, warning
from attrib.checks.shapes import booleans, quoted, strings

_STATES = ("checkpoint", "workspace_state")


def _endpoints(item: Item, facts: Facts) -> Iterator[Problem]:
    yield from strings(item.data, "basis")
    if "endpoints" not in item.data:
        return
    endpoints = item.data["endpoints"]
    if not isinstance(endpoints, dict):
        yield error("endpoints is no object")
        return
    if item.data.get("basis") != "net":
        yield warning("endpoints stand without basis net")
    for name in ("from", "to"):
        if name in endpoints:
            yield from _endpoint(f"endpoints.{name}", endpoints[name], item, facts)


def _endpoint(where: str, ref: object, item: Item, facts: Facts) -> Iterator[Problem]:
    if not isinstance(ref, str):
        yield error(f"{where} is no string")
        return
    if ref not in facts.ids:
        yield error(f"{where} {quoted(ref)} names no record with a lower seq")
        return
    kind, seq = facts.ids[ref]
    mine = item.data.get("seq")
    if isinstance(mine, int) and seq is not None and seq >= mine:
        yield error(f"{where} {quoted(ref)} has seq {seq}, which is not lower")
    if kind not in _STATES:
        yield warning(
            f"{where} {quoted(ref)} is of type {quoted(kind)}, not {' or '.join(_STATES)}"
        )


def _flags(item: Item, facts: Facts) -> Iterator[Problem]:
    yield from booleans(item.data, "moreFiles", "modifiedByUser")


RULES = (
    Rule(
        "ASR-474",
        Level.MUST,
        "Endpoints are earlier records; net changes are not added to the operations they span.",
        (Severity.ERROR, Severity.WARNING),
        FILE_CHANGE,
        _endpoints,
    ),
    Rule(
        "ASR-475",
        Level.MUST,
        "moreFiles and modifiedByUser are booleans, as the source has them.",
        (Severity.ERROR,),
        FILE_CHANGE,
        _flags,
    ),
)
