"""The attributes of paths, from the contents of .gitattributes files, as git reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from attrib.git.interface import Attributes
from attrib.git.wildmatch import PathPattern, compile_pattern

_Value = bool | bytes | None
_Assignments = tuple[tuple[bytes, _Value], ...]

#: git reads no longer line, and no larger file.
_LONGEST_LINE = 2047
_LARGEST_FILE = 100 * 1024 * 1024 - 1
_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"
_WORD = re.compile(rb"[^ \t\r\n]+")
_NAME = re.compile(rb"(?!-)[-A-Za-z0-9_.]+")
_QUOTED = re.compile(rb'"((?:[^"\\]|\\[abfnrtv\\"]|\\[0-3][0-7]{2})*+)"')
_ESCAPE = re.compile(rb"\\([abfnrtv]|[0-7]{3}|.)")
_ESCAPED = dict(zip(b"abfnrtv", b"\a\b\f\n\r\t\v", strict=True))
_MACRO = b"[attr]"
_FIELDS = {
    name.encode(): name.replace("-", "_")
    for name in (
        "text",
        "eol",
        "crlf",
        "ident",
        "filter",
        "working-tree-encoding",
        "linguist-generated",
        "diff",
    )
}


@dataclass(frozen=True, slots=True)
class _Line:
    """One line: what it assigns, to the paths of a pattern or to the name of a macro."""

    assigns: _Assignments
    pattern: PathPattern | None
    macro: bytes | None

    def concerns(self, names: Set[bytes]) -> bool:
        """True if it assigns one of `names`."""
        return any(name in names for name, _ in self.assigns)


@dataclass(frozen=True, slots=True)
class _Layer:
    """The lines of one file that name paths, last one first; `prefix` is empty or ends in `/`."""

    prefix: bytes
    lines: tuple[_Line, ...]


class AttributeReader:
    """Answers for paths from layers of attribute files.

    A layer is a folder's path (`b""` for the top, `b"a/b"`) and the content of its
    .gitattributes as it is committed; they stand in order of increasing precedence. Files outside
    of the tree (`info/attributes`, the user's) are layers of the top; give them and worktree files
    through `content_of_file`. A pattern distinguishes case: `core.ignoreCase` is not looked at.
    """

    def __init__(self, layers: Sequence[tuple[bytes, bytes]]) -> None:
        self._macros: dict[bytes, _Assignments] = {}
        parsed: list[_Layer] = []
        for prefix, content in reversed(layers):
            lines = list(_lines(content, macros_allowed=not prefix))
            lines.reverse()
            for line in lines:
                if line.macro is not None:
                    self._macros.setdefault(line.macro, line.assigns)
            patterns = tuple(line for line in lines if line.pattern is not None)
            parsed.append(_Layer(prefix + b"/" if prefix else b"", patterns))
        self._macros.setdefault(b"binary", ((b"diff", False), (b"merge", False), (b"text", False)))
        names = _FIELDS.keys() | self._macros.keys()
        self._layers = tuple(
            _Layer(layer.prefix, tuple(line for line in layer.lines if line.concerns(names)))
            for layer in parsed
        )

    def attributes_of(self, path: bytes) -> Attributes:
        """The attributes of the file at `path`, relative to the top."""
        found: dict[bytes, _Value] = {}
        name = path[path.rfind(b"/") + 1 :]
        for layer in self._layers:
            if not path.startswith(layer.prefix):
                continue
            below = path[len(layer.prefix) :]
            for line in layer.lines:
                if line.pattern is not None and line.pattern.matches(below, name):
                    _assign(found, line.assigns, self._macros)
        return Attributes(
            **{field: _as_text(found.get(attribute)) for attribute, field in _FIELDS.items()}
        )


def content_of_file(content: bytes) -> bytes:
    """The content of an attributes file on disk as git would read it if it were committed.

    Only in files on disk git skips a byte order mark, a CR that ends a line (so that it does not
    count as length), and what follows a NUL in a line.
    """
    lines = content.removeprefix(_BOM).split(b"\n")
    return b"\n".join(line.removesuffix(b"\r").partition(b"\0")[0] for line in lines)


def _assign(
    found: dict[bytes, _Value], assigns: _Assignments, macros: Mapping[bytes, _Assignments]
) -> None:
    """Add the assignments for names not found before, the last first, macros expanded in place."""
    pending = list(assigns)
    while pending:
        name, value = pending.pop()
        if name not in found:
            found[name] = value
            if value is True:
                pending.extend(macros.get(name, ()))


def _as_text(value: _Value) -> bool | str | None:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


def _lines(content: bytes, *, macros_allowed: bool) -> Iterator[_Line]:
    """The lines that count, in order; git takes a NUL for the end of the file."""
    if len(content) > _LARGEST_FILE:
        return
    for line in content.partition(b"\0")[0].split(b"\n"):
        if len(line) <= _LONGEST_LINE:
            parsed = _parse(line.lstrip(_BLANK), macros_allowed=macros_allowed)
            if parsed is not None:
                yield parsed


def _parse(line: bytes, *, macros_allowed: bool) -> _Line | None:
    """The line, or `None` for one that git skips: empty, a comment, negative, or malformed."""
    if not line or line.startswith(b"#"):
        return None
    subject, rest = _subject(line)
    assigns = _assignments(rest)
    if assigns is None:
        return None
    if subject.startswith(_MACRO) and subject != _MACRO:
        word = _WORD.match(subject.removeprefix(_MACRO).lstrip(_BLANK))
        if not macros_allowed or word is None or not _NAME.fullmatch(word[0]):
            return None
        return _Line(assigns, None, word[0])
    pattern = subject.partition(b"\0")[0]
    compiled = None if pattern.startswith(b"!") else compile_pattern(pattern)
    return None if compiled is None else _Line(assigns, compiled, None)


def _subject(line: bytes) -> tuple[bytes, bytes]:
    """The pattern or macro that opens a line, unquoted, and the rest."""
    quoted = _QUOTED.match(line)
    if quoted is not None:
        return _ESCAPE.sub(_unescaped, quoted[1]), line[quoted.end() :]
    word = _WORD.match(line)
    return (word[0], line[word.end() :]) if word else (b"", b"")


def _unescaped(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    if len(code) == 3:
        return bytes([int(code, 8)])
    return bytes([_ESCAPED.get(code[0], code[0])])


def _assignments(rest: bytes) -> _Assignments | None:
    """What a line assigns, or `None` if one name in it is malformed: then all of it is skipped."""
    assigns: list[tuple[bytes, _Value]] = []
    for word in _WORD.findall(rest):
        name, equals, value = word.partition(b"=")
        setting: _Value = value if equals else True
        if name.startswith((b"-", b"!")):
            setting = False if name.startswith(b"-") else None
            name = name[1:]
        if not _NAME.fullmatch(name):
            return None
        assigns.append((name, setting))
    return tuple(assigns)
