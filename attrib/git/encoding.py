"""git's `working-tree-encoding` attribute: UTF-8 in the repository, another in the worktree."""

from __future__ import annotations

import codecs
import re

from attrib.git.interface import Attributes

# Character sets that Python names as iconv does. Others of Python's codecs are no character sets
# (`zlib`, `idna`), or differ from iconv by design (`utf-7`, ISO 2022).
_CHARACTER_SET = re.compile(
    r"ascii|utf-(?:16|32)(?:-[bl]e)?|iso8859-\d+|cp\d+|koi8-[rtu]|kz1048|ptcp154|tis-620"
    r"|mac-\w+|hp-roman8|shift_jis(?:x0213|_2004)?|euc_(?:jp|kr|jis_2004|jisx0213)|johab"
    r"|gb2312|gbk|gb18030|big5|big5hkscs"
)
_BOMS = {
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
}
_LITTLE_ENDIAN_WITH_BOM = "utf-16le-bom"


def encoding_of(attributes: Attributes) -> str | None:
    """The encoding that the attributes ask for in the worktree, `None` for UTF-8."""
    name = attributes.working_tree_encoding
    if not isinstance(name, str) or not name or _plain(name) == "utf-8":
        return None
    return name


def is_supported(name: str) -> bool:
    """True if content can be converted to and from the encoding here."""
    return _codec(name) is not None


def decode(content: bytes, name: str) -> bytes | None:
    """The UTF-8 that git stores for `content`, or `None` where it refuses or we cannot tell."""
    codec = _codec(name)
    if codec is None or not _has_proper_bom(content, _plain(name)):
        return None
    try:
        return content.decode(codec).encode()
    except (UnicodeError, LookupError):
        return None


def encode(content: bytes, name: str) -> bytes | None:
    """What checkout makes of stored UTF-8, or `None` where it leaves it or we cannot tell."""
    forms = encodings(content, name)
    return forms[0][1] if forms else None


def encodings(content: bytes, name: str) -> list[tuple[str, bytes]]:
    """Every form of stored UTF-8 in the encoding, named, the usual one first.

    `UTF-16` and `UTF-32` leave the byte order to the platform: both are given.
    """
    codec = _codec(name)
    if codec is None:
        return []
    try:
        text = content.decode()
        if codec not in _BOMS:
            return [(name, text.encode(codec))]
        little, big = _BOMS[codec]
        forms = [(f"{name}, little-endian", little + text.encode(codec + "-le"))]
        if _plain(name) != _LITTLE_ENDIAN_WITH_BOM:
            forms.append((f"{name}, big-endian", big + text.encode(codec + "-be")))
    except (UnicodeError, LookupError):
        return []
    return forms


def _plain(name: str) -> str:
    """The name in lower case, with one spelling for UTF: git does not require its hyphen."""
    return re.sub("^utf-?", "utf-", name.lower())


def _codec(name: str) -> str | None:
    """Python's name of a character set that can be converted here, or `None`."""
    plain = _plain(name)
    if plain == _LITTLE_ENDIAN_WITH_BOM:
        return "utf-16"
    try:
        found = codecs.lookup(plain).name
    except (LookupError, ValueError):
        return None
    return found if _CHARACTER_SET.fullmatch(found) else None


def _has_proper_bom(content: bytes, plain: str) -> bool:
    """False where git refuses: a mark missing in UTF-16 or UTF-32, or where the name gives it."""
    if plain in _BOMS:
        return content.startswith(_BOMS[plain])
    family = plain[:6]
    if family in _BOMS and plain[6:] in ("le", "be", "-le", "-be"):
        return not content.startswith(_BOMS[family])
    return True
