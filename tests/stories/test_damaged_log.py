"""The damaged log of C11 with its longest line as long as the case has it, in bounded memory."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fixture_repos.c11_damaged_growing_log.story import LONG, build_with
from fixture_repos.harness import Outcome, Place, environment_of, run_program

#: Runs a program and adds, as the last line of stderr, the most memory that it took in KiB.
MEASURED = (
    "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]);"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr);"
    "sys.exit(code)"
)


def _measured(place: Place, *command: str) -> tuple[Outcome, int]:
    environment = environment_of(place) | {"ATTRIB_SESSIONS": str(place.home / "logs")}
    program: list[str | bytes] = [sys.executable, "-c", MEASURED, *command]
    outcome = run_program(program, place.repository, environment)
    return outcome, int(outcome.stderr.split(b"\n")[-2])


@pytest.mark.slow
def test_a_line_too_long_is_passed_over_in_bounded_memory(tmp_path: Path) -> None:
    place = Place(tmp_path, build_with(tmp_path, LONG))
    log = place.home / "logs" / "S1.jsonl"
    size = log.stat().st_size
    outcome, kibibytes = _measured(place, "attrib", "commit", "--json", "HEAD")
    assert outcome.code == 0, outcome.stderr.decode()
    assert kibibytes < 300 * 1024
    (commit,) = json.loads(outcome.stdout)["commits"]
    found = {item["path"] for link in commit["links"] for item in link["evidence"]}
    assert found >= {f"f{number}" for number in range(1, 8)}
    assert b"4 records cannot be read" in outcome.stderr
    said, _ = _measured(place, "attrib", "doctor")
    assert b"longer than" in said.stdout
    assert log.stat().st_size == size
