"""Answers of `attrib share` as values."""

from __future__ import annotations

from attrib.codec.notes import note_of
from attrib.model.ids import Oid
from attrib.model.shared import CheckedClaim, PublishReport, Verdict, VerifyReport

COMMIT, BLOB = Oid("a" * 40), Oid("b" * 40)
EVIDENCE = (
    b'{"actor":"session","blob":"' + b"b" * 40 + b'","covers":"line","equality":"identical",'
    b'"kind":"evidence","lines":[[3,4]],"olds":[null],"path":"app.py","qualifiers":["sliding"],'
    b'"records":["r4"],"relation":"transition","removed":[[3,3]],'
    b'"session":{"agent":"com.tencent.codebuddy","id":"0f1e2d3c-5a4b","namespace":"laptop"},'
    b'"strength":"weak","v":1}'
)
STATE = (
    b'{"actor":"session","after":{"id":"' + b"b" * 40 + b'","type":"git-blob-sha1"},'
    b'"before":{"absent":true},"equality":"identical","kind":"state","op":"add","path":"app.py",'
    b'"record":"r4","session":{"agent":"com.tencent.codebuddy","id":"0f1e2d3c-5a4b",'
    b'"namespace":"laptop"},"side":"after","status":"applied","time_ms":1792000000123,"v":1}'
)
NOTES = (
    note_of(COMMIT, EVIDENCE + b"\n{\n", is_commit=True),
    note_of(BLOB, STATE + b'\n{"v":2}\n', is_commit=False),
)
_CLAIMS = [
    CheckedClaim(note.object, note.is_commit, line, verdict, "a reason")
    for note in NOTES
    for line, verdict in zip(note.lines, (Verdict.HOLDS, Verdict.UNCHECKED), strict=True)
]
_AGAINST = CheckedClaim(COMMIT, True, NOTES[0].lines[0], Verdict.CONTRADICTED, "another reason")
VERIFIED = VerifyReport("refs/notes/attrib", "main..HEAD", (*_CLAIMS, _AGAINST))
PUBLISHED = PublishReport("origin", "refs/notes/attrib", COMMIT, 3, 2, added=8, withheld=1)
