"""The JSON format of `check`, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from attrib.render.schema_parts import Closed, Count


class CheckFinding(Closed, kw_only=True):
    """One finding: where, which rule, how grave; `line` is 1-based, `offset` in bytes from 0."""

    stream: str
    line: Count
    offset: Count
    rule: str
    severity: Literal["error", "warning", "notice"]
    message: str


class Check(Closed, kw_only=True):
    """The answer of `attrib check --json`."""

    format: Literal["attrib.check/1"]
    findings: list[CheckFinding]
    streams: Count
    records: Count


CHECK_FORMATS: dict[str, type[Struct]] = {"attrib.check-1": Check}
