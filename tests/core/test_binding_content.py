"""Binding roots by what was recorded under them: commits, or three blobs at fitting paths."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from attrib.binding import RootBinding
from attrib.binding_content import bind_by_content
from attrib.index.history import History
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, id_only, key_of, text_only


def content_of(name: str) -> bytes:
    """A file that only one repository holds."""
    return b"%s, a file of this repository and of no other one\n" % name.encode() * 3


NAMES = ("one.py", "two.py", "three.py", "four.py")
TEMPLATE = {f"pkg/{name}": b"before, " + content_of(name) for name in NAMES}
FILES = {f"pkg/{name}": content_of(name) for name in NAMES}


@pytest.fixture
def repository() -> MemoryRepository:
    """A first commit that a template may have given, and two of its own."""
    repository = MemoryRepository()
    repository.commit({**TEMPLATE, "LICENSE": content_of("LICENSE")})
    repository.commit({path: FILES[path] for path in [*FILES][:2]})
    repository.commit({path: FILES[path] for path in [*FILES][2:]})
    return repository


def recorder(
    paths: Iterable[str], *, name: str = "S1", path: str = "/home/ada/clone", strip: str = ""
) -> Recorder:
    """A session elsewhere that recorded these files' after-states."""
    session = Recorder(name, path=path)
    for each in paths:
        content = FILES.get(each, content_of(each))
        recorded = each.removeprefix(strip)
        session.change(recorded, b"before\n", id_only(content), at=0.5)
    return session


def bound(repository: MemoryRepository, *recorders: Recorder) -> dict[str, tuple[bytes, bytes]]:
    """How the sessions' roots are bound: what is cut, what is put before."""
    left = [(item.session, item.session.roots[0]) for item in recorders]
    found = bind_by_content(left, repository, History(repository))
    return {key.id: (binding.strip, binding.add) for (key, _), binding in found.items()}


