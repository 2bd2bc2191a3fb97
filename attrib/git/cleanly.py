"""The clean manner of asking git: nothing of a repository or of its user is executed or heeded."""

from __future__ import annotations

import os
from collections.abc import Sequence

_VARIABLES = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "XDG_CONFIG_HOME": "/nonexistent",
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "false",
    "SSH_ASKPASS": "false",
    "GIT_SSH_COMMAND": "false",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_PAGER": "cat",
    "PAGER": "cat",
    "GIT_EDITOR": "false",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_CEILING_DIRECTORIES": "/",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM": "0",
    "GIT_ADVICE": "0",
}

_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    f"core.excludesFile={os.devnull}",
    "core.sshCommand=false",
    "core.alternateRefsCommand=true",
    "core.commitGraph=false",
    "core.sparseCheckout=false",
    "core.untrackedCache=false",
    "log.showSignature=false",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "diff.ignoreSubmodules=all",
    "gc.auto=0",
    "maintenance.auto=false",
)


def clean_environment() -> dict[str, str]:
    """An environment built from nothing: no `GIT_*`, no home, no network, no prompts."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return _VARIABLES | kept


def clean_arguments(git_dir: str, more: Sequence[str] = ()) -> list[str]:
    """The arguments of git before the subcommand, so that nothing of `git_dir` is executed.

    `more` are settings that come after the clean ones: `key=value`.
    """
    settings = [part for setting in (*_SETTINGS, *more) for part in ("-c", setting)]
    return ["--no-pager", f"--git-dir={git_dir}", *settings]
