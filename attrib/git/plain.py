"""One program run plainly, to its end: in a folder, with an environment.

For made-up repositories (the demonstration, stories, benchmarks), where the environment is ours.
Questions to a user's repository go through `attrib.git.interface` instead.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrib.errors import GitError


def run_program(
    program: Sequence[str | bytes],
    *,
    cwd: Path,
    env: Mapping[str, str],
    data: bytes = b"",
) -> bytes:
    """What `program` prints to stdout; `env` is the whole environment, `data` its stdin.

    Raises:
        GitError: it is not here, or ended with another exit code than 0.
    """
    done = _run(program, cwd, env, data, subprocess.PIPE)
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise _failed(program, cwd, done.returncode, words[-1] if words else "")
    return done.stdout


def show_program(program: Sequence[str | bytes], *, cwd: Path, env: Mapping[str, str]) -> None:
    """Run `program` to its end with our own stdout and stderr, so that a terminal is its too.

    Raises:
        GitError: as `run_program`.
    """
    done = _run(program, cwd, env, b"", None)
    if done.returncode:
        raise _failed(program, cwd, done.returncode, "")


def run_git(
    args: Sequence[str | bytes], *, cwd: Path, env: Mapping[str, str], data: bytes = b""
) -> bytes:
    """What `git <args>` prints to stdout in `cwd`; as `run_program`."""
    return run_program(["git", *args], cwd=cwd, env=env, data=data)


def _run(
    program: Sequence[str | bytes],
    cwd: Path,
    env: Mapping[str, str],
    data: bytes,
    output: int | None,
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            program, cwd=cwd, env=dict(env), input=data, stdout=output, stderr=output, check=False
        )
    except FileNotFoundError as error:
        name = _name_of(program)
        raise GitError(f"cannot run '{name}'", hint=f"put '{name}' on the PATH") from error


def _failed(program: Sequence[str | bytes], cwd: Path, code: int, words: str) -> GitError:
    why = words or f"exit code {code}"
    return GitError(f"'{_name_of(program)}' failed: {why}", exit_code=code, where=str(cwd))


def _name_of(program: Sequence[str | bytes]) -> str:
    return " ".join(os.fsdecode(part) for part in program[:2])
