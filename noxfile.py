"""Every check of this project by one name each; `nox -l` lists them.

Answers are the same as in `.ci/run`, which runs these sessions in one environment
(`nox --no-venv --no-install`).
"""

from __future__ import annotations

import json
import shutil
import sys
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path

import nox

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
PYTHONS = nox.project.python_versions(PROJECT)

nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "types", "layers", f"tests-{PYTHONS[0]}", "docs"]


def group(name: str) -> list[str]:
    """The requirements of a dependency group."""
    return list(nox.project.dependency_groups(PROJECT, name))


@nox.session
def lint(session: nox.Session) -> None:
    """The linter and the formatter; for actions and workflows, and the image, their own."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    workflows = sorted(str(path) for path in ROOT.glob("docs/examples/git[eh]*/*.yml"))
    session.run("zizmor", "--offline", "--no-progress", "--pedantic", "action.yml", *workflows)
    if sys.platform == "linux":  # its wheels are for Linux alone
        session.run("hadolint", "Dockerfile")


@nox.session
def types(session: nox.Session) -> None:
    """mypy: strict on the package, checked on the tests."""
    session.install("-e", ".", *group("types"), *group("test"))
    session.run("mypy")


@nox.session
def layers(session: nox.Session) -> None:
    """Imports go down only, and each third party stays in its place."""
    session.install("-e", ".", *group("test"))
    session.run("lint-imports", "--no-cache", "--no-logo")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The test suite; arguments go to pytest."""
    session.install("-e", ".", *group("test"))
    session.run("pytest", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """The test suite with branch coverage, and the lines that no test reaches."""
    session.install("-e", ".", *group("test"), "coverage[toml]", "pytest-cov")
    session.run("pytest", "--cov", "--cov-report=term", *session.posargs)


@nox.session(python=PYTHONS[0])
def minimums(session: nox.Session) -> None:
    """The test suite on the lowest versions that pyproject.toml admits."""
    lowest = [text.replace(">=", "==") for text in PROJECT["project"]["dependencies"]]
    session.install("-e", ".", *lowest, *group("test"))
    session.run("pytest", *session.posargs)


@nox.session
def stories(session: nox.Session) -> None:
    """The stories of fixture_repos; `-- --check` fails where an expected output is stale."""
    session.install("-e", ".", *group("test"))
    session.run("python", "-m", "fixture_repos.regenerate", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Generated parts, man pages and the site; `-- --check` fails where a part is stale."""
    session.install("-e", ".[fleet]", *group("docs"))
    session.run("python", "docs/generate.py", *session.posargs)
    session.run("python", "docs/generate_conformance.py", *session.posargs)
    session.run("python", "docs/generate_importers.py", *session.posargs)
    session.run("python", "docs/generate_fleet.py", *session.posargs)
    options = ["-q", "-W", "--keep-going", "-d", "docs/_build/doctrees"]
    session.run("sphinx-build", *options, "-b", "html", "docs", "docs/_build/html")


@nox.session
def bench(session: nox.Session) -> None:
    """Times blame against git's own on a made-up history; arguments go to the benchmark."""
    session.install("-e", ".", *group("test"))
    session.run("python", "-m", "benchmarks.blame", *session.posargs)


@nox.session(venv_backend="none")
def vendored(session: nox.Session) -> None:
    """The vendored files of the pages are the ones that npm has; needs npm and the network."""
    assets = ROOT / "attrib" / "render" / "assets"
    listed = json.loads((assets / "vendored.json").read_text(encoding="utf-8"))
    folder = Path(session.create_tmp()).resolve()
    name = f"{listed['package']}@{listed['version']}"
    with session.chdir(folder):
        session.run("npm", "pack", "--silent", name, external=True)
    with tarfile.open(folder / f"{listed['package']}-{listed['version']}.tgz") as packed:
        for file, about in listed["files"].items():
            member = packed.extractfile(about["member"])
            content = member.read() if member else b""
            is_same = content == (assets / file).read_bytes()
            if not is_same or sha256(content).hexdigest() != about["sha256"]:
                session.error(f"'{file}' is not the one of {name}")
            session.log(f"{file} equals {about['member']} of {name}")


@nox.session
def package(session: nox.Session) -> None:
    """Builds the wheel and tests it where the source is not in reach."""
    session.install("build", *group("test"))
    built = tempfile.mkdtemp(prefix="wheel-", dir=Path(session.create_tmp()).resolve())
    session.run("python", "-m", "build", "--wheel", "--outdir", built, str(ROOT))
    session.install(*map(str, Path(built).glob("*.whl")))
    away = Path(built, "away")
    # tests/house reads the source tree; it has its say in the other sessions.
    for name in ("tests", "docs", "fixture_repos", "benchmarks"):
        shutil.copytree(ROOT / name, away / name, ignore=shutil.ignore_patterns("house"))
    shutil.copy(ROOT / "pyproject.toml", away)
    session.chdir(away)
    session.run("pytest", *session.posargs)
    for program in ("attrib", "git-attrib", "asr-attrib", "git-asr-blame"):
        session.run(program, "-h", silent=True, success_codes=[0, 129])  # git: usage
    page = Path(session.virtualenv.location, "share", "man", "man1", "git-asr-blame.1")
    if not page.exists():
        session.error("the wheel does not hold the man page 'git-asr-blame.1'")
