"""Small things that a reader, another machine or another day would stumble over."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from pathlib import Path

from tests.house.tree import ROOT, files, name_of, parsed

TEXT = files(".py", ".md", ".toml", ".yaml", ".yml", ".sh", "")
TESTS = files(".py", under="tests")

#: Calls whose answer depends on the day or the clock, or that wait.
CLOCKS = {
    "time.sleep": "wait for the thing itself, or set the time",
    "time.time": "give the time as a value",
    "datetime.now": "give the date as a value",
    "datetime.utcnow": "give the date as a value",
    "datetime.today": "give the date as a value",
    "date.today": "give the date as a value",
}


def called_names(tree: ast.Module) -> list[tuple[int, str]]:
    """Each call by the last two parts of its dotted name, with its line."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(call.lineno, ".".join(ast.unparse(call.func).split(".")[-2:])) for call in calls]


def imported_names(tree: ast.Module) -> set[str]:
    """Every module that a file imports or imports from."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    return names


def comments_of(path: Path) -> list[str]:
    """The comments of a Python file."""
    with path.open("rb") as file:
        return [
            token.string
            for token in tokenize.tokenize(file.readline)
            if token.type == tokenize.COMMENT
        ]


def test_no_test_sleeps_or_asks_for_today():
    found = [
        f"{name_of(path)}:{line}: {name}: {CLOCKS[name]}"
        for path in TESTS
        for line, name in called_names(parsed(path))
        if name in CLOCKS
    ]
    assert found == []


def test_no_test_patches_with_a_mock():
    mocks = {"mock", "unittest.mock"}
    found = [name_of(path) for path in TESTS if imported_names(parsed(path)) & mocks]
    assert found == [], "write a fake that implements the Protocol"


def test_to_do_names_its_issue():
    found = [
        f"{name_of(path)}: {comment}"
        for path in files(".py")
        for comment in comments_of(path)
        if re.search(r"\b(TODO|FIXME|XXX)\b", comment) and not re.search(r"\(#\d+\)", comment)
    ]
    assert found == []


def test_no_file_names_a_place_of_this_machine():
    here = {str(ROOT), sys.prefix, str(Path(sys.base_prefix))} - {"/usr", "/usr/local", "/"}
    home = re.compile(r"/root/[\w.]")
    found = [
        name_of(path)
        for path in TEXT
        if path != Path(__file__) and path.stat().st_size < 1_000_000
        for text in [path.read_text(encoding="utf-8", errors="replace")]
        if home.search(text) or any(place in text for place in here)
    ]
    assert found == []


def test_change_notes_have_a_known_kind():
    kind = re.compile(r"\d+\.(added|changed|fixed|removed|security|format)(\.\d+)?\.md")
    names = [path.name for path in (ROOT / "changes").iterdir()]
    assert [name for name in names if name != "README.md" and not kind.fullmatch(name)] == []


def test_every_python_in_the_classifiers_satisfies_requires_python():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    minors = [int(minor) for minor in re.findall(r"Python :: 3\.(\d+)\"", project)]
    lowest = re.search(r'requires-python = ">=3\.(\d+)"', project)
    assert lowest is not None
    assert minors == list(range(int(lowest[1]), int(lowest[1]) + len(minors)))
