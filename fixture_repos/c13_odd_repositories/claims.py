"""C13: what must be true of repositories that a library cannot open."""

from __future__ import annotations

import json
import os
from pathlib import Path

from fixture_repos.asking import Tool
from fixture_repos.harness import Outcome, environment_of, run_program

ODD = ("split", "sparse", "part", "sha256")


def odd_repositories_are_answered_as_the_plain_one(tool: Tool) -> None:
    """The same line, session, strength and relation; 64 digits where there are 64."""
    (plain,) = tool.blame_json("a/f", revision="HEAD").values()
    assert plain.strength == "strong"
    assert plain.sessions == {"S1"}
    for name in ODD:
        (line,) = tool.blame_json("a/f", revision="HEAD", folder=f"../{name}").values()
        assert line.strength == plain.strength, name
        assert [said.relation for said in line.evidence] == [
            said.relation for said in plain.evidence
        ], name
        assert len(line.commit or "") == (64 if name == "sha256" else 40)


def the_sparse_index_stays_as_it_is(tool: Tool) -> None:
    """No byte of it is changed by asking."""
    index = tool.place.home / "sparse" / ".git" / "index"
    before = index.read_bytes()
    tool.blame_json("a/f", revision="HEAD", folder="../sparse")
    assert index.read_bytes() == before


def a_missing_blob_is_named(tool: Tool) -> None:
    """git refuses, names the object, and there is no traceback."""
    blob = tool.commit_of("HEAD:a/f")
    outcome = tool.run("git", "asr-blame", "HEAD", "--", "a/f", folder="../lazy")
    assert outcome.code == 128
    assert blob.encode() in outcome.stderr
    assert b"Traceback" not in outcome.stderr


def what_is_there_of_a_lazy_clone_is_answered(tool: Tool) -> None:
    """The blob of b/f was fetched once; the missing one is named by the reason, not by failure."""
    (line,) = tool.blame_json("b/f", revision="HEAD", folder="../lazy").values()
    assert (line.text, line.unseen) == (b"2", "no-record")
    outcome = tool.run("attrib", "-C", "../lazy", "commit", "HEAD")
    assert outcome.code == 0
    assert b"fetch" not in outcome.stderr


def a_missing_blob_s_id_is_compared_all_the_same(tool: Tool) -> None:
    """The recorded ID is the one in the tree; that its content is not here limits no ID."""
    outcome = tool.run("attrib", "-C", "../lazy", "commit", "--json", "HEAD")
    (commit,) = json.loads(outcome.stdout)["commits"]
    (said,) = (item for link in commit["links"] for item in link["evidence"])
    assert (said["path"], said["relation"]) == ("a/f", "transition")
    assert (said["strength"], said["qualifiers"]) == ("strong", [])


def a_path_outside_the_sparse_checkout_is_answered(tool: Tool) -> None:
    """b/f is not in the worktree and not deleted: HEAD has it."""
    assert not (tool.place.home / "sparse" / "b").exists()
    (line,) = tool.blame_json("b/f", revision="HEAD", folder="../sparse").values()
    assert line.text == b"2"
    assert line.commit == tool.commit_of("HEAD")


def commits_are_answered_as_in_the_plain_one(tool: Tool) -> None:
    """The whole text of `attrib commit`, but for the IDs of the SHA-256 one."""
    plain = tool.run("attrib", "commit", "HEAD")
    for name in ODD:
        odd = tool.run("attrib", "-C", f"../{name}", "commit", "HEAD")
        assert odd.code == 0, name
        assert odd.stderr == plain.stderr, name
        assert odd.stdout.split(b"\n")[1:] == plain.stdout.split(b"\n")[1:], name


def the_doctor_knows_each_and_its_root(tool: Tool) -> None:
    """Without a traceback, with the kind of IDs, and with the one root that is this repository."""
    for name in ("plain", *ODD, "lazy"):
        outcome = tool.run("attrib", "-C", f"../{name}", "doctor")
        assert outcome.code == 0, name
        text = outcome.stdout.decode()
        assert f"{name} -> this repository (declared path)" in text
        assert ("SHA-256" if name == "sha256" else "SHA-1") in text
        assert b"Traceback" not in outcome.stderr


def nobody_is_asked_over_the_network_but_by_git(tool: Tool) -> None:
    """No command but git's own blame tries to fetch what a lazy clone lacks."""
    for command in (("commit", "HEAD"), ("session", "S1"), ("report",), ("doctor",)):
        outcome = tool.run("attrib", "-C", "../lazy", *command)
        assert outcome.code == 0, command
        assert b"gone" not in outcome.stderr, command


def another_owner_s_repository_is_refused_as_git_refuses_it(tool: Tool) -> None:
    """git's words and its remedy, exit 128, for every command, and nothing is read."""
    remedy = f"git config --global --add safe.directory {tool.place.home / 'own'}".encode()
    for command in (
        ("git", "-C", "../own", "asr-blame", "HEAD", "--", "a/f"),
        ("attrib", "-C", "../own", "commit", "HEAD"),
        ("attrib", "-C", "../own", "doctor"),
        ("attrib", "-C", "../own", "session", "S1"),
    ):
        outcome = _as_a_stranger(tool, *command)
        assert (outcome.code, outcome.stdout) == (128, b""), command
        assert b"detected dubious ownership" in outcome.stderr, command
        assert remedy in outcome.stderr, command


def _as_a_stranger(tool: Tool, *command: str) -> Outcome:
    """Run where the repository is another user's: really, or by git's own switch for tests."""
    environment = environment_of(tool.place)
    own = tool.place.home / "own"
    if os.geteuid() == 0:
        for path in (own, *own.rglob("*")):
            os.lchown(path, 12345, 12345)
    else:
        environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    return run_program(list(command), Path(tool.place.repository), environment)
