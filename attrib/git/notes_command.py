"""Writing and moving notes with the git program, as the user would.

These are commands of the user's own: their identity, transports, credentials and hooks hold, as
for `git push`. One `git fast-import` writes blobs, tree and commit, and moves the reference only
if it still is what it was; nothing is ever forced.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO

from attrib.errors import GitError
from attrib.git.notes_keeper import MovedError
from attrib.git.notes_refs import without_secrets
from attrib.git.notes_trees import Content
from attrib.git.process import NO_INPUT, GitProcess, words_of
from attrib.git.user import UserCheckout
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath

#: What git says where a reference moved meanwhile, or another process moves it now.
_MOVED = re.compile(
    rb"cannot lock ref|[Uu]nable to create '[^']*\.lock'|failed to update ref|unable to lock"
    rb"|incorrect old value|but expected|reference already exists|Not updating "
)
_BEHIND = re.compile(rb"\[rejected\] \((fetch first|non-fast-forward|stale info)")
_NONE_THERE = re.compile(rb"couldn't find remote ref|remote ref does not exist")


class CommandKeeper:
    """Notes kept by the git program; `reference` is written, `tracking` is the remote's."""

    def __init__(self, checkout: UserCheckout, reference: str, tracking: str) -> None:
        self._checkout = checkout
        self.reference = reference
        self.tracking = tracking

    def files(self, commit: Oid) -> Mapping[RepoPath, TreeEntry]:
        """All files of a notes commit.

        Raises:
            GitError: a tree of it is not here.
        """
        listing = self._said(["ls-tree", "-r", "-z", "--full-tree", commit])
        found: dict[RepoPath, TreeEntry] = {}
        for row in listing.split(b"\0")[:-1]:
            facts, _, path = row.partition(b"\t")
            mode, _, oid = facts.split(b" ")
            found[RepoPath(path)] = TreeEntry(int(mode, 8), Oid(oid.decode("ascii")))
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
            MovedError: the reference was moved to what the commit does not hold.
            GitError: git refuses, for example because it does not know who the user is.
        """
        committer = self._said(["var", "GIT_COMMITTER_IDENT"]).strip()
        author = self._said(["var", "GIT_AUTHOR_IDENT"]).strip()
        text = message.encode()
        with tempfile.TemporaryFile() as stream:
            stream.write(b"commit %b\n" % os.fsencode(self.reference))
            stream.write(b"author %b\ncommitter %b\n" % (author, committer))
            stream.write(b"data %d\n%b\n" % (len(text), text))
            for number, parent in enumerate(parents):
                stream.write(b"%b %b\n" % (b"merge" if number else b"from", parent.encode()))
            stream.write(b"deleteall\n")
            for path, (mode, content) in files.items():
                _write_file(stream, path, mode, content)
            stream.write(b"done\n")
            stream.seek(0)
            self._said(["fast-import", "--quiet", "--done", "--date-format=raw-permissive"], stream)

    def forward(self, old: Oid | None, new: Oid) -> None:
        """Move the reference to a commit that holds it.

        Raises:
            MovedError: it is no longer `old`.
        """
        reason = "attrib share: fast-forward"
        self._said(["update-ref", "-m", reason, self.reference, new, old or "0" * len(new)])

    def fetch(self, remote: str) -> None:
        """Bring the remote's notes to the tracking reference; a remote without notes is fine.

        Raises:
            MovedError: another process fetches now.
            GitError: git refuses, or the remote's notes do not hold those fetched before.
        """
        options = ("--no-tags", "--no-prune", "--no-write-fetch-head", "--no-recurse-submodules")
        refspec = f"{self.reference}:{self.tracking}"
        try:
            self._said(["fetch", *options, "--refmap=", "--", remote, refspec], in_english=True)
        except GitError as error:
            if _NONE_THERE.search(os.fsencode(error.message)):
                return
            if "non-fast-forward" in error.message or "rejected" in error.message:
                raise GitError(
                    f"the notes of '{without_secrets(remote)}' no longer hold those fetched before",
                    hint=f"git update-ref -d {self.tracking}, then run the command again",
                ) from None
            raise

    def push(self, remote: str, *, verify: bool) -> bool:
        """Push the reference; false where the remote's is ahead of what was fetched.

        Raises:
            GitError: git or the remote refuses for another reason.
        """
        refspec = f"{self.reference}:{self.reference}"
        hooks = [] if verify else ["--no-verify"]
        options = ("--no-follow-tags", "--recurse-submodules=no")
        arguments = ["push", "--porcelain", *options, *hooks, "--", remote, refspec]
        with self._started(arguments, in_english=True) as process:
            said = b"".join(process.stdout)
            code = process.exit_code
            words = process.messages
        if not code:
            with suppress(GitError):  # it is the next fetch's work anyway
                self.fetch(remote)
            return True
        rows = [line for line in said.split(b"\n") if line.startswith(b"!")]
        if any(_BEHIND.search(row) or _MOVED.search(row) for row in rows) or _MOVED.search(words):
            return False
        reason = rows[0].rpartition(b"\t")[2] if rows else b""
        told = os.fsdecode(reason or words).strip() or f"git push ended with {code}"
        raise GitError(
            without_secrets(f"the notes were not pushed: {told}"),
            exit_code=code,
            hint=f"git push {without_secrets(remote)} {self.reference}",
        )

    def _said(
        self,
        arguments: Sequence[str],
        stream: IO[bytes] | None = None,
        *,
        in_english: bool = False,
    ) -> bytes:
        process = self._started(arguments, stream, in_english=in_english)
        with process:
            said = b"".join(process.stdout)
            code, words = process.exit_code, process.messages
            if code and _MOVED.search(words):
                raise MovedError(os.fsdecode(words))
            if code:
                raise GitError(without_secrets(_told(words, code)), exit_code=abs(code))
        return said

    def _started(
        self,
        arguments: Sequence[str],
        stream: IO[bytes] | None = None,
        *,
        in_english: bool = False,
    ) -> GitProcess:
        location = self._checkout.location
        environment = dict(os.environ if location.environment is None else location.environment)
        if in_english:  # its words are read
            environment |= {"LC_ALL": "C", "LANGUAGE": "C"}
        return self._checkout.git.start_as_user(
            arguments,
            cwd=location.start,
            environment=environment,
            stdin=stream if stream is not None else NO_INPUT,
        )


def _told(words: bytes, code: int) -> str:
    """git's own words about a refusal, from the line that says so."""
    text = words.decode("utf-8", "replace").strip()
    return words_of(text) if "fatal: " in text else text or f"git ended with {code}"


def _write_file(stream: IO[bytes], path: RepoPath, mode: int, content: Content) -> None:
    escaped = path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    if isinstance(content, bytes):
        stream.write(b'M %06o inline "%b"\ndata %d\n' % (mode, escaped, len(content)))
        stream.write(content + b"\n")
    else:
        stream.write(b'M %06o %b "%b"\n' % (mode, content.encode(), escaped))
