"""Our columns are aligned, whatever a session is called, and no control reaches a reader raw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from attrib.model.evidence import Strength
from attrib.render.blame_text import cell, columns_shown
from tests.cli.conftest import Answer

Run = Callable[[Sequence[str]], Answer]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("codex:0f1e2d3c", 14),
        ("codex:\u674e\u660e", 10),
        ("e\u0301", 1),
        ("\uff21", 2),
        ("\U0001f600", 2),
        ("a\u200bb", 2),
        ("\u00e9", 1),
    ],
)
def test_columns_are_counted_as_a_terminal_shows_them(text: str, columns: int) -> None:
    assert columns_shown(text) == columns


def test_cells_of_one_answer_are_equally_wide() -> None:
    labels = ["codex:0f1e2d3c +1", "x:\u674e\u660e", "-"]
    cells = [cell(Strength.STRONG, label, 17, color=False).decode() for label in labels]
    assert {columns_shown(text) for text in cells} == {27}
    assert all(text.startswith("strong    ") for text in cells)


@pytest.mark.git
def test_a_pager_of_gits_is_shown_no_raw_controls(
    zoo: Path, run_ours: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(zoo)
    assert b"\x1b[31m" in run_ours(["-s", "raw-crlf.bin"]).out
    monkeypatch.setenv("GIT_PAGER_IN_USE", "true")
    shown = run_ours(["-s", "--no-color", "raw-crlf.bin"]).out
    assert b"\x1b" not in shown
    assert b"three^Mfour^L^[[31mred" in shown
