"""What holds for every test: a clean environment, a home of its own, one identity, one time.

Nothing here belongs to one subject. A test that needs another identity, date or configuration
sets it with `monkeypatch` or passes it to git.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

#: Variables of git, of ours, of agents and of terminals: none may reach a test from outside.
DROPPED_PREFIXES = (
    "GIT_",
    "ATTRIB_",
    "CLAUDE",
    "CODEBUDDY",
    "CODEX_",
    "COPILOT_",
    "CURSOR_",
    "GEMINI_",
    "OPENCODE",
    "PIONEER_",
    "T3CODE_",
    "XDG_",
    "SSH_",
    "SUDO_",
    "CLICOLOR",
    "LC_",
    "CI_",
    "FORGEJO_",
    "GITEA_",
    "GITHUB_",
    "GITLAB_",
    "RUNNER_",
)
DROPPED_NAMES = (
    "ATTRIB",
    "AI_AGENT",
    "COLUMNS",
    "EDITOR",
    "EMAIL",
    "FORCE_COLOR",
    "LANG",
    "LANGUAGE",
    "LESS",
    "LINES",
    "NO_COLOR",
    "PAGER",
    "VISUAL",
)
FIXED = {
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "TERM": "dumb",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_AUTHOR_NAME": "Ada Lovelace",
    "GIT_AUTHOR_EMAIL": "ada@example.invalid",
    "GIT_AUTHOR_DATE": "2026-10-20T12:00:00+00:00",
    "GIT_COMMITTER_NAME": "Ada Lovelace",
    "GIT_COMMITTER_EMAIL": "ada@example.invalid",
    "GIT_COMMITTER_DATE": "2026-10-20T12:00:00+00:00",
}
#: `$HOME/.gitconfig`, so that a test may change the global configuration of its own home.
GITCONFIG = "[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n"

for _name, _examples in {"quick": 50, "ci": 60, "deep": 1000}.items():
    settings.register_profile(
        _name,
        max_examples=_examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("ci" if os.environ.get("CI") else "quick")

_session_home = pytest.StashKey[str]()


def _furnish(home: Path) -> str:
    """Lays git's global configuration into an empty home."""
    (home / ".gitconfig").write_text(GITCONFIG, encoding="utf-8")
    return str(home)


def pytest_configure(config: pytest.Config) -> None:
    """Cleans the environment before any test module is imported or any shared fixture built."""
    for name in list(os.environ):
        if name.startswith(DROPPED_PREFIXES) or name in DROPPED_NAMES:
            del os.environ[name]
    home = tempfile.mkdtemp(prefix="attrib-home-")
    config.stash[_session_home] = home
    os.environ.update(FIXED, HOME=_furnish(Path(home)))
    if hasattr(time, "tzset"):
        time.tzset()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Removes the home that the run lived in."""
    shutil.rmtree(config.stash.get(_session_home, ""), ignore_errors=True)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of this test alone; every change of the environment ends with the test."""
    path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", _furnish(path))
    return path


@pytest.fixture(scope="session", autouse=True)
def _libgit2_reads_no_configuration_of_this_machine() -> None:
    """libgit2 looks up its folders once, when loaded, and heeds no `GIT_CONFIG_NOSYSTEM`."""
    import pygit2
    from pygit2.enums import ConfigLevel

    for level in (
        ConfigLevel.PROGRAMDATA,
        ConfigLevel.SYSTEM,
        ConfigLevel.XDG,
        ConfigLevel.GLOBAL,
    ):
        pygit2.settings.search_path[level] = ""
