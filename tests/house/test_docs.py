"""The documentation agrees with the code and with itself."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from attrib import errors
from attrib.importers import IMPORTERS
from attrib.importers.document import described
from attrib.model.evidence import STATEMENT, Equality, Qualifier, Relation, Unseen
from tests.house.tree import ROOT, files, name_of

LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
README = (ROOT / "README.md").read_text(encoding="utf-8")


def slug_of(heading: str) -> str:
    """The anchor of a heading, as GitHub and MyST make it."""
    text = re.sub(r"[`*_]", "", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors_of(page: str) -> set[str]:
    return {slug_of(title) for title in re.findall(r"^#+ (.*)$", page, re.MULTILINE)}


def is_broken(link: str, page: Path) -> bool:
    """True for a link inside the project whose file or heading is not there."""
    if link.startswith(("https://", "http://", "mailto:")):
        return False
    target, _, anchor = link.partition("#")
    path = (page.parent / target).resolve() if target else page
    if not path.exists():
        return True
    return bool(anchor) and anchor not in anchors_of(path.read_text(encoding="utf-8"))


def test_links_lead_somewhere():
    broken = [
        f"{name_of(page)}: {link}"
        for page in files(".md")
        for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
        if is_broken(link, page)
    ]
    assert broken == []


@pytest.mark.parametrize("name", ["demo", "test"])
def test_readme_has_one_command_to_paste(name):
    block = re.search(f"<!-- {name}:begin -->\n```sh\n(.*)\n```\n<!-- {name}:end -->", README)
    assert block is not None
    assert block[1].startswith("python3 -m venv .venv && ")


def shown_commands() -> list[str]:
    """The commands of `attrib` in README's fenced blocks."""
    lines = [line for block in FENCE.finditer(README) for line in block[0].splitlines()]
    found = [re.search(r"(?:^|/|\$ )attrib ([\w-]+)", line) for line in lines]
    return sorted({hit[1] for hit in found if hit})


@pytest.mark.parametrize("command", shown_commands())
def test_commands_in_readme_exist(command):
    answer = subprocess.run(
        [sys.executable, "-m", "attrib", command, "-h"], capture_output=True, check=False
    )
    assert answer.returncode == 0, answer.stderr.decode()


def test_programs_of_pyproject_exist():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    missing = [
        name
        for name, place in project["scripts"].items()
        if importlib.util.find_spec(place.partition(":")[0]) is None
    ]
    assert missing == []


def test_evidence_page_holds_the_tables_of_the_code():
    if importlib.util.find_spec("attrib.strength") is None:
        pytest.skip("attrib.strength is not there yet")
    from attrib.strength import document

    page = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    held = page.split("<!-- strength:begin -->\n")[1].split("<!-- strength:end -->\n")[0]
    assert held.strip() == document().strip(), "run: nox -s docs"


def test_importers_page_holds_the_table_of_the_cards():
    page = (ROOT / "docs" / "importers.md").read_text(encoding="utf-8")
    held = page.split("<!-- importers:begin -->\n")[1].split("<!-- importers:end -->\n")[0]
    assert held.strip() == described(IMPORTERS).strip(), "run: python docs/generate_importers.py"


def test_evidence_page_names_every_word_of_the_closed_lists():
    page = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    words = [word.value for kind in (Relation, Equality, Qualifier, Unseen) for word in kind]
    assert [word for word in words if f"`{word}`" not in page] == []


def test_messages_page_explains_every_error_and_every_reason():
    page = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    kinds = [kind.__name__ for kind in errors.AttribError.__subclasses__()]
    reasons = [reason.value for reason in Unseen]
    assert [name for name in kinds + reasons if f"| `{name}` |" not in page] == []


def test_statement_is_the_same_everywhere():
    for name in ("README.md", "docs/evidence.md"):
        assert STATEMENT in (ROOT / name).read_text(encoding="utf-8")


def test_contributing_fits_two_screens():
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()) <= 100
