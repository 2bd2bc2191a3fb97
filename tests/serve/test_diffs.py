"""Diffs of recorded steps: git applies them, and what is not shown is said."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.git.libgit2 import diff_lines
from attrib.model.records import Change, FileChange, FileState, Place, Precision
from attrib.serve.threads.diffs import Rendering
from attrib.serve.threads.snapshots import Budget
from tests.serve.logs import Log, text
from tests.support.repos import git, init

pytestmark = pytest.mark.git

DIFF = "turn/patch_diff/get"
BOUNDARY = {"kind": "boundary"}
OLD = "".join(f"line {number}\n" for number in range(20))
NEW = OLD.replace("line 3\n", "line three\n").replace("line 15\n", "")


def test_contents_give_a_diff_with_three_lines_around(repository, asking):
    Log(repository, "S").step(text("a.py", "1\n2\n3\n4\nfive\n6", "1\n2\n3\n4\n5\n6"))
    found = asking.result(DIFF, threadId="S", turnId="t1", selection=BOUNDARY)
    assert found == {
        "view": "turn_aggregate",
        "threadId": "S",
        "turnId": "t1",
        "exactness": {"kind": "provider_reported", "provider": "codex", "protocol": "asr"},
        "coverage": {"kind": "provider_reported_steps", "provider": "codex", "protocol": "asr"},
        "filesystem": {
            "kind": "incomplete",
            "reason": "turn-wide filesystem coverage was not recorded",
            "sources": [],
        },
        "unifiedPatch": "--- a/a.py\n+++ b/a.py\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n"
        "\\ No newline at end of file\n",
        "recordsRendered": 1,
        "afterOrdinal": None,
        "throughOrdinal": 0,
    }


def test_recorded_patch_is_shown_as_it_is(repository, asking):
    log = Log(repository, "S")
    hunk = "@@ -1 +1 @@\n-odd   \n+even\n"
    log.step(
        {"op": "modify", "root": "app", "path": "a.py"},
        precision="hunks",
        patch={"format": "unified", "text": hunk},
    )
    whole = f"diff --git a/x b/x\n--- a/x\n+++ b/x\n{hunk}"
    change = {"op": "modify", "root": "app", "path": "x"}
    log.step(change, precision="hunks", patch={"format": "git_patch", "text": whole})
    found = asking.result(DIFF, threadId="S", turnId="t1", selection=BOUNDARY)
    assert found["unifiedPatch"] == f"--- a/a.py\n+++ b/a.py\n{hunk}{whole}"
    assert found["recordsRendered"] == 2
    assert found["exactness"]["kind"] == "incomplete"


def test_what_cannot_be_rendered_is_told_and_not_counted(repository, asking):
    log = Log(repository, "S")
    log.step({"op": "modify", "root": "app", "path": "a\n+++ b/x", "after": {"text": "x"}})
    log.step(text("b", "a\0b", "c"))
    found = asking.result(DIFF, threadId="S", turnId="t1", selection=BOUNDARY)
    assert found["unifiedPatch"] == (
        "attrib: r2: 'a\\n+++ b/x': no recorded content before it\n"
        "attrib: r3: 'b': holds bytes that are no text\n"
    )
    assert found["recordsRendered"] == 0
    assert found["exactness"] == {
        "kind": "incomplete",
        "reason": "some changes cannot be rendered from what is recorded",
    }


def test_diff_is_of_the_ordinals_that_are_asked_for(repository, asking):
    log = Log(repository, "S")
    for number in range(5):
        log.step(text(f"f{number}", "x\n"), minute=number)
    selection = {"kind": "boundary", "afterOrdinal": 0, "throughOrdinal": 2}
    found = asking.result(DIFF, threadId="S", turnId="t1", selection=selection)
    assert [line for line in found["unifiedPatch"].split("\n") if line.startswith("+++")] == [
        "+++ b/f1",
        "+++ b/f2",
    ]
    assert (found["afterOrdinal"], found["throughOrdinal"]) == (0, 2)
    selector = {"kind": "record_id", "recordId": "S#r4"}
    one = {"kind": "record", "selector": selector}
    found = asking.result(DIFF, threadId="S", turnId="t1", selection=one)
    assert (found["view"], found["recordsRendered"]) == ("record_diff", 1)
    back = {"kind": "boundary", "afterOrdinal": 3, "throughOrdinal": 1}
    assert asking.error(DIFF, threadId="S", turnId="t1", selection=back)["code"] == -32602


@pytest.mark.parametrize("most", [1, 60, 90, 130, 200])
def test_diff_is_cut_between_lines_and_says_so(repository, asking, most):
    log = Log(repository, "S")
    log.step(text("a", "one\ntwo\nthree\n"))
    log.step(text("b", "line\n" * 40))
    whole = asking.result(DIFF, threadId="S", turnId="t1", selection=BOUNDARY)["unifiedPatch"]
    found = asking.result(DIFF, threadId="S", turnId="t1", selection=BOUNDARY, maxBytes=most)
    cut = found["unifiedPatch"]
    assert len(cut.encode()) <= most
    assert cut == "" or cut.endswith("\n")
    lines = cut.split("\n")[:-1]
    if lines and lines[-1].startswith("attrib: "):
        assert lines.pop() == f"attrib: cut here, at {most} bytes"
    assert whole.startswith("".join(f"{line}\n" for line in lines))
    assert found["exactness"] == {"kind": "incomplete", "reason": f"cut at {most} bytes"}
    assert found["recordsRendered"] == (1 if "b/a" in cut and len(lines) == 6 else 0)


def test_no_bytes_at_all_are_no_diff(repository, asking):
    Log(repository, "S").step()
    error = asking.error(DIFF, threadId="S", turnId="t1", selection=BOUNDARY, maxBytes=0)
    assert error["data"]["path"] == "$.params.maxBytes"


lines = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n", "\x0c\n", "x\r\n"]), max_size=30)
contents = st.tuples(lines, st.sampled_from(["", "end"])).map(
    lambda made: "".join(made[0]) + made[1]
)


def rendered(before: str, after: str) -> bytes:
    change = Change(
        "modify", "app", "f", before=FileState(text=before), after=FileState(text=after)
    )
    record = FileChange(
        Place("s", 1, 0), "file_change", 1, "r1", None, None, None, "applied",
        Precision.EXACT, (change,), None, None, None, None, None, False, False,
    )  # fmt: skip
    rendering = Rendering(10**9, diff_lines, lambda ref, most: None, Budget(10**9, 10**9))
    return b"".join(rendering._record(record))


@pytest.mark.slow
def test_git_applies_the_diff_to_the_content_before(tmp_path):
    repository = init(tmp_path / "applied")

    @given(contents, contents)
    def apply(before, after):
        patch = rendered(before, after)
        if before == after:
            return
        (repository / "f").write_bytes(before.encode())
        with tempfile.NamedTemporaryFile(dir=tmp_path) as file:
            file.write(patch)
            file.flush()
            git(repository, "apply", "--whitespace=nowarn", Path(file.name).as_posix())
        applied = repository / "f"
        assert applied.read_bytes() == after.encode()

    apply()
