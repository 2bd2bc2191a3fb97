"""Lines of code with colours: classes for keywords, texts, comments; never anything of a theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from attrib.model.ids import RepoPath
from attrib.render.markup import Html, element, join, shown

#: Files or lines that are larger are shown in one colour.
MOST_CHARACTERS = 1_000_000
LONGEST_LINE = 2_000
#: A line shows this many characters; the rest is counted.
MOST_SHOWN = 5_000
#: Tokens that get a class, by the beginning of pygments' short name for them.
_COLOURED = ("k", "s", "m", "c", "nf", "nc", "nd", "nt", "na", "nb", "o", "g", "err")


def coloured(path: RepoPath, lines: Sequence[bytes], first: int, last: int) -> list[Html]:
    """Lines `first` to `last` (1-based) of a file, in the colours that its name calls for."""
    texts = [
        line.rstrip(b"\n").decode("utf-8", "replace").removesuffix("\r") for line in lines[:last]
    ]
    lexer = _lexer_of(path) if _is_modest(texts) else None
    if lexer is None:
        return [_plain(text) for text in texts[first - 1 :]]
    wanted = _tokens_by_line(lexer, texts)
    return [
        join(_span(kind, part) for kind, part in tokens)
        for number, tokens in enumerate(wanted, 1)
        if first <= number <= last
    ]


def _plain(text: str) -> Html:
    if len(text) <= MOST_SHOWN:
        return join(text)
    more = f" … {len(text) - MOST_SHOWN:,} more characters"
    return join(text[:MOST_SHOWN], element("span", more, class_="faint"))


def _is_modest(texts: Sequence[str]) -> bool:
    total = 0
    for text in texts:
        total += len(text)
        if len(text) > LONGEST_LINE or total > MOST_CHARACTERS:
            return False
    return True


def _lexer_of(path: RepoPath) -> Lexer | None:
    name = path.rpartition(b"/")[2].decode("utf-8", "replace")
    try:
        return get_lexer_for_filename(name, stripnl=False, ensurenl=True)
    except ClassNotFound:
        return None


def _tokens_by_line(lexer: Lexer, texts: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """The tokens of each line; a token of several lines is cut at their ends."""
    # What pygments takes for a line end beside "\n" must not make one line two.
    joined = "\n".join(shown(text) for text in texts) + "\n"
    line: list[tuple[str, str]] = []
    for _, kind, value in lexer.get_tokens_unprocessed(joined):
        name = STANDARD_TYPES.get(kind, "")
        head, *rest = value.split("\n")
        if head:
            line.append((name, head))
        for part in rest:
            yield line
            line = [(name, part)] if part else []


def _span(kind: str, text: str) -> Html:
    mark = next((mark for mark in _COLOURED if kind.startswith(mark)), None)
    return element("span", text, class_=mark) if mark else join(text)
