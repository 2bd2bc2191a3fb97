"""From options to a workspace: stores, sessions, roots in their order, settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.errors import AttribError, BindingError, SessionError
from attrib.model.ids import RepoPath
from attrib.opening import Options, open_workspace
from attrib.workspace import Workspace
from fixture_repos.support import CODEBUDDY, Stream, worktree_state
from tests.support.repos import commit, git, init

pytestmark = pytest.mark.git

FILES = {
    f"pkg/{name}.py": b"%s, a file of this repository and of no other one\n" % name.encode() * 3
    for name in ("one", "two", "three")
}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose files came in two commits after the first."""
    repo = init(tmp_path / "r")
    commit(repo, {"README": b"read me\n"})
    for some in ([*FILES][:1], [*FILES][1:]):
        commit(repo, {path: FILES[path] for path in some})
    return repo


def stream_at(
    folder: Path, root: Path | str, *, name: str = "S1", root_id: str = "repo", strip: str = ""
) -> Path:
    """A stream that recorded the three files under a root."""
    stream = Stream(CODEBUDDY, "laptop", name, {root_id: root}, at="2026-10-20T11:00:00.000Z")
    for path, content in FILES.items():
        stream.change(
            path.removeprefix(strip),
            op="add",
            at="2026-10-20T11:30:00.000Z",
            after=worktree_state(content),
        )
    return stream.write(folder / f"{name}.asr.jsonl")


def opened(repo: Path, *sessions: Path, roots: tuple[str, ...] = ()) -> Workspace:
    """The workspace of these streams."""
    return open_workspace(Options(repo, tuple(map(str, sessions)), roots=roots))


def bound(workspace: Workspace) -> dict[str, tuple[str, bytes, bytes]]:
    """How each session's root is bound."""
    return {
        f"{key.id}:{root}": (binding.how, binding.strip, binding.add)
        for (key, root), binding in workspace.bindings.bound.items()
    }


# Roots


def test_the_declared_path_binds_before_what_was_recorded(repo: Path, tmp_path: Path) -> None:
    stream = stream_at(tmp_path, repo)
    with opened(repo, stream) as workspace:
        assert bound(workspace) == {"S1:repo": ("declared path", b"", b"")}
        assert sorted(workspace.changes) == sorted(map(str.encode, FILES))


def test_an_option_binds_before_the_declared_path(repo: Path, tmp_path: Path) -> None:
    stream = stream_at(tmp_path, repo, strip="pkg/")
    with opened(repo, stream, roots=("repo=pkg",)) as workspace:
        assert bound(workspace) == {"S1:repo": ("option", b"", b"pkg/")}


def test_an_option_that_names_another_place_leaves_the_root_unbound(
    repo: Path, tmp_path: Path
) -> None:
    stream = stream_at(tmp_path, repo)
    with opened(repo, stream, roots=("repo=/somewhere/else",)) as workspace:
        assert bound(workspace) == {}
        assert [root.reason for root in workspace.bindings.unbound] == [
            "bound elsewhere by --root or attrib.root"
        ]
        assert workspace.changes == {}


def test_configuration_binds_like_an_option_and_the_option_wins(repo: Path, tmp_path: Path) -> None:
    stream = stream_at(tmp_path, "/home/ada/clone", strip="pkg/")
    git(repo, "config", "attrib.root", f"repo={repo}")
    with opened(repo, stream) as workspace:
        assert bound(workspace) == {"S1:repo": ("option", b"", b"")}
    with opened(repo, stream, roots=("repo=pkg",)) as workspace:
        assert bound(workspace) == {"S1:repo": ("option", b"", b"pkg/")}


def test_what_was_recorded_binds_a_root_of_another_machine(repo: Path, tmp_path: Path) -> None:
    stream = stream_at(tmp_path, "/home/ada/clone", strip="pkg/")
    with opened(repo, stream) as workspace:
        assert bound(workspace) == {"S1:repo": ("recorded content", b"", b"pkg/")}
        assert sorted(workspace.changes) == sorted(map(str.encode, FILES))


def test_a_linked_worktree_of_the_repository_binds(repo: Path, tmp_path: Path) -> None:
    git(repo, "worktree", "add", "-q", "../linked", "-b", "side")
    stream = stream_at(tmp_path, tmp_path / "linked")
    with opened(repo, stream) as workspace:
        assert bound(workspace) == {"S1:repo": ("declared path", b"", b"")}
        (change,) = workspace.changes[RepoPath(b"pkg/one.py")]
        assert Path(change.worktree).resolve() == (tmp_path / "linked").resolve()


