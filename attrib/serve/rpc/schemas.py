"""Schemas of the methods, and the OpenRPC document, from the types.

`python -m attrib.serve.rpc.schemas` writes `docs/schemas/rpc`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from attrib import __version__
from attrib.serve.rpc.method import Method
from attrib.serve.rpc.registry import METHODS

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: Any, name: str) -> dict[str, Any]:
    """The JSON Schema of a type, or of one among several, nested types inside."""
    if isinstance(kind, tuple):
        parts, nested = msgspec.json.schema_components(kind, ref_template="#/$defs/{name}")
        found: dict[str, Any] = {"anyOf": list(parts), "$defs": nested}
    else:
        found = msgspec.json.schema(kind)
    return {"$schema": _DIALECT, "$id": f"/schemas/{name}.json", **found}


def schemas(methods: Iterable[Method]) -> dict[str, dict[str, Any]]:
    """The schemas of all methods by the name of their file."""
    found = {}
    for method in methods:
        for kind, part in ((method.params, "params"), (method.result, "response")):
            name = f"{method.file}_{part}"
            found[name] = schema_of(kind, name)
    return found


def openrpc(methods: Iterable[Method]) -> dict[str, Any]:
    """The OpenRPC document: each method with its schemas, to which it refers."""
    return {
        "openrpc": "1.3.2",
        "info": {"title": "attrib", "version": __version__, "license": {"name": "Apache-2.0"}},
        "methods": [
            {
                "name": method.name,
                "summary": method.summary,
                "paramStructure": "by-name",
                "params": _params(method),
                "result": {
                    "name": "result",
                    "schema": {"$ref": f"/schemas/{method.file}_response.json"},
                },
            }
            for method in methods
        ],
    }


def _params(method: Method) -> list[dict[str, Any]]:
    """One content descriptor a parameter, which refers to its place in the method's schema."""
    where = f"/schemas/{method.file}_params.json"
    schema = msgspec.json.schema(method.params)
    name = schema["$ref"].rpartition("/")[2]
    members = schema["$defs"][name]
    required = members.get("required", [])
    return [
        {
            "name": each,
            "required": each in required,
            "schema": {"$ref": f"{where}#/$defs/{name}/properties/{each}"},
        }
        for each in members["properties"]
    ]


def text_of(value: Any) -> str:
    """A document as its file holds it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def files() -> dict[str, str]:
    """Every file of `docs/schemas/rpc` by name."""
    methods = METHODS.values()
    found = {f"{name}.json": text_of(schema) for name, schema in schemas(methods).items()}
    return {**found, "openrpc.json": text_of(openrpc(methods))}


def main() -> None:
    """Write every schema, and remove those of methods that are gone."""
    folder = Path(__file__).parents[3] / "docs" / "schemas" / "rpc"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = files()
    for path in folder.glob("*.json"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
