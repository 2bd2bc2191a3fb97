from __future__ import annotations

import pytest

from tests.checks.streams import change, found

HUNK = "@@ -1 +1 @@\n-a\n+b\n"


def git_patch(old: str, new: str) -> dict[str, str]:
    text = f"diff --git {old} {new}\n--- {old}\n+++ {new}\n{HUNK}"
    return {"format": "git_patch", "text": text}


@pytest.mark.asr("ASR-456")
@pytest.mark.parametrize(
    ("patch", "path"),
    [
        ({"format": "unified", "text": HUNK}, "a.py"),
        ({"format": "unified", "blob": {"blob": "sha256:" + "0" * 64, "size": 3}}, "a.py"),
        (git_patch("a/a.py", "b/a.py"), "a.py"),
        (git_patch("/dev/null", "b/a.py"), "a.py"),
        (git_patch("/home/ada/app/a.py", "/home/ada/app/a.py"), "a.py"),
        (git_patch('"a/na\\303\\257ve.py"', '"b/na\\303\\257ve.py"'), "naïve.py"),
        (git_patch('"a/q\\".py"', '"b/q\\".py"'), 'q".py'),
        (git_patch("a/a b.py\t", "b/a b.py\t"), "a b.py"),
        (
            {
                "format": "git_patch",
                "text": "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1 @@\n--- other\n+++ stranger\n-x\n",
            },
            "a.py",
        ),
    ],
)
def test_patch_that_agrees_with_its_change_conforms(patch, path):
    assert found("ASR-456", change(patch=patch, path=path)) == []


@pytest.mark.asr("ASR-456")
@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ("@@", ["error patch is no object"]),
        (
            {"text": HUNK},
            ["error patch.format 'None' is none of git_patch, unified"],
        ),
        (
            {"format": "context", "text": HUNK},
            ["error patch.format 'context' is none of git_patch, unified"],
        ),
        ({"format": "unified"}, ["error patch has 0 of text, blob, not exactly one"]),
        (
            {"format": "unified", "text": HUNK, "blob": {"blob": "sha256:" + "0" * 64, "size": 1}},
            ["error patch has 2 of text, blob, not exactly one"],
        ),
        ({"format": "unified", "text": 1}, ["error patch.text is no string"]),
        ({"format": "unified", "blob": "x"}, ["error patch.blob is no object"]),
        (
            {"format": "unified", "blob": {"blob": "sha256:AB", "size": 1}},
            ["error patch.blob has no 'blob' of the form sha256:<64 hex>"],
        ),
        (
            git_patch("a/other.py", "b/other.py"),
            [
                "warning patch names 'a/other.py', which no change does",
                "warning patch names 'b/other.py', which no change does",
            ],
        ),
    ],
)
def test_patch_of_another_form_is_found(patch, expected):
    assert found("ASR-456", change(patch=patch)) == expected


@pytest.mark.asr("ASR-456")
def test_unified_with_two_changes_is_an_error():
    changes = [{"op": "modify", "root": "app", "path": name} for name in ("a.py", "b.py")]
    record = change(changes=changes, patch={"format": "unified", "text": HUNK})
    assert found("ASR-456", record) == [
        "error patch.format is unified with 2 changes; it is for exactly one"
    ]
