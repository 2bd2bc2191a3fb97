"""Values for a JSON Schema as ours are, and values that nearly fit, for hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

#: Texts that mean something here, or that something might stumble over.
TEXTS = (
    "S", "child", "t1", "t2", "attrib:unnamed:S", "attrib:named:", "S#r2", "S#r3", "r2", "call_1",
    "a.py", "src/b.py", "/home/dev/app/a.py", "../x", "",
    "\0", "HEAD", "HEAD~1", "HEAD..HEAD",
    "..", "--output=/tmp/x", "-L1", "a.py:1", "a.py:1:2", "file:///etc/passwd", "%2e%2e/x",
    "é\u202e", "😀",
    "app", "attrib:no-root", "attrib:no-call:r2", "4242", "abcd", "1", "2,3", "0", "record_id",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, 10, 500, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, 2**70, -1)

texts = st.sampled_from(TEXTS) | st.text(max_size=12)
numbers = st.sampled_from(NUMBERS) | st.integers(min_value=0, max_value=10)
odd = st.one_of(
    st.none(), st.booleans(), numbers, texts, st.floats(allow_nan=False, allow_infinity=False),
    st.lists(texts, max_size=2), st.dictionaries(texts, numbers, max_size=2),
)  # fmt: skip


def values(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values that mostly fit a part of a schema."""
    if "$ref" in schema:
        return values(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema:
        return st.one_of([values(each, whole) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "object":
        return _objects(schema, whole)
    if kind == "array":
        return st.lists(values(schema["items"], whole), max_size=3)
    return {"string": texts, "integer": numbers, "null": st.none(), "boolean": st.booleans()}.get(
        str(kind), odd
    )


def _objects(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    members = {name: values(each, whole) for name, each in schema.get("properties", {}).items()}
    required = {name: members.pop(name) for name in schema.get("required", ())}
    fitting = st.fixed_dictionaries(required, optional=members)
    names = [*required, *members]
    broken = st.tuples(fitting, st.sampled_from([*names, "other"]), odd).map(
        lambda made: {**made[0], made[1]: made[2]}
    )
    return st.one_of(fitting, fitting, fitting, broken)
