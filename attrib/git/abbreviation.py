"""How many hex digits git's blame shows: enough for every commit named to be told apart."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable

from attrib.git.discovery import Location
from attrib.git.process import SHORT, Git
from attrib.model.ids import Oid


def abbreviation_width(location: Location, commits: Iterable[Oid]) -> int | None:
    """The digits that the longest of the commits' abbreviations needs, as the user configured it.

    `None` where there are no commits, or git cannot say.
    """
    with tempfile.TemporaryFile() as names:
        names.write("".join(f"{oid}\n" for oid in commits).encode())
        if not names.tell():
            return None
        names.seek(0)
        arguments = ["rev-list", "--no-walk=unsorted", "--abbrev-commit", "--stdin"]
        with Git().start_as_user(
            arguments,
            cwd=location.start,
            environment=location.environment,
            stdin=names,
            seconds=SHORT,
        ) as process:
            widths = [len(line) - 1 for line in process.stdout]
            return max(widths, default=None) if process.exit_code == 0 else None
