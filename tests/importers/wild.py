"""Rows with any JSON in any member."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        [
            "",
            "/",
            "..",
            "/home/dev/app/../../etc/x",
            "C:\\app\\a.txt",
            "\\\\server\\share\\a.txt",
            "file:///home/dev/a%20b.txt",
            "file://wsl.localhost/Ubuntu/home/x",
            "a\u2028b",
            "\ud800",
            "\udce9/x",
            "x\0y",
            10**400,
            -1,
            float("nan"),
            float("inf"),
            1768172351896,
            "2026-10-20T09:00:00.000Z",
            "completed",
            "diff",
        ]
    )
)
#: Any JSON value, and what logs may hold in its place.
VALUES: st.SearchStrategy[Any] = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=4) | st.sampled_from(["path", "content"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterable[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*above, key)
        if isinstance(inner, dict | list):
            yield from _places(inner, (*above, key))


@st.composite
def changed(draw: st.DrawFn, rows: list[Any]) -> list[Any]:
    """The rows with one to four members replaced by any value, or taken away."""
    made = copy.deepcopy(rows)
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(made))
        *above, key = draw(st.sampled_from(places))
        inner: Any = made
        for step in above:
            inner = inner[step]
        if isinstance(inner, dict) and draw(st.booleans()):
            del inner[key]
        else:
            inner[key] = draw(VALUES)
    return made
