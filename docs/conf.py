"""Sphinx: the site (furo) and the two man pages, from the same Markdown."""

from attrib import __version__

project = "attrib"
author = "The attrib authors"
copyright = "2026, The attrib authors"  # noqa: A001 - Sphinx's own name
version = release = __version__
# A date in a man page would change it on every build; the version says as much.
today = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]
suppress_warnings = ["myst.xref_missing"]  # links out of docs/; tests/house/test_docs.py holds them

html_theme = "furo"
html_title = "attrib"

man_pages = [
    ("man/git-asr-blame", "git-asr-blame", "git blame with recorded sessions", [author], 1),
    ("man/attrib", "attrib", "links recorded agent sessions to commits", [author], 1),
]
