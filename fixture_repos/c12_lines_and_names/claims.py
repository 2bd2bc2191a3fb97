"""C12: what must be true of lines and names that git sees differently from Python."""

from __future__ import annotations

import base64

from fixture_repos.asking import Tool
from fixture_repos.c12_lines_and_names.story import FILES


def git_sees_seven_lines(tool: Tool) -> None:
    """Only a line feed ends a line."""
    assert tool.git("blame", "--", "s.txt").count(b"\n") == 7


def s_txt_has_seven_rows_and_five_are_strong_s1(tool: Tool) -> None:
    """Rows 1 to 5 stand in c1 as recorded; 6 and 7 are c2's."""
    lines = tool.blame_json("../s.txt", folder="../rlink/sub")
    assert sorted(lines) == [1, 2, 3, 4, 5, 6, 7]
    for number in range(1, 6):
        assert lines[number].commit == tool.commit_of("HEAD~1")
        assert lines[number].sessions == {"S1"}
        assert lines[number].strength == "strong"
    assert {lines[number].commit for number in (6, 7)} == {tool.commit_of("HEAD")}
    assert lines[7].is_silent


def row_texts_are_git_s_own_bytes(tool: Tool) -> None:
    """No control character ends, changes or loses a line."""
    content = tool.git("cat-file", "blob", "HEAD:s.txt")
    lines = tool.blame_json("../s.txt", folder="../rlink/sub")
    assert [lines[number].text for number in sorted(lines)] == content.split(b"\n")[:-1]


def row_6_notes_the_same_text_with_a_newline_added(tool: Tool) -> None:
    """git blames `last` to c2, since its newline is new; S1 is noted for the text."""
    line = tool.blame_json("../s.txt", folder="../rlink/sub")[6]
    assert line.text == b"last"
    assert any("newline" in note for said in line.of("S1") for note in said.notes)


def every_odd_name_prints_one_row_with_s1(tool: Tool) -> None:
    """A dash, a quote and a newline, a letter beyond ASCII, a bracket: all of S1."""
    for path in FILES:
        if path == b"bad\xe4.txt":
            continue
        lines = tool.blame_json(b"../" + path, folder="../rlink/sub")
        assert sorted(lines) == [1]
        assert lines[1].sessions == {"S1"}, path


def the_row_without_our_columns_equals_git_s(tool: Tool) -> None:
    """Odd names in porcelain: without lines that begin with `asr-`, git's own bytes."""
    for path in (b"s.txt", *FILES):
        command = [b"--porcelain", b"--", b"../" + path]
        ours = tool.run("git", "asr-blame", *command, folder="../rlink/sub")
        plain = tool.run("git", "blame", *command, folder="../rlink/sub")
        rows = ours.stdout.split(b"\n")
        kept = b"\n".join(row for row in rows if not row.startswith(b"asr-"))
        assert (ours.code, kept) == (plain.code, plain.stdout), path


def json_gives_the_bad_byte_back(tool: Tool) -> None:
    """The answer is valid JSON, and its path can be turned into the file's bytes again."""
    answer = tool.blame_answer(b"../bad\xe4.txt", folder="../rlink/sub")
    assert len(answer["lines"]) == 1
    assert base64.b64decode(answer["path_base64"]) == b"bad\xe4.txt"


def brackets_are_no_pattern(tool: Tool) -> None:
    """`br[1].txt` and `br1.txt` hold the same blob; each has its own record alone."""
    links = tool.commit_json("HEAD~1").links["S1"]
    bracket = {record for said in links if said.path == "br[1].txt" for record in said.records}
    plain = {record for said in links if said.path == "br1.txt" for record in said.records}
    assert len(bracket) == 1
    assert len(plain) == 1
    assert bracket != plain


def a_link_is_matched_by_its_own_blob(tool: Tool) -> None:
    """Mode 120000: the blob is the link's target, not the file that it leads to."""
    mode, _, oid = tool.git("ls-tree", "HEAD", "link").split(b"\t")[0].split(b" ")
    assert mode == b"120000"
    assert tool.git("cat-file", "blob", oid) == "naïve.txt".encode()
    lines = tool.blame_json("../link", folder="../rlink/sub")
    assert [line.text for line in lines.values()] == ["naïve.txt".encode()]
    assert lines[1].sessions == {"S1"}
    assert lines[1].of("S1")[0].equality == "identical"
