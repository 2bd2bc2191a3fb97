"""A view grant opens the one file of the workspace that a link names, and nothing leads out."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.binding import Bindings, RootBinding
from attrib.errors import GrantError
from attrib.index.history import History
from attrib.model.ids import RepoPath
from attrib.serve.grants import Granted, Grants, create
from attrib.serve.grants.files import MOST_BYTES, read_text
from attrib.serve.grants.hrefs import Target, target_of
from attrib.workspace import Workspace
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, key_of

TIME = 1_792_497_600.0
REFUSED = "the link names no file that this thread may show"
SECRET = b"secret of somebody else\n"


class Clock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = TIME

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A worktree with a text file, and a secret outside."""
    folder = tmp_path / "work"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "main.rs").write_bytes(b"fn main() {}\n")
    (tmp_path / "secret.txt").write_bytes(SECRET)
    return folder


def workspace_at(top: Path, *recorders: Recorder, add: bytes = b"") -> Workspace:
    """A workspace whose worktree is a real folder, and where the recorders' roots lie in it."""
    repository = MemoryRepository()
    repository.worktrees = (str(top),)
    sessions = tuple(recorder.session for recorder in recorders)
    bound = {
        (session.key, "repo"): RootBinding("declared path", b"", add, str(top))
        for session, recorder in zip(sessions, recorders, strict=True)
        if recorder.is_bound
    }
    return Workspace(
        repository=repository,
        sessions=sessions,
        bindings=Bindings(bound, (), repository.worktrees),
        read_blob=lambda ref: None,
        allowance=120,
        history=History(repository),
    )


def asked(
    top: Path,
    href: str,
    *,
    grants: Grants | None = None,
    names: Sequence[str] = ("S1",),
    **kind: bytes,
) -> Granted:
    """The answer for a link in the thread of one session."""
    workspace = workspace_at(top, Recorder(path=str(top)), **kind)
    keys = [key_of(name) for name in names]
    return create(grants or Grants(Clock()), workspace, keys, href, client="one")


def refusal(top: Path, href: str) -> str:
    """The words with which a link is refused."""
    with pytest.raises(GrantError) as error:
        asked(top, href)
    return error.value.message


def test_answer_has_every_member(top):
    answer = asked(top, "src/main.rs:42:7")
    assert len(answer.relative_url) == 58
    assert answer.relative_url.startswith("/storage/views/")
    assert answer == Granted(
        relative_url=answer.relative_url,
        expires_at=int(TIME) + 300,
        file_name="main.rs",
        content_type="text/plain; charset=utf-8",
        size_bytes=13,
        line=42,
        column=7,
    )


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("src/main.rs", (b"src/main.rs", None, None)),
        ("src/main.rs:42", (b"src/main.rs", 42, None)),
        ("src/main.rs:42:7", (b"src/main.rs", 42, 7)),
        ("src/main.rs:0", (b"src/main.rs:0", None, None)),
        ("a%3A1", (b"a:1", None, None)),
        ("a%20b.md:3", (b"a b.md", 3, None)),
        ("100%.md", (b"100%.md", None, None)),
        ("caf%E9", (b"caf\xe9", None, None)),
        ("C#.md?x#L3", (b"C#.md?x#L3", None, None)),
        ("file:///a/b:3", (b"/a/b", 3, None)),
        ("FILE://localhost/a", (b"/a", None, None)),
        ("1:2:3:4", (b"1:2", 3, 4)),
        (":3", (b":3", None, None)),
    ],
)
def test_link_is_a_path_with_a_line_and_a_column(href, target):
    assert target_of(href) == Target(*target)


@pytest.mark.parametrize(
    "href", ["", "http://host/a", "file://host/a", "javascript://x", "a" * 5000, "\ud800"]
)
def test_link_with_another_scheme_or_none_names_nothing(href):
    assert target_of(href) is None


@given(st.text(), st.integers(1, 999_999_999) | st.none(), st.integers(1, 999_999_999))
def test_every_path_can_be_named(name, line, column):
    from urllib.parse import quote

    href = quote(name, safe="/", errors="surrogatepass")
    where = f":{line}:{column}" if line else ""
    found = target_of(href + where)
    if not href or len(href + where) > 4096:
        assert found is None or not href
    else:
        path = name.encode("utf-8", "surrogatepass")
        assert found == Target(path, line, column if line else None)


