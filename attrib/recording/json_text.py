"""JSON texts with comments, changed in place: every comment, blank and key stays as it is.

Comments of both kinds and commas before a closing bracket are let stand, as settings have them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_BLANK = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.S)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_OTHER = re.compile(r"[-+.\w]+")
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands; of an object `keys` name the `parts`, in order."""

    start: int
    end: int
    kind: str
    parts: tuple[Node, ...] = ()
    keys: tuple[str, ...] = ()
    key_starts: tuple[int, ...] = ()
    scalar: Any = None

    def member(self, key: str) -> Node | None:
        """The last member of this name, which is the one that counts."""
        found = [part for name, part in zip(self.keys, self.parts, strict=True) if name == key]
        return found[-1] if self.kind == "object" and found else None

    @property
    def value(self) -> Any:
        """The value as Python has it."""
        if self.kind == "object":
            return {k: part.value for k, part in zip(self.keys, self.parts, strict=True)}
        return [part.value for part in self.parts] if self.kind == "array" else self.scalar

    def start_of(self, index: int) -> int:
        """Where a part begins, with its key."""
        return self.key_starts[index] if self.kind == "object" else self.parts[index].start


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text to be put in at a place of the text before it."""

    at: int
    text: str


@dataclass
class _Scanner:
    text: str
    at: int = 0
    depth: int = field(default=0)

    def blank(self) -> None:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def value(self) -> Node:
        start = self.at
        opening = self.text[start : start + 1]
        if opening in ("{", "["):
            return self._container(start, "object" if opening == "{" else "array")
        match = (_STRING if opening == '"' else _OTHER).match(self.text, start)
        if match is None:
            raise self.error("a value is missing")
        try:
            scalar = json.loads(match[0], parse_constant=_no_constant)
        except ValueError:
            raise self.error("a value is no JSON") from None
        self.at = match.end()
        return Node(start, self.at, "scalar", scalar=scalar)

    def _container(self, start: int, kind: str) -> Node:
        closing = "}" if kind == "object" else "]"
        parts: list[Node] = []
        keys: list[str] = []
        starts: list[int] = []
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("it is nested too deeply")
        self.at += 1
        self.blank()
        while self.text[self.at : self.at + 1] != closing:
            if kind == "object":
                starts.append(self.at)
                keys.append(self._key())
            parts.append(self.value())
            self.blank()
            if self.text[self.at : self.at + 1] == ",":
                self.at += 1
                self.blank()
            elif self.text[self.at : self.at + 1] != closing:
                raise self.error(f"neither ',' nor '{closing}' follows")
        self.at += 1
        self.depth -= 1
        return Node(start, self.at, kind, tuple(parts), tuple(keys), tuple(starts))

    def _key(self) -> str:
        node = self.value() if self.text[self.at : self.at + 1] == '"' else None
        if node is None:
            raise self.error("a name in quotes is missing")
        self.blank()
        if self.text[self.at : self.at + 1] != ":":
            raise self.error("':' is missing")
        self.at += 1
        self.blank()
        return str(node.scalar)

    def error(self, reason: str) -> ValueError:
        line = self.text.count("\n", 0, self.at) + 1
        return ValueError(f"line {line}: {reason}")


def parse(text: str) -> Node:
    """The value that a text spells.

    Raises:
        ValueError: it spells none; the words say in which line, and why.
    """
    scanner = _Scanner(text, 1 if text.startswith("\ufeff") else 0)
    scanner.blank()
    node = scanner.value()
    scanner.blank()
    if scanner.at != len(text):
        raise scanner.error("something follows the value")
    return node


def add_members(text: str, node: Node, members: Mapping[str, Any]) -> list[Insertion]:
    """What puts members at the end of an object."""
    indent = _indent_in(text, node)
    spelled = [
        f"{json.dumps(name)}: {_spelled(text, value, indent)}" for name, value in members.items()
    ]
    return _add(text, node, spelled)


def add_items(text: str, node: Node, items: Iterable[Any]) -> list[Insertion]:
    """What puts items at the end of an array."""
    indent = _indent_in(text, node)
    return _add(text, node, [_spelled(text, item, indent) for item in items])


def inserted(text: str, insertions: Iterable[Insertion]) -> tuple[str, list[tuple[int, int]]]:
    """The text with all insertions, and where each stands in it: start and length."""
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    done = length = 0
    for each in sorted(insertions, key=lambda insertion: insertion.at):
        parts += (text[done : each.at], each.text)
        length += each.at - done
        spans.append((length, len(each.text)))
        length += len(each.text)
        done = each.at
    return "".join([*parts, text[done:]]), spans


def without_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without some stretches: start and length each, in order."""
    for start, length in reversed(spans):
        text = text[:start] + text[start + length :]
    return text


