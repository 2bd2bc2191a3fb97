"""The table of docs/importers.md, from the cards."""

from __future__ import annotations

from collections.abc import Iterable

from attrib.importers.interface import Importer

_HEAD = (
    "| agent | reads | where | precision of a change | commits | declared losses "
    "| how the format is known |\n"
    "| --- | --- | --- | --- | --- | --- | --- |\n"
)


def table(importers: Iterable[Importer]) -> str:
    """One row for each importer, in the order given."""
    return _HEAD + "".join(f"| {' | '.join(_row(importer))} |\n" for importer in importers)


def _row(importer: Importer) -> list[str]:
    card = importer.card
    cells = (
        f"`{importer.alias}`",
        card.reads,
        card.places,
        "<br>".join(f"{kind}: {precision}" for kind, precision in card.precision),
        card.commits,
        "<br>".join(f"`{key}`: {reason}" for key, reason in sorted(card.losses.items())),
        card.basis,
    )
    return [" ".join(cell.replace("|", "\\|").split()) for cell in cells]
