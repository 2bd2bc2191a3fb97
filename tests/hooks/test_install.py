"""Hooks are laid where git looks, in front of what stands there, and taken away exactly."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from attrib.cli.main import main
from attrib.errors import HookError
from attrib.git.hooks_folder import hooks_folder
from attrib.recording import hook_install
from attrib.recording.hook_install import HookState
from attrib.recording.hook_scripts import HOOKS, script
from tests.house.tree import ROOT
from tests.support.hooked import actions, commit, git, hooked, journal, of_kind, streams
from tests.support.repos import head, init

pytestmark = pytest.mark.git


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Path:
    path = init(tmp_path / "r")
    commit(path, {"f": b"1\n"})
    monkeypatch.chdir(path)
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    return path


def lay(path: Path, text: str, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(mode)
    return path


def picture(folder: Path) -> dict[str, object]:
    """Everything of a folder that can be told: kinds, modes, times, bytes, inodes."""
    found: dict[str, object] = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        facts = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(facts.st_mode) else None
        target = path.readlink() if path.is_symlink() else None
        found[str(path)] = (facts.st_mode, facts.st_mtime_ns, facts.st_ino, content, target)
    return found


def states(folder: Path) -> dict[str, HookState]:
    return {each.name: each.state for each in hook_install.status(folder)}


def git_in(path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["git", *arguments], cwd=path, env=os.environ | variables, capture_output=True, check=False
    )


def test_husky_and_user_hooks_are_kept_and_restored(repository):
    """Case C05."""
    git(repository, "config", "core.hooksPath", ".husky/_")
    folder = repository / ".husky" / "_"
    python = f"#!{sys.executable}\nopen('ran.txt', 'a').write('user\\n')\n"
    lay(folder / "post-commit", python)
    lay(folder / "post-rewrite", "#!/bin/sh\ncat > pairs.txt\n")
    git(repository, "commit", "-q", "--allow-empty", "-m", "1")
    before, config = picture(folder), (repository / ".git" / "config").read_bytes()
    assert main(["hook", "install", "-q"]) == main(["hook", "install", "-q"]) == 0
    second = commit(repository, {"f": b"2\n"})
    git(repository, "commit", "-q", "--amend", "-m", "2b")
    amended = head(repository)
    done = subprocess.run(
        ["git", "commit", "-q", "--allow-empty", "-m", "3"],
        cwd=repository,
        env={"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin", "ATTRIB_SESSION_ID": "S1"}
        | {name: value for name, value in os.environ.items() if name.startswith("GIT_")},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert [record["commit"] for record in of_kind(repository, "vcs")] == [
        second, amended, head(repository),
    ]  # fmt: skip
    assert (repository / "ran.txt").read_text() == "user\n" * 4
    assert (repository / "pairs.txt").read_text() == f"{second} {amended}\n"
    assert main(["hook", "uninstall"]) == main(["hook", "uninstall"]) == 0
    assert picture(folder) == before
    assert (repository / ".git" / "config").read_bytes() == config
    assert not (repository / ".git" / "hooks" / "post-commit").exists()


def test_folder_that_was_not_there_is_gone_again(tmp_path):
    repository = tmp_path / "r"
    repository.mkdir()
    git(repository, "init", "-q", "--template=")
    folder = hooks_folder(repository).path
    assert not folder.exists()
    hook_install.install(folder)
    assert set(states(folder).values()) == {HookState.INSTALLED}
    assert hook_install.uninstall(folder) == []
    assert not folder.exists()


def test_symbolic_link_keeps_its_target_and_is_restored(repository):
    folder = repository / ".git" / "hooks"
    lay(repository / "tools" / "mine.sh", '#!/bin/sh\necho "$@" >> "$PWD/ran.txt"\n')
    (folder / "post-checkout").symlink_to("../../tools/mine.sh")
    before = picture(folder)
    hook_install.install(folder)
    git(repository, "checkout", "-q", "-b", "next")
    assert (repository / "ran.txt").read_text() == f"{head(repository)} {head(repository)} 1\n"
    assert hook_install.uninstall(folder) == []
    assert picture(folder) == before


@pytest.mark.parametrize(
    "shell", ["#!/bin/sh", "#!/usr/bin/env sh", "#!/bin/bash", "#! /bin/sh -e"]
)
def test_script_finds_what_lies_beside_it(repository, shell):
    """As Husky's do: `. "$(dirname "$0")/h"`."""
    folder = repository / ".git" / "hooks"
    lay(folder / "h", 'name=$(basename "$0")\n', 0o644)
    text = '. "$(dirname -- "$0")/h"\necho "$name:$*" >> ran.txt\nexit 7\n'
    lay(folder / "post-checkout", f"{shell}\n{text}")
    hook_install.install(folder)
    done = subprocess.run([folder / "post-checkout", "a", "b c", "1"], cwd=repository, check=False)
    assert done.returncode == 7
    assert (repository / "ran.txt").read_text() == "post-checkout:a b c 1\n"


