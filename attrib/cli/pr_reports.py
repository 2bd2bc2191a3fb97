"""What `attrib pr post` leaves in a CI job: the step summary, the outputs, a file to keep."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrib.cli.terminal import say
from attrib.errors import AttribError
from attrib.render.size_limits import SUMMARY, SizeLimits


def summary_limits(path: str | None) -> SizeLimits:
    """How long the summary may be: the forge takes a mebibyte for a step, all or nothing."""
    try:
        held = Path(path).stat().st_size if path else 0
    except OSError:
        held = 0
    left = max(0, SUMMARY.bytes - held)
    return SizeLimits(min(left, SUMMARY.code_points), left)


def write_summary(path: str | None, text: str) -> bool:
    """Add the text to the step summary; false where there is none, or no room is left in it."""
    text = text if text.endswith("\n") else f"{text}\n"
    if path and not summary_limits(path).hold(text):
        say("notice: the step summary has no room left for the text")
        return False
    return _add(path, text)


def write_outputs(path: str | None, values: Mapping[str, str | int]) -> None:
    """Add values to the outputs of the step; none of them may span lines."""
    lines = [f"{name}={' '.join(str(value).split())}\n" for name, value in values.items()]
    _add(path, "".join(lines))


def write_report(path: Path, text: str) -> None:
    """Write the whole text to a file.

    Raises:
        AttribError: it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise AttribError(f"{error.strerror}", where=str(path)) from None


def _add(path: str | None, text: str) -> bool:
    if not path:
        return False
    try:
        with Path(path).open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        say(f"notice: '{path}' cannot be written: {error.strerror}")
        return False
    return True
