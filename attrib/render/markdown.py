"""What comes from a repository or a record, as Markdown that does nothing: code spans alone.

Inside a code span no renderer makes a mention, a reference, a link, an image or HTML of anything,
so every path, ID, name and subject stands in one. Its fence is longer than any run of backticks in
it, what cannot be seen is spelled out, and it never ends a line or a cell.
"""

from __future__ import annotations

import re
import unicodedata

from attrib.model.ids import RepoPath
from attrib.render.text import path_text

_TICKS = re.compile("`+")
#: Categories of characters that show nothing, or that move what stands beside them.
_UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
#: The same by number: fillers and selectors that count as letters or marks.
_FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]"
)
_SELECTORS = range(0xE0100, 0xE01F0)
#: Plain spaces that a renderer may take away or draw together.
_SPACES = re.compile("^ +| +$|  +")
_SPACE = "\u2420"
_EMPTY = "(empty)"
_ELLIPSIS = "\u2026"
#: So many characters of a path or a subject are shown.
MOST_SHOWN = 80
#: Where a path may be broken: after a folder, in a long name before a capital and after a mark.
_PARTS = re.compile("[^/]*/|[^/]+")
_WORDS = re.compile("[A-Z]+[^A-Z/._-]*[/._-]?|[^A-Z/._-]+[/._-]?|[/._-]")
#: So many columns of code fit into one of two cells on a phone, beside the other.
_WIDEST = 20


def code(text: str, most: int = MOST_SHOWN) -> str:
    """Any text as one code span without a line end, cut after `most` characters."""
    return _span(_cut(visible(text), most, keep_end=False))


def path_code(path: RepoPath | bytes, most: int = MOST_SHOWN) -> str:
    """A path as code spans between which a line may end: one for a short path.

    It is broken between its folders, a long name at its words: a table on a phone has room for it.
    Of a very long path the end is shown.
    """
    text = _cut(visible(path_text(path)), most, keep_end=True)
    return " ".join(map(_span, _pieces(text)))


def _pieces(text: str) -> list[str]:
    """The text in pieces that are not too wide; all of them together are the text."""
    pieces = [""]
    for part in _PARTS.findall(text):
        tokens = [part] if _width(part) <= _WIDEST else _WORDS.findall(part)
        for token in tokens:
            if pieces[-1] and _width(pieces[-1]) + _width(token) > _WIDEST:
                pieces.append("")
            for character in token:
                if _width(pieces[-1]) >= _WIDEST:
                    pieces.append("")
                pieces[-1] += character
    return pieces


def _width(text: str) -> int:
    """How many columns a text takes in a font of equal widths."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def in_cell(markdown: str) -> str:
    """Markdown of one line for a cell of a table: no bar in it ends the cell."""
    return markdown.replace("|", "\\|")


def visible(text: str) -> str:
    """The text with everything spelled out that would not be seen where it stands.

    Controls, marks that reorder text, line separators and characters of no width become
    `<U+202E>`; spaces at the ends or beside each other, and odd ones, become visible too.
    """
    spelled = "".join(_spelled(each) if _is_hidden(each) else each for each in text)
    return _SPACES.sub(lambda run: _SPACE * len(run[0]), spelled) or _EMPTY


def _is_hidden(character: str) -> bool:
    if " " <= character <= "~":
        return False
    if unicodedata.category(character) in _UNSEEN_CATEGORIES:
        return True
    is_odd_space = unicodedata.category(character) == "Zs"
    is_filler = _FILLERS.fullmatch(character) is not None
    return is_odd_space or is_filler or ord(character) in _SELECTORS


def _spelled(character: str) -> str:
    return f"<U+{ord(character):04X}>"


def _cut(text: str, most: int, *, keep_end: bool) -> str:
    if len(text) <= most:
        return text
    return _ELLIPSIS + text[1 - most :] if keep_end else text[: most - 1] + _ELLIPSIS


def _span(text: str) -> str:
    """The text between fences; beside a backtick, and outside of two spaces, one more space.

    Renderers take that one away again.
    """
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    ends = (text[:1], text[-1:])
    pad = " " if "`" in ends or ends == (" ", " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
