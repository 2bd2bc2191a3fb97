"""Writes docs/conformance.md from the rules of `attrib check` and the markers of the tests.

python docs/generate_conformance.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "conformance.md"


def main(arguments: list[str]) -> int:
    """Returns 1 when `--check` finds the page stale, else 0."""
    from attrib.checks import RULES
    from attrib.checks.document import page, rules_shown

    text = page(RULES, rules_shown(ROOT / "tests"))
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    if "--check" in arguments:
        print("'docs/conformance.md' is stale", file=sys.stderr)
        print("hint: python docs/generate_conformance.py", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    print("updated docs/conformance.md")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
