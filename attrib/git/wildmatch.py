"""git's path patterns: what a line of .gitattributes names.

A pattern with wildcards becomes a set of states that is moved along the path, one bit per token,
so that a pattern made to be slow costs no more than its length times the path's.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SLASH = ord("/")
_SPECIAL = frozenset(b"*?[\\")
_NOT_SLASH = frozenset(range(256)) - {_SLASH}
_CLASSES: dict[bytes, frozenset[int]] = {
    b"alnum": frozenset((string.ascii_letters + string.digits).encode()),
    b"alpha": frozenset(string.ascii_letters.encode()),
    b"blank": frozenset(b" \t"),
    b"cntrl": frozenset([*range(32), 127]),
    b"digit": frozenset(string.digits.encode()),
    b"graph": frozenset(range(33, 127)),
    b"lower": frozenset(string.ascii_lowercase.encode()),
    b"print": frozenset(range(32, 127)),
    b"punct": frozenset(string.punctuation.encode()),
    # git's own isspace: no vertical tab, no form feed.
    b"space": frozenset(b" \t\r\n"),
    b"upper": frozenset(string.ascii_uppercase.encode()),
    b"xdigit": frozenset(string.hexdigits.encode()),
}


@dataclass(frozen=True, slots=True)
class _Stars:
    """`*` or `**`: any run of bytes, with `/` among them if `deep`."""

    deep: bool


@dataclass(frozen=True, slots=True)
class _Optional:
    """The next two tokens, stars and a slash, may be left out: `a/**/b` matches `a/b`."""


_Token = frozenset[int] | _Stars | _Optional


class Glob:
    """A compiled wildcard pattern; state `n` means that `n` tokens are behind."""

    __slots__ = ("_end", "_jumps", "_skips", "_stays", "_stays_at_slash", "_takes")

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._takes = [0] * 256
        self._stays = self._stays_at_slash = self._skips = self._jumps = 0
        self._end = 1 << len(tokens)
        for number, token in enumerate(tokens):
            bit = 1 << number
            match token:
                case _Stars(deep):
                    self._skips |= bit
                    self._stays |= bit
                    self._stays_at_slash |= bit if deep else 0
                case _Optional():
                    self._skips |= bit
                    self._jumps |= bit
                case members:
                    for byte in members:
                        self._takes[byte] |= bit

    def _settled(self, states: int) -> int:
        """The states, with those that are reached by taking nothing."""
        while True:
            skipped = (states & self._skips) << 1 | (states & self._jumps) << 3
            if skipped | states == states:
                return states
            states |= skipped

    def matches(self, subject: Iterable[int]) -> bool:
        """True if the pattern matches all of `subject`."""
        states = self._settled(1)
        for byte in subject:
            stays = self._stays_at_slash if byte == _SLASH else self._stays
            states = self._settled((states & self._takes[byte]) << 1 | states & stays)
            if not states:
                return False
        return bool(states & self._end)


@dataclass(frozen=True, slots=True)
class PathPattern:
    """A pattern for files: `head` literally, then `glob`, or the end where that is `None`.

    Without a slash in the pattern it is `by_name`: it speaks of the last part of a path.
    `tail` is set instead for the commonest form, `*literal`.
    """

    by_name: bool
    head: bytes
    glob: Glob | None
    tail: bytes | None = None

    def matches(self, path: bytes, name: bytes) -> bool:
        """True if it names the file at `path` (below the pattern's folder), called `name`."""
        subject = name if self.by_name else path
        if self.tail is not None:
            return subject.endswith(self.tail)
        if self.glob is None:
            return subject == self.head
        return subject.startswith(self.head) and self.glob.matches(subject[len(self.head) :])


def compile_pattern(pattern: bytes) -> PathPattern | None:
    """The compiled pattern, or `None` if it can match no file (`dir/`, an unclosed bracket)."""
    if pattern.endswith(b"/"):
        return None
    by_name = b"/" not in pattern
    pattern = pattern.removeprefix(b"/")
    literal = next(
        (at for at, byte in enumerate(pattern) if byte in _SPECIAL),
        len(pattern),
    )
    head, rest = pattern[:literal], pattern[literal:]
    if not rest:
        return PathPattern(by_name, head, None)
    if by_name and not head and rest.startswith(b"*") and not _SPECIAL & set(rest[1:]):
        return PathPattern(by_name, head, None, tail=rest[1:])
    # As in git, `**` right after the literal head counts as standing at the start: `a**/b`
    # matches `axx/yy/b`.
    tokens = _tokens(rest)
    return None if tokens is None else PathPattern(by_name, head, Glob(tokens))


def _tokens(pattern: bytes) -> list[_Token] | None:
    """The tokens of a wildcard pattern, or `None` if it is malformed and so matches nothing."""
    tokens: list[_Token] = []
    at = 0
    while at < len(pattern):
        char = pattern[at : at + 1]
        token: _Token | None
        if char == b"*":
            stars, at = _stars(pattern, at)
            tokens += [_Optional()] if stars.deep and pattern.startswith(b"/", at) else []
            token = stars
        elif char == b"?":
            token, at = _NOT_SLASH, at + 1
        elif char == b"[":
            token, at = _bracket(pattern, at + 1)
        elif char == b"\\":
            token, at = frozenset(pattern[at + 1 : at + 2]) or None, at + 2
        else:
            token, at = frozenset(char), at + 1
        if token is None:
            return None
        tokens.append(token)
    return tokens


def _stars(pattern: bytes, start: int) -> tuple[_Stars, int]:
    """The run of stars at `start`, and where it ends."""
    end = start
    while pattern.startswith(b"*", end):
        end += 1
    deep = (
        end - start > 1
        and (start == 0 or pattern[start - 1] == _SLASH)
        and (end == len(pattern) or pattern.startswith((b"/", b"\\/"), end))
    )
    return _Stars(deep), end


def _bracket(pattern: bytes, at: int) -> tuple[frozenset[int] | None, int]:
    """The bytes that a bracket expression takes, and where it ends; `at` is after its `[`."""
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    members: set[int] = set()
    before = 0
    first = True
    while first or pattern[at : at + 1] != b"]":
        first = False
        if pattern.startswith(b"[:", at):
            end = pattern.find(b"]", at + 2)
            if end < 0:
                return None, at
            if end > at + 2 and pattern[end - 1 : end] == b":":
                named = _CLASSES.get(pattern[at + 2 : end - 1])
                if named is None:
                    return None, at
                members |= named
                at, before = end + 1, 0
                continue
        is_range = bool(before) and pattern[at : at + 1] == b"-"
        is_range = is_range and pattern[at + 1 : at + 2] not in (b"", b"]")
        at += is_range
        at += pattern.startswith(b"\\", at)
        if at >= len(pattern):
            return None, at
        char = pattern[at]
        members.update(range(before, char + 1) if is_range else (char,))
        at, before = at + 1, 0 if is_range else char
    return (_NOT_SLASH - members if negated else frozenset(members) - {_SLASH}), at + 1