@pytest.mark.parametrize("prefix", ["", "./", "././", "{top}/", "file://{top}/"])
def test_relative_and_absolute_links_into_the_root_open(top, prefix):
    assert asked(top, f"{prefix.format(top=top)}src/main.rs:1").file_name == "main.rs"


def test_root_below_the_top_reaches_no_further(top):
    (top / "secret.rs").write_bytes(b"x")
    assert asked(top, "main.rs", add=b"src/").file_name == "main.rs"
    assert asked(top, f"{top}/src/main.rs", add=b"src/").file_name == "main.rs"
    for href in ("../secret.rs", f"{top}/secret.rs", f"{top}/src/../secret.rs", "..%2Fsecret.rs"):
        with pytest.raises(GrantError, match=REFUSED):
            asked(top, href, add=b"src/")


@pytest.mark.parametrize(
    "href",
    [
        "",
        "/",
        ".",
        "..",
        "src",
        "src/",
        "src//main.rs",
        "src/./main.rs",
        "src/../src/main.rs",
        "../secret.txt",
        "src/../../secret.txt",
        "%2e%2e/secret.txt",
        "..%2fsecret.txt",
        "src%00/main.rs",
        "src/main.rs%00.txt",
        "/etc/passwd",
        "file:///etc/passwd",
        "//etc/passwd",
        "~/secret.txt",
        "src\\main.rs",
        "SRC/main.rs",
        "src/MAIN.rs",
        "src/main.rs/",
        "src/main.rs/x",
        "src/none.rs",
        "javascript:alert(1)",
        "%c0%ae%c0%ae/secret.txt",
        "\uff0e\uff0e/secret.txt",
        "a" * 300,
    ],
)
def test_what_is_no_file_of_the_workspace_is_refused_with_the_same_words(top, href):
    assert refusal(top, href) == REFUSED


@pytest.mark.parametrize(
    "name", [".git", ".GIT", ".gi\u200ct", ".git ", ".git.", "git~1", ".git::$INDEX_ALLOCATION"]
)
def test_git_folder_is_refused_however_it_is_spelled(top, name):
    for folder in (top / name, top / "src" / name):
        folder.mkdir()
        (folder / "config").write_bytes(b"[core]\n")
    assert refusal(top, f"{name}/config") == REFUSED
    assert refusal(top, f"src/{name}/config") == REFUSED


def test_git_file_of_a_linked_worktree_is_refused(top):
    (top / ".git").write_bytes(b"gitdir: elsewhere\n")
    assert refusal(top, ".git") == REFUSED


def test_repository_inside_is_no_part_of_the_workspace(top):
    (top / "inner" / ".git").mkdir(parents=True)
    (top / "inner" / "a.txt").write_bytes(b"a\n")
    assert refusal(top, "inner/a.txt") == REFUSED


def test_composed_and_decomposed_names_are_two(top):
    (top / "caf\u00e9.txt").write_bytes(b"composed\n")
    assert asked(top, "caf\u00e9.txt").size_bytes == 9
    assert refusal(top, "cafe\u0301.txt") == REFUSED


def test_links_are_refused_as_files_and_as_folders(top, tmp_path):
    (top / "file").symlink_to(tmp_path / "secret.txt")
    (top / "inside").symlink_to("src/main.rs")
    (top / "folder").symlink_to(tmp_path)
    (top / "same").symlink_to("src")
    (top / "loop").symlink_to("loop")
    for href in ("file", "inside", "folder/secret.txt", "same/main.rs", "loop", "loop/x"):
        assert refusal(top, href) == REFUSED


def test_what_is_no_regular_file_is_refused_and_not_waited_for(top):
    os.mkfifo(top / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        # A relative name: that of a socket may be no longer than 107 bytes.
        here = Path.cwd()
        os.chdir(top)
        try:
            server.bind("socket")
        finally:
            os.chdir(here)
    assert refusal(top, "pipe") == REFUSED
    assert refusal(top, "socket") == REFUSED


def test_file_that_cannot_be_read_is_refused_alike(top):
    (top / "src").chmod(0)
    try:
        if os.geteuid():
            assert refusal(top, "src/main.rs") == REFUSED
    finally:
        (top / "src").chmod(0o755)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a\0b", "not UTF-8 text"),
        ("a".encode("utf-16"), "not UTF-8 text"),
        (b"caf\xe9", "not UTF-8 text"),
        (b"x" * (MOST_BYTES + 1), "larger than 10 MiB"),
    ],
)
def test_what_is_no_text_or_too_large_says_so(top, content, words):
    (top / "odd").write_bytes(content)
    assert refusal(top, "odd") == f"the file is {words}"


