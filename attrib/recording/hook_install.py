"""Laying hooks where git looks for them now, in front of what stands there, and taking them away.

What stood there is kept under its own name in the folder `attrib-kept` beside the hooks, as the
same file: mode, times and links stay. Uninstalling puts it back. Nothing is configured.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from attrib.errors import HookError
from attrib.recording.hook_scripts import HOOKS, is_ours, script

KEPT = "attrib-kept"
#: What the folder of hooks was like before.
_STATE = "folder.json"
#: A symbolic link is kept under this name, and one with an absolute target stands for it.
_LINK = "{}.link"
_EXECUTABLE = 0o777


class HookState(Enum):
    """What stands where git looks for one hook."""

    INSTALLED = "installed"
    CHAINED = "installed, then runs what stood there before"
    OUTDATED = "installed by another version or Python"
    BEHIND = "installed; pre-commit stands in its place and runs it"
    REPLACED = "replaced after it was installed"
    OTHER = "not installed; another hook stands there"
    ABSENT = "not installed"


#: Where there is nothing to do.
STANDING = (HookState.INSTALLED, HookState.CHAINED, HookState.BEHIND)


@dataclass(frozen=True, slots=True)
class HookFacts:
    """One hook: its name and what stands there."""

    name: str
    state: HookState


def install(folder: Path) -> list[HookFacts]:
    """Lay all hooks into a folder; one that is there already is brought up to date.

    Raises:
        HookError: the folder cannot be written, or holds what cannot be kept.
    """
    scripts = {name: script(name) for name in HOOKS}
    try:
        before = _before(folder)
        for name in HOOKS:
            _refuse(folder, name)
        if before is not None:
            (folder / KEPT).mkdir(parents=True, exist_ok=True)
            (folder / KEPT / _STATE).write_text(json.dumps(before), encoding="utf-8")
        for name, text in scripts.items():
            if _state(folder, name) not in STANDING:
                _lay_in_front(folder, name, text)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return status(folder)


def uninstall(folder: Path) -> list[str]:
    """Take the hooks away and put back what stood there; what could not be put back, as notices.

    Raises:
        HookError: the folder cannot be written.
    """
    kept = folder / KEPT
    notices: list[str] = []
    try:
        before = _held_state(kept)
        for name in HOOKS:
            notices += _take_away(folder, name)
        if before is None:
            return notices
        (kept / _STATE).unlink(missing_ok=True)
        with suppress(OSError):
            kept.rmdir()
        if not before["was_there"]:
            with suppress(OSError):
                folder.rmdir()
        if folder.is_dir():
            os.utime(folder, ns=(folder.stat().st_atime_ns, int(before["mtime_ns"])))
    except OSError as error:
        raise _unwritable(folder, error) from error
    return notices


def status(folder: Path) -> list[HookFacts]:
    """What stands in a folder for each hook."""
    return [HookFacts(name, _state(folder, name)) for name in HOOKS]


def _state(folder: Path, name: str) -> HookState:
    place, kept = folder / name, folder / KEPT / name
    if not is_ours(place):
        if not os.path.lexists(place):
            return HookState.ABSENT
        if is_ours(_legacy(folder, name)):
            return HookState.BEHIND
        return HookState.REPLACED if _is_installed(folder) else HookState.OTHER
    try:
        is_current = place.read_text(encoding="utf-8") == script(name)
    except (OSError, UnicodeDecodeError):
        is_current = False
    if not is_current or not os.access(place, os.X_OK):
        return HookState.OUTDATED
    return HookState.CHAINED if os.path.lexists(kept) else HookState.INSTALLED


def _is_installed(folder: Path) -> bool:
    return (folder / KEPT / _STATE).is_file()


def _before(folder: Path) -> dict[str, int | bool] | None:
    """What the folder is like, or `None` where that is known from an earlier installation."""
    if _is_installed(folder):
        return None
    there = folder.is_dir()
    return {"was_there": there, "mtime_ns": folder.stat().st_mtime_ns if there else 0}


def _held_state(kept: Path) -> dict[str, int | bool] | None:
    try:
        value = json.loads((kept / _STATE).read_bytes())
        return {"was_there": bool(value["was_there"]), "mtime_ns": int(value["mtime_ns"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _refuse(folder: Path, name: str) -> None:
    """Nothing, unless a hook cannot be kept.

    Raises:
        HookError: it is a folder, or one was kept already and another one stands there now.
    """
    place, kept = folder / name, folder / KEPT / name
    if place.is_dir():
        raise HookError(f"'{place}' is a folder", hint=f"ls -la '{folder}'")
    if is_ours(place) or not os.path.lexists(place) or not os.path.lexists(kept):
        return
    if _is_same(place, kept) or is_ours(_legacy(folder, name)):
        return
    raise HookError(
        f"'{place}' was replaced after it was installed, and '{kept}' is kept from before",
        hint=f"rm '{kept}', or put it back: mv '{kept}' '{place}'",
    )


def _legacy(folder: Path, name: str) -> Path:
    """Where pre-commit moves a hook that stood in its place before, and runs it."""
    return folder / f"{name}.legacy"


def _lay_in_front(folder: Path, name: str, text: str) -> None:
    place, legacy = folder / name, _legacy(folder, name)
    if not is_ours(place) and os.path.lexists(place):
        _keep(folder, name)
    if legacy.is_file() and not legacy.is_symlink() and not is_ours(legacy):
        # Installed once more, pre-commit would move our hook over it.
        spare = folder / KEPT / legacy.name
        spare.unlink(missing_ok=True)
        with suppress(OSError):
            spare.hardlink_to(legacy)
    _lay(place, text)


def _keep(folder: Path, name: str) -> None:
    """Keep a hook: the same file under the same name, in a folder beside it."""
    place, kept = folder / name, folder / KEPT / name
    if place.is_symlink():
        target = folder / place.readlink()
        with suppress(FileNotFoundError):
            kept.unlink()
        kept.symlink_to(target.absolute())
        place.rename(kept.with_name(_LINK.format(name)))
        return
    try:
        # The old one stays in its place until ours takes it, in one step.
        kept.unlink(missing_ok=True)
        kept.hardlink_to(place)
    except OSError:
        place.rename(kept)


def _lay(place: Path, text: str) -> None:
    spare = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    try:
        spare.unlink(missing_ok=True)
        with os.fdopen(os.open(spare, flags, _EXECUTABLE), "w", newline="\n") as file:
            file.write(text)
        spare.replace(place)
    finally:
        spare.unlink(missing_ok=True)


def _take_away(folder: Path, name: str) -> list[str]:
    """Put one hook back; a notice where another one stands there now."""
    place, kept = folder / name, folder / KEPT / name
    link = kept.with_name(_LINK.format(name))
    _take_back_legacy(folder, name)
    if not is_ours(place) and os.path.lexists(place):
        if not os.path.lexists(kept):
            return []
        if _is_same(place, kept):
            kept.unlink()
            return []
        return [f"'{place}' is not ours any more; what stood there before is '{kept}'"]
    if link.is_symlink():
        link.replace(place)
        kept.unlink(missing_ok=True)
    elif os.path.lexists(kept):
        kept.replace(place)
    else:
        place.unlink(missing_ok=True)
    return []


def _take_back_legacy(folder: Path, name: str) -> None:
    legacy = _legacy(folder, name)
    spare = folder / KEPT / legacy.name
    if is_ours(legacy):
        if spare.is_file():
            spare.replace(legacy)
        else:
            legacy.unlink()
    spare.unlink(missing_ok=True)


def _is_same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def _unwritable(folder: Path, error: OSError) -> HookError:
    reason = (error.strerror or str(error)).lower()
    return HookError(
        f"cannot write '{error.filename or folder}': {reason}", hint=f"ls -ld '{folder}'"
    )
