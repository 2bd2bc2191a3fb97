"""The grants that are alive: who may open which file, and until when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_urlsafe
from threading import Lock

from attrib.errors import GrantError
from attrib.model.ids import RepoPath

#: How long a grant opens its file, in seconds.
LIFE = 300
MOST = 4096
MOST_OF_ONE = 256
#: Bytes of randomness in the name of a grant.
_RANDOM = 32


@dataclass(frozen=True, slots=True)
class Grant:
    """One file that one client may open until `expires`, in seconds since the epoch.

    `digest` is the hash of the bytes that the file held when the grant was given.
    """

    name: str
    client: str
    top: str
    path: RepoPath
    digest: str
    expires: int


class Grants:
    """All live grants. `clock` tells the seconds since the epoch."""

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        life: int = LIFE,
        most: int = MOST,
        most_of_one: int = MOST_OF_ONE,
    ) -> None:
        self._clock, self._life = clock, life
        self._most, self._most_of_one = most, most_of_one
        self._live: dict[str, Grant] = {}
        self._lock = Lock()

    def add(self, client: str, top: str, path: RepoPath, digest: str) -> Grant:
        """A new grant under a name that cannot be guessed.

        Raises:
            GrantError: too many are alive; they end by themselves.
        """
        now = self._clock()
        with self._lock:
            for name in [name for name, grant in self._live.items() if grant.expires <= now]:
                del self._live[name]
            own = sum(grant.client == client for grant in self._live.values())
            if len(self._live) >= self._most or own >= self._most_of_one:
                raise GrantError("too many view grants are alive", hint="wait for some to expire")
            grant = Grant(token_urlsafe(_RANDOM), client, top, path, digest, int(now + self._life))
            self._live[grant.name] = grant
            return grant

    def find(self, name: str, client: str | None) -> Grant | None:
        """The live grant of this name; `None` for whoever shows another client's credential.

        `client` is `None` where none is shown: the name alone opens the file.
        """
        now = self._clock()
        with self._lock:
            grant = self._live.get(name)
        if grant is None or grant.expires <= now or client not in (None, grant.client):
            return None
        return grant

    def end(self, client: str) -> None:
        """End all grants of a client."""
        with self._lock:
            self._live = {n: grant for n, grant in self._live.items() if grant.client != client}