def test_another_repository_stays_unbound_and_says_so(repo: Path, tmp_path: Path) -> None:
    stream = Stream(
        CODEBUDDY, "laptop", "S2", {"repo": "/elsewhere"}, at="2026-10-20T11:00:00.000Z"
    )
    stream.change(
        "f", op="add", at="2026-10-20T11:30:00.000Z", after=worktree_state(b"of another one\n")
    )
    with opened(repo, stream.write(tmp_path / "S2.asr.jsonl")) as workspace:
        assert bound(workspace) == {}
        (root,) = workspace.bindings.unbound
        assert (root.session.id, root.root.id, root.reason) == (
            "S2",
            "repo",
            "not this repository",
        )


def test_a_root_that_no_session_declares_is_said(repo: Path, tmp_path: Path) -> None:
    stream = stream_at(tmp_path, repo)
    with opened(repo, stream, roots=(f"other={repo}",)) as workspace:
        assert workspace.notices == ["no session declares a root 'other'"]


@pytest.mark.parametrize("text", ["repo", "=path", "repo=", ""])
def test_a_root_option_is_id_and_path(repo: Path, text: str) -> None:
    with pytest.raises(BindingError, match="is not ID=PATH"):
        open_workspace(Options(repo, roots=(text,)))


# Sessions


def _names(workspace: Workspace) -> list[str]:
    return [session.key.id for session in workspace.sessions]


def test_sessions_come_from_options_configuration_and_our_own_folder(
    repo: Path, tmp_path: Path
) -> None:
    for name in ("S1", "S2"):
        stream_at(tmp_path / name, repo, name=name)
    stream_at(repo / ".git/attrib/sessions/codebuddy/laptop", repo, name="S3")
    git(repo, "config", "attrib.sessions", str(tmp_path / "S2"))
    with opened(repo, tmp_path / "S1") as workspace:
        assert _names(workspace) == ["S1", "S2", "S3"]


def test_the_environment_stands_in_for_the_configuration(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("S1", "S2", "S3"):
        stream_at(tmp_path / name, repo, name=name)
    git(repo, "config", "attrib.sessions", str(tmp_path / "S1"))
    monkeypatch.setenv("ATTRIB_SESSIONS", f"{tmp_path / 'S2'}:{tmp_path / 'S3'}:")
    with opened(repo) as workspace:
        assert _names(workspace) == ["S2", "S3"]


def test_a_relative_path_is_one_of_the_folder_given(repo: Path) -> None:
    stream_at(repo / "logs", repo)
    with open_workspace(Options(repo, ("logs",))) as workspace:
        assert _names(workspace) == ["S1"]


def test_only_the_sessions_asked_for_are_kept(repo: Path, tmp_path: Path) -> None:
    for name in ("S1", "S2"):
        stream_at(tmp_path / "logs", repo, name=name)
    options = Options(repo, (str(tmp_path / "logs"),), session_ids=("S2",))
    with open_workspace(options) as workspace:
        assert _names(workspace) == ["S2"]
    with pytest.raises(SessionError, match="no session 'S9' here"):
        open_workspace(Options(repo, (str(tmp_path / "logs"),), session_ids=("S9",)))


def test_a_store_that_is_not_there_is_said_and_ends_nothing(repo: Path, tmp_path: Path) -> None:
    stream = stream_at(tmp_path, repo)
    with opened(repo, tmp_path / "gone", stream) as workspace:
        assert (_names(workspace), workspace.unreadable, workspace.incomplete) == (["S1"], 1, True)
        assert [notice.startswith("error: ") for notice in workspace.notices] == [True]


# Settings


def test_the_clock_allowance_is_two_minutes_unless_configured(repo: Path) -> None:
    with open_workspace(Options(repo)) as workspace:
        assert workspace.allowance == 120
    git(repo, "config", "attrib.clockAllowance", "7.5")
    with open_workspace(Options(repo)) as workspace:
        assert workspace.allowance == 7.5


def test_a_clock_allowance_that_is_no_number_is_an_error(repo: Path) -> None:
    git(repo, "config", "attrib.clockAllowance", "soon")
    with pytest.raises(AttribError, match="is not a number of seconds: 'soon'"):
        open_workspace(Options(repo))
