"""C11: what must be true of a damaged log that is still being written."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.asking import Tool
from fixture_repos.c11_damaged_growing_log.story import FILES

FIRST = {"f1", "f2", "f3", "f4", "f5", "f6", "f7"}
#: The line of each that cannot be used, what is said of it, and its bytes' own beginning.
BAD = {b"\0" * 300: "NUL bytes", b"[[": "nested too deeply", b'{"n":1': "too many digits"}


def every_record_that_can_be_had_is_used(tool: Tool) -> None:
    """Two welded on one line, one before a run of NULs, one with a byte that is no UTF-8."""
    assert _by_transition(tool) == FIRST


def the_byte_that_is_no_utf_8_is_matched_as_it_is(tool: Tool) -> None:
    """The record's lone surrogate stands for the file's byte 0xE9."""
    (line,) = tool.blame_json("f5", sessions=[_log(tool)]).values()
    assert line.text == b"caf\xe9"
    assert (line.strength, line.sessions) == ("strong", {"S1"})


def what_cannot_be_used_is_said_with_its_byte(tool: Tool) -> None:
    """Each once, with line and offset; what is only welded or padded is no loss."""
    data = (_log(tool) / "S1.jsonl").read_bytes()
    outcome = tool.run("attrib", "doctor", "--sessions", str(_log(tool)))
    assert outcome.code == 0
    text = outcome.stdout.decode()
    for beginning, words in BAD.items():
        offset = data.index(b"\n" + beginning) + 1
        assert f"byte {offset:,}: " in text
        assert words in text.partition(f"byte {offset:,}: ")[2].partition("\n")[0]
    torn = data.rindex(b"\n") + 1
    assert text.partition(f"byte {torn:,}: ")[2].partition("\n")[0].endswith("waiting for more")
    assert text.count(" byte ") == len(BAD) + 1


def a_record_that_is_being_written_is_no_damage(tool: Tool) -> None:
    """Without the other damage nothing is said of it, and nothing fails."""
    log = _log(tool) / "S1.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.index(b"\n") + 1] + whole[whole.rindex(b"\n") + 1 :])
    command = ("attrib", "commit", "--strict", "HEAD", "--sessions", str(_log(tool)))
    outcome = tool.run(*command)
    assert outcome.code == 0, outcome.stderr.decode()
    assert b"notice" not in outcome.stderr


def the_file_of_the_torn_record_has_no_record_yet(tool: Tool) -> None:
    """The session is here and covers it; nothing is damaged, missing or held back."""
    finding = tool.commit_json("HEAD", sessions=[_log(tool)]).paths["f8"]
    assert (finding["strength"], finding["unseen"]) == (None, "no-record")


def what_is_appended_is_added_and_nothing_twice(tool: Tool) -> None:
    """The torn record and one more; the records before stay as they were."""
    tool.commit_json("HEAD", sessions=[_log(tool)])
    log = _log(tool) / "S1.jsonl"
    log.write_bytes(log.read_bytes() + (tool.place.home / "rest").read_bytes())
    links = tool.commit_json("HEAD", sessions=[_log(tool)]).links["S1"]
    assert sorted((said.path or "", said.records) for said in links) == [
        (path, (f"S1#r{path[1:]}",)) for path in FILES
    ]


def the_log_is_not_touched(tool: Tool) -> None:
    """Reading writes nothing into it, and nothing beside it."""
    before = (_log(tool) / "S1.jsonl").read_bytes()
    tool.commit_json("HEAD", sessions=[_log(tool)])
    assert (_log(tool) / "S1.jsonl").read_bytes() == before
    assert [file.name for file in _log(tool).iterdir()] == ["S1.jsonl"]


def damage_is_a_warning_and_an_error_only_when_strict(tool: Tool) -> None:
    """Exit 0 with a notice; with --strict exit 2; the answer is the same."""
    command = ("attrib", "commit", "HEAD", "--sessions", str(_log(tool)))
    plain, strict = tool.run(*command), tool.run(*command, "--strict")
    assert (plain.code, strict.code) == (0, 2)
    assert plain.stdout == strict.stdout
    assert b"3 records cannot be read" in plain.stderr
    assert b"Traceback" not in plain.stderr + strict.stderr


def _log(tool: Tool) -> Path:
    return tool.place.home / "logs"


def _by_transition(tool: Tool) -> set[str]:
    links = tool.commit_json("HEAD", sessions=[_log(tool)]).links["S1"]
    return {said.path or "" for said in links if said.relation == "transition"}
