"""Actions, templates and the image, run as far as that can be done without their services."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.house.tree import ROOT

EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
WORKFLOWS = sorted((ROOT / "docs" / "examples").glob("git[eh]*/*.yml"))


def action() -> dict[str, Any]:
    value: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return value


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def source_of_image(folder: Path) -> Path:
    """What `COPY . /source` copies: what `.dockerignore` leaves."""
    names = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = [name.removeprefix("!") for name in names if name.startswith("!")]
    for name in kept:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        folder.mkdir(exist_ok=True)
        copy(ROOT / name, folder / name)
    return folder


@dataclass
class Runner:
    """Runs the steps of the composite action as a runner does: in order, with its variables."""

    folder: Path
    source: Path
    repository: Path
    variables: Mapping[str, str]
    inputs: Mapping[str, str] = field(default_factory=dict)
    token: str = ""
    said: str = ""

    def run(self) -> int:
        """The code of the first step of the action that fails, else 0."""
        for step in action()["runs"]["steps"]:
            if "if" not in step or self._value(step["if"]) == "True":
                code = self.step(step)
                if code:
                    return code
        return 0

    def step(self, step: Mapping[str, Any], known: Mapping[str, str] | None = None) -> int:
        """The code of one step; `known` are the values of expressions beside inputs and token."""
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.repository,
            env={**self._environment(), **self._env(step, known or {})},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        self.said += done.stdout + done.stderr
        return done.returncode

    def outputs(self) -> dict[str, str]:
        lines = (self.folder / "output").read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def _environment(self) -> dict[str, str]:
        """No network: what attrib needs is found where the tests have it."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": os.environ["HOME"],
            "CI": "true",
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PYTHONPATH": sysconfig.get_path("purelib"),
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_ACTION_PATH": str(self.source),
            "GITHUB_SERVER_URL": "https://forge.example",
            **self.variables,
        }

    def _env(self, step: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, str]:
        def value(hit: re.Match[str]) -> str:
            return known[hit[1]] if hit[1] in known else self._value(hit[1])

        return {
            name: EXPRESSION.sub(value, str(text)) for name, text in step.get("env", {}).items()
        }

    def _value(self, expression: str) -> str:
        if expression == "github.token":
            return self.token
        name, _, wanted = expression.removeprefix("inputs.").partition(" == ")
        default = str(action()["inputs"][name]["default"])
        value = self.inputs.get(name, EXPRESSION.sub(lambda hit: self._value(hit[1]), default))
        return str(value == wanted.strip("'")) if wanted else value


def python() -> str:
    return sys.executable
