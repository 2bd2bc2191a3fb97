"""Version-control actions, as a command's output tells them. Spec: ASR-463 to ASR-465.

Only the `[branch abc1234] subject` lines that git prints when a command of the session commits are
read; never a message, a log or a diff.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_ACTIONS = {
    "commit": "commit",
    "cherry-pick": "cherry_pick",
    "revert": "revert",
    "merge": "merge",
    "pull": "merge",
    "rebase": "rebase",
    "am": "commit",
}
_COMMITS = re.compile(rf"\bgit\b[^\n]*\b(?:{'|'.join(_ACTIONS)})\b")
_PRINTED = re.compile(
    r"^\[(?P<branch>detached HEAD|[^\s\]]+)(?: \([^)\n]*\))? (?P<id>[0-9a-f]{7,64})\] ", re.M
)
_COMMIT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1[^\n]*\n.*?^\s*\2\s*$", re.S | re.M)
_COMMENT = re.compile(r"^\s*#.*$", re.M)
_LITERAL = re.compile(r"[\w./@%+=:, -]+\Z")
_BEFORE = frozenset({"then", "do", "else", "if", "!", "{", "time", "sudo", "command", "env"})


@dataclass(frozen=True, slots=True)
class Action:
    """What a command did: members of a `vcs` record, and the folder it surely ran in, if any."""

    members: Mapping[str, Any]
    folder: str | None


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of git that can commit: its action, and the folder where that is clear."""

    action: str
    folder: str | None


def actions_of(command: str, output: str, folder: str | None) -> Iterator[Action]:
    """The commits that git printed while this command ran in `folder`, in order."""
    if not _COMMITS.search(command):
        return
    printed = list(_PRINTED.finditer(output))
    runs = list(_runs(command, folder)) if printed else []
    if not runs:
        return
    for index, match in enumerate(printed):
        run = runs[index] if len(runs) == len(printed) else _shared(runs)
        members = {"action": run.action, **commit_member(match["id"])}
        if match["branch"] != "detached HEAD":
            members["branch"] = match["branch"]
        if "commit" in members or "commitPrefix" in members:
            yield Action(members, run.folder)


def is_commit_id(name: object) -> bool:
    """True for the whole ID of a commit, which is never all zeros."""
    return isinstance(name, str) and bool(_COMMIT_ID.fullmatch(name)) and bool(name.strip("0"))


def commit_member(name: str) -> dict[str, str]:
    """The `commit` or `commitPrefix` of a `vcs` record, as far as the name is one."""
    if len(name) in (40, 64):
        return {"commit": name}
    return {"commitPrefix": name} if 4 <= len(name) < 40 else {}


def _shared(runs: list[_Run]) -> _Run:
    """What all runs have in common, where it is not known which of them printed a line."""
    action = runs[0].action if len({run.action for run in runs}) == 1 else "commit"
    return _Run(action, runs[0].folder if len({run.folder for run in runs}) == 1 else None)


def folder_of(command: str, folder: str | None) -> str | None:
    """The folder that git runs in throughout this command; `None` where it is not clear."""
    folders = {place for words, place in _simple_commands(command, folder) if _is_git(words)}
    return folders.pop() if len(folders) == 1 else None


def _is_git(words: list[str]) -> bool:
    return bool(words) and posixpath.basename(words[0]) in {"git", "gh"}


def _runs(command: str, folder: str | None) -> Iterator[_Run]:
    for words, place in _simple_commands(command, folder):
        if words and posixpath.basename(words[0]) == "git":
            run = _run(words[1:], place)
            if run is not None:
                yield run


def _run(words: list[str], folder: str | None) -> _Run | None:
    """The run that these arguments of git make, or `None` for one that cannot commit."""
    rest = list(words)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option == "-C" and rest:
            folder = _moved(folder, rest.pop(0))
        elif option.startswith(("--git-dir", "--work-tree")):
            folder = None
            if "=" not in option and rest:
                rest.pop(0)
        elif option == "-c" and rest:
            rest.pop(0)
    if not rest or rest[0] not in _ACTIONS:
        return None
    is_amend = rest[0] == "commit" and "--amend" in rest
    return _Run("amend" if is_amend else _ACTIONS[rest[0]], folder)


def _simple_commands(command: str, folder: str | None) -> Iterator[tuple[list[str], str | None]]:
    """The simple commands of a shell command, each with the folder it runs in, if clear."""
    for words in _split(command):
        place = folder
        while words and (words[0] in _BEFORE or re.match(r"\w+=", words[0])):
            if words[0].startswith(("GIT_DIR=", "GIT_WORK_TREE=")):
                place = None
            words = words[1:]
        if words and words[0] in {"cd", "pushd", "popd"}:
            target = words[1] if len(words) == 2 else ""
            folder = _moved(folder, target)
        elif words:
            yield words, place


def _moved(folder: str | None, target: str) -> str | None:
    """The folder after `cd target`; `None` where a shell would have to say."""
    if not _LITERAL.match(target) or target.startswith("-"):
        return None
    if target.startswith("/"):
        return posixpath.normpath(target)
    if folder is None or not folder.startswith("/"):
        return None
    return posixpath.normpath(posixpath.join(folder, target))


def _split(command: str) -> Iterator[list[str]]:
    text = _COMMENT.sub("", _HEREDOC.sub("\n", command))
    lexer = shlex.shlex(text, posix=True, punctuation_chars=";&|()\n")
    lexer.whitespace = " \t\r"
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    try:
        for token in lexer:
            if token and set(token) <= set(";&|()\n"):
                yield words
                words = []
            else:
                words.append(token)
    except ValueError:
        # Quotes that do not close, as in a heredoc of an odd shape: no folder is clear.
        yield from (
            [["cd", "$"]] + [re.split(r"\s+", part) for part in re.split(r"[;&|\n]+", text)]
        )
        return
    yield words
