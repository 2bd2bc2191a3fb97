"""What is declared is set against content, and each class has its own condition."""

from __future__ import annotations

import json
from pathlib import Path

from attrib.answers.audit import audit
from attrib.git.command import open_repository
from attrib.model.audit import Standpoint
from attrib.model.evidence import Strength
from tests.support import declaring as tools
from tests.support.declaring import audited, branch, note, two_commits
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


def listed(tmp_path: Path, lists: str, *recorders: Recorder, tool: str = "codebuddy") -> list[str]:
    """Each finding about a commit that adds the lines 2 and 4, under a note of git-ai."""
    repo, _ = two_commits(tmp_path / "r")
    prompts = {name: {"agent_id": {"tool": tool, "id": name}} for name in ("S1", "S2")}
    body = {"prompts": {name: row for name, row in prompts.items() if name in lists}}
    note(repo, "ai", f"app.py\n{lists}\n---\n{json.dumps(body)}".encode())
    return audited(repo, *recorders)


def added(name: str, before: bytes, after: bytes, at: float = -0.5) -> Recorder:
    recorder = Recorder(name)
    recorder.change("app.py", before, after, at=at)
    return recorder


def test_declared_lines_are_set_against_recorded_ones(tmp_path: Path) -> None:
    one = added("S1", tools.OLD, tools.NEW.replace(b"three = 3\n", b""))
    found = listed(tmp_path, "  S1 1-4", one)
    reason = "its recorded content stands on 1 of 2 declared lines"
    assert found == [f"declared-supported: S1: S1: {reason}"]


def test_content_on_other_lines_supports_no_declared_line(tmp_path: Path) -> None:
    one = added("S1", tools.OLD, tools.NEW.replace(b"three = 3\n", b""))
    found = listed(tmp_path, "  S1 4", one)
    reason = "its recorded content stands in the commit, and on none of the declared lines"
    assert found == [f"declared-unsupported: S1: S1: {reason}"]


def test_every_path_of_another_session_contradicts(tmp_path: Path) -> None:
    elsewhere = Recorder("S1")
    elsewhere.change("other.py", None, b"other content\n", at=-0.5, op="add")
    found = listed(tmp_path, "  S1 2\n  S2 4", added("S2", tools.OLD, tools.NEW), elsewhere)
    assert found == [
        "contradicted: S1: S1: every path is recorded by another session, and none by it",
        "declared-supported: S2: S2: its recorded content stands on 1 of 1 declared line",
    ]


def test_lines_of_another_session_contradict(tmp_path: Path) -> None:
    half = tools.NEW.replace(b"three = 3\n", b"")
    own, last = added("S1", tools.OLD, half), added("S2", half, tools.NEW, at=-0.4)
    reason = "every declared line is recorded by another session, and none by it"
    assert listed(tmp_path, "  S1 4", own, last) == [
        f"contradicted: S1: S1: {reason}",
        "supported-undeclared: -: S2: no declaration names it",
    ]


def test_session_of_another_agent_is_another_session(tmp_path: Path) -> None:
    found = listed(tmp_path, "  S1 1-4", added("S1", tools.OLD, tools.NEW), tool="cursor")
    assert found == [
        "declared-unsupported: S1: -: its records are not here",
        "supported-undeclared: -: S1: no declaration names it",
    ]


def test_lines_of_an_agent_are_set_against_all_its_sessions(tmp_path: Path) -> None:
    repo, _ = two_commits(tmp_path / "r")
    rows = [
        {"path": "app.py", "provider": who, "startLine": 2, "endLine": 2}
        for who in ("codebuddy", "cursor", "somebody")
    ]
    note(repo, "agentblame", json.dumps({"version": 2, "attributions": rows}).encode())
    assert audited(repo, added("S1", tools.OLD, tools.NEW)) == [
        "contradicted: cursor: -: every declared line is recorded by another agent's session,"
        " and none by its own",
        "declared-unsupported: somebody: -: no agent of this name is known",
        "declared-supported: codebuddy: S1: recorded content of a session of this agent stands"
        " on 1 of 1 declared line",
    ]


def test_checkpoint_of_entire_is_judged_by_its_session(tmp_path: Path) -> None:
    repo, _ = two_commits(tmp_path / "r", "x\n\nEntire-Checkpoint: a1b2c3d4e5f6\n")
    one = Recorder("75a1a0f1", agent="com.anthropic.claude-code")
    one.change("app.py", tools.OLD, tools.NEW, at=-0.5)
    assert audited(repo, one) == [
        "declared-unsupported: a1b2c3d4e5f6: -: its records are not here",
        "supported-undeclared: -: 75a1a0f1: no declaration names it",
    ]
    own = "a1/b2c3d4e5f6/0/metadata.json"
    files = {
        "a1/b2c3d4e5f6/metadata.json": f'{{"sessions": [{{"metadata": "/{own}"}}]}}'.encode(),
        own: b'{"session_id": "75a1a0f1", "agent": "Claude Code"}',
    }
    branch(repo, "refs/heads/entire/checkpoints/v1", files)
    assert audited(repo, one) == [
        "declared-supported: 75a1a0f1: 75a1a0f1: its recorded content stands in the commit"
    ]


def test_what_could_not_be_read_joins_the_notices(tmp_path: Path) -> None:
    repo, _ = two_commits(tmp_path / "r")
    note(repo, "ai", b"text\x1b[31m")
    note(repo, "agent-trace", json.dumps([3] * 2 + [{}] * 12).encode())
    lists = "".join(f"  a{number:02} 1\n" for number in range(12))
    note(repo, "ai", f"app.py\n{lists}---\n{{}}".encode())
    with workspace_of(open_repository(repo)) as workspace:
        audit(workspace, None)
        *named, more = workspace.notices
    assert len(named) == 10
    assert named[0].endswith(": its lists name 'a00', and nothing tells who that is")
    assert more == "and 3 more of other tools"


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
