"""What must be true of files that a program makes."""

from __future__ import annotations

from fixture_repos.asking import Tool


def such_files_are_at_most_moderate(tool: Tool) -> None:
    """The lock file by its name, the other by its first line."""
    for path in ("package-lock.json", "api_pb.py"):
        lines = tool.blame_json(path)
        assert {line.strength for line in lines.values()} == {"moderate"}
        for line in lines.values():
            for said in line.of("S1"):
                assert (said.relation, said.qualifiers) == ("transition", ("generated",))


def the_file_beside_them_is_strong(tool: Tool) -> None:
    """The same commit, the same session, and nothing that limits it."""
    line = tool.blame_json("shop.py")[1]
    assert line.strength == "strong"
    assert all(said.qualifiers == () for said in line.of("S1"))


def the_commit_says_it_path_by_path(tool: Tool) -> None:
    """The link is as strong as its strongest path; the others keep their own strength."""
    commit = tool.commit_json("HEAD")
    assert commit.strengths == {"S1": "strong"}
    assert {path: row["strength"] for path, row in commit.paths.items()} == {
        "package-lock.json": "moderate",
        "api_pb.py": "moderate",
        "shop.py": "strong",
    }
