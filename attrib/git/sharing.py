"""The right keeper of shared notes for a repository: git's, or dulwich's where it answers."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from attrib.errors import UsageError
from attrib.git.interface import Repository
from attrib.git.notes_keeper import NotesKeeper
from attrib.git.notes_refs import reference_of, remotes_of, tracking_of, usual_remote
from attrib.git.process import NEEDED
from attrib.git.user import UserCheckout


def remote_of(repository: Repository, given: str | None, *, pushes: bool) -> str:
    """The remote as given, or the one that git would use.

    Raises:
        UsageError: there is none.
    """
    return given or usual_remote(repository.config(""), repository.git_dir, pushes=pushes)


def keeper_of(repository: Repository, remote: str) -> NotesKeeper:
    """Who writes the shared notes of this repository, and knows those of a remote.

    Raises:
        UsageError: the notes reference is set to nothing.
    """
    config = repository.config("")
    reference = reference_of(config)
    if reference is None:
        raise UsageError(
            "'attrib.notesRef' is set to nothing: there are no shared notes",
            hint="git config --unset attrib.notesRef",
        )
    tracking = tracking_of(remote, reference, is_named=remote in remotes_of(config))
    if isinstance(repository, UserCheckout):
        from attrib.git.notes_command import CommandKeeper

        return CommandKeeper(repository, reference, tracking)
    from attrib.git.notes_pure import PureKeeper
    from attrib.git.pure import PureRepository

    assert isinstance(repository, PureRepository)  # noqa: S101 - there is no other
    return PureKeeper(repository, reference, tracking)


def unconfigured(repository: Repository, reference: str) -> list[tuple[str, str]]:
    """The settings by which git carries notes along, shows and joins them, as far as missing."""
    config = repository.config("notes.")
    name = reference.removeprefix("refs/notes/")
    wanted = [
        ("notes.rewriteRef", reference),
        ("notes.displayRef", reference),
        (f"notes.{name}.mergeStrategy", "cat_sort_uniq"),
    ]

    def values(key: str) -> Sequence[str]:
        section, _, last = key.rpartition(".")
        return config.get(f"{section}.{last.lower()}", ())

    return [(key, value) for key, value in wanted if not _covers(values(key), value)]


def _covers(values: Sequence[str], wanted: str) -> bool:
    return any(value == wanted or fnmatchcase(wanted, value) for value in values)


def configure(repository: Repository, settings: Sequence[tuple[str, str]]) -> None:
    """Add settings to the repository's own configuration, with the git program.

    Raises:
        UsageError: there is no git program here.
    """
    if not isinstance(repository, UserCheckout):
        raise UsageError("settings are written by git, and there is none", hint=NEEDED)
    for key, value in settings:
        arguments = ["config", "--local", "--add", key, value]
        with repository.git.start_as_user(arguments, cwd=repository.location.start) as process:
            process.finish()
