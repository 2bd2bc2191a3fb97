"""Commit lines count where a command of the session commits, and nowhere else."""

from __future__ import annotations

import pytest

from attrib.importers.claude_code.commits import reported_actions
from attrib.importers.common.commits import Action, actions_of

APP = "/home/dev/app"
LINE = "[main 1a2b3c4] subject\n 1 file changed\n"


def made(command, output, folder=APP):
    return list(actions_of(command, output, folder))


@pytest.mark.asr("ASR-463")
@pytest.mark.parametrize(
    ("command", "output", "members"),
    [
        (
            "git commit -m x",
            LINE,
            {"action": "commit", "commitPrefix": "1a2b3c4", "branch": "main"},
        ),
        (
            "git add . && git commit -q --amend --no-edit",
            LINE,
            {"action": "amend", "commitPrefix": "1a2b3c4", "branch": "main"},
        ),
        (
            "git commit -m first",
            "[main (root-commit) 1a2b3c4] first\n",
            {"action": "commit", "commitPrefix": "1a2b3c4", "branch": "main"},
        ),
        (
            "git cherry-pick abc",
            "[detached HEAD 1a2b3c4d] x\n",
            {"action": "cherry_pick", "commitPrefix": "1a2b3c4d"},
        ),
        (
            "git revert --no-edit HEAD",
            f"[fix/a-b {'a' * 40}] Revert\n",
            {"action": "revert", "commit": "a" * 40, "branch": "fix/a-b"},
        ),
        (
            "git commit -m \"$(cat <<'EOF'\nsay it's done; git merge\nEOF\n)\"",
            LINE,
            {"action": "commit", "commitPrefix": "1a2b3c4", "branch": "main"},
        ),
    ],
)
def test_commit_line_is_an_action(command, output, members):
    assert made(command, output) == [Action(members, APP)]


@pytest.mark.asr("ASR-464")
@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git log --oneline", "1a2b3c4 subject\n"),
        ("cat notes.txt", LINE),
        ("git log --format='[%D %h] %s'", LINE),
        ("echo git commit", LINE),
        ("git commit -m x", "nothing to commit\n"),
        ("git commit -m x", "see [main 1a2b3c4] subject\n"),
        ("git commit -m x", "[INFO] 1a2b3c4 done\n"),
    ],
)
def test_a_mention_is_no_action(command, output):
    assert made(command, output) == []


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        ("git commit -m x", APP),
        (f"cd {APP}/src && git commit -m x", f"{APP}/src"),
        ("cd src; git commit -m x", f"{APP}/src"),
        ("git -C ../lib commit -m x", "/home/dev/lib"),
        ("cd /srv/other && git commit -m x", "/srv/other"),
        ("cd $HOME && git commit -m x", None),
        ("cd ~/x && git commit -m x", None),
        ("cd - && git commit -m x", None),
        ("git --git-dir=/x/.git commit -m x", None),
        ("GIT_DIR=/x git commit -m x", None),
        ("git commit -m 'never closed", None),
    ],
)
def test_folder_is_told_only_where_it_is_clear(command, folder):
    assert [action.folder for action in made(command, LINE)] == [folder]


def test_several_commits_of_one_command_are_told_apart():
    command = "git commit -m a && cd ../b && git commit --amend -m b"
    output = "[main 1111111] a\n 1 file changed\n[main 2222222] b\n"
    assert made(command, output) == [
        Action({"action": "commit", "commitPrefix": "1111111", "branch": "main"}, APP),
        Action({"action": "amend", "commitPrefix": "2222222", "branch": "main"}, "/home/dev/b"),
    ]


def test_commits_of_a_loop_share_only_what_all_have():
    command = "for f in *; do git commit -m $f $f; done"
    output = "[main 1111111] a\n[main 2222222] b\n"
    assert [action.members["action"] for action in made(command, output)] == ["commit", "commit"]


@pytest.mark.asr("ASR-465")
def test_the_sources_own_reading_maps_to_actions():
    url = "https://example.invalid/acme/app/pull/7"
    assert list(
        reported_actions(
            {
                "commit": {"sha": "1a2b3c4", "kind": "amended", "branch": "main"},
                "push": {"branch": "main"},
                "branch": {"ref": "origin/main", "action": "rebased"},
                "pr": {"number": 7, "url": url, "action": "created"},
            }
        )
    ) == [
        {"action": "amend", "commitPrefix": "1a2b3c4", "branch": "main"},
        {"action": "push", "branch": "main"},
        {"action": "rebase", "_meta": {"attrib/ref": "origin/main"}},
        {"action": "pr_open", "pr": {"url": url, "number": 7}},
    ]
