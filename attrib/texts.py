"""What one line of a file can tell: distinctive, bare, the same but for white space."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from attrib.strength import DISTINCTIVE_CHARACTERS

_WORD = re.compile(rb"[^\W\d_]{3}", re.ASCII)
_HIGH = re.compile(rb"[\x80-\xff]{3}")


@lru_cache(maxsize=1 << 16)
def squeezed(line: bytes) -> bytes:
    """The line without white space."""
    return b"".join(line.split())


def is_distinctive(line: bytes) -> bool:
    """True for a line with enough characters besides white space, and a word of three letters."""
    dense = squeezed(line)
    has_word = _WORD.search(line) is not None or _HIGH.search(line) is not None
    return len(dense) >= DISTINCTIVE_CHARACTERS and has_word


def is_bare(line: bytes) -> bool:
    """True for a blank line or one of punctuation alone, such as a lone brace."""
    return not any(byte >= 0x80 or chr(byte).isalnum() for byte in line)


def folded(path: bytes) -> str:
    """A path without its case, Unicode form and unreadable bytes, to compare spellings."""
    return unicodedata.normalize("NFC", path.decode("utf-8", "replace")).casefold()