def test_program_sees_its_own_name_arguments_and_input(repository):
    """As Overcommit's does, which is one program for all hooks."""
    folder = repository / ".git" / "hooks"
    text = (
        f"#!{sys.executable}\nimport os, sys\n"
        "seen = (os.path.basename(sys.argv[0]), sys.argv[1:], sys.stdin.read())\n"
        "open('ran.txt', 'a').write(repr(seen) + chr(10))\n"
    )
    lay(folder / "post-rewrite", text)
    hook_install.install(folder)
    old = head(repository)
    git(repository, "commit", "-q", "--amend", "-m", "again")
    expected = ("post-rewrite", ["amend"], f"{old} {head(repository)}\n")
    assert (repository / "ran.txt").read_text() == f"{expected!r}\n"


def test_hook_that_is_not_executable_is_kept_and_not_run(repository):
    folder = repository / ".git" / "hooks"
    lay(folder / "post-commit", "#!/bin/sh\necho ran >> ran.txt\n", 0o644)
    before = picture(folder)
    hook_install.install(folder)
    commit(repository, {"f": b"2\n"})
    assert not (repository / "ran.txt").exists()
    hook_install.uninstall(folder)
    assert picture(folder) == before


def test_hook_that_fails_does_not_keep_ours_from_recording(repository):
    folder = repository / ".git" / "hooks"
    lay(folder / "post-commit", "#!/bin/sh\nexit 3\n")
    hook_install.install(folder)
    oid = commit(repository, {"f": b"2\n"})
    assert of_kind(repository, "vcs")[0]["commit"] == oid


def test_hook_that_commits_itself_does_not_recur(repository):
    folder = repository / ".git" / "hooks"
    text = (
        "#!/bin/sh\n[ -f .git/once ] && exit\n: > .git/once\ngit commit -q --allow-empty -m own\n"
    )
    lay(folder / "post-commit", text)
    hook_install.install(folder)
    commit(repository, {"f": b"2\n"})
    assert actions(repository) == ["commit", "commit"]


def test_bare_repository_is_refused_with_a_reason(tmp_path):
    bare = init(tmp_path / "bare", bare=True)
    with pytest.raises(HookError, match="no worktree"):
        hooks_folder(bare)


def test_hooks_that_are_turned_off_are_refused(repository):
    git(repository, "config", "core.hooksPath", os.devnull)
    with pytest.raises(HookError, match="turned off"):
        hooks_folder(repository)


def test_folder_of_hooks_is_the_same_from_a_subdirectory(repository):
    git(repository, "config", "core.hooksPath", "tools/hooks")
    (repository / "a" / "b").mkdir(parents=True)
    assert hooks_folder(repository / "a" / "b").path == repository / "tools" / "hooks"


def test_home_in_hooks_path_is_the_users(repository, home):
    git(repository, "config", "core.hooksPath", "~/hooks")
    folder = hooks_folder(repository)
    assert (folder.path, folder.is_shared) == (home / "hooks", True)


def test_shared_folder_is_announced(repository, tmp_path, capsys):
    git(repository, "config", "core.hooksPath", str(tmp_path / "shared"))
    assert main(["hook", "install"]) == 0
    assert "every repository that uses it" in capsys.readouterr().err


def test_linked_worktree_has_the_hooks_of_its_repository(repository, tmp_path):
    git(repository, "worktree", "add", "-q", str(tmp_path / "wt"), "-b", "wt")
    assert hooks_folder(tmp_path / "wt").path == repository / ".git" / "hooks"


def test_submodule_has_hooks_and_records_of_its_own(repository, tmp_path):
    other = hooked(tmp_path / "other")
    hook_install.install(hooks_folder(repository).path)
    allowed = ("-c", "protocol.file.allow=always")
    git(repository, *allowed, "submodule", "-q", "add", str(other), "lib")
    inner = repository / "lib"
    folder = hooks_folder(inner)
    assert folder.path == repository / ".git" / "modules" / "lib" / "hooks"
    hook_install.install(folder.path)
    oid = commit(inner, {"o": b"1\n"})
    store = repository / ".git" / "modules" / "lib" / "attrib" / "sessions"
    (stream,) = store.rglob("*.hook.asr.jsonl")
    assert oid in stream.read_text()
    assert oid not in str(streams(repository))