def test_a_commit_of_this_repository_binds(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/clone")
    session.head(repository.names["HEAD"], at=0)
    left = [(session.session, session.session.roots[0])]
    assert bind_by_content(left, repository, History(repository)) == {
        (key_of("S1"), "repo"): RootBinding("recorded content", b"", b"", "laptop:/home/ada/clone")
    }


def test_a_commit_made_by_an_action_binds(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/clone")
    session.vcs(repository.names["HEAD"], at=0)
    assert bound(repository, session) == {"S1": (b"", b"")}


def test_a_commit_of_another_repository_does_not_bind(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/clone")
    session.head("1" * 40, at=0)
    assert bound(repository, session) == {}


def test_a_commit_recorded_under_another_root_does_not_bind(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/clone")
    session.vcs(repository.names["HEAD"], at=0, root=None)
    assert bound(repository, session) == {}


def test_blobs_beside_a_commit_tell_the_prefix(repository: MemoryRepository) -> None:
    session = recorder(["pkg/one.py", "pkg/four.py"], strip="pkg/")
    session.head(repository.names["HEAD"], at=0)
    assert bound(repository, session) == {"S1": (b"", b"pkg/")}


def test_three_blobs_at_their_paths_bind(repository: MemoryRepository) -> None:
    assert bound(repository, recorder([*FILES][:3])) == {"S1": (b"", b"")}


def test_two_blobs_do_not_bind(repository: MemoryRepository) -> None:
    assert bound(repository, recorder([*FILES][:2])) == {}


def test_three_blobs_of_a_folder_bind_with_the_prefix_put_before(
    repository: MemoryRepository,
) -> None:
    assert bound(repository, recorder([*FILES][:3], strip="pkg/")) == {"S1": (b"", b"pkg/")}


def test_three_blobs_below_a_folder_bind_with_the_prefix_cut(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada")
    for path, content in [*FILES.items()][:3]:
        session.change(f"clone/{path}", b"before\n", id_only(content), at=0.5)
    assert bound(repository, session) == {"S1": (b"clone/", b"")}


def test_recorded_content_binds_like_its_id(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/clone")
    for path, content in [*FILES.items()][:3]:
        session.change(path, b"before\n", text_only(content), at=0.5)
    assert bound(repository, session) == {"S1": (b"", b"")}


def test_blobs_at_other_paths_do_not_bind(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/clone")
    for number, content in enumerate(FILES.values()):
        session.change(f"elsewhere/{number}.py", b"before\n", id_only(content), at=0.5)
    assert bound(repository, session) == {}


def test_two_prefixes_that_fit_leave_the_root_unbound() -> None:
    repository = MemoryRepository()
    repository.commit({"x": b"x\n"})
    repository.commit({f"{top}/{name}": content_of(name) for top in "ab" for name in NAMES})
    session = Recorder(path="/home/ada/clone")
    for name in NAMES:
        session.change(name, b"before\n", id_only(content_of(name)), at=0.5)
    assert bound(repository, session) == {}


def test_what_a_template_gave_does_not_bind(repository: MemoryRepository) -> None:
    session = Recorder(path="/home/ada/another-project-from-the-template")
    for path, content in TEMPLATE.items():
        session.change(path, id_only(content), b"of the other project\n", at=0.5)
    assert bound(repository, session) == {}


def test_files_of_the_first_commit_alone_do_not_bind() -> None:
    repository = MemoryRepository()
    repository.commit(FILES)
    assert bound(repository, recorder(FILES)) == {}


def test_files_copied_under_a_folder_at_once_do_not_bind() -> None:
    repository = MemoryRepository()
    repository.commit({"x": b"x\n"})
    repository.commit({f"vendor/lib/{path}": content for path, content in FILES.items()})
    assert bound(repository, recorder(FILES)) == {}


@pytest.mark.parametrize(
    "name",
    [
        "LICENSE",
        "COPYING",
        "NOTICE.txt",
        ".gitignore",
        "license.md",
        "SECURITY.md",
        ".gitattributes",
    ],
)
def test_files_that_all_repositories_share_do_not_count(name: str) -> None:
    repository = MemoryRepository()
    repository.commit({"x": b"x\n"})
    paths = [f"{folder}/{name}" for folder in "abc"]
    repository.commit({path: content_of(path) for path in paths})
    session = Recorder(path="/home/ada/clone")
    for path in paths:
        session.change(path, b"before\n", id_only(content_of(path)), at=0.5)
    assert bound(repository, session) == {}


def test_small_files_do_not_count() -> None:
    repository = MemoryRepository()
    repository.commit({"x": b"x\n"})
    repository.commit({name: b"small %s\n" % name.encode() for name in NAMES})
    session = Recorder(path="/home/ada/clone")
    for name in NAMES:
        session.change(name, b"before\n", id_only(b"small %s\n" % name.encode()), at=0.5)
    assert bound(repository, session) == {}


@pytest.mark.parametrize("status", ["proposed", "failed", "skipped", "unknown"])
def test_what_was_not_applied_does_not_count(repository: MemoryRepository, status: str) -> None:
    session = Recorder(path="/home/ada/clone")
    for path, content in FILES.items():
        session.change(path, b"before\n", id_only(content), at=0.5, status=status)
    assert bound(repository, session) == {}


def test_one_blob_recorded_often_counts_once(repository: MemoryRepository) -> None:
    assert bound(repository, recorder(["pkg/one.py"] * 5)) == {}


def test_sessions_of_one_namespace_and_path_are_judged_and_bound_together(
    repository: MemoryRepository,
) -> None:
    one, two, three = FILES.keys() - {"pkg/four.py"}
    sessions = [recorder([path], name=f"S{n}") for n, path in enumerate((one, two, three))]
    silent = Recorder("S9", path="/home/ada/clone")
    assert bound(repository, *sessions, silent) == dict.fromkeys(
        ("S0", "S1", "S2", "S9"), (b"", b"")
    )


def test_another_namespace_or_path_is_judged_apart(repository: MemoryRepository) -> None:
    known = recorder([*FILES][:3])
    elsewhere = Recorder("S2", path="/home/ada/other")
    another = Recorder("S3", path="/home/ada/clone", namespace="server")
    assert bound(repository, known, elsewhere, another) == {"S1": (b"", b"")}


def test_clones_of_several_people_all_bind(repository: MemoryRepository) -> None:
    first = recorder([*FILES][:3], name="S1", path="/home/ada/clone")
    second = recorder([*FILES][1:], name="S2", path="/home/bob/src", strip="pkg/")
    assert bound(repository, first, second) == {"S1": (b"", b""), "S2": (b"", b"pkg/")}


def test_ids_of_another_kind_than_the_repositorys_say_nothing() -> None:
    repository = MemoryRepository(object_format="sha256")
    repository.commit({"x": b"x\n"})
    repository.commit(FILES)
    assert bound(repository, recorder(FILES)) == {}
