"""What `attrib share` prints for people."""

from __future__ import annotations

from dataclasses import replace

from attrib.render.share_text import publish_text, show_text, verify_text
from tests.render.share_values import NOTES, PUBLISHED, VERIFIED


def test_verdicts_name_what_is_contradicted_and_count_the_rest() -> None:
    assert list(verify_text(VERIFIED, everything=False)) == [
        "contradicted      commit aaaaaaaa  codebuddy 0f1e2d3c  app.py  "
        "weak, transition, lines 3-4, removed 3, sliding",
        "                  another reason",
        "cannot be checked 2 claims: a reason",
        "5 claims: 2 hold, 2 cannot be checked, 1 contradicted",
    ]
    assert len(list(verify_text(VERIFIED, everything=True))) == 11


def test_notes_are_shown_line_by_line() -> None:
    assert list(show_text(NOTES)) == [
        f"commit {'a' * 40}",
        "  codebuddy 0f1e2d3c  app.py  weak, transition, lines 3-4, removed 3, sliding",
        "  line 2: it is no JSON object",
        "",
        f"blob {'b' * 40}",
        "  codebuddy 0f1e2d3c  app.py  after of r4, identical",
        "  line 2: its version 2 is newer",
    ]


def test_a_push_is_one_sentence() -> None:
    assert list(publish_text(PUBLISHED, "push")) == [
        "origin: refs/notes/attrib is aaaaaaaa: 8 new lines about 3 commits and 2 blobs"
    ]
    assert list(publish_text(replace(PUBLISHED, tip=None), "fetch")) == [
        "no shared evidence here or at origin"
    ]
