"""Where each page is. Paths of a repository are bytes, and are percent-encoded as they are."""

from __future__ import annotations

from urllib.parse import quote_from_bytes, urlencode

from attrib.model.ids import Oid, RepoPath, SessionKey


def file_link(path: RepoPath, revision: str | None = None, line: int | None = None) -> str:
    """The page of a file with blame; with `line`, the part that holds it, at that line."""
    asked = {"rev": revision, "from": str(line) if line else None}
    return _link("/file/", path, asked) + (f"#L{line}" if line else "")


def folder_link(path: RepoPath, revision: str | None = None) -> str:
    """The page that lists a folder; the top is the empty path."""
    return _link("/folder/", path, {"rev": revision})


def explain_link(path: RepoPath, line: int, revision: str | None = None) -> str:
    """The derivation for one line."""
    return _link("/explain/", path, {"rev": revision, "line": str(line)})


def commit_link(oid: Oid) -> str:
    """The page of a commit."""
    return _link("/commit", RepoPath(b""), {"rev": oid})


def range_link(text: str) -> str:
    """The page of a range."""
    return _link("/range", RepoPath(b""), {"of": text})


def graph_link(text: str) -> str:
    """The graph of a range."""
    return _link("/graph", RepoPath(b""), {"of": text})


def session_link(key: SessionKey, first: int | None = None) -> str:
    """The page of a session, from its step `first` on."""
    asked: dict[str, str | None] = {"agent": key.agent, "namespace": key.namespace, "id": key.id}
    asked["from"] = str(first) if first else None
    return _link("/session", RepoPath(b""), asked)


def _link(page: str, path: RepoPath, asked: dict[str, str | None]) -> str:
    given = {name: value for name, value in asked.items() if value is not None}
    query = urlencode(given, errors="surrogatepass") if given else ""
    return page + quote_from_bytes(path) + (f"?{query}" if query else "")
