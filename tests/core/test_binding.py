"""Which recorded roots are this repository, by option, by declared path; paths outside of roots."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.binding import (
    Bindings,
    RootBinding,
    bind_by_options,
    bind_by_path,
    fitting,
    roots_left,
)
from attrib.model.ids import RepoPath
from attrib.model.records import Root
from attrib.model.sessions import Session
from tests.support.streams import Recorder, key_of

HERE = RootBinding("declared path", b"", b"", "/r")


def session_at(path: Path | str) -> Session:
    """A session whose root `repo` is declared at a path."""
    return Recorder(path=str(path)).session


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A worktree with folders in it."""
    (tmp_path / "home/r/.git").mkdir(parents=True)
    (tmp_path / "home/r/pkg/deep").mkdir(parents=True)
    return tmp_path / "home/r"


# Paths under a root


@pytest.mark.parametrize(
    ("strip", "add", "recorded", "path"),
    [
        (b"", b"", "pkg/f.py", b"pkg/f.py"),
        (b"", b"pkg/", "f.py", b"pkg/f.py"),
        (b"r/", b"", "r/f.py", b"f.py"),
        (b"r/", b"src/", "r/f.py", b"src/f.py"),
        (b"r/", b"", "other/f.py", None),
        (b"", b"", "naïve.txt", "naïve.txt".encode()),
        (b"", b"", "bad\udce4.txt", b"bad\xe4.txt"),
        (b"", b"", "br[1].txt", b"br[1].txt"),
        (b"", b"", "a\nb", b"a\nb"),
        (b"", b"", "...", b"..."),
        (b"", b"", ".gitignore", b".gitignore"),
        (b"", b"", ".", None),
        (b"", b"", "", None),
        (b"", b"", "..", None),
        (b"", b"", "../f", None),
        (b"", b"", "a/../f", None),
        (b"", b"", "a/./f", None),
        (b"", b"", "a//f", None),
        (b"", b"", "f/", None),
        (b"", b"", "/f", None),
        (b"", b"", ".git/config", None),
        (b"", b"", ".GIT/config", None),
        (b"", b"pkg/", "../.git/config", None),
        (b"r/", b"", "r/.git/config", None),
        (b"r/", b"", "r/../f", None),
    ],
)
def test_a_path_under_a_root_is_a_path_of_the_repository_or_none(
    strip: bytes, add: bytes, recorded: str, path: bytes | None
) -> None:
    assert RootBinding("", strip, add, "/r").path_of(recorded) == path


# By option


def test_an_option_binds_the_root_that_it_names(top: Path) -> None:
    session = session_at("/home/another/r")
    assert bind_by_options(session, {"repo": str(top)}, [str(top)]) == {
        "repo": RootBinding("option", b"", b"", str(top))
    }
    assert bind_by_options(session, {"other": str(top)}, [str(top)]) == {}


def test_an_option_may_name_a_folder_of_the_repository(top: Path) -> None:
    session = session_at("/home/another/r")
    assert bind_by_options(session, {"repo": str(top / "pkg")}, [str(top)]) == {
        "repo": RootBinding("option", b"", b"pkg/", str(top))
    }


def test_an_option_that_names_another_place_binds_nothing(top: Path) -> None:
    session = session_at(top)
    assert bind_by_options(session, {"repo": "/somewhere/else"}, [str(top)]) == {}


# By declared path


def test_the_declared_path_binds_at_the_top_below_it_and_above_it(top: Path) -> None:
    worktrees = [str(top)]
    bound = {
        place.name: bind_by_path(session_at(place), worktrees)["repo"]
        for place in (top, top / "pkg", top / "pkg/deep", top.parent)
    }
    assert bound == {
        "r": RootBinding("declared path", b"", b"", str(top)),
        "pkg": RootBinding("declared path", b"", b"pkg/", str(top)),
        "deep": RootBinding("declared path", b"", b"pkg/deep/", str(top)),
        "home": RootBinding("declared path", b"r/", b"", str(top)),
    }


@pytest.mark.parametrize("path", ["/somewhere/else", "relative/r", "r", ""])
def test_another_path_binds_nothing(top: Path, path: str) -> None:
    assert bind_by_path(session_at(path), [str(top)]) == {}


def test_a_folder_whose_name_begins_like_the_worktree_is_another_place(top: Path) -> None:
    beside = top.parent / "r-copy"
    beside.mkdir()
    assert bind_by_path(session_at(beside), [str(top)]) == {}
    assert bind_by_path(session_at(top), [str(beside)]) == {}


