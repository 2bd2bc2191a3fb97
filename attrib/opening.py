"""From options to a workspace: the one place that wires concrete parts together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from attrib.binding import (
    Bindings,
    RootBinding,
    UnboundRoot,
    bind_alike,
    bind_by_options,
    bind_by_path,
    roots_left,
)
from attrib.calls import CallReader
from attrib.chronology import DEFAULT_ALLOWANCE
from attrib.errors import AttribError, BindingError, StreamError
from attrib.finding import find_session
from attrib.git.choose import open_repository, repository_of
from attrib.git.interface import Repository
from attrib.git.notes_refs import KEY, reference_of
from attrib.index.answers import KeptAnswers
from attrib.index.database import Database, UnusableError, index_path, made_at
from attrib.index.history import History
from attrib.index.sessions import SessionIndex
from attrib.kept_bindings import Bound, bound_by_content
from attrib.model.evidence import Strength
from attrib.model.ids import SessionKey
from attrib.model.records import BlobRef, Root
from attrib.model.sessions import Session
from attrib.reading import ReadResult, read_sessions
from attrib.shared_notes import SharedNotes
from attrib.stores import Store, open_store
from attrib.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Options:
    """What every command takes: where, which sessions, which roots, how strict.

    `start` is the folder given with `-C`; `roots` are `ID=PATH` as typed.
    """

    start: Path | None = None
    sessions: tuple[str, ...] = ()
    session_ids: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    strict: bool = False
    min_strength: Strength | None = None


__all__ = ["Options", "open_repository", "open_workspace", "repository_of", "stores_of"]


def open_workspace(
    options: Options,
    repository: Repository | None = None,
    *,
    stores: Sequence[Store] | None = None,
    read: ReadResult | None = None,
) -> Workspace:
    """The workspace for one run; a repository that is already open may be given.

    Where `stores` are given, they are read and no others; `read` is what they hold, where they
    have been read already.

    Raises:
        NotARepositoryError: there is no repository.
        SessionError: `--session` names none, or several.
        BindingError: `--root` is not `ID=PATH`.
    """
    repository = repository or open_repository(options.start)
    notices: list[str] = []
    is_own = stores is None
    if stores is None:
        stores = list(stores_of(options, repository, notices))
    database = _database(repository, create=is_own and bool(stores))
    opened = repository.footprint(()) if database is not None else None
    if read is None:
        read = read_sessions(stores, index=SessionIndex(database))
    notices += read.notices
    sessions = _chosen(read.sessions, options.session_ids)
    reference = None if options.session_ids else reference_of(repository.config(KEY))
    history = History(repository)
    answers = KeptAnswers(database)
    by_content = partial(bound_by_content, answers=answers, identity=read.identity)
    bindings = _bind(sessions, options, repository, history, notices, by_content)
    return Workspace(
        repository=repository,
        sessions=sessions,
        bindings=bindings,
        read_blob=_BlobReader(stores),
        read_calls=CallReader(stores),
        allowance=_allowance(repository),
        bad=read.bad,
        notices=notices,
        unreadable=sum(notice.startswith("error:") for notice in notices),
        history=history,
        basis=_basis(read, sessions, bindings, _allowance(repository), reference),
        opened=opened,
        answers=answers,
        shared=SharedNotes(repository, reference),
        every_session=read.sessions,
    )


def _database(repository: Repository, *, create: bool) -> Database | None:
    """The index; one is made where none is yet, for sessions and answers, if the folder is ours."""
    path = index_path(repository.common_dir)
    with suppress(UnusableError):
        if path.is_file():
            return Database(path)
        if create and not path.is_symlink() and not path.parent.is_symlink():
            return made_at(path)
    return None


def _basis(
    read: ReadResult,
    sessions: Sequence[Session],
    bindings: Bindings,
    allowance: float,
    reference: str | None,
) -> str | None:
    """What tells these sessions, where their roots lie, and which notes are read, from others."""
    if read.identity is None:
        return None
    keys = [session.key for session in sessions]
    return repr((read.identity, keys, sorted(bindings.bound.items()), allowance, reference))


class _BlobReader:
    """Looks for a value outside the streams in every store, in order."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = stores

    def __call__(self, ref: BlobRef) -> bytes | None:
        for store in self._stores:
            content = store.blob(ref)
            if content is not None:
                return content
        return None


