"""Values of `find` and `index`, as their answers give them."""

from __future__ import annotations

from attrib.model.evidence import Equality
from attrib.model.found import FindReport, FoundPlace, FoundRecord, IndexReport
from attrib.model.ids import Oid, RecordRef, RepoPath, SessionKey
from attrib.model.reports import SessionInfo

KEY = SessionKey("com.tencent.codebuddy", "laptop", "0f1e2d3c-aaaa")
BLOB = Oid("814f4a422927b82f5f8a43f8fab6d3839e3983f2")
RECORDED = "4e349b596c5c9d38a82829fafbaf52281c21e319"

FOUND = FindReport(
    asked="814f4a",
    records=(
        FoundRecord(
            record=RecordRef(KEY, "r205"),
            ts="2026-10-26T14:03:02Z",
            side="after",
            root="repo",
            recorded_path="w.txt",
            path=RepoPath(b"w.txt"),
            object_id=RECORDED,
            object_id_type="git-blob-sha1",
            representation="worktree",
            equality=Equality.AFTER_EOL,
            how="written with CRLF",
        ),
        FoundRecord(
            record=RecordRef(KEY, "r9"),
            ts=None,
            side="before",
            root=None,
            recorded_path="/elsewhere/w\x1b.txt",
            path=None,
            object_id=BLOB,
            object_id_type="git-blob-sha1",
            representation=None,
            equality=Equality.IDENTICAL,
            how="the recorded ID is the one asked for",
        ),
    ),
    places=(
        FoundPlace(
            blob=BLOB,
            commit=Oid("75fe8aa3edbb1e70655da7450356d8a09abb0ae8"),
            path=RepoPath(b"w\xff.txt"),
            time=1_792_497_600,
            refs=("main", "v1"),
            equality=Equality.IDENTICAL,
            how="the blob has the ID asked for",
        ),
    ),
    sessions=(SessionInfo(KEY, "0f1e2d3c", ("s.jsonl",), None, None),),
)
NOTHING = FindReport("ffff", (), (), ())
INDEX = IndexReport("/r/.git/attrib/index.sqlite", 1_742_792, True, False, 3061, 4716, 2, 0.4)
NO_INDEX = IndexReport("/r/.git/attrib/index.sqlite", None, False, False, 0, 0, 0)
