"""What docs/importers.md says of each importer, from the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrib.importers.common.losses import ALWAYS, SHELL_EDITS
from attrib.importers.interface import Importer

_HEAD = "| agent | reads | where |\n| --- | --- | --- |\n"
_COMMON = ALWAYS | SHELL_EDITS


def described(importers: Iterable[Importer]) -> str:
    """A table of all, in the order given, what most leave out, and a section for each."""
    listed = list(importers)
    rows = "".join(f"| {' | '.join(_row(importer))} |\n" for importer in listed)
    common = "".join(f"- `{key}`: {reason}\n" for key, reason in sorted(_COMMON.items()))
    sections = "\n".join("".join(_section(importer)) for importer in listed)
    intro = "Most declare these losses, which are named below by their keys alone:\n\n"
    return f"{_HEAD}{rows}\n{intro}{common}\n{sections}"


def _row(importer: Importer) -> list[str]:
    card = importer.card
    anchor = f"[`{importer.alias}`](#{importer.alias})"
    return [_cell(cell) for cell in (anchor, card.reads, card.places)]


def _section(importer: Importer) -> Iterator[str]:
    card = importer.card
    yield f"### {importer.alias}\n\n"
    yield "| what | precision |\n| --- | --- |\n"
    yield from (f"| {_cell(kind)} | {_cell(precision)} |\n" for kind, precision in card.precision)
    yield f"\n- Commits: {_line(card.commits)}.\n"
    alike = [key for key, reason in card.losses.items() if _COMMON.get(key) == reason]
    own = [(key, reason) for key, reason in sorted(card.losses.items()) if key not in alike]
    yield f"- Declared losses: {', '.join(f'`{key}`' for key in sorted(alike))}".rstrip() + "\n"
    yield from (f"  - `{key}`: {_line(reason)}\n" for key, reason in own)
    yield f"- The format is known from {_line(card.basis)}.\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
