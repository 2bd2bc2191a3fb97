"""C13: what must be true of repositories that a library cannot open."""

from __future__ import annotations

from fixture_repos.asking import Tool

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
