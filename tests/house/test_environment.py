"""The environment that every test may lean on."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path


def git(*arguments, cwd):
    return subprocess.run(
        ["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True
    ).stdout.strip()


def test_no_variable_of_an_agent_a_hook_or_a_job_reaches_a_test():
    agents = ("ATTRIB", "CLAUDE", "CODEX", "GIT_DIR", "GIT_INDEX", "XDG_")
    jobs = ("CI_", "GITHUB_", "GITLAB_", "GITEA_", "FORGEJO_")
    strangers = [name for name in os.environ if name.startswith((*agents, *jobs))]
    assert strangers == []


def test_home_is_empty_but_for_gits_configuration(home):
    assert os.environ["HOME"] == str(home)
    assert [path.name for path in home.iterdir()] == [".gitconfig"]


def test_time_zone_is_utc():
    assert time.tzname[0] == "UTC"


def test_same_commit_gets_the_same_id_on_every_machine(tmp_path):
    git("init", "-q", cwd=tmp_path)
    Path(tmp_path, "f").write_bytes(b"one\n")
    git("add", "f", cwd=tmp_path)
    git("commit", "-q", "-m", "base", cwd=tmp_path)
    assert git("rev-parse", "main", cwd=tmp_path) == "dd3c702fa00bd7407c3307379dff1e3916721162"


def test_global_configuration_of_one_test_is_not_seen_by_another(tmp_path):
    assert git("config", "--list", "--global", cwd=tmp_path).splitlines() == [
        "init.defaultbranch=main",
        "advice.detachedhead=false",
    ]
