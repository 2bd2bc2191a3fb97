"""Writes what docs/importers.md says of each importer, from the cards.

python docs/generate_importers.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "importers.md"
BEGIN, END = "<!-- importers:begin -->\n", "<!-- importers:end -->\n"


def page(text: str) -> str:
    """The page as it should be: its prose, and what the cards say."""
    from attrib.importers import IMPORTERS
    from attrib.importers.document import described

    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{described(IMPORTERS)}\n{END}{rest.split(END)[1]}"


def main(arguments: list[str]) -> int:
    """Returns 1 when `--check` finds the page stale, else 0."""
    held = PAGE.read_text(encoding="utf-8")
    text = page(held)
    if held == text:
        return 0
    if "--check" in arguments:
        print("'docs/importers.md' is stale", file=sys.stderr)
        print("hint: python docs/generate_importers.py", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    print("updated docs/importers.md")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
