"""Where a hook runs: one question to git, and what git's own files say of the action."""

from __future__ import annotations

import os

from attrib.git.asking import ask

_MARK = "--attrib-next"
_QUESTIONS = (
    ("--git-dir",),
    ("--git-common-dir",),
    ("--show-toplevel",),
    ("HEAD", "HEAD^@"),
    ("--symbolic-full-name", "HEAD"),
)
_TAIL = 64 * 1024


class Place:
    """A worktree and its HEAD; `head` is `None` before the first commit, `branch` if detached."""

    __slots__ = ("branch", "common_dir", "git_dir", "head", "parents", "top")

    def __init__(self, git_dir: str, common_dir: str, top: str) -> None:
        self.git_dir = git_dir
        self.common_dir = common_dir
        self.top = top
        self.head: str | None = None
        self.parents: list[str] = []
        self.branch: str | None = None

    @property
    def worktree(self) -> dict[str, object]:
        """The worktree as a record has it: linked or not, and its name as git keeps it."""
        folder, name = os.path.split(self.git_dir)
        if os.path.basename(folder) == "worktrees" and self.git_dir != self.common_dir:
            return {"linked": True, "name": name}
        return {"linked": False}


def find_place(environment: dict[str, str], deadline: float) -> Place | None:
    """The worktree that this folder and the environment name, or `None` where there is none."""
    arguments = ["rev-parse", "--path-format=absolute"]
    for question in _QUESTIONS:
        arguments += [*question, _MARK]
    _, answer = ask(arguments, environment, deadline)
    parts = [os.fsdecode(part) for part in answer.split(os.fsencode(f"{_MARK}\n"))]
    if len(parts) < 4 or not parts[2]:
        return None
    place = Place(*(part.removesuffix("\n") for part in parts[:3]))
    if len(parts) > len(_QUESTIONS):
        place.head, *place.parents = parts[3].split()
        name = parts[4].removesuffix("\n")
        place.branch = name.removeprefix("refs/heads/") if name.startswith("refs/heads/") else None
    return place


def is_rebasing(place: Place) -> bool:
    """True while git rebases, by either of its ways; `git am` is none."""
    return _has(place, "rebase-merge") or _has(place, "rebase-apply", "rebasing")


def is_rebase_checkout(place: Place) -> bool:
    """True for the checkout that a rebase begins with; one of its ways has no files by then."""
    return is_rebasing(place) or _last_of_log(place)[1].startswith("rebase")


def commit_action(place: Place) -> str:
    """What made the new HEAD, in the words of ASR, told from the files that git keeps.

    Without a log of HEAD, an amended commit and a revert are not told from a commit.
    """
    if is_rebasing(place):
        return "rebase"
    if _has(place, "CHERRY_PICK_HEAD"):
        return "cherry_pick"
    old, word = _last_of_log(place)
    if word == "revert" or _has(place, "REVERT_HEAD"):
        return "revert"
    if word in ("cherry-pick", "commit (cherry-pick)"):
        return "cherry_pick"
    if old and old.strip("0") and old not in place.parents:
        return "amend"
    return "merge" if len(place.parents) > 1 else "commit"


def is_merged(place: Place) -> bool:
    """True where a merge made the new HEAD; false where it only moved forward."""
    return len(place.parents) > 1 and _has(place, "MERGE_HEAD")


def _last_of_log(place: Place) -> tuple[str, str]:
    """Where HEAD was before, and git's word for what moved it to where it is now."""
    try:
        with open(os.path.join(place.git_dir, "logs", "HEAD"), "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
            line = file.read().rstrip(b"\n").rpartition(b"\n")[2]
    except OSError:
        return "", ""
    moved, _, message = line.partition(b"\t")
    ids = moved.split(b" ", 2)
    if len(ids) < 3 or ids[1].decode("ascii", "replace") != place.head:
        return "", ""
    return ids[0].decode("ascii", "replace"), message.partition(b":")[0].decode("ascii", "replace")


def _has(place: Place, *names: str) -> bool:
    return os.path.exists(os.path.join(place.git_dir, *names))
