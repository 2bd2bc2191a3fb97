"""`reshaped`: lines equal only with all white space removed, in any order of the region."""

from __future__ import annotations

from tests.support.memory import MemoryRepository
from tests.support.streams import (
    BASE,
    Recorder,
    evidence_of,
    file_through,
    put,
    said,
    workspace_of,
)

ONE = put(BASE, 2, b"bravo line edited\n")
WRITTEN = b"import zebra\nimport apple\ndef func( a,b ):\n    return  a+b\n"
FORMATTED = b"import apple\nimport zebra\n\n\ndef func(a, b):\n    return a + b\n"


def test_a_formatters_work_keeps_the_lines_and_not_the_blank_ones() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": FORMATTED})
    session = Recorder()
    session.change("f", None, WRITTEN, at=0.5, op="add")
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert (said(repository, session, at=commit), item.notes) == (
        ["S1#r1 reshaped moderate +1-2,5-6"],
        ("4 of 4 added lines stand here, reshaped",),
    )


def test_a_line_indented_anew_is_reshaped() -> None:
    repository, commit = file_through(BASE, put(ONE, 2, b"    bravo line edited\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit)[0] == "S1#r1 reshaped moderate +2"


def test_another_text_is_not_reshaped() -> None:
    repository, commit = file_through(BASE, put(BASE, 2, b"bravo line by hand\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert "reshaped" not in " ".join(said(repository, session, at=commit))


def test_a_line_that_stands_as_recorded_is_not_reshaped() -> None:
    repository, commit = file_through(BASE, put(ONE, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines moderate +2 -2"]


def test_a_record_later_than_the_commit_gives_nothing() -> None:
    repository, commit = file_through(BASE, put(ONE, 2, b"    bravo line edited\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=60)
    assert said(repository, session, at=commit) == []
