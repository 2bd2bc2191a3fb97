from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from attrib.checks import RULES, Severity, Source, check_stream
from attrib.codec import encode
from tests.checks.streams import HEADER

KINDS = [
    "file_change",
    "vcs",
    "workspace_state",
    "checkpoint",
    "session",
    "root",
    "tool_call",
    "tool_result",
    "exec",
    "memory_change",
    "config_change",
]
NAMES = [
    "status",
    "precision",
    "changes",
    "cause",
    "patch",
    "basis",
    "endpoints",
    "moreFiles",
    "op",
    "root",
    "path",
    "oldPath",
    "oldRoot",
    "nativePath",
    "before",
    "after",
    "objectId",
    "objectIdType",
    "representation",
    "size",
    "text",
    "content",
    "action",
    "evidence",
    "commit",
    "commitPrefix",
    "parents",
    "pr",
    "cwd",
    "head",
    "dirtyPaths",
    "worktree",
    "kind",
    "ref",
    "files",
    "version",
    "blob",
    "callId",
    "actor",
    "restore",
    "observed",
    "seq",
    "id",
    "ts",
    "roots",
    "losses",
    "sessionId",
    "agent",
    "namespace",
    "session",
    "locations",
    "target",
    "sandbox",
    "writableRoots",
    "format",
    "from",
    "to",
    "url",
    "number",
    "repository",
    "linked",
    "name",
    "label",
    "records",
]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(["app", "/x", "file:x", "exact", "applied", "net", "r1", "a" * 40, "move"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5)
    ),
    max_leaves=12,
)
RECORDS = st.builds(
    lambda kind, members: {"type": kind, **members},
    st.sampled_from(KINDS) | LEAVES,
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8),
)


def check(data: bytes):
    numbered, offset = [], 0
    for number, line in enumerate(split(data), 1):
        numbered.append((number, offset, line))
        offset += len(line)
    return check_stream(Source("s", numbered, lambda ref: b""), RULES)


def split(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def assert_sound(report):
    declared = {rule.number: rule.severities for rule in RULES}
    for finding in report.findings:
        assert finding.severity in declared[finding.rule]
        assert finding.message
    assert report.count(Severity.ERROR) >= report.unreadable


@given(st.binary(max_size=300))
@example(b"\xef\xbb\xbf{}\n[]\n\0\n")
@example(b'{"records":[{"type":"vcs"}]}')
@example(b'[\n{"type":"vcs","parents":[[]]}\n]\n')
def test_any_bytes_give_findings(data):
    assert_sound(check(data))


@given(st.lists(RECORDS, max_size=4))
def test_any_records_give_findings(records):
    assert_sound(check(b"".join(encode(record) for record in (HEADER, *records))))


@given(st.lists(RECORDS, min_size=1, max_size=3), st.data())
def test_any_damage_to_a_stream_gives_findings(records, data):
    whole = b"".join(encode(record) for record in (HEADER, *records))
    at = data.draw(st.integers(0, len(whole)))
    to = data.draw(st.integers(at, len(whole)))
    assert_sound(check(whole[:at] + data.draw(st.binary(max_size=5)) + whole[to:]))
