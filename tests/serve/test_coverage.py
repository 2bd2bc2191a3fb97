"""Coverage is set by rule, and never says more than the records do; docs/api.md has the table."""

from __future__ import annotations

import json

import pytest

from attrib.cli.main import main
from tests.house.tree import ROOT
from tests.importers.pioneer_log import change, page, save, state, step
from tests.serve.logs import Asking, Log, text

pytestmark = pytest.mark.git

PAGE = "thread/patch_steps/page"
TURN = "turn/patch_steps/page"
HOOK = {"attrib/producer": {"name": "agent-hook", "version": "1"}}
VERIFIED = {
    "exactness": {"kind": "engine_verified"},
    "exact": True,
    "coverage": {"kind": "engine_verified_steps"},
    "filesystem": {"kind": "complete"},
}


def said(**members):
    return {"_meta": {"ai.pioneer/coverage": VERIFIED | members}}


#: What the records say, in the words of the table, and a log of such records.
CASES = {
    "`exact`, the states after are told": [{}],
    "the same by our own agent hooks": [HOOK],
    "`hunks`": [{"precision": "hunks"}],
    "`snippet`": [{"precision": "snippet"}],
    "`unknown` precision, or a word that is none": [{"precision": "unknown"}],
    "`exact`, but a state after is missing": [
        {"changes": [{"op": "modify", "root": "app", "path": "a"}]}
    ],
    "`moreFiles`": [{"moreFiles": True}],
    "`modifiedByUser`": [{"modifiedByUser": True}],
    "status `partial`": [{"status": "partial"}],
    "status `unknown`, or a word that is none": [{"status": "unknown"}],
    "`basis: net` alone": [{"basis": "net"}],
    "`basis: net` beside single operations": [{"basis": "net"}, {}],
    "a line that cannot be read": [{}, b'{"type":"file_change",\n'],
    "a last line that is cut off": [{}, b'{"type":"file_cha'],
    "no applied `file_change`": [{"status": "proposed"}],
    "the source's page: verified, all files": [said()],
    "the source's page: verified, other tools not": [
        said(filesystem={"kind": "incomplete", "reason": "exec"})
    ],
    "the source's page: verified, files pending": [said(filesystem={"kind": "pending"})],
    "the same beside a record without such a page": [said(), {}],
    "the source's page: verified, but a state after is missing": [
        said() | {"changes": [{"op": "modify", "root": "app", "path": "a"}]}
    ],
    "the source's page: steps missing": [said(firstMissingOrdinal=7)],
}


def written(repository, rows):
    log = Log(repository, "S", **({"_meta": HOOK} if rows == [HOOK] else {}))
    for minute, row in enumerate(rows):
        if isinstance(row, bytes):
            log.write(row)
        else:
            log.step(minute=minute, **({} if row == HOOK else row))
    return log


def row_of(asking) -> list[str]:
    thread = asking.result(PAGE, threadId="S")
    coverage, items = thread["coverage"], thread["items"]
    record = items[0]["record"]["exactness"] if items else "-"
    missing = coverage["firstMissingOrdinal"]
    words = [
        f"`{record}`" if items else "-",
        f"`{coverage['exactness']['kind']}`",
        f"`{json.dumps(coverage['exact'])}`",
        f"`{coverage['coverage']['kind']}`",
        f"`{coverage['filesystem']['kind']}`",
        "-" if missing is None else str(missing),
    ]
    if items:
        turn = asking.result(TURN, threadId="S", turnId="t1")["coverage"]
        assert turn == coverage | {"filesystem": turn["filesystem"]}
        assert turn["filesystem"]["kind"] == coverage["filesystem"]["kind"]
        if len(items) == 1 and not isinstance(coverage["firstMissingOrdinal"], int):
            assert items[0]["coverage"] == turn
    return words


def table() -> dict[str, list[str]]:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    held = page.split("<!-- coverage:begin -->\n")[1].split("<!-- coverage:end -->\n")[0]
    rows = [line.strip("| \n").split(" | ") for line in held.strip().splitlines()[2:]]
    return {row[0]: row[1:] for row in rows}


