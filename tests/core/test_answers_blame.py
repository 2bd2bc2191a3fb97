"""`git asr-blame` and `attrib explain`: evidence for lines that git blame gives to commits."""

from __future__ import annotations

from collections.abc import Sequence

from attrib.answers import blame, explain_lines
from attrib.git.interface import EolSettings
from attrib.model.blame import BlameEntry, BlameLine
from attrib.model.ids import Oid, RepoPath
from attrib.model.reports import BlameReport
from attrib.patches import split_lines
from attrib.workspace import Workspace
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, key_of, put, text_only, workspace_of

PATH = RepoPath(b"f")
ONE = put(BASE, 2, b"bravo line edited\n")


def entries_of(*commits: Oid | None, boundary: bool = False) -> list[BlameEntry]:
    """One entry a line: what git blame would say when line n comes from the nth commit."""
    return [
        BlameEntry(commit, number, 1, PATH, number, boundary=boundary)
        for number, commit in enumerate(commits, 1)
    ]


def report_of(
    workspace: Workspace, entries: Sequence[BlameEntry], content: bytes, path: RepoPath = PATH
) -> BlameReport:
    """The answer for the whole content."""
    return blame(workspace, path, None, entries, split_lines(content))


def said(report: BlameReport) -> list[str]:
    """What is said of each line: its evidence, else why there is none."""
    return [_line(row) for row in report.lines]


def _line(row: BlameLine) -> str:
    words = [
        f"{item.strength.word} {item.relation.value} {item.session.id}" for item in row.evidence
    ]
    return ", ".join(words) or f"- {row.unseen.value if row.unseen else ''}"


def _history(*versions: bytes) -> tuple[MemoryRepository, list[Oid]]:
    repository = MemoryRepository()
    return repository, [repository.commit({"f": version}) for version in versions]


