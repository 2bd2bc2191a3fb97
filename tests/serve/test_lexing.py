"""Code is taken apart elsewhere: what takes too long or fails there gives plain lines."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.model.ids import RepoPath
from attrib.serve.pages.code import LONGEST_LINE, MOST_SHOWN, Colouring
from attrib.serve.pages.lexing import Lexing, lex
from tests.render.test_markup import Parsed

#: Patience for what must come; what must not come is waited for a moment only.
LONG = 60.0


def never(name: str, text: str) -> None:
    """A lexer that ends for a file called `quick` alone."""
    while name != "quick":
        signal.pause()


def failing(name: str, text: str) -> None:
    """A lexer that fails."""
    raise RuntimeError(name)


def leaving(name: str, text: str) -> None:
    """A lexer that takes its process with it."""
    os._exit(3)


@pytest.fixture
def started():
    """Makes processes that end with the test."""
    made: list[Lexing] = []

    def start(*args, **options) -> Lexing:
        made.append(Lexing(*args, **options))
        return made[-1]

    yield start
    for each in made:
        each.end()


def test_tokens_of_each_line_give_its_text():
    found = lex("a.py", 'x = """a\nb"""\nreturn 1\n')
    assert found is not None
    assert ["".join(part for _, part in line) for line in found] == [
        'x = """a',
        'b"""',
        "return 1",
        "",
    ]
    assert ("k", "return") in found[2]


def test_file_of_no_known_kind_has_no_tokens():
    assert lex("a.nothing-known", "x\n") is None


@given(st.sampled_from(["a.py", "a.html", "a.md", "a.rs", "a.c", "a.json"]), st.text())
def test_any_text_is_given_again_or_left_alone(name, text):
    found = lex(name, text)
    assert found is None or "\n".join("".join(p for _, p in line) for line in found) == text


def test_process_answers_one_question_after_the_other(started):
    lexing = started(seconds=LONG)
    for word in ("return", "import"):
        number = lexing.ask("a.py", f"{word}\n")
        (line, _) = lexing.answer(number) or ((), ())
        assert [part for _, part in line] == [word]


def test_what_takes_too_long_is_ended_and_the_next_file_is_answered(started):
    lexing = started(never, seconds=0.01)
    number = lexing.ask("slow", "x")
    process = lexing._process
    assert process is not None
    assert lexing.answer(number) is None
    assert process.exitcode == -signal.SIGKILL
    again = started(seconds=LONG)
    number = again.ask("a.py", "return\n")
    assert again.answer(number) is not None


@pytest.mark.parametrize("bad", [failing, leaving])
def test_failure_gives_no_tokens(started, bad):
    lexing = started(bad, seconds=LONG)
    for _ in range(2):
        number = lexing.ask("a.py", "x")
        assert lexing.answer(number) is None


def test_colours_are_classes_around_the_same_text(started):
    lines = [b"# one", b"def f():\r", b"    return '<b>&'", b"\xff\x1b"]
    shown = Colouring(started(seconds=LONG), RepoPath(b"d/a.py"), lines, 2, 4).lines()
    parsed = [Parsed(line.text) for line in shown]
    assert [each.text for each in parsed] == ["def f():", "    return '<b>&'", "\ufffd^["]
    kinds = [[attributes.get("class") for _, attributes in each.tags] for each in parsed]
    assert kinds == [["k", "nf"], ["k", "s", "s", "s"], []]


def test_text_that_spans_lines_is_coloured_on_each(started):
    lines = [b'x = """', b"return", b'"""']
    shown = Colouring(started(seconds=LONG), RepoPath(b"a.py"), lines, 2, 2).lines()
    assert [line.text for line in shown] == ['<span class="s">return</span>']


@pytest.mark.parametrize("size", [LONGEST_LINE + 1, MOST_SHOWN + 10])
def test_very_long_line_has_one_colour_and_says_what_is_left_out(started, size):
    lexing = started(never, seconds=LONG)
    (line,) = Colouring(lexing, RepoPath(b"a.py"), [b"x" * size], 1, 1).lines()
    left = max(size - MOST_SHOWN, 0)
    more = f" … {left} more characters" if left else ""
    assert Parsed(line.text).text == "x" * (size - left) + more
    assert lexing._process is None


def test_answer_that_nobody_took_is_not_shown_as_another_file(started):
    lexing = started(seconds=LONG)
    Colouring(lexing, RepoPath(b"a.py"), [b"the first file"], 1, 1)
    (line,) = Colouring(lexing, RepoPath(b"b.py"), [b"import b"], 1, 1).lines()
    assert Parsed(line.text).text == "import b"


def test_answers_taken_in_another_order_are_of_their_own_files(started):
    lexing = started(seconds=LONG)
    first, second = (
        Colouring(lexing, RepoPath(b"a.py"), [line], 1, 1) for line in (b"import a", b"import b")
    )
    texts = [Parsed(each.lines()[0].text).text for each in (second, first)]
    assert texts == ["import b", "import a"]
