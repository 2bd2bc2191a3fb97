"""`attrib import --json`: what became of the logs of each agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrib.cli.importing import Found, Tally


def imported(done: Sequence[tuple[Found, Tally]], *, dry_run: bool) -> dict[str, Any]:
    """The answer as `attrib.import/1` has it, agents in the order given."""
    notices = [str(each) for _, tally in done for each in (*tally.notices, *tally.problems)]
    return {
        "format": "attrib.import/1",
        "dry_run": dry_run,
        "agents": [_agent(found, tally) for found, tally in done],
        "sessions": sum(tally.sessions for _, tally in done),
        "records": sum(tally.records for _, tally in done),
        "notices": list(dict.fromkeys(notices)),
    }


def _agent(found: Found, tally: Tally) -> dict[str, Any]:
    return {
        "agent": found.importer.alias,
        "places": [_shown(place) for place in found.places],
        "logs": len(found.logs),
        "sessions": tally.sessions,
        "records": tally.records,
        "unchanged": tally.unchanged,
        "redacted": tally.redacted,
        "left_out": {
            "other_folders": tally.other_folders,
            "too_old": tally.too_old,
            "redacted": tally.left_redacted,
            "refused": [_shown(path) for path in tally.refused],
        },
    }


def _shown(path: object) -> str:
    """A path as text that is valid UTF-8, whatever bytes it has."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
