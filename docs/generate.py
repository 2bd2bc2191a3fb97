"""Writes the generated parts of the documentation; with `--check`, compares them instead.

    python docs/generate.py [--check]

Parts: the tables of docs/evidence.md, from `attrib.strength`; the man pages under share/man,
from docs/man, by Sphinx.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EVIDENCE = ROOT / "docs" / "evidence.md"
BEGIN, END = "<!-- strength:begin -->\n", "<!-- strength:end -->\n"
PAGES = ("attrib.1", "git-asr-blame.1")


def evidence_page() -> str:
    """docs/evidence.md as it should be: its prose, and the tables as `attrib.strength` has them."""
    page = EVIDENCE.read_text(encoding="utf-8")
    if importlib.util.find_spec("attrib.strength") is None:
        return page
    from attrib.strength import document

    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{document().strip()}\n\n{END}{after}"


def man_pages() -> dict[Path, str]:
    """The man pages as Sphinx makes them now."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "man", str(ROOT / "docs"), out],
            check=True,
        )
        return {
            ROOT / "share" / "man" / "man1" / name: Path(out, name).read_text(encoding="utf-8")
            for name in PAGES
        }


def main(arguments: list[str]) -> int:
    """Returns 1 when `--check` finds a stale part, else 0."""
    stale = False
    for path, text in {EVIDENCE: evidence_page(), **man_pages()}.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        name = path.relative_to(ROOT)
        if "--check" in arguments:
            print(f"'{name}' is stale\nhint: nox -s docs", file=sys.stderr)
            stale = True
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"updated {name}")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
