"""Programs that some tests need and a machine may lack.

At home such a test is skipped, and says what would let it run. Where `CI` is set everything has
been installed, so that a missing program is a failure.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

#: What `npm ci` puts beside `tests/tools/package.json`.
NODE_MODULES = Path(__file__).parents[1] / "tools" / "node_modules"


def program(name: str, *, package: str) -> str:
    """The path of a program of a Debian package."""
    return shutil.which(name) or _lacking(f"no program '{name}': apt-get install {package}")


def npm_file(path: str) -> Path:
    """A file of an installed npm package, named from `node_modules`."""
    found = NODE_MODULES / path
    return found if found.exists() else _lacking(f"no '{path}': npm ci --prefix tests/tools")


def _lacking(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
