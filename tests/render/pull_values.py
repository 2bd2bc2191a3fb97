"""A made-up answer about a pull request, small and complete."""

from __future__ import annotations

from dataclasses import replace

from attrib.model.evidence import Covers, Qualifier, Relation, Unseen
from attrib.model.ids import LineRange, Oid, RepoPath
from attrib.model.pull_requests import (
    Gap,
    Hidden,
    Passage,
    PullCommit,
    PullFile,
    PullRequest,
    Why,
)
from tests.render import values
from tests.render.range_values import AUDIT, W, totals

HEAD, BASE = values.SECOND, values.FIRST
LEGACY, USAGE = RepoPath(b"lib/legacy.py"), RepoPath(b"docs/usage.md")
LATE = replace(
    values.STRONG,
    relation=Relation.LINES,
    strength=W,
    qualifiers=(Qualifier.RECORD_AFTER_COMMIT, Qualifier.CONFLICTING),
)
TOUCHED = replace(
    values.STRONG,
    session=values.CLAUDE,
    relation=Relation.TOUCHED,
    strength=W,
    covers=Covers.FILE,
    qualifiers=(),
    actor="human",
)
EVERY = tuple(LineRange(number, number) for number in range(2, 20, 2))
PASSAGES = (
    Passage(LEGACY, (LineRange(1, 80),), Why.CONTRADICTED, (HEAD,), None, None, AUDIT.findings[0]),
    Passage(values.APP, (LineRange(40, 52),), Why.LATE, (HEAD,), None, LATE),
    Passage(
        LEGACY,
        (LineRange(90, 95),),
        Why.UNSUPPORTED,
        (HEAD,),
        Unseen.RECORDS_NOT_SHARED,
        None,
        AUDIT.findings[1],
    ),
    Passage(USAGE, (LineRange(19, 21),), Why.UNRECORDED_STEP, (HEAD,), Unseen.NO_RECORD),
    Passage(USAGE, EVERY, Why.NO_RECORD, (BASE, HEAD), Unseen.CONTENT_NOT_RECORDED),
    Passage(RepoPath(b"caf\xe9|.py"), (LineRange(7, 7),), Why.WEAK, (HEAD,), None, TOUCHED),
)
PULL = PullRequest(
    base="main",
    head="topic",
    base_oid=Oid("c" * 40),
    head_oid=HEAD,
    merge_base=Oid("b" * 40),
    totals=totals(301, 57, 9, no_record=58, content_not_recorded=13),
    commits=(
        PullCommit(
            values.REPORT,
            totals(301, 57, 9, no_record=58, content_not_recorded=13),
            {values.APP: totals(3, 0, 0, no_record=1)},
        ),
        PullCommit(values.SILENT, totals(0, 0, 0), {}),
    ),
    files=(
        PullFile(values.APP, None, totals(301, 57, 9, no_record=58), late=13),
        PullFile(LEGACY, RepoPath(b"caf\xe9"), totals(0, 0, 0, content_not_recorded=13), 86),
    ),
    sessions=values.INFOS,
    behind=frozenset({values.BUDDY, values.CLAUDE}),
    passages=PASSAGES,
    declared=tuple(each for each in AUDIT.findings if each.declaration),
    hidden=(Hidden(Gap.CONTENT_MISSING, 2, "git fetch --refetch --no-filter"),),
)
NOTHING = PullRequest(
    base="origin/main",
    head="topic",
    base_oid=None,
    head_oid=HEAD,
    merge_base=None,
    totals=totals(0, 0, 0),
    hidden=(Hidden(Gap.NO_MERGE_BASE, 0, "git fetch --unshallow", "fetch-depth: 0"),),
)
