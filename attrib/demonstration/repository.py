"""A made-up repository: real git, one fixed identity, given times, so the same IDs every time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrib.git.plain import run_git

PERSON = "Ada Lovelace"
EMAIL = "ada@example.invalid"


def clean_environment(home: Path) -> dict[str, str]:
    """An environment in which git sees nothing of this machine but its programs."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": PERSON,
        "GIT_AUTHOR_EMAIL": EMAIL,
        "GIT_COMMITTER_NAME": PERSON,
        "GIT_COMMITTER_EMAIL": EMAIL,
        "GIT_PAGER": "cat",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


class MadeUpRepository:
    """A repository that is made step by step; every commit says when it was made."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self._environment = dict(environment)

    @classmethod
    def create(cls, folder: Path, *options: str, home: Path) -> MadeUpRepository:
        """A new repository in `folder`, on branch main; `options` are those of git init."""
        folder.mkdir(parents=True, exist_ok=True)
        repository = cls(folder, clean_environment(home))
        repository.git("init", "--quiet", "--initial-branch=main", "--template=", *options)
        for key, value in (("user.name", PERSON), ("user.email", EMAIL), ("gc.auto", "0")):
            repository.git("config", key, value)
        return repository

    def git(self, *args: str | bytes, at: str | None = None, data: bytes = b"") -> bytes:
        """What `git <args>` prints; `at` is the time (RFC 3339) of what it makes."""
        environment = dict(self._environment)
        if at is not None:
            environment |= {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
        return run_git(args, cwd=self.folder, env=environment, data=data)

    def write(self, path: str | bytes, content: bytes) -> bytes:
        """Write a file of the worktree, and its folders; gives the content back."""
        file = self.folder / os.fsdecode(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        return content

    def commit(self, subject: str, *, at: str, all_files: bool = True, empty: bool = False) -> str:
        """Commit the index, after adding every file unless told otherwise; gives the full ID."""
        if all_files:
            self.git("add", "--all")
        options = ["--allow-empty"] if empty else []
        self.git("commit", "--quiet", *options, "--message", subject, at=at)
        return self.object_id("HEAD")

    def object_id(self, name: str) -> str:
        """The full ID of what `name` names, such as `HEAD` or `HEAD:app.py`."""
        return self.git("rev-parse", "--verify", name).decode().strip()
