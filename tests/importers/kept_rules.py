"""What `attrib check` finds in the streams of a repository's store."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from attrib.checks import RULES, Severity, Source, check_streams
from attrib.cli.importing import write_session
from attrib.importers.interface import ImportedSession
from attrib.stores import open_store


def findings_in(common_dir: Path, *, errors_only: bool = False) -> list[str]:
    """What is found, in words; nothing where nothing was written."""
    folder = common_dir / "attrib" / "sessions"
    if not folder.exists():
        return []
    store = open_store(folder)
    sources = (Source(each.name, each.lines(), store.blob) for each in store.streams())
    return [
        f"{finding.place}: {finding.rule} {finding.message}"
        for finding in check_streams(sources, RULES).findings
        if not errors_only or finding.severity is Severity.ERROR
    ]


def errors_in(common_dir: Path) -> list[str]:
    """The errors, in words."""
    return findings_in(common_dir, errors_only=True)


def errors_of(sessions: Iterable[ImportedSession]) -> list[str]:
    """The errors in the streams that these sessions give."""
    with tempfile.TemporaryDirectory() as folder:
        for session in sessions:
            write_session(session, "wild", Path(folder))
        return errors_in(Path(folder))
