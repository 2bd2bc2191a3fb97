"""What is declared is set against content, and each class has its own condition."""

from __future__ import annotations

from pathlib import Path

from attrib.answers.audit import audit
from attrib.git.command import open_repository
from attrib.model.audit import Standpoint
from attrib.model.evidence import Strength
from tests.support.memory import MemoryRepository
from tests.support.repos import commit, git, init
from tests.support.streams import Recorder, workspace_of

OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"


def said(message, *recorders, at_least=None):
    """Class, value and session of each finding about one commit with this message."""
    repository = MemoryRepository()
    repository.commit({"app.py": OLD})
    changed = repository.commit({"app.py": NEW})
    repository.messages[changed] = message
    findings = audit(workspace_of(repository, *recorders), None, at_least=at_least).findings
    assert all(finding.commit.oid == changed for finding in findings)
    return [
        (
            finding.standpoint.value,
            finding.declaration.value if finding.declaration else None,
            finding.session.id if finding.session else None,
        )
        for finding in findings
    ]


def recorded(name="S1", at=0.5, before=OLD, after=NEW, **more):
    recorder = Recorder(name, **more)
    recorder.change("app.py", before, after, at=at)
    return recorder


def test_declared_session_with_content_is_supported():
    found = said(b"x\n\nAsr-Session: S1\n", recorded())
    assert found == [("declared-supported", "S1", "S1")]


def test_agent_and_identifier_name_a_session_too():
    found = said(b"x\n\nAsr-Session: codebuddy:S1\n", recorded())
    assert found == [("declared-supported", "codebuddy:S1", "S1")]


def test_prefix_of_eight_digits_names_a_session():
    found = said(b"x\n\nAsr-Session: 0f1e2d3c\n", recorded("0f1e2d3c-4b5a"))
    assert found == [("declared-supported", "0f1e2d3c", "0f1e2d3c-4b5a")]


def test_declared_session_without_records_is_unsupported():
    assert said(b"x\n\nAsr-Session: gone\n") == [("declared-unsupported", "gone", None)]


def test_session_that_no_declaration_names_is_undeclared():
    assert said(b"x\n", recorded()) == [("supported-undeclared", None, "S1")]


def test_session_that_began_after_the_commit_is_contradicted():
    late = recorded(at=60, before=NEW, after=NEW + b"more_of_it()\n")
    assert said(b"x\n\nAsr-Session: S1\n", late) == [("contradicted", "S1", "S1")]


def test_content_of_another_session_alone_contradicts():
    here = Recorder("S2")
    here.change("other.py", None, b"other content\n", at=0.5, op="add")
    found = said(b"x\n\nAsr-Session: S2\n", recorded(), here)
    assert found == [("contradicted", "S2", "S2"), ("supported-undeclared", None, "S1")]


def test_named_agent_is_supported_by_any_of_its_sessions():
    trailer = b"x\n\nCo-authored-by: Claude <noreply@anthropic.com>\n"
    claude = recorded(agent="com.anthropic.claude-code")
    name = "Claude <noreply@anthropic.com>"
    assert said(trailer, claude) == [("declared-supported", name, "S1")]
    assert said(trailer) == [("declared-unsupported", name, None)]


def test_people_beside_the_author_declare_no_agent():
    assert said(b"x\n\nCo-authored-by: Grace <grace@example.invalid>\n") == []


def test_content_below_the_least_strength_supports_nothing():
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5, status="unknown")
    message = b"x\n\nAsr-Session: S1\n"
    assert said(message, recorder) == [("declared-supported", "S1", "S1")]
    found = said(message, recorder, at_least=Strength.STRONG)
    assert found == [("declared-unsupported", "S1", "S1")]


def test_note_of_another_tool_declares(tmp_path: Path):
    repo = init(tmp_path / "repo")
    commit(repo, {"app.py": NEW}, message="add")
    note = b'app.py\n  a 1\n---\n{"prompts": {"a": {"agent_id": {"tool": "x", "id": "S9"}}}}'
    git(repo, "notes", "--ref=ai", "add", "-F", "-", input=note)
    with workspace_of(open_repository(repo)) as workspace:
        (finding,) = audit(workspace, None).findings
    assert finding.standpoint is Standpoint.UNSUPPORTED
    assert finding.declaration is not None
    assert (finding.declaration.value, finding.declaration.source) == ("S9", "refs/notes/ai")
