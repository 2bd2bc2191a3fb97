"""Lines of shared notes: written canonically, read as written, and anything else refused."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from attrib.codec.notes import canonical, evidence_line, lines_of, read_line, state_line
from attrib.model.evidence import Covers, Equality, Evidence, Qualifier, Relation, Strength
from attrib.model.ids import LineRange, ObjectIdType, Oid, RecordRef, RepoPath, SessionKey
from attrib.model.shared import SharedEvidence, SharedState, StateSide
from attrib.model.states import ABSENT, ASSUMED_ABSENT, UNKNOWN, Actor, Presence, RecordedState

NAMES = st.text(min_size=1, max_size=12)
KEYS = st.builds(SessionKey, NAMES, st.text(max_size=5), NAMES)
PART = st.binary(min_size=1, max_size=6).filter(
    lambda part: not set(b"/\0") & set(part) and part not in (b".", b"..")
)
PATHS = st.lists(PART, min_size=1, max_size=3).map(lambda parts: RepoPath(b"/".join(parts)))
OIDS = st.text("0123456789abcdef", min_size=40, max_size=40).map(Oid)
SPANS = st.lists(st.integers(1, 5000), unique=True, max_size=8).map(
    lambda numbers: tuple(
        LineRange(first, last)
        for first, last in zip(sorted(numbers)[::2], sorted(numbers)[1::2], strict=False)
    )
)
TIMES = st.none() | st.integers(0, 1 << 42).map(lambda ms: ms / 1000)
STATES = st.sampled_from([ABSENT, ASSUMED_ABSENT, UNKNOWN]) | st.builds(
    lambda oid, derived: RecordedState(
        Presence.PRESENT, oid, ObjectIdType.GIT_BLOB_SHA1, is_derived=derived
    ),
    OIDS,
    st.booleans(),
)


@st.composite
def evidence(draw: Any) -> SharedEvidence:
    key, path = draw(KEYS), draw(st.none() | PATHS)
    item = Evidence(
        session=key,
        commit=draw(OIDS) if path is None else None,
        relation=draw(st.sampled_from([r for r in Relation if r is not Relation.DECLARED])),
        strength=draw(st.sampled_from([s for s in Strength if s is not Strength.DECLARED])),
        covers=draw(st.sampled_from(Covers)),
        records=tuple(RecordRef(key, n) for n in draw(st.lists(NAMES, min_size=1, max_size=3))),
        equality=draw(st.none() | st.sampled_from(Equality)),
        qualifiers=tuple(q for q in Qualifier if q in draw(st.sets(st.sampled_from(Qualifier)))),
        actor=draw(st.sampled_from(Actor)).value,
        path=path,
        old_path=draw(st.none() | PATHS) if path is not None else None,
        lines=draw(SPANS),
        removed=draw(SPANS),
        time=draw(TIMES),
        shared=True,
    )
    if path is None:
        return SharedEvidence(item)
    return SharedEvidence(item, draw(st.none() | OIDS), draw(st.lists(st.none() | OIDS).map(tuple)))


STATE_LINES = st.builds(
    SharedState,
    record=st.builds(RecordRef, KEYS, NAMES),
    path=PATHS,
    side=st.sampled_from(StateSide),
    equality=st.sampled_from(Equality),
    op=NAMES,
    status=NAMES,
    actor=st.sampled_from(Actor).map(lambda actor: actor.value),
    before=STATES,
    after=STATES,
    old_path=st.none() | PATHS,
    time=TIMES,
)


@given(evidence())
def test_evidence_is_read_as_it_was_written(shared: SharedEvidence) -> None:
    raw = evidence_line(shared)
    line = read_line(raw)
    assert (line.value, line.reason) == (shared, None)
    assert raw == canonical(json.loads(raw)) == evidence_line(shared)
    assert b"\n" not in raw
    assert raw.isascii()


@given(STATE_LINES)
def test_a_state_is_read_as_it_was_written(shared: SharedState) -> None:
    raw = state_line(shared)
    assert read_line(raw).value == shared
    assert raw == canonical(json.loads(raw))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(evidence() | STATE_LINES, st.data())
def test_any_member_may_be_anything_and_nothing_breaks(shared: Any, data: st.DataObject) -> None:
    raw = evidence_line(shared) if isinstance(shared, SharedEvidence) else state_line(shared)
    value = json.loads(raw)
    name = data.draw(st.sampled_from(sorted(value)))
    value[name] = data.draw(JSON)
    line = read_line(json.dumps(value).encode())
    assert line.value is not None or line.reason


@given(st.binary(max_size=60))
def test_any_bytes_are_lines_or_refused(content: bytes) -> None:
    for line in lines_of(content):
        assert line.value is not None or line.reason
