"""Parameters of our own methods, named like the options of the commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, field

from attrib.model.evidence import Strength
from attrib.model.ids import RepoPath
from attrib.serve.rpc.errors import invalid
from attrib.serve.rpc.wire import Asked, Text

Word = Literal["strong", "moderate", "weak"]
Revision = Annotated[str, Meta(min_length=1, max_length=1024)]
Paths = Annotated[list[Text], Meta(max_length=1000)]
Range = Annotated[str, Meta(pattern=r"^\d{1,9}(?:,\d{1,9})?$", max_length=19)]
Ranges = Annotated[list[Range], Meta(max_length=1000)]
Revisions = Annotated[list[Revision], Meta(min_length=1, max_length=100)]
_CONTROL = re.compile("[\x00-\x1f\x7f]")


class BlameParams(Asked, frozen=True, kw_only=True):
    """The file as a revision holds it: HEAD, unless another one is named."""

    path: Text
    revision: Revision | None = None
    ranges: Ranges = field(default_factory=list)
    min_strength: Word | None = None


class CommitParams(Asked, frozen=True, kw_only=True):
    """The commits that revisions name."""

    revisions: Revisions = field(default_factory=lambda: ["HEAD"])
    paths: Paths = field(default_factory=list)
    min_strength: Word | None = None


class SessionParams(Asked, frozen=True, kw_only=True):
    """One session; without an ID, the list of them."""

    id: Text | None = None


class FindParams(Asked, frozen=True, kw_only=True):
    """An object ID, or a prefix of one."""

    object_id: Annotated[str, Meta(min_length=4, max_length=64)]


class ExplainParams(Asked, frozen=True, kw_only=True):
    """Lines of a file, or with no path a commit."""

    revision: Revision | None = None
    path: Text | None = None
    ranges: Ranges = field(default_factory=list)
    min_strength: Word | None = None


class GraphParams(Asked, frozen=True, kw_only=True):
    """A range of commits: A..B, A...B, or B; without one, everything up to HEAD."""

    range: Revision | None = None
    paths: Paths = field(default_factory=list)
    min_strength: Word | None = None


def revision_in(text: str | None, path: str) -> str | None:
    """A revision as given, where it can be no option and no second question.

    Raises:
        RpcError: it may be one.
    """
    if text is not None and (text.startswith("-") or _CONTROL.search(text)):
        raise invalid(path, "a revision does not begin with '-', and holds no control character")
    return text


def path_in(text: str, path: str) -> RepoPath:
    """A path from the top of the repository.

    Raises:
        RpcError: it leads out of it, or is none.
    """
    parts = text.split("/")
    if "\0" in text or text.startswith("/") or any(each in ("", ".", "..") for each in parts):
        message = "a path is given from the top of the repository, without '.', '..' and NUL"
        raise invalid(path, message)
    try:
        return RepoPath(os.fsencode(text))
    except UnicodeEncodeError:
        raise invalid(path, "a path is text") from None


def paths_in(texts: Sequence[str]) -> list[RepoPath]:
    """Paths from the top of the repository."""
    return [path_in(text, f"$.params.paths[{index}]") for index, text in enumerate(texts)]


def numbers_in(ranges: Iterable[str], count: int) -> list[int]:
    """The line numbers of ranges, each once and in order; of none all of a file's `count` lines.

    Raises:
        RpcError: a range has no line here.
    """
    found: set[int] = set()
    for index, text in enumerate(ranges):
        first, _, last = text.partition(",")
        numbers = range(int(first), min(int(last or first), count) + 1)
        if not numbers or not numbers[0]:
            raise invalid(f"$.params.ranges[{index}]", f"the file has {count} lines")
        found.update(numbers)
    return sorted(found) if found else list(range(1, count + 1))


def strength_in(word: str | None) -> Strength | None:
    """The strength that a word means."""
    return Strength[word.upper()] if word is not None else None
