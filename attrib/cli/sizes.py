"""Sizes on the command line, in the units of git and of data sheets."""

from __future__ import annotations

import re

import click

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(?:([KMGT])(i?B)?|B)?", re.IGNORECASE)
_POWER = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def size(words: str) -> int:
    """A number of bytes: `4GB` counts in thousands, `4GiB` and git's `4g` in 1024s.

    Raises:
        click.BadParameter: it is none, or zero.
    """
    found = _SIZE.fullmatch(words.strip())
    count = _bytes(found) if found else 0
    if not count:
        raise click.BadParameter(f"'{words}' is no size; write it as in 4GB, 512MiB or 4g")
    return count


def _bytes(found: re.Match[str]) -> int:
    number, letter, rest = found.groups()
    base = 1000 if (rest or "").upper() == "B" else 1024
    return int(float(number) * base ** _POWER[(letter or "").upper()])
