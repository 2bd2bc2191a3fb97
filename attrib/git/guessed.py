"""Which lines git blame names through `--ignore-rev`: porcelain does not tell, its text does.

A line whose commit git guessed has a `?` before it; one that stays with an ignored commit has a
`*`, and is no guess.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrib.git.settings import Settings, last_of

#: The configuration that names lists of commits to ignore.
IGNORES = "blame.ignorerevsfile"

_MARKS = "'blame.markignoredlines=true' 'blame.markunblamablelines=true'"
_TEXT = (b"--no-porcelain", b"--no-line-porcelain", b"--no-incremental")
_HEAD = re.compile(rb"(?:\x1b\[[0-9;]*m)?\^?(\*?\??)")


def names_ignored(settings: Settings) -> bool:
    """True when the configuration names commits to ignore."""
    return bool(last_of(settings, IGNORES))


def text_arguments(arguments: Sequence[bytes]) -> list[bytes]:
    """The arguments of a blame with which git prints short text, whatever format they ask for."""
    end = arguments.index(b"--") if b"--" in arguments else len(arguments)
    return [b"-s", *arguments[:end], *_TEXT, *arguments[end:]]


def marking(environment: Mapping[str, str] | None) -> dict[str, str]:
    """The variables with which git marks such lines; what is configured there already stays."""
    known = (os.environ if environment is None else environment).get("GIT_CONFIG_PARAMETERS", "")
    return {"GIT_CONFIG_PARAMETERS": f"{known} {_MARKS}".strip()}


def are_guessed(lines: Iterable[bytes]) -> Iterator[bool]:
    """For each line of git's text, whether its commit is a guess."""
    for line in lines:
        found = _HEAD.match(line)
        yield found is not None and b"?" in found[1]
