"""git's configuration as values: what `git config -z -l` printed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrib.git.interface import EolSettings

_TRUE = frozenset({"true", "yes", "on"})

Settings = Mapping[str, Sequence[str]]


def parse_settings(listing: bytes) -> dict[str, list[str]]:
    """All values by key, in git's order; a key without a value has `true`."""
    settings: dict[str, list[str]] = {}
    for item in listing.split(b"\0"):
        if not item:
            continue
        key, newline, value = item.partition(b"\n")
        text = os.fsdecode(value) if newline else "true"
        settings.setdefault(os.fsdecode(key), []).append(text)
    return settings


def last_of(settings: Settings, key: str) -> str | None:
    """The value that counts, or `None` where the key is not set."""
    values = settings.get(key)
    return values[-1] if values else None


def is_true(value: str | None) -> bool:
    """True where git reads `value` as true."""
    if value is None:
        return False
    text = value.lower()
    return text in _TRUE or (text.lstrip("+-").isdigit() and int(text) != 0)


def eol_settings_of(settings: Settings) -> EolSettings:
    """`core.autocrlf` and `core.eol` in git's words."""
    from attrib.git.interface import EolSettings

    autocrlf = (last_of(settings, "core.autocrlf") or "false").lower()
    if autocrlf != "input":
        autocrlf = "true" if is_true(autocrlf) else "false"
    eol = (last_of(settings, "core.eol") or "native").lower()
    return EolSettings(autocrlf, eol if eol in ("lf", "crlf") else "native")


def attributes_file_of(settings: Settings, environment: Mapping[str, str]) -> str | None:
    """Path of the user's attributes file, configured or by default; it need not exist."""
    configured = last_of(settings, "core.attributesfile")
    if configured is not None:
        return str(Path(configured).expanduser()) if configured else None
    folder = environment.get("XDG_CONFIG_HOME")
    if folder:
        return str(Path(folder, "git", "attributes"))
    home = environment.get("HOME")
    return str(Path(home, ".config", "git", "attributes")) if home else None