def test_template_gives_hooks_to_new_repositories(tmp_path, monkeypatch):
    template = tmp_path / "template"
    hook_install.install(template / "hooks")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    repository = tmp_path / "new"
    repository.mkdir()
    git(repository, "init", "-q", f"--template={template}")
    commit(repository, {"f": b"1\n"})
    assert actions(repository) == ["commit"]


def test_hook_replaced_by_another_program_is_told_and_not_touched(repository):
    folder = repository / ".git" / "hooks"
    lay(folder / "post-commit", "#!/bin/sh\n: mine\n")
    hook_install.install(folder)
    lay(folder / "post-commit", "#!/bin/sh\n: another\n")
    assert states(folder)["post-commit"] is HookState.REPLACED
    with pytest.raises(HookError, match="was replaced"):
        hook_install.install(folder)
    (notice,) = hook_install.uninstall(folder)
    assert "attrib-kept/post-commit" in notice
    assert (folder / "post-commit").read_text() == "#!/bin/sh\n: another\n"
    assert (folder / "attrib-kept" / "post-commit").read_text() == "#!/bin/sh\n: mine\n"


def test_older_hook_of_ours_is_brought_up_to_date(repository):
    folder = repository / ".git" / "hooks"
    lay(folder / "post-commit", "#!/bin/sh\n: mine\n")
    hook_install.install(folder)
    lay(folder / "post-commit", script("post-commit").replace("attrib_python=", "attrib_python=x"))
    assert states(folder)["post-commit"] is HookState.OUTDATED
    hook_install.install(folder)
    assert states(folder)["post-commit"] is HookState.CHAINED
    assert (folder / "attrib-kept" / "post-commit").read_text() == "#!/bin/sh\n: mine\n"


def test_folder_in_a_hooks_place_is_refused_before_anything_is_written(repository):
    folder = repository / ".git" / "hooks"
    (folder / "post-merge").mkdir()
    before = picture(folder)
    with pytest.raises(HookError, match="is a folder"):
        hook_install.install(folder)
    assert picture(folder) == before


def test_installation_that_was_cut_off_is_completed(repository):
    folder = repository / ".git" / "hooks"
    mine = lay(folder / "post-commit", "#!/bin/sh\n: mine\n")
    (folder / "attrib-kept").mkdir()
    (folder / "attrib-kept" / "post-commit").hardlink_to(mine)
    hook_install.install(folder)
    assert states(folder)["post-commit"] is HookState.CHAINED
    hook_install.uninstall(folder)
    assert mine.read_text() == "#!/bin/sh\n: mine\n"
    assert not (folder / "attrib-kept").exists()


def test_status_tells_where_and_what(repository, capsys):
    lay(repository / ".git" / "hooks" / "post-commit", "#!/bin/sh\n")
    assert main(["hook", "status", "--exit-code"]) == 1
    assert main(["hook", "install", "-q"]) == 0
    capsys.readouterr()
    assert main(["hook", "status", "--exit-code"]) == 0
    assert capsys.readouterr().out == (
        f"hooks in {repository}/.git/hooks\n"
        "  post-commit      installed, then runs what stood there before\n"
        "  post-rewrite     installed\n"
        "  post-checkout    installed\n"
        "  post-merge       installed\n"
        "  post-applypatch  installed\n"
    )


def test_pre_commit_before_and_after_ours(repository):
    folder = repository / ".git" / "hooks"
    lay(folder / "post-commit", "#!/bin/sh\necho first >> first.txt\n")
    config = (
        "repos:\n- repo: local\n  hooks:\n  - id: x\n    name: x\n"
        "    entry: sh -c 'echo theirs >> theirs.txt'\n    language: system\n"
        "    always_run: true\n    pass_filenames: false\n    stages: [post-commit]\n"
    )
    (repository / ".pre-commit-config.yaml").write_text(config)
    pre_commit = [sys.executable, "-m", "pre_commit", "install", "-t", "post-commit"]
    subprocess.run(pre_commit, cwd=repository, check=True, capture_output=True)
    before = picture(folder)
    hook_install.install(folder)
    commit(repository, {"f": b"2\n"})
    subprocess.run(pre_commit, cwd=repository, check=True, capture_output=True)
    assert states(folder)["post-commit"] is HookState.BEHIND
    done = git_in(repository, "commit", "-q", "--allow-empty", "-m", "3")
    assert b"bug" not in done.stderr
    assert (repository / "first.txt").read_text() == "first\n" * 2
    assert (repository / "theirs.txt").read_text() == "theirs\n" * 2
    assert actions(repository) == ["commit", "commit"]
    hook_install.uninstall(folder)
    after = picture(folder)
    kinds = [{name: facts[0] for name, facts in each.items()} for each in (before, after)]  # type: ignore[index]
    texts = [{name: facts[3] for name, facts in each.items()} for each in (before, after)]  # type: ignore[index]
    assert kinds[0] == kinds[1]
    assert texts[0] == texts[1]