def test_each_line_is_answered_by_the_commit_that_git_names() -> None:
    repository, (base, edit) = _history(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    entries = entries_of(base, edit, base, base, base)
    report = report_of(workspace_of(repository, session), entries, ONE)
    absent = "- recorder-absent"
    assert said(report) == [absent, "strong transition S1", absent, absent, absent]
    assert [info.key for info in report.sessions] == [key_of("S1")]
    assert [row.line for row in report.lines] == list(split_lines(ONE))


def test_a_session_blob_equal_to_the_file_does_not_swallow_older_lines() -> None:
    repository, (base, _) = _history(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    report = report_of(workspace_of(repository, session), entries_of(*[base] * 5), ONE)
    assert [row.evidence for row in report.lines] == [()] * 5


def test_evidence_for_a_file_reaches_its_lines_as_weak() -> None:
    repository, (_, edit) = _history(BASE, ONE)
    session = Recorder()
    session.change("f", None, text_only(ONE), at=0.5)
    workspace = workspace_of(repository, session)
    report = report_of(workspace, [BlameEntry(edit, 1, 1, PATH, 2)], b"bravo line edited\n")
    assert said(report) == ["weak after-state S1"]
    (item,) = report.lines[0].evidence
    assert item.notes == ("the record does not tell which lines",)


def test_a_blank_line_in_a_covered_run_goes_with_it_at_most_moderate() -> None:
    added = put(BASE, 3, b"a line put in\n", b"\n", b"}\n", b"another put in\n", instead_of=0)
    repository, (_, edit) = _history(BASE, added)
    session = Recorder()
    session.change("f", BASE, added, at=0.5)
    entries = [BlameEntry(edit, 1, 4, PATH, 3)]
    lines = b"a line put in\n\n}\nanother put in\n"
    assert said(report_of(workspace_of(repository, session), entries, lines)) == [
        "strong transition S1",
        "moderate transition S1",
        "moderate transition S1",
        "strong transition S1",
    ]


def test_a_blank_line_alone_is_weak() -> None:
    added = put(BASE, 3, b"\n", instead_of=0)
    repository, (_, edit) = _history(BASE, added)
    session = Recorder()
    session.change("f", BASE, added, at=0.5)
    report = report_of(workspace_of(repository, session), [BlameEntry(edit, 1, 1, PATH, 3)], b"\n")
    assert said(report) == ["weak transition S1"]


def test_a_moved_line_is_looked_up_where_blame_found_it() -> None:
    repository, (_, edit) = _history(BASE, ONE)
    repository.commit({"f": b"", "g": ONE})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    report = report_of(
        workspace_of(repository, session),
        [BlameEntry(edit, 2, 1, PATH, 2)],
        b"bravo line edited\n",
        RepoPath(b"g"),
    )
    (row,) = report.lines
    assert (said(report), row.origin_path, row.origin_number, row.number) == (
        ["strong transition S1"],
        PATH,
        2,
        2,
    )


def test_a_renamed_file_is_compared_with_where_git_says_it_was() -> None:
    repository = MemoryRepository()
    base = repository.commit({"old": BASE})
    edit = repository.commit({"old": None, "f": ONE})
    session = Recorder()
    session.change("old", BASE, ONE, at=0.4)
    entry = BlameEntry(edit, 1, 1, PATH, 2, previous=(base, RepoPath(b"old")))
    report = report_of(workspace_of(repository, session), [entry], b"bravo line edited\n")
    assert said(report) == ["strong transition S1"]


def test_a_boundary_line_says_that_history_ends() -> None:
    repository, (_, edit) = _history(BASE, ONE)
    session = Recorder()
    session.change("g", BASE, put(BASE, 3, b"another line edited\n"), at=0.5)
    entries = [BlameEntry(edit, 1, 1, PATH, 2, boundary=True)]
    report = report_of(workspace_of(repository, session), entries, b"bravo line edited\n")
    assert said(report) == ["- history-ends"]


def test_a_blob_recorded_at_another_path_is_named() -> None:
    repository, (_, edit) = _history(BASE, ONE)
    session = Recorder()
    session.change("g", BASE, ONE, at=0.5)
    for boundary, strength in ((False, "moderate"), (True, "weak")):
        entries = [BlameEntry(edit, 1, 1, PATH, 2, boundary=boundary)]
        report = report_of(workspace_of(repository, session), entries, b"bravo line edited\n")
        assert said(report) == [f"{strength} elsewhere S1"]


def test_another_spelling_of_the_path_is_looked_up() -> None:
    repository, (_, edit) = _history(BASE, ONE)
    session = Recorder()
    session.change("F", BASE, ONE, at=0.5)
    entries = [BlameEntry(edit, 1, 1, PATH, 2)]
    report = report_of(workspace_of(repository, session), entries, b"bravo line edited\n")
    assert said(report) == ["moderate transition S1"]


def test_the_first_commit_is_no_end_of_history() -> None:
    repository, (base,) = _history(BASE)
    session = Recorder()
    session.change("f", None, BASE, at=-1, op="add")
    entries = [BlameEntry(base, 1, 5, PATH, 1, boundary=True)]
    report = report_of(workspace_of(repository, session), entries, BASE)
    assert said(report) == ["strong transition S1"] * 5


# Not committed yet


def test_lines_of_the_worktree_are_compared_like_committed_ones() -> None:
    repository, (base,) = _history(BASE)
    repository.worktree[PATH] = (0o100644, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=60)
    report = report_of(
        workspace_of(repository, session), entries_of(base, None, base, base, base), ONE
    )
    assert said(report)[1] == "strong transition S1"


def test_worktree_lines_are_compared_as_git_would_store_them() -> None:
    repository, (base,) = _history(BASE)
    repository.eol = EolSettings(autocrlf="true")
    repository.worktree[PATH] = (0o100644, ONE.replace(b"\n", b"\r\n"))
    session = Recorder()
    session.change("f", BASE, ONE.replace(b"\n", b"\r\n"), at=60)
    report = report_of(
        workspace_of(repository, session), entries_of(base, None, base, base, base), ONE
    )
    assert said(report)[1] == "strong transition S1"


def test_other_contents_than_the_worktrees_are_compared_as_given() -> None:
    repository, (base,) = _history(BASE)
    repository.worktree[PATH] = (0o100644, BASE)
    session = Recorder()
    session.change("f", BASE, ONE, at=60)
    report = report_of(
        workspace_of(repository, session), entries_of(base, None, base, base, base), ONE
    )
    assert said(report)[1] == "strong transition S1"


def test_a_new_file_without_a_commit_is_compared_with_no_file() -> None:
    repository = MemoryRepository()
    repository.worktree[PATH] = (0o100644, b"last line without an end")
    session = Recorder()
    session.change("f", None, b"last line without an end", at=1, op="add")
    report = report_of(
        workspace_of(repository, session), entries_of(None), b"last line without an end"
    )
    assert said(report) == ["strong transition S1"]


# Explained


def test_an_explanation_holds_the_derivation_of_each_line() -> None:
    repository, (base, edit) = _history(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    workspace = workspace_of(repository, session)
    report = report_of(workspace, entries_of(base, edit, base, base, base), ONE)
    explanation = explain_lines(workspace, report, [2, 99])
    (line,) = explanation.lines
    assert line.line == report.lines[1]
    assert line.commit is not None
    assert (line.commit.oid, line.old_blob, line.new_blob) == (
        edit,
        repository.blob(BASE),
        repository.blob(ONE),
    )
    (facts,) = line.records
    assert (str(facts.ref), facts.status, facts.cause, facts.place) == (
        "S1#r1",
        "applied",
        "call call_1",
        "S1.asr.jsonl:2",
    )
    assert line.tried == ()


def test_an_explanation_says_what_the_recorded_line_was() -> None:
    by_hand = put(ONE, 2, b"bravo line by hand\n")
    more = put(by_hand, 4, b"delta line edited\n")
    recorded = put(ONE, 4, b"delta line edited\n")
    repository, (base, edit) = _history(BASE, more)
    session = Recorder()
    session.change("f", BASE, recorded, at=0.5)
    workspace = workspace_of(repository, session)
    report = report_of(workspace, entries_of(base, edit, base, edit, base), more)
    (line,) = explain_lines(workspace, report, [2]).lines
    assert [item.reason for item in line.tried if item.line == 2] == [
        "the recorded line was 'bravo line edited'"
    ]
