"""The error tree: what can go wrong for a user, and what to do about it.

    AttribError                 anything expected; printed as git prints, exit 128
    ├── UsageError              the command line is off; exit 129
    ├── NotARepositoryError     no repository where one was asked for
    ├── RevisionError           a revision or path that git does not know
    ├── ObjectMissingError      an object that should be here is not (shallow, partial, pruned)
    ├── GitError                git itself refused; carries git's words and exit code
    ├── RepositoryFormatError   no library and no git here can open this repository
    ├── StreamError             a session stream that cannot be read at all
    ├── SessionError            no session, or an ambiguous short ID
    ├── BindingError            a root that names no repository
    ├── FleetError              a fleet's folder, extra or engine that is not usable
    ├── HookError               hooks that cannot be installed or taken away here
    ├── HostError               a forge that cannot be asked, or that refuses
    │   ├── NotAllowedError     the token may not do this
    │   ├── NotThereError       the forge has no such thing, or shows it to others only
    │   ├── TooLongError        a text is longer than the forge takes
    │   └── UncertainError      it is not known whether the forge did what was asked
    ├── GrantError              a file that may not be shown, or no grant to be had
    └── BusyError               the server has too much to do; later it can be told

A bad record is no exception: it is yielded as `model.records.BadRecord`, counted, and the run
goes on. Any other exception is a bug and is printed by `main` alone.
"""

from __future__ import annotations


class AttribError(Exception):
    """Something expected went wrong; says what, where, and a command that helps.

    `message` follows git's manner: lower case, no full stop, the subject in single quotes.
    """

    exit_code = 128

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class UsageError(AttribError):
    """The command line is not one that this command understands."""

    exit_code = 129


class NotARepositoryError(AttribError):
    """There is no git repository at the place asked for."""


class RevisionError(AttribError):
    """A revision, or a path in it, does not exist here."""


class ObjectMissingError(AttribError):
    """An object is not in this repository: shallow, partial or pruned."""


class GitError(AttribError):
    """git refused; the message is git's own, and so is the exit code."""

    def __init__(
        self,
        message: str,
        *,
        exit_code: int = 128,
        where: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, where=where, hint=hint)
        self.exit_code = exit_code


class RepositoryFormatError(AttribError):
    """Neither git nor a library here can open this kind of repository."""


class StreamError(AttribError):
    """A session stream cannot be opened or is no stream at all."""


class SessionError(AttribError):
    """No session has this ID, or several do."""


class BindingError(AttribError):
    """A root option names no root or no repository."""


class FleetError(AttribError):
    """A fleet's folder, an extra that it needs, or its engine cannot be used."""


class HookError(AttribError):
    """Hooks cannot be installed here, or not be taken away."""


class HostError(AttribError):
    """A forge cannot be asked, or refuses; the message never holds a token."""


class NotAllowedError(HostError):
    """The token may not do this, or there is none: 403 that is no rate limit."""


class NotThereError(HostError):
    """The forge has no such thing, or hides it from this token: 404 or 410."""


class TooLongError(HostError):
    """A text is longer than the forge takes."""


class UncertainError(HostError):
    """The connection failed, or the forge did, after a request that may have had its effect."""


class GrantError(AttribError):
    """A file may not be shown to whoever asks, or no more grants can be given."""


class BusyError(AttribError):
    """What is asked for is in use, or asked for too often; later it can be told."""
