"""Made-up answers about ranges, small and complete."""

from __future__ import annotations

from attrib.model.audit import (
    AuditFinding,
    AuditReport,
    Declaration,
    DeclaredLines,
    Standpoint,
)
from attrib.model.commits import Commit
from attrib.model.controls import Control, ControlsReport
from attrib.model.evidence import Strength, Unseen
from attrib.model.graphs import GraphEdge, GraphNode, GraphReport, NodeKind
from attrib.model.ids import LineRange, Oid, RepoPath, SessionKey
from attrib.model.reports import SessionInfo
from attrib.model.totals import CommitTotals, LineTotals, RangeReport, SessionTotals
from tests.render.values import BUDDY, CLAUDE, COMMIT, INFOS, NEW_BLOB, SAME, SECOND, STRONG

S, M, W = Strength.STRONG, Strength.MODERATE, Strength.WEAK
CODEX = SessionKey("com.openai.codex", "n", "0199aa31-77")
CODEX_INFO = SessionInfo(CODEX, "0199aa31", (), None, None)


def totals(strong: int, moderate: int, weak: int, reshaped: int = 0, **unseen: int) -> LineTotals:
    """Line totals; `unseen` by reason with `_` for `-`."""
    reasons = {Unseen(name.replace("_", "-")): count for name, count in unseen.items()}
    return LineTotals(
        {S: strong, M: moderate, W: weak}, {S: 0, M: reshaped, W: 0}, reasons, left_out=0
    )


def many_commits(number: int) -> tuple[CommitTotals, ...]:
    """That many commits, all lines on the first."""
    whole = totals(301, 57, 9, no_record=58, content_not_recorded=13)
    rows = [CommitTotals(COMMIT, whole, (BUDDY, CLAUDE, CODEX))]
    for index in range(1, number):
        oid = Oid(f"{index:040x}")
        commit = Commit(oid, (), 1_791_000_000, 1_791_000_000, b"Ada <a@b>", b"caf\xe9")
        rows.append(CommitTotals(commit, totals(0, 0, 0), ()))
    return tuple(rows)


RANGE_REPORT = RangeReport(
    range="main..topic",
    commits=many_commits(12),
    totals=totals(301, 57, 9, no_record=58, content_not_recorded=13),
    sessions=(
        SessionTotals(INFOS[1], {S: 280, M: 0, W: 0}, 0, {}),
        SessionTotals(INFOS[0], {S: 21, M: 57, W: 0}, 0, {}),
        SessionTotals(CODEX_INFO, {S: 0, M: 0, W: 9}, 0, {}),
    ),
    declared=2,
)
AUDIT = AuditReport(
    range="main..topic",
    commits=12,
    findings=(
        AuditFinding(
            COMMIT,
            Standpoint.CONTRADICTED,
            Declaration("Asr-Session", "7f3a9c2e\x1b[m", names_session=True),
            CLAUDE,
            None,
            "its first record is later than the commit",
        ),
        AuditFinding(
            COMMIT,
            Standpoint.UNSUPPORTED,
            Declaration(
                "agentblame",
                "0123\u202e",
                names_session=True,
                source="refs/notes/agentblame",
                tool="agentblame",
                session="gone\x1b[m",
                agent="com.cursor",
                lines=(
                    DeclaredLines(RepoPath(b"caf\xe9"), (LineRange(1, 3), LineRange(7, 7))),
                    DeclaredLines(RepoPath(b"app.py"), (LineRange(2, 2),)),
                ),
            ),
            None,
            None,
            "its records are not here",
        ),
        AuditFinding(COMMIT, Standpoint.UNDECLARED, None, BUDDY, S, "no declaration names it"),
    ),
    sessions=INFOS,
)
CONTROLS = ControlsReport(
    range=None,
    commits=4812,
    known_sessions=212,
    controls=(
        Control("older-commits", "commits older than the first record", 1204, 412, ()),
        Control("bots", "commits of bots", 0, 0, (), "no bot commits here"),
        Control("other-paths", "records at other paths", 4812, 412, (STRONG, SAME)),
    ),
    sessions=INFOS,
)
NASTY = 'a"b\\c<script>&\n%%[]{}|#;`@everyone \x1b[31m\u202e'
GRAPH = GraphReport(
    range="main..topic",
    nodes=(
        GraphNode("session:s1", NodeKind.SESSION, "codebuddy 0f1e2d3c", {"session": "0f1e"}),
        GraphNode("record:s1%23r1", NodeKind.RECORD, "r1", {"record": "0f1e#r1"}),
        GraphNode(
            f"blob:app.py@{NEW_BLOB}", NodeKind.BLOB, NASTY, {"path": NASTY, "blob": NEW_BLOB}
        ),
        GraphNode(f"commit:{SECOND}", NodeKind.COMMIT, "685d0c7c", {"subject": NASTY}),
    ),
    edges=(
        GraphEdge(f"blob:app.py@{NEW_BLOB}", f"commit:{SECOND}", "introduced-in", None, {}),
        GraphEdge(
            "record:s1%23r1",
            f"blob:app.py@{NEW_BLOB}",
            "lines",
            M,
            {"commit": SECOND, "covers": "line", "lines": ("3-4", "9-9"), "qualifiers": ()},
        ),
        GraphEdge(
            "record:s1%23r1",
            f"blob:app.py@{NEW_BLOB}",
            "transition",
            S,
            {"commit": SECOND, "covers": "line", "equality": "identical", "lines": ("3-4",)},
        ),
        GraphEdge(
            "record:s1%23r1",
            f"blob:app.py@{NEW_BLOB}",
            "transition",
            W,
            {"commit": SECOND, "covers": "line", "equality": "identical", "lines": ("8-8",)},
        ),
        GraphEdge("session:s1", "record:s1%23r1", "recorded", None, {}),
    ),
)
#: More nodes than a picture for a comment holds.
LARGE = GraphReport(
    range=None,
    nodes=(
        GraphNode("session:s", NodeKind.SESSION, "s", {}),
        *(GraphNode(f"record:{n:03}", NodeKind.RECORD, f"r{n}", {}) for n in range(100)),
        *(GraphNode(f"blob:{n:03}", NodeKind.BLOB, f"b{n}", {"path": f"p{n}"}) for n in range(100)),
        GraphNode("commit:c", NodeKind.COMMIT, "c", {}),
    ),
    edges=(
        *(GraphEdge(f"blob:{n:03}", "commit:c", "introduced-in", None, {}) for n in range(100)),
        *(
            GraphEdge(f"record:{n:03}", f"blob:{n:03}", "lines", S if n == 77 else W, {})
            for n in range(100)
        ),
        *(GraphEdge("session:s", f"record:{n:03}", "recorded", None, {}) for n in range(100)),
    ),
)
