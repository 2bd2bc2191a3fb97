"""git's `working-tree-encoding` attribute: UTF-8 in the repository, another in the worktree."""

from __future__ import annotations

import codecs
import re

from attrib.git.interface import Attributes

# Character sets that Python and iconv agree on, but for a few rare characters. Others of Python's
# codecs are no character sets (`zlib`, `idna`), or differ too much (`utf-7`, ISO 2022, CP1258).
_CHARACTER_SET = re.compile(
    r"ascii|utf-(?:16|32)(?:-[bl]e)?|iso8859-\d+|cp(?!1258)\d+|koi8-[rtu]|kz1048|ptcp154|tis-620"
    r"|mac-\w+|hp-roman8|shift_jis|euc_(?:jp|kr|jis_2004|jisx0213)|gb2312|gbk|gb18030"
    r"|big5|big5hkscs"
)
_LITTLE, _BIG = "little-endian", "big-endian"
_BOMS = {
    "utf-16": {_LITTLE: codecs.BOM_UTF16_LE, _BIG: codecs.BOM_UTF16_BE},
    "utf-32": {_LITTLE: codecs.BOM_UTF32_LE, _BIG: codecs.BOM_UTF32_BE},
}
#: git's own names, which fix what `UTF-16` leaves to the platform.
_ORDERS = {"utf-16le-bom": _LITTLE, "utf-16be-bom": _BIG}
#: In Shift JIS, to iconv, these two bytes are no ASCII; to Python they are.
_NO_ASCII = str.maketrans("\\~", "\N{YEN SIGN}\N{OVERLINE}")


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
        text = content.decode(codec)
    except UnicodeError:
        return None
    return (text.translate(_NO_ASCII) if codec == "shift_jis" else text).encode()


def encode(content: bytes, name: str) -> bytes | None:
    """What checkout makes of stored UTF-8, or `None` where it leaves it or we cannot tell."""
    forms = encodings(content, name)
    return forms[0][1] if forms else None


def encodings(content: bytes, name: str) -> list[tuple[str, bytes]]:
    """Every form of stored UTF-8 in the encoding, named, the usual one first.

    `UTF-16` and `UTF-32` leave the byte order to the platform: both are given.
    """
    codec = _codec(name)
    try:
        text = content.decode()
        if codec in _BOMS:
            order = _ORDERS.get(_plain(name))
            return [
                (f"{name}, {each}", bom + text.encode(f"{codec}-{each[0]}e"))
                for each, bom in _BOMS[codec].items()
                if order in (None, each)
            ]
        if codec is None or (codec == "shift_jis" and text != text.translate(_NO_ASCII)):
            return []
        return [(name, text.encode(codec))]
    except UnicodeError:
        return []


def _plain(name: str) -> str:
    """The name in lower case, with one spelling for UTF: git does not require its hyphen."""
    return re.sub("^utf-?", "utf-", name.lower())


def _codec(name: str) -> str | None:
    """Python's name of a character set that can be converted here, or `None`."""
    plain = _plain(name)
    if plain in _ORDERS:
        return "utf-16"
    try:
        found = codecs.lookup(plain).name
    except (LookupError, ValueError):
        return None
    return found if _CHARACTER_SET.fullmatch(found) else None


def _has_proper_bom(content: bytes, plain: str) -> bool:
    """False where git refuses: a mark missing in UTF-16 or UTF-32, or where the name gives it."""
    if plain == "utf-16be-bom":
        return False  # a name that git only writes
    if plain in _BOMS:
        return content.startswith(tuple(_BOMS[plain].values()))
    family, order = plain[:6], plain[6:]
    if family in _BOMS and order in ("le", "be"):
        return not content.startswith(tuple(_BOMS[family].values()))
    return True
