"""Our reading of .gitattributes against git's own."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attrib.git.attributes import AttributeReader, content_of_file
from attrib.git.interface import Attributes

Layers = Sequence[tuple[bytes, bytes]]

NAMES = (
    "text",
    "eol",
    "crlf",
    "ident",
    "filter",
    "working-tree-encoding",
    "linguist-generated",
    "diff",
)
FOLDERS = (b"", b"a", b"a/b", b"ab", b"b")
PATTERN_PARTS = [
    *(b"a", b"b", b"c", b"ab", b".c", b"x"),
    *(b"/", b"/", b"*", b"*", b"**", b"**/", b"/**", b"/**/", b"***", b"?"),
    *(b"[ab]", b"[!a]", b"[^b-c]", b"[]a]", b"[!]a]", b"[a", b"[a-]", b"[-a]", b"[+--]", b"[/]"),
    *(b"[\\]]", b"[b-\\c]", b"[c-a]", b"[\\", b"[[:alpha:]]", b"[[:upper:][:digit:]]"),
    *(b"[[:space:]]", b"[![:punct:]]", b"[[:foo:]]", b"[[:a]", b"[[::]]", b"[[:]"),
    *(b"[\x80-\xff]", b"\\a", b"\\*", b"\\/", b"\\\\", b"\\", b"\xff", b"!", b"#", b"-", b" "),
]
WORDS = [
    *(b"text", b"-text", b"!text", b"text=auto", b"text=", b"eol=crlf", b"eol=lf", b"-eol"),
    *(b"crlf", b"-crlf", b"crlf=input", b"ident", b"-ident", b"!ident", b"filter=lfs", b"!filter"),
    *(b"working-tree-encoding=UTF-16", b"linguist-generated", b"-linguist-generated", b"diff=a=b"),
    *(b"binary", b"-binary", b"!binary", b"binary=x", b"m1", b"m2", b"-m1", b"m3", b"!m3", b"m3=x"),
    *(b"diff=\xff", b"other", b"-text=auto", b"!eol=lf"),
]
MALFORMED = [b"-", b"!", b"--text", b"=auto", b"a,b", b"-!text"]
PATHS = [
    *(b"a", b"b", b"c", b"ab", b"x", b"a.c", b".c", b"ab.c", b"a b", b" ", b"!a", b"#a", b"-"),
    *(
        b"*",
        b"[a",
        b"\\",
        b"\\a",
        b"a\\",
        b"]",
        b"A",
        b"1",
        b"\xff",
        b"a\xff",
        b"a\tb",
        b'"a"',
        b"\x0b",
    ),
    *(b"a/a", b"a/b", b"a/c", b"a/.c", b"a/ab", b"a/b/a", b"a/b/b", b"a/b/c", b"a/b/a.c"),
    *(b"a/b/a/b", b"a/b/c/a/b/c", b"a/x/b", b"a/x/x/b", b"a/ab/b", b"a/*", b"a/ ", b"a/\xff"),
    *(b"ab/a", b"ab/b/c", b"ab/ab/ab", b"ab/x.c", b"b/a", b"b/a/b", b"b/[a/b", b"b/b/b/b"),
    *(b"x/a", b"x/a/b", b"x/y/z/a", b"xa/b", b"xab/yb/c", b"c/a/c", b"axx/yy/b", b"a/-", b"a/!b"),
]


def quoted(pattern: bytes, every: int) -> bytes:
    """The pattern in quotes, with escapes: what must be, and each byte that `every` divides."""
    out = b""
    for byte in pattern:
        if byte % every == 0:
            out += b"\\%03o" % byte
        else:
            out += (b"\\" if byte in b'"\\' else b"") + bytes([byte])
    return b'"' + out + b'"'


plain_patterns = st.lists(st.sampled_from(PATTERN_PARTS), min_size=1, max_size=5).map(b"".join)
patterns = st.one_of(
    plain_patterns,
    plain_patterns,
    plain_patterns,
    st.builds(quoted, plain_patterns, st.integers(2, 300)),
    st.sampled_from([b'"a', b'"a\\q"', b'"a\\4"', b'"\\t"', b'"a"text', b'"', b'""', b'"a\\000b"']),
)
assignments = st.tuples(
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.sampled_from([b" ", b" ", b"\t", b"  ", b"\r"]),
    st.sampled_from([b""] * 20 + MALFORMED),
).map(lambda parts: parts[1].join([*parts[0], parts[2]]))
lines = st.one_of(
    st.tuples(st.sampled_from([b"", b"", b" ", b"\t"]), patterns, assignments).map(
        lambda parts: parts[0] + parts[1] + b" " + parts[2]
    ),
    st.tuples(
        st.sampled_from([b"[attr]m1", b"[attr]m2", b"[attr]m3", b"[attr]binary", b"[attr]text"])
        | st.sampled_from([b"[attr]", b"[attr]-m", b"[attr]a,b", b'"[attr] m1 x"']),
        assignments,
    ).map(b" ".join),
    st.sampled_from([b"", b"  ", b"#a text", b" # a text", b"!a text", b"\0a text"]),
    st.integers(2030, 2060).map(lambda length: b"* text=long".ljust(length)),
)
contents = st.tuples(
    st.sampled_from([b""] * 8 + [b"\xef\xbb\xbf"]),
    st.lists(lines, min_size=1, max_size=6),
    st.sampled_from([b"\n", b"\n", b"\n", b"\r\n"]),
).map(lambda parts: parts[0] + parts[2].join(parts[1]) + parts[2])
layers = st.dictionaries(st.sampled_from(FOLDERS), contents, min_size=1).map(
    lambda found: sorted(found.items())
)


class Pen:
    """A repository whose attribute files are set, in its index or worktree, and asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.git("init", "-q")
        for folder in FOLDERS:
            (path / folder.decode()).mkdir(exist_ok=True)

    def git(self, *arguments: str, data: bytes = b"") -> bytes:
        command = ["git", *arguments]
        return subprocess.run(
            command, cwd=self.path, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ).stdout

    def write(self, found: Layers, info: bytes) -> None:
        for folder in FOLDERS:
            file = self.path / folder.decode() / ".gitattributes"
            file.unlink(missing_ok=True)
            content = dict(found).get(folder)
            if content is not None:
                file.write_bytes(content)
        (self.path / ".git/info/attributes").write_bytes(info)

    def index(self) -> None:
        (self.path / ".git/index").unlink(missing_ok=True)
        files = sorted(file.relative_to(self.path) for file in self.path.rglob(".gitattributes"))
        names = "".join(f"{file}\n" for file in files).encode()
        oids = self.git("hash-object", "-w", "--no-filters", "--stdin-paths", data=names).split()
        entries = [
            b"100644 %s\t%s\n" % (oid, str(file).encode())
            for oid, file in zip(oids, files, strict=True)
        ]
        self.git("update-index", "--index-info", data=b"".join(entries))

    def attributes_of(self, paths: Iterable[bytes], *options: str) -> list[Attributes]:
        data = b"".join(path + b"\0" for path in paths)
        out = self.git("check-attr", "-z", "--stdin", *options, *NAMES, data=data).split(b"\0")
        words: dict[bytes, bool | str | None] = {
            b"set": True,
            b"unset": False,
            b"unspecified": None,
        }
        found: list[Attributes] = []
        values: dict[str, bool | str | None] = {}
        for name, value in zip(out[1::3], out[2::3], strict=True):
            field = name.decode().replace("-", "_")
            text = value.decode("utf-8", "surrogateescape")
            values[field] = words.get(value, text)
            if len(values) == len(NAMES):
                found.append(Attributes(**values))
                values = {}
        return found


