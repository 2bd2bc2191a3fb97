"""The shell scripts of `hooks/`, ready to be laid where git looks for hooks."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import attrib
from attrib.errors import HookError
from attrib.recording.quick.run import HOOKS

#: By this line a script of ours is known, whatever else was changed in it.
MARK = b"# attrib hook: "
_LARGEST = 1 << 20


def script(name: str) -> str:
    """The script of a hook, with this Python and this package in it.

    A graphical client starts git with a short PATH, where neither would be found.

    Raises:
        HookError: the scripts did not come with the package.
    """
    package = Path(attrib.__file__).resolve().parent
    for folder in (package / "hooks", package.parent / "hooks"):
        if (folder / name).is_file():
            text = (folder / name).read_text(encoding="utf-8")
            break
    else:
        raise HookError(f"the script '{name}' did not come with this package", hint="reinstall it")
    text = _filled(text, "attrib_python", Path(sys.executable).as_posix())
    return _filled(text, "attrib_package", package.parent.as_posix())


def is_ours(path: Path) -> bool:
    """True for a script of ours, of this version or another one."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        return any(line.startswith(MARK) for line in path.read_bytes().split(b"\n", 3)[:3])
    except OSError:
        return False


def _filled(text: str, name: str, value: str) -> str:
    quoted = "'" + value.replace("'", "'\\''") + "'"
    return re.sub(rf"^{name}=$", lambda _: f"{name}={quoted}", text, count=1, flags=re.MULTILINE)


__all__ = ["HOOKS", "MARK", "is_ours", "script"]
