"""Addresses of forges: what may be asked, and whether a further one is of the same origin."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from attrib.errors import HostError, UsageError

_NAME = re.compile(r"[A-Za-z0-9._-]{1,100}")
_LINK = re.compile(r"<([^<>]*)>([^<]*)")
_NEXT = re.compile(r""";\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)""", re.IGNORECASE)
_PORTS = {"https": 443, "http": 80}
#: No forge needs a longer address, and no server takes one.
_LONGEST = 8192
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def checked_api(url: str) -> str:
    """The base address of an API, without a slash at its end.

    Raises:
        UsageError: it is no address of the web, or holds a password, a query or a fragment.
    """
    if any(mark in url for mark in "@?#") or not url.isprintable():
        # Not repeated here: what it holds may be secret.
        raise UsageError(
            "--api-url holds a name, a password, a query or a fragment",
            hint="tokens are read from the environment: docs/pull-requests.md",
        )
    if origin_of(url) is None:
        raise UsageError(
            "--api-url names no address that begins with https://",
            hint="--api-url https://forge.example.org/api/v4",
        )
    return url.rstrip("/")


def is_open(url: str) -> bool:
    """True where a token would cross a network in clear."""
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname not in _LOOPBACK


def origin_of(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; `None` for what is no address of the web."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    if scheme not in _PORTS or not host or parts.username is not None:
        return None
    return scheme, host, port or _PORTS[scheme]


def same_origin(url: str, base: str) -> str:
    """The address itself, where it is of the same origin as `base`.

    Raises:
        HostError: it leads elsewhere; a token is for one place only.
    """
    if origin_of(url) is None or origin_of(url) != origin_of(base):
        there = origin_of(url)
        place = there[1] if there else "no address"
        raise HostError(
            f"the forge leads to another place: '{place}'; it was not asked",
            hint="--api-url with the address that the forge has now",
        )
    return url


def led_to(url: str, there: str, base: str) -> str:
    """The address that one leads to, which may be relative, of the same origin as `base`.

    Raises:
        HostError: it is of another origin, or no address.
    """
    try:
        found = urljoin(url, there)
    except ValueError:
        found = ""
    return same_origin(found if len(found) <= _LONGEST and found.isprintable() else "", base)


def next_page(link: str) -> str | None:
    """The address of the next page in a `Link` header."""
    for address, attributes in _LINK.findall(link):
        if _NEXT.search(attributes):
            return str(address)
    return None


def owner_and_name(repository: str) -> str:
    """`owner/name`, checked, for forges that name a repository so.

    Raises:
        UsageError: it is not spelled so.
    """
    parts = repository.split("/")
    if len(parts) != 2 or not all(_NAME.fullmatch(part) and set(part) != {"."} for part in parts):
        raise UsageError(f"--repo is not 'owner/name': '{repository}'", hint="--repo owner/name")
    return repository