def test_ten_mebibytes_are_shown_whole(top):
    (top / "large").write_bytes(b"x" * MOST_BYTES)
    assert asked(top, "large").size_bytes == MOST_BYTES


def test_empty_file_is_text(top):
    (top / "empty").write_bytes(b"")
    assert asked(top, "empty").size_bytes == 0


def test_thread_without_a_root_here_shows_nothing(top):
    workspace = workspace_at(top, Recorder(path=str(top), is_bound=False), Recorder("S2"))
    for names in ([], ["S1"], ["S9"]):
        keys = [key_of(name) for name in names]
        with pytest.raises(GrantError, match=REFUSED):
            create(Grants(Clock()), workspace, keys, "src/main.rs", client="one")


def test_repository_without_a_worktree_shows_nothing(top):
    workspace = workspace_at(top, Recorder(path=str(top)))
    workspace.repository.worktrees = ()  # type: ignore[misc]
    with pytest.raises(GrantError, match=REFUSED):
        create(Grants(Clock()), workspace, [key_of("S1")], "src/main.rs", client="one")


def test_root_of_another_machine_is_the_worktree_here(top):
    workspace = workspace_at(top, Recorder(path="/home/ada/app"))
    answer = create(
        Grants(Clock()), workspace, [key_of("S1")], "/home/ada/app/src/main.rs:2", client="one"
    )
    assert (answer.file_name, answer.line) == ("main.rs", 2)


def test_file_swapped_for_a_link_while_it_is_read_never_shows_what_lies_outside(top, tmp_path):
    """One thread swaps a folder for a link to the outside, and back; the other reads through it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.txt").write_bytes(SECRET)
    (top / "real").mkdir()
    (top / "real" / "a.txt").write_bytes(b"mine\n")
    (top / "link").symlink_to(tmp_path / "outside")
    (top / "real").rename(top / "now")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (top / "now").rename(top / "real")
            (top / "link").rename(top / "now")
            (top / "now").rename(top / "link")
            (top / "real").rename(top / "now")

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        found = {
            file.content
            for _ in range(3000)
            if (file := read_text(str(top), RepoPath(b"now/a.txt"))) is not None
        }
    finally:
        done.set()
        swapping.join()
    assert found == {b"mine\n"}


def test_grant_ends_at_its_time():
    clock = Clock()
    grants = Grants(clock, life=10)
    name = grants.add("one", "/", RepoPath(b"a"), "d").name
    clock.now += 9.9
    assert grants.find(name, None) is not None
    clock.now += 0.1
    assert grants.find(name, None) is None


def test_grant_is_for_whoever_shows_no_credential_or_its_own():
    grants = Grants(Clock())
    name = grants.add("one", "/", RepoPath(b"a"), "d").name
    assert [grants.find(name, client) is not None for client in (None, "one", "two")] == [
        True,
        True,
        False,
    ]
    assert grants.find(name[:-1], None) is None


def test_grants_of_a_client_end_with_it():
    grants = Grants(Clock())
    one, two = (grants.add(client, "/", RepoPath(b"a"), "d").name for client in ("one", "two"))
    grants.end("one")
    assert (grants.find(one, None), grants.find(two, None) is not None) == (None, True)


def test_number_of_live_grants_is_bounded_for_one_and_for_all():
    clock = Clock()
    grants = Grants(clock, most=3, most_of_one=2)
    for client in ("one", "one", "two"):
        grants.add(client, "/", RepoPath(b"a"), "d")
    for client in ("one", "two"):
        with pytest.raises(GrantError, match="too many view grants are alive"):
            grants.add(client, "/", RepoPath(b"a"), "d")
    clock.now += 300
    grants.add("one", "/", RepoPath(b"a"), "d")


def test_names_of_grants_differ_and_are_long():
    grants = Grants(Clock())
    names = {grants.add("one", "/", RepoPath(b"a"), "d").name for _ in range(200)}
    assert len(names) == 200
    assert {len(name) for name in names} == {43}
