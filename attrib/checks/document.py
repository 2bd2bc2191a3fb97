"""docs/conformance.md, from the rules and from the tests that show them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrib.checks.interface import Rule

_HEAD = """\
# Conformance

What `attrib check` looks for, rule by rule, and the tests that show each. An error breaks a MUST;
a warning breaks a SHOULD, or something we infer; a notice breaks nothing. Rules that begin with
`stream-` are inferred, since the pages that state ASR's envelope are not available to this project.

Made by `python docs/generate_conformance.py`; do not edit.

| rule | level | what is checked | severity | tests |
| --- | --- | --- | --- | --- |
"""
_UNCHECKED = "a stream alone cannot show it"


def page(rules: Iterable[Rule], shown: Mapping[str, Sequence[str]]) -> str:
    """The whole page; `shown` names the tests of each rule."""
    return _HEAD + "".join(f"{_row(rule, shown.get(rule.number, ()))}\n" for rule in rules)


def _row(rule: Rule, tests: Sequence[str]) -> str:
    severities = ", ".join(item.value for item in rule.severities) or _UNCHECKED
    names = "<br>".join(f"`{name}`" for name in tests) or "-"
    cells = (rule.number, rule.level.value, rule.summary, severities, names)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def rules_shown(folder: Path) -> dict[str, list[str]]:
    """The tests below a folder by the rules that their `asr` markers name, sorted."""
    shown: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_bytes(), filename=str(path))
        whole = _assigned(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                name = f"{path.relative_to(folder).as_posix()}::{node.name}"
                for rule in (*whole, *(n for d in node.decorator_list for n in _marked(d))):
                    shown.setdefault(rule, set()).add(name)
    return {rule: sorted(names) for rule, names in shown.items()}


def _assigned(tree: ast.Module) -> list[str]:
    """The rules of a module's `pytestmark`."""
    return [
        rule
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(name, ast.Name) and name.id == "pytestmark" for name in node.targets)
        for rule in _marked(node.value)
    ]


def _marked(node: ast.AST) -> Iterator[str]:
    """The rules named in `pytest.mark.asr("ASR-450")`, wherever it stands in the expression."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.asr":
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
