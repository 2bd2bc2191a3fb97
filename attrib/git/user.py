"""The user's own checkout: what git answers there in the user's configuration and environment.

Light to import, so that git can start its work before Python has imported the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO

from attrib.git.discovery import Location, locate
from attrib.git.process import NO_INPUT, SHORT, Git, GitProcess
from attrib.git.room import variables_for
from attrib.git.settings import parse_settings


class UserCheckout:
    """Where the user stands; a repository that the git program answers for is one."""

    def __init__(self, git: Git, location: Location) -> None:
        self._git = git
        self.location = location

    def open_as(self, other: UserCheckout) -> None:
        """Let another one of the same place know what was asked here already."""
        other.__dict__["settings"] = self.settings

    @property
    def git(self) -> Git:
        """The program, and what was started of it."""
        return self._git

    @cached_property
    def settings(self) -> Mapping[str, list[str]]:
        """All configured values by key, in lower case, as the user's own git reads them."""
        with self._git.start_as_user(
            ["config", "-z", "-l"],
            cwd=self.location.start,
            environment=self.location.environment,
            seconds=SHORT,
        ) as process:
            listing = b"".join(process.chunks())
        return parse_settings(listing)

    def config(self, prefix: str) -> Mapping[str, Sequence[str]]:
        """All configured values of keys that begin with `prefix` (lower case), in order."""
        return {key: tuple(v) for key, v in self.settings.items() if key.startswith(prefix)}

    def user_blame(
        self,
        args: Sequence[bytes],
        cwd: str | bytes | None = None,
        *,
        stdin: IO[bytes] | int | None = None,
        room: Mapping[str, str] | None = None,
        inherit_stderr: bool = False,
    ) -> GitProcess:
        """`git blame <args>` as the user would run it; iterate over its lines.

        `stdin` is the user's own unless given. Iterating to the end raises `GitError` with git's
        words and exit code where git refuses; warnings are in `messages`. `room` is what
        `room_for` gives, or empty to blame without.
        """
        variables = self.room_for(args) if room is None else room
        environment = self.location.environment
        if variables:
            environment = {**(os.environ if environment is None else environment), **variables}
        return self._git.start_as_user(
            [b"blame", *args],
            cwd=cwd or self.location.start,
            environment=environment,
            stdin=stdin,
            inherit_stderr=inherit_stderr,
        )

    def guessed_lines(
        self, args: Sequence[bytes], *, room: Mapping[str, str] | None = None
    ) -> list[bool]:
        """For each line that `git blame <args>` shows, in order, whether its commit is a guess."""
        from attrib.git.guessed import are_guessed, marking, text_arguments

        variables = {
            **(self.room_for(args) if room is None else room),
            **marking(self.location.environment),
        }
        with self.user_blame(text_arguments(args), stdin=NO_INPUT, room=variables) as process:
            return list(are_guessed(process))

    def room_for(self, args: Iterable[bytes]) -> Mapping[str, str]:
        """The variables with which `git blame <args>` is faster; none where there is no room."""
        return variables_for(self.location, self.settings, args)


def checkout_at(start: Path | None) -> UserCheckout:
    """The checkout that `start` lies in (`None`: the current folder).

    Raises:
        NotARepositoryError: there is none.
        RepositoryFormatError: this git does not know its format.
        GitError: git refuses, for example because another user owns it; or there is no git.
    """
    git = Git()
    return UserCheckout(git, locate(git, start))
