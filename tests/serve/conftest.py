"""A repository with a store, and what answers about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.logs import Asking, repository_at


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit."""
    return repository_at(tmp_path / "repository")


@pytest.fixture
def asking(repository: Path) -> Iterator[Asking]:
    """Methods about the repository, called in this process."""
    asking = Asking(repository)
    yield asking
    asking.close()
