"""Nothing that a user reads says that a session or an agent made something.

Read here: every string of the package but the docstrings (those of commands are help, and are
read too), README and all other pages, the change notes. Two lists of words:

- CERTAIN words are not used at all: they weigh, explain or conclude.
- MAKING words may be said of a tool or a build, and never in a sentence about a session, an
  agent or their kin. A string of the package is short and has no such sentence around it, so
  there they are not used at all.

The fixed statement is exempt. Whatever else must stay is listed with its reason; a reason that
is not needed any more fails too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from attrib.model.evidence import STATEMENT
from tests.house.tree import ROOT, files, has_docstring, name_of, parsed

CERTAIN = re.compile(
    r"\b(author(?:ed|ship)|caus(?:ed|es|ing)|because|prove[sdn]?|proofs?|likel(?:y|ihood)"
    r"|unlikely|probabl[ey]|probabilit(?:y|ies)|confiden(?:t|ce)|certainly"
    r"|(?:ai|llm|machine|human)[- ](?:code|written|generated|made|authored))\b",
    re.IGNORECASE,
)
MAKING = re.compile(
    r"\b(wrote|generat(?:ed|es)|produc(?:ed|es)|created by)\b",
    re.IGNORECASE,
)
MAKING_OF_PAGES = re.compile(
    MAKING.pattern + r"|\b(written|made|typed|coded) by\b",
    re.IGNORECASE,
)
SUBJECT = re.compile(
    r"\b(sessions?|agents?|assistants?|models?|ai|llms?|claude|codex|codebuddy|gemini|copilot)\b",
    re.IGNORECASE,
)

#: Exact string of the package -> why it may stay. Not for sentences: reword those.
ALLOWED_STRINGS = {
    "generated": "the qualifier's name, said of a file, as linguist does",
    "Co-authored-by": "the trailer's key, as git and forges spell it",
    "linguist-generated": "the attribute's name in .gitattributes",
    "authorship/3.": "how notes of git-ai begin the name of their version",
}
#: Part of a sentence, in the package or on a page -> why it may stay.
ALLOWED_PHRASES = {
    "never says what caused a commit": "says what is not said",
    "never what caused a commit": "says what is not said",
}


def sentences_of(text: str) -> Iterator[str]:
    """The sentences, list items and table cells of a page, without code in backticks."""
    text = text.replace(STATEMENT, " ")
    text = re.sub(r"(?<!`)(`{1,2})(?!`).+?\1", "`…`", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#:>]|\d+\.))|\|", text):
        for sentence in re.split(r"(?<=[.!?;])\s+", block):
            if sentence.strip():
                yield " ".join(sentence.split())


def shown_strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module that may reach a user, with their lines."""
    tree = parsed(path)
    is_command_line = "cli" in path.relative_to(ROOT / "attrib").parts
    docstrings = set()
    for node in ast.walk(tree):
        if has_docstring(node):
            is_help = is_command_line and getattr(node, "decorator_list", [])
            docstring = node.body[0].value  # type: ignore[attr-defined]
            docstrings.update([] if is_help else [id(docstring)])
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node.lineno, text
            case ast.Constant(value=bytes(data)):
                yield node.lineno, data.decode("utf-8", "replace")


def without_allowed(text: str) -> str:
    """The text without the statement and the phrases that may stay."""
    for phrase in (STATEMENT, *ALLOWED_PHRASES):
        text = text.replace(phrase, " ")
    return text


def claim_in_string(text: str) -> re.Match[str] | None:
    """The first word in a string of the package that makes a claim."""
    rest = without_allowed(text)
    return None if text in ALLOWED_STRINGS else CERTAIN.search(rest) or MAKING.search(rest)


def claim_in_sentence(sentence: str) -> re.Match[str] | None:
    """The first word in a sentence of a page that makes a claim."""
    rest = without_allowed(sentence)
    making = MAKING_OF_PAGES.search(rest) if SUBJECT.search(rest) else None
    return CERTAIN.search(rest) or making


def test_no_string_of_the_package_makes_a_claim():
    found = [
        f"{name_of(path)}:{line}: '{hit[0]}' in {text!r}"
        for path in files(".py", under="attrib")
        for line, text in shown_strings(path)
        if (hit := claim_in_string(text))
    ]
    assert found == [], "say: recorded, holds, equals, contains, declared, no record"


def test_no_page_makes_a_claim():
    found = [
        f"{name_of(path)}: '{hit[0]}' in: {sentence}"
        for path in files(".md")
        for sentence in sentences_of(path.read_text(encoding="utf-8"))
        if (hit := claim_in_sentence(sentence))
    ]
    assert found == [], "say: recorded, holds, equals, contains, declared, no record"


def test_every_allowed_string_is_in_use():
    used = {text for path in files(".py", under="attrib") for _, text in shown_strings(path)}
    assert set(ALLOWED_STRINGS) - used == set()


def test_every_allowed_phrase_is_in_use():
    pages = [path.read_text(encoding="utf-8") for path in files(".md")]
    strings = [text for path in files(".py", under="attrib") for _, text in shown_strings(path)]
    everything = "\n".join(pages + strings)
    assert [phrase for phrase in ALLOWED_PHRASES if phrase not in everything] == []


@pytest.mark.parametrize(
    "text",
    [
        "this session wrote lines 3 to 5",
        "The agent probably made it.",
        "lines authored elsewhere",
        "Created by session 0f1e.",
    ],
)
def test_claims_are_noticed(text):
    assert [sentence for sentence in sentences_of(text) if claim_in_sentence(sentence)] == [text]