def without_part(text: str, node: Node, index: int) -> str:
    """The text without one part of a container, a comma beside it, and the blank before it."""
    first, end = node.start_of(index), node.parts[index].end
    after = _comma(text, end)
    before = _comma(text, node.parts[index - 1].end) if index and after is None else None
    end = end if after is None else after + 1
    start = first
    while text[start - 1] in " \t\r\n":
        start -= 1
    since = node.parts[index - 1].end if index else node.start + 1
    follows = text[end:].lstrip(" \t")
    if _is_in_comment(text[since:start]) and not follows.startswith(("\n", "\r")):
        # What follows on this line must not come to stand behind the comment.
        start = first
        end = len(text) - len(follows)
    text = text[:start] + text[end:]
    return text if before is None else text[:before] + text[before + 1 :]


def collapsed(text: str, node: Node) -> str:
    """The text with nothing between the brackets of an empty container but comments."""
    inner = text[node.start + 1 : node.end - 1]
    return text if inner.strip() else text[: node.start + 1] + text[node.end - 1 :]


def _add(text: str, node: Node, spelled: Sequence[str]) -> list[Insertion]:
    if not spelled:
        return []
    line, indent = _newline(text), _indent_in(text, node)
    body = f",{line}{indent}".join(spelled)
    if not node.parts:
        inner = text[node.start + 1 : node.end - 1]
        tail = "" if "\n" in inner else line + _indent_of(text, node.start)
        return [Insertion(node.start + 1, f"{line}{indent}{body}{tail}")]
    last = node.parts[-1].end
    at = last + len(text[last : node.end - 1].rstrip())
    if _comma(text, last) is not None:
        return [Insertion(at, f"{line}{indent}{body},")]
    if at == last:
        return [Insertion(at, f",{line}{indent}{body}")]
    return [Insertion(last, ","), Insertion(at, f"{line}{indent}{body}")]


def _comma(text: str, at: int) -> int | None:
    """Where the comma stands that follows, if one does."""
    match = _BLANK.match(text, at)
    end = match.end() if match else at
    return end if text[end : end + 1] == "," else None


def _is_in_comment(blank: str) -> bool:
    """True where a line comment goes on to the end of what stands between two values."""
    comments = re.findall(r"//[^\n]*|/\*.*?\*/", blank, re.S)
    return bool(comments) and comments[-1].startswith("//") and blank.endswith(comments[-1])


def _spelled(text: str, value: Any, indent: str) -> str:
    unit = _unit(text)
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (_newline(text) + indent).join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    match = re.search(r"^([ \t]+)\S", text, re.M)
    return match[1] if match else "  "


def _indent_of(text: str, at: int) -> str:
    """The blank that begins the line of a place."""
    start = text.rfind("\n", 0, at) + 1
    return text[start : start + len(text[start:]) - len(text[start:].lstrip(" \t"))]


def _indent_in(text: str, node: Node) -> str:
    """The blank that the parts of a container have, or should have, before them."""
    if node.parts:
        first = node.start_of(0)
        if "\n" in text[node.start : first]:
            return _indent_of(text, first)
    return _indent_of(text, node.start) + _unit(text)


def _no_constant(name: str) -> None:
    raise ValueError(name)