@pytest.fixture(scope="module")
def pen(tmp_path_factory: pytest.TempPathFactory) -> Pen:
    return Pen(tmp_path_factory.mktemp("pen"))


def answers(found: Layers, paths: Iterable[bytes]) -> list[Attributes]:
    reader = AttributeReader(found)
    return [reader.attributes_of(path) for path in paths]


some = settings(max_examples=40, suppress_health_check=list(HealthCheck))


@some
@given(layers, st.just(b"") | contents)
def test_committed_files_are_read_as_by_git(pen, found, info):
    pen.write(found, info)
    pen.index()
    ours = answers([*found, (b"", content_of_file(info))], PATHS)
    assert ours == pen.attributes_of(PATHS, "--cached")


@some
@given(layers, st.just(b"") | contents)
def test_worktree_files_are_read_as_by_git(pen, found, info):
    pen.write(found, info)
    (pen.path / ".git/index").unlink(missing_ok=True)
    files = [(folder, content_of_file(content)) for folder, content in [*found, (b"", info)]]
    assert answers(files, PATHS) == pen.attributes_of(PATHS)


@pytest.mark.parametrize(
    "content",
    [
        b"* text=auto\n*.c -text\n",
        b"*.c -text\n* text=auto\n",
        b"*.c text\n*.c !text\n",
        b"*.c binary\n",
        b"*.c binary text\n",
        b"*.c text binary\n",
        b"*.c -binary\n",
        b"[attr]binary diff=x\n*.c binary\n",
        b"*.c mine\n[attr]mine text eol=lf\n",
        b"[attr]one two\n[attr]two one text\n*.c one\n",
        b"[attr]mine text\n[attr]mine ident\n*.c mine\n",
        b"[attr]mine text\n*.c !mine\n",
        b"/a.c text\n",
        b"a/ text\n",
        b"a/* text\n",
        b"a/** text\n",
        b"**/b/*.c text\n",
        b"a**/b text\n",
        b"ab** text\n",
        b'"a b" text\n',
        b'"\\141.c" text\n',
        b"!a.c text\n",
        b"\\!a text\n",
        b"\\#a text\n",
        b"[!a] text\n",
        b"*.c text -\n",
    ],
)
def test_every_rule_of_the_manual_is_read_as_by_git(pen, content):
    pen.write([(b"", content)], b"")
    pen.index()
    assert answers([(b"", content)], PATHS) == pen.attributes_of(PATHS, "--cached")


