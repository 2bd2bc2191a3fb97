"""The methods, a family a line."""

from __future__ import annotations

from attrib.serve.rpc import history, own, records, views
from attrib.serve.rpc.method import Method

_FAMILIES = (
    history.METHODS,
    records.METHODS,
    views.METHODS,
    own.METHODS,
)

METHODS: dict[str, Method] = {each.name: each for family in _FAMILIES for each in family}
