"""Paging while logs grow: no step twice, and none left out."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.serve.logs import Asking, Log, repository_at, step, text

pytestmark = [pytest.mark.git, pytest.mark.slow]

PAGE = "thread/patch_steps/page"
FILES = "thread/file_patch_history/page"

actions = st.lists(
    st.one_of(
        st.tuples(st.just("step"), st.integers(0, 2), st.integers(0, 50)),
        st.tuples(st.just("untimed"), st.integers(0, 2), st.just(0)),
        st.tuples(st.just("torn"), st.integers(0, 2), st.integers(1, 200)),
        st.tuples(st.just("noise"), st.integers(0, 2), st.just(0)),
        st.tuples(st.just("fork"), st.just(0), st.integers(0, 50)),
        st.tuples(st.just("page"), st.just(0), st.just(0)),
    ),
    max_size=30,
)


class Growing:
    """Logs of one thread that grow, and a walk through its pages."""

    def __init__(self, repository: Path, method: str) -> None:
        self.repository = repository
        self.asking = Asking(repository)
        self.method = method
        self.logs = [Log(repository, "S")]
        self.torn: dict[int, bytes] = {}
        self.cursor: object = None
        self.is_begun = self.is_over = False
        self.seen: list[str] = []

    def do(self, action: str, which: int, value: int) -> None:
        index = which % len(self.logs)
        log = self.logs[index]
        if action == "fork":
            name = f"S-{len(self.logs)}" if value % 2 else f"A-{len(self.logs)}"
            self.logs.append(Log(self.repository, name, parentSessionId="S"))
            self.logs[-1].step(minute=value)
        elif action == "page":
            self.page()
        else:
            log.write(self.torn.pop(index, b""))
            made = step(text("a.py", "one\n"), minute=value)
            if action == "untimed":
                del made["ts"]
            if action == "noise":
                log.row(type="message", role="user", text="file_change")
            elif action == "torn":
                line = log.line(**made)
                log.write(line[:value])
                self.torn[index] = line[value:]
            else:
                log.row(**made)

    def page(self) -> None:
        if self.is_over:
            return
        path = {"path": "a.py"} if self.method == FILES else {}
        page = self.asking.result(self.method, threadId="S", cursor=self.cursor, limit=2, **path)
        self.is_begun = True
        for item in page["items"]:
            source = item["execution"]["sourceThreadId"]
            ordinal = item["record"]["commitOrdinal"] if "record" in item else item["ordinal"]
            name = f"{source} {ordinal}"
            assert name not in self.seen  # else the walk might go on for ever
            self.seen.append(name)
        self.cursor = page["nextCursor"]
        self.is_over = self.cursor is None

    def all(self) -> list[str]:
        """Every step that is there now."""
        return [
            f"{record['threadId']} {record['commitOrdinal']}"
            for record in self.asking.steps("S", limit=500)
        ]


@pytest.mark.parametrize("method", [PAGE, FILES])
@settings(max_examples=25)
@given(before=actions, during=actions)
def test_walk_gives_what_was_there_once_and_nothing_twice(method, before, during):
    with tempfile.TemporaryDirectory() as folder:
        growing = Growing(repository_at(Path(folder) / "r"), method)
        for action in before:
            if action[0] != "page":
                growing.do(*action)
        there = growing.all()
        growing.page()
        for action in during:
            growing.do(*action)
        while not growing.is_over:
            growing.page()
        assert len(set(growing.seen)) == len(growing.seen)
        assert set(there) <= set(growing.seen) <= set(growing.all())
        growing.asking.close()


@settings(max_examples=25)
@given(before=actions, during=actions)
def test_walk_through_one_log_gives_also_what_is_added_before_its_end(before, during):
    with tempfile.TemporaryDirectory() as folder:
        growing = Growing(repository_at(Path(folder) / "r"), PAGE)
        growing.logs[0].step()
        for action in before:
            if action[0] not in ("page", "fork"):
                growing.do(*action)
        there: list[str] = []
        for action in [*during, *[("page", 0, 0)] * 100]:
            if action[0] not in ("page", "fork") and not growing.is_over:
                growing.do(*action)
            if not growing.is_over:
                there = growing.all()
                growing.page()
        assert growing.seen == there
        assert growing.all()[: len(growing.seen)] == growing.seen
        growing.asking.close()


def test_torn_line_is_told_until_it_is_whole_and_keeps_its_ordinal(repository, asking):
    log = Log(repository, "S")
    log.step()
    line = log.line(**step(minute=1))
    log.write(line[:90])
    page = asking.result(PAGE, threadId="S")
    assert [item["record"]["commitOrdinal"] for item in page["items"]] == [0]
    where = (
        f"{log.path}:3 (byte {log.path.stat().st_size - 90}) is cut off, and may still be written"
    )
    reason = {"kind": "incomplete", "reason": where}
    assert (page["coverage"]["coverage"], page["coverage"]["exactness"]) == (reason, reason)
    assert page["coverage"]["firstMissingOrdinal"] == 1
    log.write(line[90:-1])
    whole = [record["commitOrdinal"] for record in asking.steps("S")]
    log.write(b"\n")
    log.step(minute=2)
    assert whole == [0, 1]
    assert [record["commitOrdinal"] for record in asking.steps("S")] == [0, 1, 2]
    assert asking.result(PAGE, threadId="S")["coverage"]["firstMissingOrdinal"] is None


def test_log_written_anew_ends_the_walk_with_a_hint(repository, asking):
    log = Log(repository, "S")
    for minute in range(4):
        log.step(minute=minute)
    cursor = asking.result(PAGE, threadId="S", limit=2)["nextCursor"]
    log.path.unlink()
    Log(repository, "S").step(minute=9)
    error = asking.error(PAGE, threadId="S", cursor=cursor)
    assert error == {
        "code": -32002,
        "message": "the cursor names no step of this thread, as it is now",
        "data": {"path": "$.params.cursor", "hint": "ask again without a cursor"},
    }


@pytest.mark.parametrize("name", ["sourceThreadId", "committedAtUnixMs"])
@pytest.mark.parametrize("method", [PAGE, FILES])
def test_cursor_that_lacks_what_the_scope_needs_asks_for_a_new_walk(
    repository, asking, method, name
):
    log = Log(repository, "S")
    for minute in range(4):
        log.step(minute=minute)
    path = {"path": "a.py"} if method == FILES else {}
    cursor = asking.result(method, threadId="S", limit=1, **path)["nextCursor"]
    assert asking.result(method, threadId="S", cursor=cursor, **path)["items"]
    for value in (None, ...):
        other = {key: each for key, each in cursor.items() if key != name}
        if value is None:
            other[name] = None
        error = asking.error(method, threadId="S", cursor=other, **path)
        assert (error["code"], error["data"]["path"], error["data"]["hint"]) == (
            -32002,
            f"$.params.cursor.{name}",
            "ask again without a cursor",
        )


@pytest.mark.parametrize(
    "change",
    [
        {"turnId": "t2"},
        {"ordinal": 7},
        {"ordinal": 2**62},
        {"sourceThreadId": "other"},
        {"committedAtUnixMs": 0},
        {"environmentId": "lib"},
        {"sequence": 1},
    ],
)
def test_cursor_of_another_question_is_refused(repository, asking, change):
    log = Log(repository, "S")
    Log(repository, "other").step()
    for minute in range(3):
        log.step(minute=minute)
    cursor = asking.result(FILES, threadId="S", path="a.py", limit=1)["nextCursor"]
    error = asking.error(FILES, threadId="S", path="a.py", cursor=cursor | change)
    assert error["code"] == -32002
    error = asking.error(FILES, threadId="S", path="b.py", cursor=cursor)
    assert error["message"] == "the cursor names no change of this path"


def test_turn_is_paged_by_ordinals(repository, asking):
    log = Log(repository, "S")
    for number in range(6):
        log.step(minute=number, turnId=f"t{number % 2}")
    turn = {"threadId": "S", "turnId": "t1"}
    first = asking.result("turn/patch_steps/page", **turn, limit=2)
    assert [item["record"]["commitOrdinal"] for item in first["items"]] == [1, 3]
    assert first["nextCursor"] == 3
    rest = asking.result("turn/patch_steps/page", **turn, afterOrdinal=3)
    assert [item["record"]["commitOrdinal"] for item in rest["items"]] == [5]
    assert rest["nextCursor"] is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.py", [0, 1, 3]),
        ("/home/dev/app/a.py", [0, 1, 3]),
        ("b.py", [3]),
        ("/srv/a.py", [2]),
        ("c.py", []),
    ],
)
def test_history_of_a_file_follows_its_recorded_names(repository, asking, path, expected):
    log = Log(repository, "S")
    log.step(text("a.py", "one\n"), text("x.py", "x\n"))
    log.step({"op": "delete", "root": None, "path": "/home/dev/app/a.py"}, minute=1)
    log.step({"op": "delete", "root": None, "path": "/srv/a.py"}, minute=2)
    log.step({"op": "move", "root": "app", "path": "b.py", "oldPath": "a.py"}, minute=3)
    found = asking.items(FILES, "S", path=path, limit=1)
    assert [item["ordinal"] for item in found] == expected


@pytest.mark.parametrize("path", ["../a", "a/../b", "a//b", "./a", "/", "a\0b", ".", "a\\b"])
def test_path_that_no_record_can_have_is_refused(repository, asking, path):
    Log(repository, "S").step()
    error = asking.error(FILES, threadId="S", path=path)
    assert (error["code"], error["data"]["path"]) == (-32602, "$.params.path")


def test_pages_are_bounded(repository, asking):
    log = Log(repository, "S")
    for _ in range(3):
        log.step()
    assert asking.error(PAGE, threadId="S", limit=0)["data"]["path"] == "$.params.limit"
    assert len(asking.result(PAGE, threadId="S", limit=10**9)["items"]) == 3
