"""What `git blame --porcelain` and its relatives print, taken apart and put together again."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.errors import GitError
from attrib.git.blame import PorcelainEntry, parse_blame, unquote
from attrib.git.command import open_repository
from attrib.model.blame import BlameEntry
from attrib.model.ids import Oid
from tests.support.repos import commit, git, init, write

pytestmark = pytest.mark.git


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return init(tmp_path / "r")


def lines_of(stream: bytes) -> list[bytes]:
    return [line + b"\n" for line in stream.split(b"\n")][:-1]


def blame(repo: Path, *options: str) -> bytes:
    return git(repo, "blame", *options) + b"\n"


def printed(entries: list[PorcelainEntry]) -> bytes:
    """The stream that the entries were read from."""
    parts: list[bytes] = []
    for entry in entries:
        texts = [b"\t" + line for line in entry.lines]
        for number, headers in enumerate(entry.headers):
            parts += [*headers, *texts[number : number + 1]]
    return b"".join(part + b"\n" for part in parts)


def summary(entries: list[PorcelainEntry]) -> list[tuple[int, int, Oid | None]]:
    return [(item.entry.first, item.entry.count, item.entry.commit) for item in entries]


@pytest.mark.parametrize("option", ["--porcelain", "--line-porcelain", "--incremental"])
@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_entries_put_together_are_the_stream(
    tmp_path: Path, option: str, object_format: str
) -> None:
    repo = init(tmp_path / object_format, object_format)
    first = commit(repo, {"a": b"1\n2\n3\n4\n"})
    second = commit(repo, {"a": b"1\n\ttwo\r\n3\n4\nno end"})
    write(repo, {"a": b"0\n1\n\ttwo\r\n3\n4\nno end"})
    stream = blame(repo, option, "a")
    incremental = option == "--incremental"
    entries = list(parse_blame(lines_of(stream), incremental=incremental))
    assert printed(entries) == stream
    found = sorted(summary(entries))
    assert found == [(1, 1, None), (2, 1, first), (3, 1, second), (4, 2, first), (6, 1, second)]
    by_first = {item.entry.first: item for item in entries}
    assert by_first[4].entry == BlameEntry(
        commit=first,
        first=4,
        count=2,
        origin_path=by_first[2].entry.origin_path,
        origin_first=3,
        boundary=True,
    )
    assert by_first[3].entry.previous == (first, b"a")
    assert by_first[1].entry.previous == (second, b"a")
    assert by_first[6].details[b"author"] == b"Ada Lovelace"
    assert by_first[1].details[b"author"] == b"Not Committed Yet"


def test_earlier_paths_and_odd_names_are_the_bytes_of_the_tree(repo: Path) -> None:
    old, new = b'ol"d\n\xff', "näw".encode()
    lines = b"".join(b"line %d\n" % number for number in range(9))
    first = commit(repo, {old: lines})
    second = commit(repo, {old: None, new: b"top\n" + lines})
    for quote in ("true", "false"):
        git(repo, "config", "core.quotePath", quote)
        stream = git(repo, "blame", "--porcelain", "--", new)
        entries = list(parse_blame(lines_of(stream + b"\n")))
        assert [(item.entry.origin_path, item.entry.commit) for item in entries] == [
            (new, second),
            (old, first),
        ]
        assert entries[0].entry.previous == (first, old)


def test_commit_named_again_keeps_its_path_and_previous(repo: Path) -> None:
    first = commit(repo, {"a": b"1\n2\n3\n"})
    second = commit(repo, {"a": b"x\n2\ny\n"})
    entries = list(parse_blame(lines_of(blame(repo, "--porcelain", "a"))))
    assert summary(entries) == [(1, 1, second), (2, 1, first), (3, 1, second)]
    assert entries[2].headers == ((f"{second} 3 3 1".encode(),),)
    assert entries[2].entry.previous == (first, b"a")
    assert entries[2].entry.origin_path == b"a"


def test_commit_with_two_paths_has_the_previous_of_each(repo: Path) -> None:
    block = b"".join(b"a block that moved, line %d\n" % number for number in range(12))
    commit(repo, {"a": b"1\n", "b": block})
    second = commit(repo, {"a": b"changed\n" + block, "b": b"gone\n"})
    entries = list(parse_blame(lines_of(blame(repo, "--porcelain", "-C", "-C", "a"))))
    paths = {item.entry.origin_path for item in entries}
    assert paths == {b"a", b"b"}
    assert entries[0].entry.commit == second


def test_entry_is_given_before_the_rest_of_the_stream_is_read(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    commit(repo, {"a": b"1\n2\n"})
    lines = iter(lines_of(blame(repo, "--incremental", "a")))
    next(parse_blame(lines, incremental=True))
    assert list(lines)


def test_statistics_of_git_are_set_aside(repo: Path) -> None:
    commit(repo, {"a": b"1\n"})
    trailer: list[bytes] = []
    stream = blame(repo, "--porcelain", "--show-stats", "a")
    assert len(list(parse_blame(lines_of(stream), trailer=trailer))) == 1
    assert [line.partition(b":")[0] for line in trailer] == [
        b"num read blob",
        b"num get patch",
        b"num commits",
    ]


def test_empty_file_has_no_entries(repo: Path) -> None:
    commit(repo, {"a": b""})
    assert list(parse_blame([])) == []
    with open_repository(repo) as repository:
        assert list(repository.user_blame([b"--porcelain", b"a"])) == []


def test_stream_that_is_no_porcelain_is_an_error() -> None:
    lines = [b"1" * 40 + b" 1 1 2\n", b"filename a\n", b"\tx\n", b"no header\n"]
    with pytest.raises(GitError, match="inside an entry"):
        list(parse_blame(lines))


@pytest.mark.parametrize(
    ("quoted", "name"),
    [
        (b"plain", b"plain"),
        (b'"a\\tb\\n\\"c\\\\d\\303\\244\\a"', 'a\tb\n"c\\dä\a'.encode()),
        (b'"', b'"'),
        (b'x"y"', b'x"y"'),
    ],
)
def test_quoted_names_are_unquoted(quoted: bytes, name: bytes) -> None:
    assert unquote(quoted) == name
