"""What a repository's store holds after an import, and what `attrib commit` says of a commit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from attrib.cli.main import main


def links_of(
    capsys: pytest.CaptureFixture[str], revision: str = "HEAD"
) -> list[tuple[str, str, str]]:
    """Path, strength and relation of each link of a commit, in the working directory."""
    capsys.readouterr()
    assert main(["commit", revision, "--json"]) == 0
    told: Any = json.loads(capsys.readouterr().out)
    return sorted(
        (evidence["path"], evidence["strength"], evidence["relation"])
        for commit in told["commits"]
        for link in commit["links"]
        for evidence in link["evidence"]
    )


def streams_of(repository: Path) -> list[Path]:
    """The streams in a repository's store."""
    return sorted((repository / ".git" / "attrib" / "sessions").rglob("*.jsonl"))


def imports_and_growth(
    alias: str, log: Path, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that importing a log twice changes nothing, and that one that grew only adds."""
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    arguments = ["-C", str(repository), "import", alias, "--namespace", "n", str(log)]
    log.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:5])
    assert main(arguments) == 0
    held = {path: path.read_bytes() for path in streams_of(repository)}
    log.write_bytes(whole)
    assert main(arguments) == 0
    grown = {path: path.read_bytes() for path in streams_of(repository)}
    assert all(grown[path].startswith(data) and grown[path] != data for path, data in held.items())
    assert main(arguments) == 0
    assert {path: path.read_bytes() for path in streams_of(repository)} == grown
    assert log.read_bytes() == whole
    capsys.readouterr()
    assert main([*arguments[:2], "check", *map(str, grown)]) == 0
