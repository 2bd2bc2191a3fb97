"""Threads hold the same sessions, steps and names as all other answers do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.model.records import FileChange
from attrib.reading import read_sessions
from attrib.stores import open_store
from tests.serve.logs import Asking, Log, repository_at

pytestmark = [pytest.mark.git, pytest.mark.slow]

PRODUCERS = (None, "import", "hook", "agent-hook")
NOT_MADE = {"proposed", "failed", "skipped"}
rows = st.lists(
    st.tuples(
        st.sampled_from(["applied", "applied", "partial", "failed", "unknown"]),
        st.sampled_from([None, "t1", "t2"]),
        st.sampled_from(["step", "step", "bad", "message", "commit", "unnamed"]),
    ),
    max_size=6,
)
logs = st.lists(
    st.tuples(st.sampled_from(PRODUCERS), rows),
    min_size=1,
    max_size=3,
    unique_by=lambda log: log[0],
)


@settings(max_examples=30)
@given(logs)
def test_steps_are_the_records_that_other_answers_count(tmp_path_factory, logs):
    repository = repository_at(tmp_path_factory.mktemp("same") / "r")
    for number, (producer, made) in enumerate(logs):
        meta = {"attrib/producer": {"name": producer, "version": "1"}} if producer else {}
        log = Log(repository, "S", name=f"log-{number}", _meta=meta)
        for minute, (status, turn, kind) in enumerate(made):
            if kind == "bad":
                log.write(b'{"type":"file_change",\n')
            elif kind == "message":
                log.row(type="message", text="x")
            elif kind == "commit":
                log.row(type="vcs", action="commit", evidence="observed")
            else:
                log.step(minute=minute, status=status, turnId=turn)
    asking = Asking(repository)
    store = open_store(repository / ".git" / "attrib" / "sessions")
    (session,) = read_sessions([store]).sessions
    expected = [
        f"S#{record.name}"
        for stream in session.streams
        for record in stream.records
        if isinstance(record, FileChange) and record.status not in NOT_MADE
    ]
    assert sorted(record["recordId"] for record in asking.steps("S")) == sorted(expected)
    asking.close()
