"""docs/api.md: its examples are answered as it says, and its limits are those of the code."""

from __future__ import annotations

import json
import re
from dataclasses import fields

import pytest

from attrib.serve.limits import Limits
from attrib.serve.rpc.registry import METHODS
from attrib.serve.rpc.schemas import files
from tests.house.tree import ROOT
from tests.serve.logs import Log, text

API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"<!-- example:request -->\n```json\n(.*?)\n```\n\n"
    r"<!-- example:response -->\n```json\n(.*?)\n```",
    re.DOTALL,
)
SESSION = "0f1e2d3c-5a4b-4c3d-8e2f-1a0b9c8d7e6f"
MIB = 1024 * 1024


def written(repository):
    """The log that the page's examples are about."""
    log = Log(repository, SESSION)
    log.step(text("greet.py", "print('hello')\n"))
    log.step(text("greet.py", "print('hello, you')\n", "print('hello')\n"), minute=1)


@pytest.mark.git
@pytest.mark.parametrize("number", range(len(EXAMPLE.findall(API))))
def test_example_is_answered_as_the_page_says(repository, asking, number):
    written(repository)
    request, response = EXAMPLE.findall(API)[number]
    assert asking.answer(request.encode()) == json.loads(response)


def words_of(name: str, value: float) -> str:
    """A limit as the page writes it."""
    if name in ("request", "answer", "page_bytes", "record", "blob", "diff", "diff_most"):
        return f"{value // MIB} MiB" if value >= MIB else f"{value // 1024} KiB"
    if name in ("seconds", "body_seconds", "wait", "fresh_for", "grant"):
        return f"{value:g} s"
    return f"{value:,}"


TOLD = {
    "request": "a request, over HTTP or as a line",
    "batch": "requests in a batch",
    "depth": "levels of arrays and objects in a request",
    "answer": "an answer",
    "page": "items of a page, where no `limit` is given",
    "pages_most": "items of a page",
    "page_bytes": "bytes of records, and of contents, that a page or diff reads",
    "record": "a record that is told with its changes",
    "blob": "a content kept outside of a log",
    "diff": "a diff, where no `maxBytes` is given",
    "diff_most": "a diff",
    "diff_records": "records of a diff",
    "text": "characters of an ID, a path or a link",
    "seconds": "time for an answer, and for a client to take it",
    "body_seconds": "time for a request to arrive",
    "wait": "time that a request waits for another that uses the same records or repository",
    "at_once": "requests worked on at once",
    "waiting": "requests waiting or worked on",
    "connections": "connections",
    "fresh_for": "time after which growth of known logs is seen; new logs within a second",
    "grant": "life of a view grant",
}


def test_limits_are_those_of_the_code():
    limits = Limits()
    assert set(TOLD) == {each.name for each in fields(Limits)}
    rows = [f"| {TOLD[name]} | {words_of(name, getattr(limits, name))} |" for name in TOLD]
    assert [row for row in rows if row not in API] == []


def test_page_names_every_method():
    assert [name for name in METHODS if f"`{name}`" not in API] == []


def test_schemas_are_those_of_the_types():
    folder = ROOT / "docs" / "schemas" / "rpc"
    held = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    assert held == files(), "run: python -m attrib.serve.rpc.schemas"


def test_nested_types_are_no_files_of_their_own():
    parts = [name.removesuffix(".json").rpartition("_")[2] for name in files()]
    assert set(parts) == {"params", "response", "openrpc"}