def stores_of(options: Options, repository: Repository, notices: list[str]) -> Iterator[Store]:
    """The stores: of the options, then of the environment or configuration, then our own.

    What cannot be opened is told in `notices`.
    """
    base = options.start or Path()
    paths = [
        base / Path(path).expanduser() if path != "-" else Path("-") for path in options.sessions
    ]
    from_environment = os.environ.get("ATTRIB_SESSIONS")
    if from_environment:
        paths += [base / path for path in from_environment.split(os.pathsep) if path]
    else:
        top = Path(repository.worktrees[0]) if repository.worktrees else Path(repository.git_dir)
        configured = repository.config("attrib.sessions").get("attrib.sessions", ())
        paths += [top / Path(path).expanduser() for path in configured]
    own = Path(repository.common_dir) / "attrib" / "sessions"
    if own.is_dir():
        paths.append(own)
    for path in dict.fromkeys(paths):
        try:
            yield open_store(path)
        except StreamError as error:
            notices.append(f"error: {error}" + (f"\nhint: {error.hint}" if error.hint else ""))


def _chosen(sessions: tuple[Session, ...], wanted: Sequence[str]) -> tuple[Session, ...]:
    if not wanted:
        return sessions
    chosen = [find_session(sessions, name) for name in wanted]
    return tuple(session for session in sessions if session in chosen)


def _root_options(options: Options, repository: Repository) -> Mapping[str, str]:
    found: dict[str, str] = {}
    configured = repository.config("attrib.root").get("attrib.root", ())
    for text in (*configured, *options.roots):
        name, equals, path = text.partition("=")
        if not equals or not name or not path:
            raise BindingError(f"'{text}' is not ID=PATH", hint="attrib.root app=/path/to/app")
        found[name] = str((options.start or Path()).absolute() / Path(path).expanduser())
    return found


def _bind(
    sessions: tuple[Session, ...],
    options: Options,
    repository: Repository,
    history: History,
    notices: list[str],
    by_content: Callable[[Sequence[tuple[Session, Root]], Repository, History], Bound],
) -> Bindings:
    given = _root_options(options, repository)
    worktrees = repository.worktrees
    bound: dict[tuple[SessionKey, str], RootBinding] = {}
    for session in sessions:
        by_path = {
            name: binding
            for name, binding in bind_by_path(session, worktrees).items()
            if name not in given
        }
        by_path.update(bind_by_options(session, given, worktrees))
        bound.update({(session.key, name): binding for name, binding in by_path.items()})
    known = {root.id for session in sessions for root in session.roots}
    notices += [f"no session declares a root '{name}'" for name in given if name not in known]
    bound.update(bind_alike(sessions, bound))
    left = [(s, root) for s, root in roots_left(sessions, bound) if root.id not in given]
    if left:
        bound.update(by_content(left, repository, history))
    unbound = [
        UnboundRoot(
            session.key,
            root,
            "bound elsewhere by --root or attrib.root"
            if root.id in given
            else "not this repository",
        )
        for session, root in roots_left(sessions, bound)
    ]
    return Bindings(bound, unbound, worktrees)


def _allowance(repository: Repository) -> float:
    values = repository.config("attrib.clockallowance").get("attrib.clockallowance", ())
    if not values:
        return DEFAULT_ALLOWANCE
    try:
        return float(values[-1])
    except ValueError:
        raise AttribError(
            f"'attrib.clockAllowance' is not a number of seconds: '{values[-1]}'",
            hint="git config attrib.clockAllowance 120",
        ) from None