def test_a_path_through_a_link_is_the_place_that_it_leads_to(top: Path, tmp_path: Path) -> None:
    (tmp_path / "rlink").symlink_to(top)
    assert bind_by_path(session_at(tmp_path / "rlink/pkg"), [str(top)]) == {
        "repo": RootBinding("declared path", b"", b"pkg/", str(top))
    }


def test_a_linked_worktree_is_this_repository_in_a_place_of_its_own(
    top: Path, tmp_path: Path
) -> None:
    linked = tmp_path / "linked"
    linked.mkdir()
    assert bind_by_path(session_at(linked), [str(top), str(linked)]) == {
        "repo": RootBinding("declared path", b"", b"", str(linked))
    }


def test_a_worktree_inside_another_is_bound_to_the_inner_one(top: Path) -> None:
    inner = top / "trees/side"
    inner.mkdir(parents=True)
    assert bind_by_path(session_at(inner), [str(top), str(inner)]) == {
        "repo": RootBinding("declared path", b"", b"", str(inner))
    }


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_another_repository_inside_this_one_is_not_this_one(top: Path, kind: str) -> None:
    nested = top / "lib"
    (nested / "src").mkdir(parents=True)
    git = nested / ".git"
    if kind == "folder":
        git.mkdir()
    else:
        git.write_text("gitdir: ../.git/modules/lib\n")
    assert bind_by_path(session_at(nested), [str(top)]) == {}
    assert bind_by_path(session_at(nested / "src"), [str(top)]) == {}


def test_a_folder_that_is_gone_binds_by_its_name(top: Path) -> None:
    assert bind_by_path(session_at(top / "gone"), [str(top)]) == {
        "repo": RootBinding("declared path", b"", b"gone/", str(top))
    }


def test_a_bare_repository_has_no_worktree_to_lie_in(top: Path) -> None:
    assert bind_by_path(session_at(top), []) == {}


# Paths of no root


def test_an_absolute_path_in_a_worktree_counts(top: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    linked.mkdir()
    (tmp_path / "rlink").symlink_to(top)
    bindings = Bindings({}, (), [str(top), str(linked)])
    places = {
        str(top / "f"): (b"f", str(top)),
        str(top / "pkg/f"): (b"pkg/f", str(top)),
        str(linked / "f"): (b"f", str(linked)),
        str(tmp_path / "rlink/f"): (b"f", str(top)),
        str(top / ".git/config"): None,
        str(top / "../other/f"): None,
        str(top): None,
        "/etc/passwd": None,
        "f": None,
        "../f": None,
    }
    assert {path: bindings.place_of(key_of("S1"), None, path) for path in places} == places


def test_a_link_itself_is_the_file_that_is_meant(top: Path) -> None:
    (top / "link").symlink_to("/etc/passwd")
    place = Bindings({}, (), [str(top)]).place_of(key_of("S1"), None, str(top / "link"))
    assert place == (b"link", str(top))


def test_a_path_under_a_bound_root_is_the_bindings() -> None:
    bindings = Bindings({(key_of("S1"), "repo"): HERE}, (), ["/r"])
    assert bindings.place_of(key_of("S1"), "repo", "f") == (RepoPath(b"f"), "/r")
    assert bindings.place_of(key_of("S1"), "other", "f") is None
    assert bindings.place_of(key_of("S2"), "repo", "f") is None
    assert (bindings.binds(key_of("S1")), bindings.binds(key_of("S2"))) == (True, False)


# Prefixes


@pytest.mark.parametrize(
    ("recorded", "path", "wanted"),
    [
        (b"f.py", b"f.py", (b"", b"")),
        (b"f.py", b"pkg/f.py", (b"", b"pkg/")),
        (b"r/f.py", b"f.py", (b"r/", b"")),
        (b"a/f.py", b"b/f.py", None),
        (b"f.py", b"xf.py", None),
        (b"xf.py", b"f.py", None),
    ],
)
def test_a_recorded_path_fits_by_a_prefix_of_whole_folders(
    recorded: bytes, path: bytes, wanted: tuple[bytes, bytes] | None
) -> None:
    assert fitting(recorded, RepoPath(path)) == wanted


def test_what_nothing_has_bound_is_left() -> None:
    first, second = Recorder("S1"), Recorder("S2", path="/two")
    left = roots_left([first.session, second.session], {(key_of("S1"), "repo"): HERE})
    assert left == [(second.session, Root("repo", "/two"))]
