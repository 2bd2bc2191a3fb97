"""File URIs as agents and editors write them, decoded by the rules of URIs alone. Spec: ASR-477.

No rule of the machine that runs the import is used: a drive letter makes a Windows path wherever
the import runs, and an authority makes a UNC path. What two readers would decode differently is
not decoded.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from attrib.importers.common.places import Roots, joined, without_surrogates

# One letter before the colon is a drive, not a scheme.
_URI = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+):(?P<rest>/.*)\Z", re.S)
_BROKEN = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SLASH = re.compile(r"%2[Ff]|%00")
_DRIVE = re.compile(r"/[A-Za-z]:(?:/|\Z)")
_HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9._$-]*\Z")
#: The file systems that VS Code and its kin reach on another machine: the path is a path there.
_REMOTE = re.compile(r"(?:wsl|ssh-remote|dev-container|attached-container|codespaces|tunnel)\+.")


def is_uri(text: str) -> bool:
    """True for a URI with a path from the root on; false for a path, with a drive or without."""
    return _URI.match(text) is not None


def native_of(uri: str) -> str | None:
    """The absolute path that a URI names, with `/` separators; `None` where it is not certain.

    `file:///home/x` gives `/home/x`, `file:///c%3A/x` gives `c:/x`, `file://server/share/x` (also
    of WSL) gives `//server/share/x`, `vscode-remote://wsl%2Bubuntu/home/x` gives `/home/x`. A
    query, a fragment, a broken escape, an escaped separator and any other scheme give none. Bytes
    that are no UTF-8 become lone surrogates, as Python's file names have them.
    """
    match = _URI.match(uri)
    if match is None or _BROKEN.search(uri) or _SLASH.search(uri) or "\0" in uri:
        return None
    rest = match["rest"]
    if "?" in rest or "#" in rest:
        return None
    authority, path = _parts(rest)
    path = unquote(path, errors="surrogateescape")
    match match["scheme"].lower():
        case "file":
            return _file(authority, path)
        case "vscode-remote" if _REMOTE.match(unquote(authority)):
            return _file("", path)
    return None


def path_of(text: str | None) -> str | None:
    """A native path, also where a URI names it; `None` for none, and where it is not certain."""
    return native_of(text) if text and is_uri(text) else text


def ref_of(roots: Roots, text: str, folder: str | None) -> dict[str, Any] | None:
    """The PathRef of a URI, kept in `nativePath`, or of a path; `None` where it is not certain."""
    if not is_uri(text):
        return roots.ref(joined(folder, text))
    native = native_of(text)
    ref = roots.ref(native) if native is not None else None
    return ref | {"nativePath": without_surrogates(text)} if ref is not None else None


def _parts(rest: str) -> tuple[str, str]:
    """The authority and the path of what follows a scheme."""
    if not rest.startswith("//"):
        return "", rest
    authority, slash, path = rest[2:].partition("/")
    return authority, slash + path


def _file(authority: str, path: str) -> str | None:
    host = unquote(authority)
    if not path.startswith("/") or path.startswith("//"):
        # Four slashes: a UNC path for some readers, a path from the root for others.
        return None
    if host and host.lower() != "localhost":
        is_share = _HOST.match(host) and "\\" not in path and path.strip("/")
        return f"//{host}{path}" if is_share else None
    if not _DRIVE.match(path):
        return path
    return path[1:] if "\\" not in path else None
