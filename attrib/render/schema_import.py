"""The JSON format of `import`, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from attrib.render.schema_parts import Closed, Count


class LeftOut(Closed, kw_only=True):
    """Sessions that were not imported, by reason, and streams that hold more than the logs do."""

    other_folders: Count
    too_old: Count
    redacted: Count
    refused: list[str]


class ImportedAgent(Closed, kw_only=True):
    """One agent: where its logs were looked for, how many there are, and what became of them."""

    agent: str
    places: list[str]
    logs: Count
    sessions: Count
    records: Count
    unchanged: Count
    redacted: Count
    left_out: LeftOut


class Import(Closed, kw_only=True):
    """The answer of `attrib import --json`; of a dry run, what would be imported."""

    format: Literal["attrib.import/1"]
    dry_run: bool
    agents: list[ImportedAgent]
    sessions: Count
    records: Count
    notices: list[str]


IMPORT_FORMATS: dict[str, type[Struct]] = {"attrib.import-1": Import}
