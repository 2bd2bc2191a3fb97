"""Made-up answers, small and complete, that the tests of renderers share."""

from __future__ import annotations

from attrib.model.blame import BlameEntry, BlameLine
from attrib.model.commits import Commit
from attrib.model.evidence import (
    Covers,
    Equality,
    Evidence,
    Link,
    PathFinding,
    Qualifier,
    Relation,
    Side,
    Strength,
    Tried,
    Unseen,
)
from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath, SessionKey
from attrib.model.reports import (
    BlameReport,
    CommitExplanation,
    CommitReport,
    CommitsReport,
    Explanation,
    LineExplanation,
    RecordFacts,
    SessionInfo,
    SessionReport,
    StateReport,
)

FIRST = Oid("3f0c91aa" + "0" * 32)
SECOND = Oid("685d0c7c" + "1" * 32)
OLD_BLOB = Oid("3b18e512" + "2" * 32)
NEW_BLOB = Oid("9c4d01aa" + "3" * 32)
BUDDY = SessionKey("com.tencent.codebuddy", "n 1", "0f1e2d3c-4b5a")
CLAUDE = SessionKey("com.anthropic.claude-code", "", "7f3a9c2e:x")
APP = RepoPath(b"app.py")
INFOS = (
    SessionInfo(CLAUDE, "7f3a9c2e", ("claude.asr.jsonl",), None, None),
    SessionInfo(BUDDY, "0f1e2d3c", ("buddy.asr.jsonl",), 1_792_000_000.0, 1_792_000_060.5),
)
STRONG = Evidence(
    session=BUDDY,
    commit=SECOND,
    relation=Relation.TRANSITION,
    strength=Strength.STRONG,
    covers=Covers.LINE,
    records=(RecordRef(BUDDY, "r205"),),
    equality=Equality.AFTER_EOL,
    path=APP,
    lines=(LineRange(3, 4),),
    removed=(LineRange(3, 3),),
    sides=(
        Side("after", "worktree 7d1e55b0", NEW_BLOB, "written with CRLF"),
        Side("before", "not recorded", None, "not recorded"),
    ),
    time=1_792_000_000.0,
)
SAME = Evidence(
    session=CLAUDE,
    commit=SECOND,
    relation=Relation.LINES,
    strength=Strength.STRONG,
    covers=Covers.LINE,
    records=(RecordRef(CLAUDE, "r 88"), RecordRef(CLAUDE, "r89")),
    qualifiers=(Qualifier.SHARED, Qualifier.TIME_UNKNOWN),
    actor="external",
    path=APP,
    old_path=RepoPath(b"caf\xe9.py"),
    lines=(LineRange(4, 4),),
    notes=("1 of 4 added lines stands here",),
)
WEAK = Evidence(
    session=CLAUDE,
    commit=SECOND,
    relation=Relation.NAMED,
    strength=Strength.WEAK,
    covers=Covers.COMMIT,
    records=(RecordRef(CLAUDE, "r90"),),
)
TEXTS = (b"import sys", b"", b"name = sys.argv[1]", b"print(name)", b"caf\xe9\t\x1b[31m")
EVIDENCE: tuple[tuple[Evidence, ...], ...] = ((), (), (STRONG,), (STRONG, SAME), ())
ENTRIES = (
    BlameEntry(FIRST, 1, 2, RepoPath(b"old.py"), 1, boundary=True),
    BlameEntry(SECOND, 3, 2, APP, 3, previous=(FIRST, RepoPath(b"old.py"))),
    BlameEntry(None, 5, 1, APP, 5),
)
COMMIT = Commit(
    SECOND, (FIRST,), 1_792_000_000, 1_792_000_000, b"Ada <a@b>", b"read the name\x1b[m"
)


def blame_lines() -> tuple[BlameLine, ...]:
    """The lines of the report below."""
    lines = []
    for entry in ENTRIES:
        for index in range(entry.count):
            number = entry.first + index
            evidence = EVIDENCE[number - 1]
            lines.append(
                BlameLine(
                    number=number,
                    commit=entry.commit,
                    origin_path=entry.origin_path,
                    origin_number=entry.origin_first + index,
                    boundary=entry.boundary,
                    line=TEXTS[number - 1],
                    evidence=evidence,
                    unseen=None if evidence else Unseen.NO_RECORD,
                )
            )
    return tuple(lines)


BLAME = BlameReport(APP, None, ENTRIES, blame_lines(), INFOS)
PATHS = (
    PathFinding(APP, None, "modify", (STRONG, SAME), None),
    PathFinding(
        RepoPath(b"we\nird"),
        APP,
        "move",
        (),
        Unseen.CONTENT_NOT_RECORDED,
        (Tried(RecordRef(BUDDY, "r190"), APP, "status proposed, not counted"),),
    ),
)
LINKS = (Link(BUDDY, SECOND, (STRONG,)), Link(CLAUDE, SECOND, (SAME, WEAK)))
REPORT = CommitReport(COMMIT, LINKS, PATHS, None)
SILENT = CommitReport(
    Commit(FIRST, (), 1_791_000_000, 1_791_000_000, b"Ada <a@b>", b"start"),
    (),
    (),
    Unseen.RECORDER_ABSENT,
)
COMMITS = CommitsReport((REPORT, SILENT), INFOS)
FACTS = (
    RecordFacts(RecordRef(BUDDY, "r205"), "2026-10-26T14:02:31Z", "applied", "call W2", "b:7"),
    RecordFacts(RecordRef(CLAUDE, "r89"), None, None, None, "c:9"),
)
EXPLANATION = Explanation(
    APP,
    "HEAD",
    (
        LineExplanation(
            BLAME.lines[3],
            COMMIT,
            OLD_BLOB,
            NEW_BLOB,
            FACTS,
            (Tried(RecordRef(BUDDY, "r190"), APP, "status proposed, not counted"),),
        ),
        LineExplanation(BLAME.lines[4], None, None, None, (), ()),
    ),
    INFOS,
)
COMMIT_EXPLANATION = CommitExplanation(REPORT, FACTS, INFOS)
SESSION = SessionReport(
    INFOS[1],
    (("app", "this repository (declared path)"), ("infra", "unbound")),
    12,
    (
        StateReport(
            RecordRef(BUDDY, "r205"),
            "2026-10-26T14:02:31Z",
            "modify",
            APP,
            "applied",
            "session",
            "7d1e55b0",
            (SECOND,),
            ("main",),
            (LineRange(3, 4),),
        ),
        StateReport(
            RecordRef(BUDDY, "r206"), None, "add", RepoPath(b"x"), "proposed", "external", None
        ),
    ),
    (LINKS[0],),
)
