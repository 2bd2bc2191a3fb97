"""`attrib share verify` and `bundle`: each claim derived again, from notes and from one file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.share.team import (
    answer,
    attrib,
    author_in,
    encoded,
    lines_of,
    teammate_in,
    write_note,
)
from tests.share.test_commands import valid
from tests.support.repos import git, head

pytestmark = pytest.mark.git


@pytest.fixture
def author(tmp_path: Path) -> Path:
    made = author_in(tmp_path)
    assert attrib(made, "share", "push").code == 0
    return made


@pytest.fixture
def teammate(author: Path) -> Path:
    clone = teammate_in(author.parent)
    assert attrib(clone, "share", "fetch").code == 0
    return clone


def counts(value: dict[str, Any]) -> tuple[int, int, int]:
    return value["holds"], value["cannot_be_checked"], value["contradicted"]


def test_with_the_records_every_claim_holds(author: Path) -> None:
    value = answer(author, "share", "verify")
    valid("attrib.share-verify-1", value)
    assert counts(value) == (8, 0, 0)


def test_without_them_whole_states_hold_and_the_rest_cannot_be_checked(teammate: Path) -> None:
    value = answer(teammate, "share", "verify")
    assert counts(value) == (4, 4, 0)
    assert {(c["claim"].get("relation", "state"), c["verdict"]) for c in value["claims"]} == {
        ("state", "holds"),
        ("transition", "holds"),
        ("chain", "cannot-be-checked"),
        ("lines", "cannot-be-checked"),
        ("named", "cannot-be-checked"),
    }
    ran = attrib(teammate, "share", "verify")
    assert ran.out.endswith("8 claims: 4 hold, 4 cannot be checked, 0 contradicted\n")


FALSE: dict[str, tuple[dict[str, Any], str]] = {
    "strength": (
        {"strength": "strong"},
        "it says strong, and its relation allows moderate at most",
    ),
    "lines": ({"lines": [[2, 2]]}, "it names lines that the commit does not add or remove"),
    "other": (
        {"lines": [[7, 7]]},
        "its records here give moderate, or other lines",
    ),
    "relation": ({"relation": "transition"}, "its records here give no such evidence"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_claim_that_the_records_do_not_give_is_contradicted(author: Path, name: str) -> None:
    changes, reason = FALSE[name]
    (line,) = lines_of(author, "HEAD")
    write_note(author, "HEAD", encoded(line | changes))
    ran = attrib(author, "share", "verify", "HEAD~1..HEAD", "--json")
    value = json.loads(ran.out)
    assert ran.code == 1
    assert [c["reason"] for c in value["claims"] if c["verdict"] == "contradicted"] == [reason]
    assert "contradicted      commit" in attrib(author, "share", "verify").out


def test_without_records_a_false_id_is_contradicted(teammate: Path) -> None:
    blob = head(teammate, "HEAD~2:app.py")
    (line,) = lines_of(teammate, blob)
    write_note(teammate, blob, encoded(line | {"after": line["after"] | {"id": "0" * 40}}))
    ran = attrib(teammate, "share", "verify", "--json")
    wrong = [c for c in json.loads(ran.out)["claims"] if c["verdict"] == "contradicted"]
    assert ran.code == 1
    assert [c["reason"] for c in wrong] == ["the shared object ID is not the blob's"]


def test_what_is_not_here_cannot_be_checked(teammate: Path, tmp_path: Path) -> None:
    remote = f"file://{tmp_path / 'remote.git'}"
    git(tmp_path, "clone", "-q", "--depth", "1", remote, "shallow")
    attrib(tmp_path / "shallow", "share", "fetch")
    value = answer(tmp_path / "shallow", "share", "verify")
    reasons = {claim["reason"] for claim in value["claims"]}
    assert "history ends here: git fetch --unshallow" in reasons
    assert value["contradicted"] == 0


def bundled(repo: Path, *args: str) -> Any:
    ran = attrib(repo, "share", "bundle", "-o", "out.json", *args)
    assert ran.code == 0, ran.err
    return json.loads((repo / "out.json").read_bytes())


def test_a_bundle_is_an_in_toto_statement_with_a_scai_report(author: Path) -> None:
    value = bundled(author)
    assert value["_type"] == "https://in-toto.io/Statement/v1"
    assert value["predicateType"] == "https://in-toto.io/attestation/scai/v0.3"
    digests = [each["digest"] for each in value["subject"]]
    assert {"gitCommit": head(author)} in digests
    assert {"gitBlob": head(author, "HEAD~2:app.py")} in digests
    names = [each["attribute"] for each in value["predicate"]["attributes"]]
    assert "ASR_TRANSITION_STRONG" in names
    assert "ASR_STATE_AFTER_IDENTICAL" in names
    assert all(each["target"]["digest"] in digests for each in value["predicate"]["attributes"])


def test_a_bundle_has_salted_hashes_in_place_of_paths(author: Path) -> None:
    value = bundled(author)
    text = (author / "out.json").read_text("utf-8")
    assert str(author.parent) not in text
    notes = {json.dumps(e["evidence"]) for e in value["predicate"]["attributes"] if "evidence" in e}
    for each in map(json.loads, notes):
        salt = bytes.fromhex(each["annotations"]["salt"])
        places = set(each["annotations"]["places_salted_sha256"])
        streams = list((author.parent / "sessions").rglob("*.jsonl"))
        hashes = {hashlib.sha256(salt + str(path).encode()).hexdigest() for path in streams}
        assert hashes & places
        contents = {hashlib.sha256(path.read_bytes()).hexdigest() for path in streams}
        assert set(each["annotations"]["streams_sha256"]) <= contents
    assert bundled(author)["predicate"] != value["predicate"], "another salt"


def test_a_bundle_is_verified_without_notes(author: Path) -> None:
    bundled(author)
    clone = teammate_in(author.parent, "offline")
    git(clone, "remote", "remove", "origin")
    bundle = str(author / "out.json")
    assert counts(answer(clone, "share", "verify", bundle)) == (4, 4, 0)
    assert counts(answer(author, "share", "verify", bundle)) == (8, 0, 0)


def test_a_bundle_that_was_changed_is_not_believed(author: Path) -> None:
    value = bundled(author)
    attributes = value["predicate"]["attributes"]
    first = next(a for a in attributes if a["attribute"] == "ASR_TRANSITION_STRONG")
    first["conditions"]["strength"] = "weak"
    other = next(a for a in attributes if a["attribute"] == "ASR_LINES_MODERATE")
    other["target"]["digest"] = {"gitCommit": "0" * 40}
    (author / "out.json").write_text(json.dumps(value), "utf-8")
    found = answer(author, "share", "verify", "./out.json")
    assert counts(found) == (6, 2, 0)
    assert {c["reason"] for c in found["claims"] if c["verdict"] != "holds"} == {
        "its attribute and its conditions differ",
        "its target is no subject of the statement",
    }


@pytest.mark.parametrize("content", ["", "[]", '{"_type": "x"}', "{", "[" * 100_000])
def test_what_is_no_bundle_is_refused(author: Path, content: str) -> None:
    (author / "odd.json").write_text(content, "utf-8")
    ran = attrib(author, "share", "verify", "./odd.json")
    assert ran.code == 128
    assert ran.err.startswith("fatal: ./odd.json: it ")


def test_a_bundle_from_notes_alone_is_the_authors(author: Path, teammate: Path) -> None:
    def told(value: Any) -> list[Any]:
        return [(a["attribute"], a["conditions"]) for a in value["predicate"]["attributes"]]

    assert told(bundled(teammate)) == told(bundled(author))
