"""A repository to import into."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository at its real path, which is the current folder."""
    folder = (tmp_path / "app").resolve()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    monkeypatch.chdir(folder)
    return folder
