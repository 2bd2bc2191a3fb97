"""Which values of `Host` are answered: a page of elsewhere may make its own name lead here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from attrib.errors import UsageError

LOOPBACK = "127.0.0.1"
_LOCAL = frozenset({LOOPBACK, "localhost", "::1"})
#: Addresses that stand for all of a machine, and where it reaches itself by them.
_EVERY = {"0.0.0.0": LOOPBACK, "::": "::1"}  # noqa: S104 - told apart, not listened on
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\]")
_HTTP = 80


@dataclass(frozen=True, slots=True)
class Hosts:
    """What `Host` may say. `given` are its values, `names` those answered with any port.

    With `is_every`, also the address that a connection came to: no name can be made to be one.
    """

    given: frozenset[str]
    names: frozenset[str] = frozenset()
    is_every: bool = False
    port: int = _HTTP

    def has(self, host: str, came_to: tuple[str, int | None] | None) -> bool:
        """True for a value, in lower case, that is answered on a connection to an address."""
        if host in self.given or _name_in(host) in self.names:
            return True
        if not self.is_every or came_to is None:
            return False
        address, port = came_to
        return host in _values(_plain(address), port or self.port)

    def origins(self, host: str) -> tuple[str, ...]:
        """The origins that a page of this host may have; a name may have a front end for TLS."""
        plain = f"http://{host}"
        return (plain, f"https://{host}") if _name_in(host) in self.names else (plain,)


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    return host in _LOCAL


def is_every(address: str) -> bool:
    """True for an address, as a socket tells it, that stands for all of a machine."""
    return address in _EVERY


def opened_at(host: str) -> str:
    """The host that a URL names for this machine's own browser."""
    return spelled(_EVERY.get(host, host))


def spelled(host: str) -> str:
    """A host as a URL spells it."""
    return f"[{host}]" if ":" in host else host


def hosts_of(host: str, port: int, allowed: Iterable[str] = ()) -> Hosts:
    """The hosts of a server that listens at `host`, and of the names that were allowed beside it.

    Raises:
        UsageError: what is allowed is no name.
    """
    names = {name.lower() for name in allowed}
    for name in names:
        if not _NAME.fullmatch(name):
            message = f"'{name}' is no name of a host: it has no port, no scheme and no pattern"
            raise UsageError(message, hint="attrib serve --allow-host box.example.org")
    local = _LOCAL if is_every(host) or is_loopback(host) else frozenset[str]()
    given = {value for name in {host, *local} for value in _values(name.lower(), port)}
    return Hosts(frozenset(given), frozenset(names), is_every(host), port)


def _values(name: str, port: int) -> tuple[str, ...]:
    """What `Host` says for a name; HTTP's own port is left out."""
    value = spelled(name)
    return (f"{value}:{port}", value) if port == _HTTP else (f"{value}:{port}",)


def _name_in(host: str) -> str:
    return re.sub(r":[0-9]{1,5}\Z", "", host)


def _plain(address: str) -> str:
    """An address as a client types it: IPv4 in IPv6's clothes is IPv4."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(mapped or found)
