"""The files of this project, as the house rules read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_LEFT_OUT = {"build", "dist", "_build", "__pycache__", "node_modules"}
_HIDDEN = {".ci", ".github", ".gitlab"}


@cache
def files(*suffixes: str, under: str = ".") -> tuple[Path, ...]:
    """All files with one of the suffixes, in order, without what is built or installed."""
    return tuple(sorted(path for path in _walk(ROOT / under) if path.suffix in suffixes))


def _walk(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        name = path.name
        if path.is_dir():
            hidden = name.startswith(".") and name not in _HIDDEN
            if not hidden and name not in _LEFT_OUT and not name.endswith(".egg-info"):
                yield from _walk(path)
        else:
            yield path


def name_of(path: Path) -> str:
    """The path as messages show it: relative to the top."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def has_docstring(node: ast.AST) -> bool:
    """True for a module, class or function that opens with a docstring."""
    return (
        isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node, clean=False) is not None
    )
