"""One word, one meaning: the glossary and the types of the model name the same things."""

from __future__ import annotations

import ast
import re

from tests.house.tree import ROOT, files, name_of, parsed

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
#: Types that are aliases, not classes; the glossary may name them.
ALIASES = {"Oid", "RepoPath", "AnyRecord"}


def model_classes() -> list[tuple[str, str]]:
    return [
        (node.name, name_of(path))
        for path in files(".py", under="attrib/model")
        for node in parsed(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def glossary_types() -> set[str]:
    heads = [line for line in GLOSSARY.splitlines() if " · `" in line]
    return {name for head in heads for name in re.findall(r"`(\w+)`", head)}


def test_every_type_of_the_model_stands_in_the_glossary():
    missing = [f"{name} ({path})" for name, path in model_classes() if name not in glossary_types()]
    assert missing == [], "add these to docs/glossary.md, beside the word that they stand for"


def test_every_type_in_the_glossary_is_there():
    classes = {name for name, _ in model_classes()}
    assert glossary_types() - classes - ALIASES == set()


def test_no_two_types_have_one_name():
    places: dict[str, list[str]] = {}
    for name, path in model_classes():
        places.setdefault(name, []).append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
