"""Our lines in git's machine formats."""

from __future__ import annotations

from dataclasses import replace

from attrib.git.blame import parse_blame
from attrib.render.porcelain import asr_lines, encoded, with_evidence
from tests.render.values import BLAME, FIRST, SECOND

LINES = {line.number: line for line in BLAME.lines}
BUDDY_NAME = b"com.tencent.codebuddy:n%201:0f1e2d3c-4b5a"
CLAUDE_NAME = b"com.anthropic.claude-code::7f3a9c2e%3Ax"
STRONG = b"strong transition after-eol " + BUDDY_NAME + b" r205\n"
SHARED = b"strong lines - " + CLAUDE_NAME + b" r%2088,r89\n"


def rendered(text: bytes, *, incremental: bool = False) -> bytes:
    entries = parse_blame(text.splitlines(keepends=True), incremental=incremental)
    return b"".join(part for entry in entries for part in with_evidence(entry, LINES))


def test_runs_of_equal_evidence_are_told_once_before_their_first_line() -> None:
    first, second = FIRST.encode(), SECOND.encode()
    before = (
        b"%b 1 1 2\nauthor A\nfilename old.py\n\timport sys\n%b 2 2\n\t\n"
        b"%b 3 3 2\nauthor B\nfilename app.py\n\tname = sys.argv[1]\n%b 4 4\n\tprint(name)\n"
    ) % (first, first, second, second)
    after = (
        b"%b 1 1 2\nauthor A\nfilename old.py\nasr-unseen 1 2 no-record\n\timport sys\n%b 2 2\n\t\n"
        b"%b 3 3 2\nauthor B\nfilename app.py\nasr-evidence 3 1 %b\tname = sys.argv[1]\n"
        b"%b 4 4\nasr-evidence 4 1 %basr-evidence 4 1 %b\tprint(name)\n"
    ) % (first, first, second, STRONG, second, STRONG, SHARED)
    assert rendered(before) == after


def test_incremental_entries_have_all_our_lines_before_the_file_name() -> None:
    second = SECOND.encode()
    before = b"%b 3 3 2\nauthor B\nfilename app.py\n" % second
    after = (
        b"%b 3 3 2\nauthor B\nasr-evidence 3 1 %basr-evidence 4 1 %basr-evidence 4 1 %b"
        b"filename app.py\n"
    ) % (second, STRONG, STRONG, SHARED)
    assert rendered(before, incremental=True) == after


def test_evidence_from_a_note_is_said_to_be() -> None:
    line = LINES[3]
    shared = replace(line, evidence=tuple(replace(item, shared=True) for item in line.evidence))
    name = b"com.tencent.codebuddy:n%201:0f1e2d3c-4b5a"
    assert list(asr_lines(3, 1, shared)) == [
        b"asr-evidence 3 1 " + STRONG,
        b"asr-shared 3 1 " + name + b" r205\n",
    ]


def test_names_never_break_a_line_or_a_field() -> None:
    assert encoded("plain-1.2_x/y#z") == "plain-1.2_x/y#z"
    assert encoded("a b:c%d,e\n\x85\u2028") == "a%20b%3Ac%25d%2Ce%0A%C2%85%E2%80%A8"
    assert encoded("\ud800") == "%ED%A0%80"
    assert encoded("名") == "名"