@pytest.mark.parametrize("words", CASES)
def test_rule_is_the_one_of_the_table(repository, asking, words):
    written(repository, CASES[words])
    assert table().get(words) == row_of(asking), f"| {words} | {' | '.join(row_of(asking))} |"


def test_table_has_no_other_rows():
    assert list(table()) == list(CASES)


def test_provider_and_protocol_are_the_agent_and_the_producers(repository, asking):
    written(repository, [HOOK])
    reported = {"kind": "provider_reported", "provider": "codex", "protocol": "asr-agent-hook"}
    assert asking.result(PAGE, threadId="S")["coverage"]["exactness"] == reported
    Log(repository, "S", name="second").step(minute=5)
    exactness = asking.result(PAGE, threadId="S")["coverage"]["exactness"]
    assert exactness == reported | {"protocol": "asr+asr-agent-hook"}


def test_gap_of_another_turn_is_none_of_this_one(repository, asking):
    log = Log(repository, "S")
    for number in range(3):
        log.step(minute=number, turnId=f"t{number}")
    log.write(b"{broken\n")
    log.step(minute=9, turnId="t3")
    missing = {
        turn: asking.result(TURN, threadId="S", turnId=turn)["coverage"]["firstMissingOrdinal"]
        for turn in ("t0", "t1", "t2", "t3")
    }
    assert missing == {"t0": None, "t1": None, "t2": 3, "t3": 3}


def test_files_that_a_record_leaves_out_may_be_of_any_path(repository, asking):
    log = Log(repository, "S")
    log.step(text("a.py", "one\n"))
    log.step(text("b.py", "one\n"), moreFiles=True, minute=1)
    found = asking.result("thread/file_patch_history/page", threadId="S", path="a.py")
    assert found["coverage"]["coverage"]["kind"] == "incomplete"
    assert [item["ordinal"] for item in found["items"]] == [0]


WHOLE = {
    "encoding": "utf8",
    "lineEndings": {"dominant": "lf", "mixed": False, "finalNewline": True},
}
NOTHING = {
    "createdDirectories": ["new"],
    "residualDirectories": [],
    "metadataWarnings": [],
    "exact": True,
}


def pioneer_step(number, **members):
    after = state(b"%d\n" % number) | WHOLE
    made = change("add", f"f{number}.py", after=after, sideEffects=NOTHING)
    return step(
        made,
        invocation=f"call_{number}",
        minute=number,
        commitOrdinal=number,
        sideEffects=NOTHING,
        **members,
    )


def test_patch_history_that_was_imported_comes_out_as_it_came(repository, tmp_path, capfd):
    steps = [
        pioneer_step(0),
        pioneer_step(1, authority="managed_claude_patch_engine", provenance="managed_claude"),
    ]
    log = save(tmp_path / "page.json", page(*steps))
    assert main(["-C", str(repository), "import", "pioneer", str(log), "-q"]) == 0
    asking = Asking(repository)
    found = asking.result(PAGE, threadId="T")
    optional = ("before", "destinationPath", "destinationLocation", "overwrittenDestination")
    for item, came in zip(found["items"], steps, strict=True):
        for name in optional:
            assert item["record"]["changes"][0].pop(name) is None
        assert item["record"] == came["record"]
        assert item["coverage"] == came["coverage"] | {"firstMissingOrdinal": None}
    assert found["coverage"]["exactness"] == {"kind": "engine_verified"}
    assert found["coverage"]["filesystem"] == {"kind": "complete"}
    asking.close()


def test_gap_that_a_patch_history_tells_is_told_again(repository, tmp_path):
    steps = [pioneer_step(0), pioneer_step(1, outcome={"status": "gap", "reason": "lost"})]
    log = save(tmp_path / "page.json", page(*steps))
    assert main(["-C", str(repository), "import", "pioneer", str(log), "-q"]) == 0
    asking = Asking(repository)
    coverage = asking.result(PAGE, threadId="T")["coverage"]
    assert coverage["exact"] is False
    assert coverage["coverage"]["kind"] == "incomplete"
    assert coverage["coverage"]["reason"].endswith(
        "declares that its source misses steps (ai.pioneer/gaps)"
    )
    asking.close()
