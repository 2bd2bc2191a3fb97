"""Writing and moving notes with dulwich, where no git program is: here, and over paths and HTTP.

The same rules: the user's identity, nothing forced, a reference moves only from where it was seen.
SSH needs a git program.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrib.errors import GitError, ObjectMissingError
from attrib.git.notes_keeper import MovedError
from attrib.git.notes_refs import without_secrets
from attrib.git.notes_trees import Content
from attrib.git.process import NEEDED
from attrib.git.pure import PureRepository
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath

if TYPE_CHECKING:
    from dulwich.repo import Repo

_SCHEMES = ("https://", "http://", "file://")


class PureKeeper:
    """Notes kept by dulwich; `reference` is written, `tracking` is the remote's."""

    def __init__(self, repository: PureRepository, reference: str, tracking: str) -> None:
        self._repository = repository
        self._repo: Repo = repository.repo
        self.reference = reference
        self.tracking = tracking

    def files(self, commit: Oid) -> Mapping[RepoPath, TreeEntry]:
        """All files of a notes commit.

        Raises:
            ObjectMissingError: a tree of it is not here.
        """
        from dulwich.object_store import iter_tree_contents

        store: Any = self._repo.object_store
        found: dict[RepoPath, TreeEntry] = {}
        try:
            tree = store[commit.encode()].tree
            for entry in iter_tree_contents(store, tree):
                found[RepoPath(entry.path)] = TreeEntry(entry.mode, Oid(entry.sha.decode()))
        except KeyError as error:
            raise ObjectMissingError(f"no object {error} here", hint="git fetch") from error
        return found

    def write(
        self,
        old: Oid | None,
        parents: Sequence[Oid],
        files: Mapping[RepoPath, tuple[int, Content]],
        message: str,
    ) -> None:
        """One commit with these files; the reference moves from `old` to it.

        Raises:
            MovedError: the reference is no longer `old`.
            GitError: nothing says who the user is.
        """
        from dulwich.index import commit_tree
        from dulwich.objects import Blob, Commit

        store: Any = self._repo.object_store
        rows: list[Any] = []
        for path, (mode, content) in files.items():
            if isinstance(content, bytes):
                blob = Blob.from_string(content)
                store.add_object(blob)
                rows.append((path, blob.id, mode))
            else:
                rows.append((path, content.encode(), mode))
        commit: Any = Commit()
        commit.tree = commit_tree(store, rows)
        commit.parents = [parent.encode() for parent in parents]
        commit.author, commit.committer = self._person("AUTHOR"), self._person("COMMITTER")
        commit.author_time = commit.commit_time = int(time.time())
        commit.author_timezone = commit.commit_timezone = 0
        commit.message = message.encode()
        store.add_object(commit)
        self._move(self.reference, old.encode() if old else None, commit.id)

    def _person(self, role: str) -> bytes:
        config = self._repository.config("user.")

        def told(part: str) -> str:
            values = config.get(f"user.{part}", ())
            return os.environ.get(f"GIT_{role}_{part.upper()}") or (values[-1] if values else "")

        name, mail = told("name"), told("email")
        if not name or not mail:
            raise GitError(
                "nothing says who you are: 'user.name' and 'user.email' are not both set",
                hint="git config --global user.email you@example.com",
            )
        unclean = str.maketrans("\n<>", "   ")
        return f"{name.translate(unclean)} <{mail.translate(unclean).strip()}>".encode()

    def forward(self, old: Oid | None, new: Oid) -> None:
        """Move the reference to a commit that holds it.

        Raises:
            MovedError: it is no longer `old`.
        """
        self._move(self.reference, old.encode() if old else None, new.encode())

    def _read(self, reference: str) -> bytes | None:
        refs: Any = self._repo.refs
        found: bytes | None = refs.read_loose_ref(reference.encode())
        return found or refs.get_packed_refs().get(reference.encode())

    def _move(self, reference: str, old: bytes | None, new: bytes) -> None:
        from dulwich.file import FileLocked

        refs: Any = self._repo.refs
        name = reference.encode()
        try:
            is_moved = refs.set_if_equals(name, old, new) if old else refs.add_if_new(name, new)
        except FileLocked:
            is_moved = False
        if not is_moved:
            raise MovedError(reference)

    def fetch(self, remote: str) -> None:
        """Bring the remote's notes to the tracking reference; a remote without notes is fine.

        Raises:
            MovedError: another process fetches now.
            GitError: the remote cannot be asked, or does not hold the notes fetched before.
        """
        name = self.reference.encode()
        client, path = self._client(remote, "url")
        tips: list[bytes] = []

        def wanted(refs: Mapping[bytes, bytes], depth: int | None = None) -> list[bytes]:
            tips[:] = [refs[name]] if refs.get(name) else []
            return tips

        with self._words(remote):
            # The references that it gives are read after the objects: they may be later ones.
            client.fetch(path, self._repo, determine_wants=wanted)
        tip = tips[0] if tips else None
        old = self._read(self.tracking)
        if tip is None or tip == old:
            return
        new = Oid(tip.decode())
        before = Oid(old.decode()) if old else None
        if before and next(self._repository.history([before], exclude=[new]), None):
            raise GitError(
                f"the notes of '{without_secrets(remote)}' no longer hold those fetched before",
                hint=f"git update-ref -d {self.tracking}, then run the command again",
            )
        self._move(self.tracking, old, tip)

    def push(self, remote: str, *, verify: bool) -> bool:
        """Push the reference; false where the remote's is not what was fetched.

        Raises:
            GitError: the remote cannot be asked, or refuses.
        """
        name = self.reference.encode()
        tip, seen = self._read(self.reference), self._read(self.tracking)
        client, path = self._client(remote, "pushurl", "url")
        moved = []

        def update(refs: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
            if refs.get(name) != seen or tip is None:
                moved.append(refs.get(name))
                return {}
            return {name: tip}

        with self._words(remote):
            result = client.send_pack(path, update, self._repo.generate_pack_data)
        told = (result.ref_status or {}).get(name)
        if moved or told:
            return False
        self._move(self.tracking, seen, tip or b"")
        return True

    def _client(self, remote: str, *keys: str) -> tuple[Any, Any]:
        from dulwich.client import get_transport_and_path

        config = self._repository.config(f"remote.{remote}.")
        told = [v[-1] for key in keys if (v := config.get(f"remote.{remote}.{key}", ()))]
        url = told[0] if told else remote
        if not url.startswith(_SCHEMES) and not os.path.isdir(url):  # noqa: PTH112
            raise GitError(
                f"'{without_secrets(remote)}' cannot be reached without a git program", hint=NEEDED
            )
        return get_transport_and_path(url, config=self._repo.get_config_stack())

    def _words(self, remote: str) -> _Words:
        return _Words(remote)


class _Words:
    """Turns what dulwich and its transports raise into words about a remote."""

    def __init__(self, remote: str) -> None:
        self._remote = remote

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: object) -> None:
        from dulwich.errors import GitProtocolError, NotGitRepository
        from dulwich.file import FileLocked
        from urllib3.exceptions import HTTPError

        if kind is not None and issubclass(kind, (FileLocked, KeyError)):
            # Another process moves the reference now, or is about to write what it names.
            raise MovedError(self._remote) from error
        expected = (GitProtocolError, NotGitRepository, HTTPError, OSError, AssertionError)
        if kind is not None and issubclass(kind, expected):
            name = without_secrets(self._remote)
            words = without_secrets(str(error)) or kind.__name__
            raise GitError(f"'{name}' cannot be asked: {words}", hint="check the remote") from error
