"""The methods, one line each."""

from __future__ import annotations

from attrib.serve.rpc.method import Method

METHODS: dict[str, Method] = {method.name: method for method in ()}
