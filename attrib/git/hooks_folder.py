"""Where git looks for the hooks of a worktree."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from attrib.errors import HookError, NotARepositoryError
from attrib.git.discovery import refusal

_MARK = "--attrib-next"


@dataclass(frozen=True, slots=True)
class HooksFolder:
    """The folder, and whether `core.hooksPath` names it; it need not be there."""

    path: Path
    common_dir: Path
    toplevel: Path
    is_configured: bool

    @property
    def is_in_worktree(self) -> bool:
        """True where the hooks are files of this worktree, as Husky's are."""
        return self.is_configured and self.path.is_relative_to(self.toplevel)

    @property
    def is_shared(self) -> bool:
        """True where other repositories may use the same folder."""
        return self.is_configured and not (
            self.path.is_relative_to(self.toplevel) or self.path.is_relative_to(self.common_dir)
        )


def hooks_folder(start: Path | None) -> HooksFolder:
    """The folder that git runs hooks from, for the worktree that `start` lies in.

    Raises:
        NotARepositoryError: there is none.
        GitError: git refuses to look into it.
        HookError: the repository is bare, or its hooks are turned off.
    """
    folder = (start or Path()).absolute()
    questions = ("--is-bare-repository", "--git-common-dir", "--show-toplevel")
    arguments = ["rev-parse", "--path-format=absolute"]
    for question in questions:
        arguments += [question, _MARK]
    answer = _ask(arguments, folder)
    parts = [part.removesuffix("\n") for part in answer.stdout.split(f"{_MARK}\n")]
    if len(parts) < 2:
        raise refusal(answer.stderr, str(folder))
    if parts[0] == "true" or len(parts) <= len(questions) or not parts[2]:
        raise HookError(
            f"'{parts[1] if len(parts) > 1 else folder}' has no worktree here, so no commit is"
            " made in it for a hook to observe",
            hint="attrib -C <a worktree> hook install",
        )
    top = Path(parts[2])
    # A relative core.hooksPath starts at the top, where git runs hooks.
    path = Path(_ask(["rev-parse", "--git-path", "hooks"], top).stdout.removesuffix("\n"))
    configured = _ask(["config", "--get", "core.hooksPath"], top).returncode == 0
    path = Path(os.path.normpath(top / path))
    if str(path) == os.devnull:
        raise HookError(
            f"core.hooksPath is '{os.devnull}': hooks are turned off",
            hint="git config --show-origin core.hooksPath",
        )
    return HooksFolder(path, Path(parts[1]), top, configured)


def _ask(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            # English, because a refusal is read.
            env=os.environ | {"LC_ALL": "C", "LANGUAGE": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NotARepositoryError(f"cannot ask git in '{folder}': {error}") from error
