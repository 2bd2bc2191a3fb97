"""What other tools keep about commits, made with git; and what is read of it, as lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrib.answers.audit import audit
from attrib.declarations import Declarations
from attrib.git.command import open_repository
from attrib.git.interface import Repository
from attrib.model.agents import alias_of, name_of
from attrib.model.audit import Declaration
from attrib.model.ids import Oid, SessionKey
from tests.support import repos
from tests.support.streams import Recorder, workspace_of

OLD = b"one = 1\ntwo = 2\n"
NEW = b"one = 1\nzwei = 2\ntwo = 2\nthree = 3\n"


def two_commits(folder: Path, message: str = "add two lines") -> tuple[Path, Oid]:
    """A repository whose second commit adds the lines 2 and 4 of `app.py`, and that commit."""
    repo = repos.init(folder)
    repos.commit(repo, {"app.py": OLD}, message="start")
    return repo, repos.commit(repo, {"app.py": NEW}, message=message)


def note(repo: Path, reference: str, content: bytes, commit: str = "HEAD") -> None:
    """Keep a note; `reference` without `refs/notes/`."""
    repos.git(repo, "notes", f"--ref={reference}", "add", "-f", "-F", "-", commit, input=content)


def branch(repo: Path, reference: str, files: Mapping[str, bytes]) -> None:
    """A branch with these files that shares no commit with the others."""
    other = repos.init(repo.parent / "other")
    repos.commit(other, files)
    repos.git(repo, "fetch", "-q", str(other), f"+main:{reference}")


def read(
    repo: Path | Repository, commit: Oid, *sessions: tuple[str, str]
) -> tuple[list[str], list[str]]:
    """What is declared of a commit, and what could not be read; `sessions` as (alias, ID)."""
    keys = [SessionKey(name_of(alias), "laptop", name) for alias, name in sessions]
    if not isinstance(repo, Path):
        found = Declarations(repo, keys)
        return [shown(each) for each in found.of([commit]).get(commit, ())], list(
            map(str, found.unread)
        )
    with open_repository(repo) as repository:
        return read(repository, commit, *sessions)


def shown(declaration: Declaration) -> str:
    """`git-ai: S1 cursor refs/notes/ai app.py:2,4`: key, name, agent, source, lines."""
    words = [f"{declaration.key}: {declaration.name}"]
    words += ["agent"] if not declaration.names_session else []
    words += [alias_of(declaration.agent)] if declaration.agent else []
    words.append(declaration.source)
    for each in declaration.lines or ():
        spans = [
            str(span.first) if len(span) == 1 else f"{span.first}-{span.last}"
            for span in each.ranges
        ]
        words.append(f"{each.path.decode()}:{','.join(spans)}")
    return " ".join(words)


def audited(repo: Path, *recorders: Recorder) -> list[str]:
    """Each finding about HEAD: class, what is declared, the session, the reason."""
    with open_repository(repo) as repository, workspace_of(repository, *recorders) as workspace:
        report = audit(workspace, "HEAD~1..HEAD")
    found: list[Any] = [
        (
            each.standpoint.value,
            each.declaration.name if each.declaration else "-",
            each.session.id if each.session else "-",
            each.reason,
        )
        for each in report.findings
    ]
    return [": ".join(row) for row in found]
