"""Lines of code with colours: classes for keywords, texts, comments; never anything of a theme."""

from __future__ import annotations

from collections.abc import Sequence

from attrib.model.ids import RepoPath
from attrib.render.markup import Html, element, join, shown
from attrib.serve.pages.lexing import Lexing

#: Files or lines that are larger are shown in one colour.
MOST_CHARACTERS = 1_000_000
LONGEST_LINE = 2_000
#: A line shows this many characters; the rest is counted.
MOST_SHOWN = 5_000
#: Code is taken apart from this many lines before those that are shown.
AHEAD = 1_000
#: Tokens that get a class, by the beginning of pygments' short name for them.
_COLOURED = ("k", "s", "m", "c", "nf", "nc", "nd", "nt", "na", "nb")


class Colouring:
    """Lines `first` to `last` (1-based) of a file, taken apart while something else is done."""

    def __init__(
        self, lexing: Lexing, path: RepoPath, lines: Sequence[bytes], first: int, last: int
    ) -> None:
        self._lexing = lexing
        start = max(first - 1 - AHEAD, 0)
        texts = [shown(_text(line)) for line in lines[start:last]]
        self._shown = texts[first - 1 - start :]
        self._number: int | None = None
        if _is_modest(texts):
            name = path.rpartition(b"/")[2].decode("utf-8", "replace")
            self._number = lexing.ask(name, "\n".join(texts) + "\n")

    def lines(self) -> list[Html]:
        """The lines, in colours where the name of the file calls for some."""
        found = self._lexing.answer(self._number) if self._number is not None else None
        if found is None:
            return [_plain(text) for text in self._shown]
        # The last line end has an empty line after it.
        wanted = found[len(found) - 1 - len(self._shown) : -1]
        return [join(_span(kind, part) for kind, part in tokens) for tokens in wanted]


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").removesuffix("\r")


def _plain(text: str) -> Html:
    if len(text) <= MOST_SHOWN:
        return join(text)
    more = f" … {len(text) - MOST_SHOWN:,} more characters"
    return join(text[:MOST_SHOWN], element("span", more, class_="c"))


def _is_modest(texts: Sequence[str]) -> bool:
    longest = max(map(len, texts), default=0)
    return longest <= LONGEST_LINE and sum(map(len, texts)) <= MOST_CHARACTERS


def _span(kind: str, text: str) -> Html:
    mark = next((mark for mark in _COLOURED if kind.startswith(mark)), None)
    return element("span", text, class_=mark) if mark else join(text)
