"""Any JSON values for logs, and what `attrib check` finds wrong in the streams of a store."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from attrib.checks import RULES, Severity, Source, check_streams
from attrib.stores import open_store

#: Texts with lone surrogates too.
texts = st.text(st.characters(exclude_categories=()), max_size=6)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def errors_in(common_dir: Path) -> list[str]:
    """The errors, in words; none where nothing was written."""
    folder = common_dir / "attrib" / "sessions"
    if not folder.exists():
        return []
    store = open_store(folder)
    sources = (Source(each.name, each.lines(), store.blob) for each in store.streams())
    return [
        f"{finding.place}: {finding.rule} {finding.message}"
        for finding in check_streams(sources, RULES).findings
        if finding.severity is Severity.ERROR
    ]