def test_deeper_and_later_layers_win():
    found = [(b"", b"* text\n"), (b"a", b"* -text eol=lf\n"), (b"", b"*.c eol=crlf\n")]
    assert answers(found, [b"x.c", b"a/x", b"a/x.c", b"ab/x"]) == [
        Attributes(text=True, eol="crlf"),
        Attributes(text=False, eol="lf"),
        Attributes(text=False, eol="crlf"),
        Attributes(text=True),
    ]


def test_macros_are_defined_at_the_top_only():
    found = [(b"a", b"[attr]mine text\n* mine\n")]
    assert answers(found, [b"a/x"]) == [Attributes()]
    assert answers([(b"", b"[attr]mine text\n"), *found], [b"a/x"]) == [Attributes(text=True)]


def test_no_layers_leave_all_unspecified():
    assert answers([], [b"a", b"a/b"]) == [Attributes(), Attributes()]


def test_long_chain_of_macros_is_followed():
    chain = b"".join(b"[attr]m%d m%d\n" % (at, at + 1) for at in range(5000))
    assert answers([(b"", chain + b"[attr]m5000 text\n* m0\n")], [b"a"]) == [Attributes(text=True)]


def test_pattern_made_to_be_slow_is_answered_at_once():
    pattern = b"*a" * 900 + b"b/**" + b"/*a" * 50
    start = time.process_time()
    assert answers([(b"", pattern + b" text\n")], [b"a" * 4000]) == [Attributes()]
    assert time.process_time() - start < 2