def test_list_for_pre_commit_is_valid_and_names_commands_that_exist():
    manifest = ROOT / ".pre-commit-hooks.yaml"
    validate = [sys.executable, "-m", "pre_commit", "validate-manifest", str(manifest)]
    subprocess.run(validate, check=True, capture_output=True)
    entries = re.findall(r"entry: git-attrib (.*)", manifest.read_text("utf-8"))
    assert entries[-1] == "check"
    assert [entry.removeprefix("hook run ") for entry in entries[:-1]] == [
        "post-commit", "post-checkout", "post-merge",
    ]  # fmt: skip


def test_hook_that_pre_commit_runs_takes_what_it_was_given(repository):
    given = {"PRE_COMMIT_FROM_REF": "0" * 40, "PRE_COMMIT_TO_REF": head(repository)}
    subprocess.run(
        [sys.executable, "-m", "attrib", "hook", "run", "post-checkout"],
        env=os.environ | given | {"PRE_COMMIT_CHECKOUT_TYPE": "1", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        check=True,
    )
    assert actions(repository) == ["checkout"]


def test_package_that_is_gone_is_said_and_fails_nothing(repository):
    folder = repository / ".git" / "hooks"
    text = script("post-commit").replace(str(ROOT), "/nowhere")
    lay(folder / "post-commit", text)
    path = "/usr/bin:/bin"
    done = git_in(repository, "commit", "-q", "--allow-empty", "-m", "2", PATH=path)
    assert done.returncode == 0
    assert b"not recorded: its program is not found" in done.stderr


def test_script_without_a_recorded_program_finds_it_on_the_path(repository, tmp_path):
    folder = repository / ".git" / "hooks"
    lay(folder / "post-commit", (ROOT / "hooks" / "post-commit").read_text())
    programs = tmp_path / "programs"
    lay(programs / "git-attrib", f'#!/bin/sh\nexec "{sys.executable}" -m attrib "$@"\n')
    git_in(
        repository, "commit", "-q", "--allow-empty", "-m", "2",
        PATH=f"{programs}:{os.environ['PATH']}",
        PYTHONPATH=str(ROOT),
    )  # fmt: skip
    assert actions(repository) == ["commit"]


@pytest.mark.parametrize("shell", ["dash", "bash", "busybox", "ksh"])
def test_scripts_run_in_any_shell(repository, shell, monkeypatch):
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    line = f"#!{program} sh" if shell == "busybox" else f"#!{program}"
    folder = repository / ".git" / "hooks"
    for name in HOOKS:
        lay(folder / name, script(name).replace("#!/bin/sh", line, 1))
    commit(repository, {"f": b"2\n"})
    git(repository, "commit", "-q", "--amend", "-m", "again")
    monkeypatch.delenv("ATTRIB_SESSION_ID")
    last = commit(repository, {"f": b"3\n"})
    assert actions(repository) == ["commit", "amend"]
    assert [entry["type"] for entry in journal(repository)] == ["rewrite", "commit"]
    assert journal(repository)[1]["commit"] == last


def test_scripts_differ_in_their_names_alone():
    texts = {name: (ROOT / "hooks" / name).read_text() for name in HOOKS}
    bodies = {
        text.replace(f"attrib hook: {name}", "").replace(f"attrib_hook={name}", "")
        for name, text in texts.items()
    }
    assert len(bodies) == 1
    assert all(os.access(ROOT / "hooks" / name, os.X_OK) for name in HOOKS)
    assert not any("\r" in text for text in texts.values())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("command", ["install", "uninstall", "status"])
def test_foreign_owner_is_refused_with_git_s_remedy(repository, capsys, command):
    for path in (repository, repository / ".git"):
        os.chown(path, 12345, 12345)
    assert main(["hook", command]) == 128
    assert capsys.readouterr().err == (
        f"fatal: detected dubious ownership in repository at '{repository}'\n"
        f"hint: git config --global --add safe.directory {repository}\n"
    )
