"""Where a repository is: one `git rev-parse`, run as the user would, so that git's checks hold."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from attrib.errors import AttribError, GitError, NotARepositoryError, RepositoryFormatError
from attrib.git.process import SHORT, Git, words_of
from attrib.git.reading import read_regular

#: Variables that say where a repository is; dropped when a git dir is given.
_PLACES = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
)


@dataclass(frozen=True, slots=True)
class Location:
    """Where a repository is, as git says; all paths are absolute.

    `start` is the folder that the user's own commands run in, `environment` their environment
    (`None`: this process's). `toplevel` is `None` without a worktree. `prefix` is the path from
    the top to `start`, with a `/` at its end, or empty.
    """

    start: str
    git_dir: str
    common_dir: str
    objects_dir: str
    index_file: str
    toplevel: str | None
    prefix: bytes
    object_format: str
    is_bare: bool
    environment: Mapping[str, str] | None = field(default=None, repr=False)


def locate(git: Git, start: Path | None, *, git_dir: Path | None = None) -> Location:
    """Ask git which repository `start` (`None`: this folder) lies in, or `git_dir` is.

    Raises:
        NotARepositoryError: there is none.
        RepositoryFormatError: this git does not know its format.
        GitError: git refuses for another reason, such as a foreign owner.
    """
    folder = str((git_dir or start or Path()).absolute())
    if not Path(folder).is_dir():
        raise NotARepositoryError(f"cannot change to '{folder}'", hint="check the path")
    environment = {name: value for name, value in os.environ.items() if name not in _PLACES}
    if git_dir is None:
        environment = dict(os.environ)
    mark = f"--mark-{os.urandom(8).hex()}"
    questions = [
        "--show-object-format --is-bare-repository",
        "--git-dir",
        "--git-common-dir",
        "--git-path objects",
        "--git-path index",
        "--show-prefix",
        "--show-toplevel",
    ]
    arguments = ["rev-parse", "--path-format=absolute"]
    for question in questions:
        arguments += [*question.split(), mark]
    # English, because the refusal is read below; nothing else depends on the language.
    asked = environment | {"LC_ALL": "C", "LANGUAGE": "C"}
    with git.start_as_user(arguments, cwd=folder, environment=asked, seconds=SHORT) as process:
        answer = process.stdout.read()
        messages = process.messages if process.exit_code else b""
    parts = answer.split(b"\n" + os.fsencode(mark) + b"\n")
    # Without a worktree the last question fails, after all others are answered.
    if len(parts) < len(questions):
        raise refusal(messages.decode("utf-8", "replace"), folder)
    location = _location(folder, parts)
    if git_dir is None:
        return location
    return _located_by_git_dir(location, environment)


def _location(folder: str, parts: list[bytes]) -> Location:
    object_format, is_bare = parts[0].decode().split("\n")
    git_dir, common_dir, objects_dir, index_file = map(os.fsdecode, parts[1:5])
    toplevel = os.fsdecode(parts[6]) if parts[6] else _worktree_of(git_dir)
    bare = is_bare == "true"
    return Location(
        start=folder,
        git_dir=git_dir,
        common_dir=common_dir,
        objects_dir=objects_dir,
        index_file=index_file,
        toplevel=None if bare else toplevel,
        prefix=parts[5],
        object_format=object_format,
        is_bare=bare,
    )


def _located_by_git_dir(location: Location, environment: Mapping[str, str]) -> Location:
    place = {"GIT_DIR": location.git_dir}
    if location.toplevel:
        place["GIT_WORK_TREE"] = location.toplevel
    return Location(
        start=location.toplevel or location.git_dir,
        git_dir=location.git_dir,
        common_dir=location.common_dir,
        objects_dir=location.objects_dir,
        index_file=location.index_file,
        toplevel=location.toplevel,
        prefix=b"",
        object_format=location.object_format,
        is_bare=location.is_bare,
        environment={**environment, **place},
    )


def _worktree_of(git_dir: str) -> str | None:
    """The worktree that a git dir belongs to, seen from inside of it."""
    linked = read_regular(os.path.join(git_dir, "gitdir"), limit=1 << 16)  # noqa: PTH118
    if linked is not None:
        return linked_worktree(git_dir, linked)
    path = Path(git_dir)
    return str(path.parent) if path.name == ".git" else None


def linked_worktree(git_dir: str, content: bytes) -> str:
    """The worktree that the content of a `gitdir` file names; relative ones start at its folder."""
    target = os.path.join(git_dir, os.fsdecode(content.rstrip(b"\n")))  # noqa: PTH118
    return os.path.dirname(os.path.normpath(target))  # noqa: PTH120


def worktrees_of(location: Location, *, main_is_bare: bool) -> list[str]:
    """All worktrees, the current one first; read from the files that git keeps, without git."""
    found = [location.toplevel] if location.toplevel else []
    common = Path(location.common_dir)
    if common.name == ".git" and not main_is_bare:
        found.append(str(common.parent))
    links = common / "worktrees"
    for folder in sorted(links.iterdir()) if links.is_dir() else ():
        content = read_regular(str(folder / "gitdir"), limit=1 << 16)
        if content:
            found.append(linked_worktree(str(folder), content))
    return list(dict.fromkeys(found))


def refusal(messages: str, folder: str) -> AttribError:
    """What git's words about a folder mean, with git's own remedy where it gives one."""
    message = words_of(messages)
    first, *rest = message.split("\n")
    if "not a git repository" in first:
        return NotARepositoryError(first, where=folder, hint="git init, or -C <a repository>")
    if "dubious ownership" in first or "unsafe repository" in first:
        remedy = [line.strip() for line in rest if "safe.directory" in line]
        return GitError(first, hint=remedy[-1] if remedy else None)
    whole = " ".join(message.split())
    if "repository extension" in whole or "repo version" in whole or "extensions." in whole:
        return RepositoryFormatError(whole, where=folder, hint="use a newer git")
    return GitError(whole or "git rev-parse failed", where=folder)
