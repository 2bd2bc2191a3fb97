"""Whatever a name holds, a renderer makes plain code of it."""

from __future__ import annotations

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.render.markdown import code, in_cell, path_code, visible
from attrib.render.text import path_text
from tests.support.markdown import parser, tokens_of

#: Pieces that mean something to a renderer or a forge, to be put together in any order.
PIECES = [
    *"`|\\<>[]()!@#*_~&:-=+.$'\"\t\n\r\0 ",
    "``",
    "```",
    "`` ` ``",
    "@everyone",
    "#12",
    "!7",
    "GH-1",
    "a@b.example",
    "https://x.example/",
    "www.x.example",
    "<img src=x>",
    "<script>",
    "</details>",
    "<!--",
    "-->",
    "![x](y)",
    "[x](y)",
    "[x]: y",
    "&lt;",
    "&#64;all",
    ":tada:",
    "\\|",
    "\\`",
    "| --- |",
    "# h",
    "- [ ]",
    "\u202e",
    "\u200b",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\u00a0",
    "\u3164",
    "\U000e0041",
    "\ufe0f",
    "🌈",
    "é",
    "\ud800",
    "deadbeefdeadbeef",
    "~~~",
    "$`x`$",
    "{{ x }}",
    "\x1b[31m",
]
HOSTILE = st.one_of(
    st.text(max_size=40), st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def spans_in(markdown: str) -> list[str]:
    """The code spans of one line; it fails where anything else is in it."""
    (_, inline, _) = parser().parse(markdown)
    kinds = [child.type for child in inline.children or []]
    assert set(kinds) <= {"code_inline"}, (markdown, kinds)
    return [child.content for child in inline.children or []]


@given(HOSTILE)
def test_any_text_is_one_code_span_that_shows_it(text: str) -> None:
    assert spans_in(code(text, 10_000)) == [visible(text)]


@given(HOSTILE, HOSTILE)
def test_two_spans_beside_each_other_stay_two(first: str, second: str) -> None:
    tokens = tokens_of(f"{code(first)} and {code(second)}")
    assert [each.type for each in tokens if each.type not in ("text", "inline")] == [
        "paragraph_open",
        "code_inline",
        "code_inline",
        "paragraph_close",
    ]


@given(st.lists(HOSTILE, min_size=2, max_size=2))
def test_any_texts_in_cells_are_one_row_of_as_many_cells(texts: list[str]) -> None:
    cells = " | ".join(in_cell(code(text, 10_000)) for text in texts)
    tokens = parser().parse(f"| a | b |\n| --- | --- |\n| {cells} |\n| x | y |\n")
    inlines = [token for token in tokens if token.type == "inline"]
    assert [token.content for token in inlines[-2:]] == ["x", "y"]
    shown = [child for token in inlines[2:-2] for child in token.children or []]
    assert [(child.type, child.content) for child in shown] == [
        ("code_inline", visible(text)) for text in texts
    ]


@given(st.one_of(st.binary(max_size=30), HOSTILE.map(_bytes)))
def test_any_path_is_code_that_shows_it(path: bytes) -> None:
    (_, inline, _) = parser().parse(path_code(path, 10_000))
    children = inline.children or []
    spans = [child.content for child in children if child.type == "code_inline"]
    rest = {child.type: child.content for child in children if child.type != "code_inline"}
    assert rest in ({}, {"text": " "})
    assert "".join(spans) == visible(path_text(path))


@given(HOSTILE)
def test_nothing_unseen_is_left(text: str) -> None:
    shown = visible(text)
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not any(unicodedata.category(each) in hidden for each in shown)
    assert shown.strip() == shown != ""


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("app.py", "`app.py`"),
        ("", "`(empty)`"),
        ("   ", "`␠␠␠`"),
        (" a ", "`␠a␠`"),
        ("a b  c", "`a b␠␠c`"),
        ("`", "`` ` ``"),
        ("a``b", "```a``b```"),
        ("`a", "`` `a ``"),
        ("a\u202eb", "`a<U+202E>b`"),
        ("a\u200bb\u2028", "`a<U+200B>b<U+2028>`"),
        ("a\u00a0b", "`a<U+00A0>b`"),
        ("a\nb\tc", "`a<U+000A>b<U+0009>c`"),
        ("🌈 é", "`🌈 é`"),
    ],
)
def test_spans_read_like_this(text: str, span: str) -> None:
    assert code(text) == span


def test_long_path_shows_its_end_and_long_text_its_beginning() -> None:
    assert path_code(b"d/" * 60 + b"f.py", 10) == "`…/d/d/f.py`"
    assert path_code(b"a" * 30) == f"`{'a' * 20}` `{'a' * 10}`"
    assert code("word " * 60, 10) == "`word word…`"


def test_path_may_be_broken_between_its_parts() -> None:
    path = b"packages/frontend/src/components/navigation/Item.test.tsx"
    assert path_code(path) == "`packages/frontend/` `src/components/` `navigation/` `Item.test.tsx`"
    assert path_code(b"AbstractProxyFactoryBean_test.py") == "`AbstractProxyFactory` `Bean_test.py`"
    assert path_code("名前の長いファイル.txt".encode()) == "`名前の長いファイル.` `txt`"


def test_path_that_is_no_utf8_is_quoted_as_git_quotes_it() -> None:
    assert path_code(os.fsencode("caf\udce9")) == '`"caf\\351"`'


def test_bar_in_a_cell_is_escaped() -> None:
    assert in_cell(code("a|b")) == "`a\\|b`"
