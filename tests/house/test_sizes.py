"""Modules and functions stay as small as a reader can hold."""

from __future__ import annotations

import ast

from tests.house.tree import files, has_docstring, name_of, parsed

MODULE_LINES = 300
FUNCTION_LINES = 40

#: "attrib/x.py" or "attrib/x.py:function" -> why it may be larger.
EXCEPTIONS: dict[str, str] = {}

PACKAGE = files(".py", under="attrib")


def length_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the end, the docstring left out."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    if has_docstring(function):
        docstring = function.body[0]
        lines -= (docstring.end_lineno or 0) - docstring.lineno + 1
    return lines


def test_module_has_at_most_300_lines():
    lengths = {name_of(path): path.read_bytes().count(b"\n") for path in PACKAGE}
    too_long = {
        name: lines
        for name, lines in lengths.items()
        if lines > MODULE_LINES and name not in EXCEPTIONS
    }
    assert too_long == {}, "split it by subject"


def test_function_fits_a_screen():
    lengths = {
        f"{name_of(path)}:{node.name}": length_of(node)
        for path in PACKAGE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    too_long = {
        name: lines
        for name, lines in lengths.items()
        if lines > FUNCTION_LINES and name not in EXCEPTIONS
    }
    assert too_long == {}, "give the parts names of their own"


def test_every_exception_is_still_needed_and_has_a_reason():
    modules = {name_of(path) for path in PACKAGE}
    for name, reason in EXCEPTIONS.items():
        assert name.partition(":")[0] in modules, f"'{name}' is not there any more"
        assert len(reason.split()) > 2, f"say why '{name}' may be larger"
