"""V4A patches: what they ask for each file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.model.states import Replacement
from attrib.replacements import replace_in, replacements_in
from attrib.v4a import Chunk, FileEdit, edits_in, holds_patch

PATCH = """\
*** Begin Patch
*** Add File: docs/new.md
+one
+
+*** Add File: not me
*** Update File: src/a.py
@@ def first():
 keep
-old
+new

 *** Delete File: nor me
@@
-second
*** End of File
*** Update File: src/b.py
*** Move to: src/c.py
-x
+y
*** Delete File: gone.txt
*** End Patch
"""

EDITS = (
    FileEdit("add", "docs/new.md", content="one\n\n*** Add File: not me\n"),
    FileEdit(
        "modify",
        "src/a.py",
        chunks=(
            Chunk(
                ("keep", "old", "", "*** Delete File: nor me"),
                ("keep", "new", "", "*** Delete File: nor me"),
            ),
            Chunk(("second",), ()),
        ),
    ),
    FileEdit("move", "src/c.py", old_path="src/b.py", chunks=(Chunk(("x",), ("y",)),)),
    FileEdit("delete", "gone.txt"),
)


@pytest.mark.parametrize(
    "text",
    [
        PATCH,
        PATCH.replace("\n", "\r\n"),
        f"cd app && apply_patch <<'EOF'\n{PATCH}EOF\n",
        f'apply_patch "{PATCH[:-1]}"',
    ],
)
def test_an_envelope_is_read_wherever_it_stands(text: str) -> None:
    assert holds_patch(text)
    assert edits_in(text) == EDITS


def test_an_envelope_without_an_end_asks_for_nothing() -> None:
    assert edits_in(PATCH.replace("*** End Patch\n", "")) == ()


@pytest.mark.parametrize("text", ["", "*** End Patch", "*** Begin Patch\nx\n*** End Patch"])
def test_a_text_without_operations_asks_for_nothing(text: str) -> None:
    assert edits_in(text) == ()


@given(
    st.lists(
        st.sampled_from(
            ["*** Begin Patch", "*** End Patch", "*** Add File: a", "*** Update File: b", "@@",
             "*** Move to: c", "*** Delete File: d", "+x", "-y", " z", "", "\r", "?", "*** "]
        )
    )
)  # fmt: skip
def test_any_lines_are_read_without_an_error(lines: list[str]) -> None:
    for edit in edits_in("\n".join(lines)):
        assert edit.op in {"add", "modify", "delete", "move"}


@pytest.mark.asr("ASR-453")
@pytest.mark.parametrize(
    "call",
    [
        {"input": PATCH},
        {"patch": PATCH},
        {"cmd": f"apply_patch <<'EOF'\n{PATCH}EOF"},
        {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}EOF"]},
    ],
)
def test_a_call_with_an_envelope_says_which_lines_became_which(call: dict[str, object]) -> None:
    assert replacements_in(call, "src/c.py") == (Replacement(b"x\n", b"y\n"),)
    assert replacements_in(call, "c.py") == (Replacement(b"x\n", b"y\n"),)
    assert replacements_in(call, "app/src/c.py") == (Replacement(b"x\n", b"y\n"),)
    assert replacements_in(call, "docs/new.md") == ()
    assert replacements_in(call, "other.py") == ()


def test_a_file_of_the_same_name_elsewhere_is_another_one() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: x.py\n-a\n+b\n"
        "*** Update File: lib/x.py\n-c\n+d\n*** End Patch"
    )
    assert replacements_in({"input": patch}, "x.py") == (Replacement(b"a\n", b"b\n"),)
    assert replacements_in({"input": patch}, "lib/x.py") == (Replacement(b"c\n", b"d\n"),)


def test_replaced_lines_fit_a_file_with_other_line_ends() -> None:
    made = replacements_in({"input": PATCH}, "src/c.py")
    assert replace_in(b"w\r\nx\r\n", made) == b"w\r\ny\r\n"
