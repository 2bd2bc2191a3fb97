"""Roots of a session, and native paths as ASR writes them. Spec: ASR-468 to ASR-473, ASR-477."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from attrib.model.records import Root

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def portable(native: str) -> str | None:
    """An absolute native path with `/` separators, nothing resolved; `None` for another one."""
    is_windows = _DRIVE.match(native) or native.startswith("\\\\")
    path = native.replace("\\", "/") if is_windows else native
    if not path.startswith("/") and not is_windows:
        return None
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if _DRIVE.match(path):
        return "/".join(parts) + ("/" if len(parts) == 1 else "")
    if path.startswith("//") and not path.startswith("///") and len(parts) > 1:
        return "//" + "/".join(parts)
    # A server without a share is no place; two slashes before one name are the root.
    return None if is_windows else "/" + "/".join(parts)


def without_surrogates(text: str) -> str:
    """A text with U+FFFD for each lone surrogate, as JSON can hold it. Spec: ASR-473."""
    return _SURROGATE.sub("\ufffd", text)


def bytes_of(native: str) -> bytes:
    """The bytes of a native path as its file system has them; of any other text, some bytes."""
    try:
        return native.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return native.encode("utf-8", "surrogatepass")


def joined(folder: str | None, native: str) -> str:
    """A native path, made absolute from the folder where it is relative."""
    if folder is None or portable(native) is not None or native.startswith("~"):
        return native
    separator = "\\" if "\\" in folder and "/" not in folder else "/"
    return folder.rstrip("/\\") + separator + native


@dataclass
class Roots:
    """The roots of a session in the order of their declaration: ID and portable path.

    `is_lossy` becomes true with the first path that cannot be written exactly.
    """

    declared: list[tuple[str, str]] = field(default_factory=list)
    is_lossy: bool = False

    def declare(self, folder: str, *, inside: bool = False) -> Root | None:
        """A new root at this folder, or `None` where it needs none.

        A folder inside a root is no root of its own, unless the source says so (`inside`).
        """
        path = portable(folder)
        if path is None or any(path == known for _, known in self.declared):
            return None
        if not inside and self._holding(path):
            return None
        name = "root" if not self.declared else f"root-{len(self.declared) + 1}"
        self.declared.append((name, path))
        native = self._native(folder, path).get("nativePath")
        return Root(name, self._exact(path), native)

    def ref(self, native: str) -> dict[str, Any] | None:
        """A PathRef for an absolute native path, under the innermost root that holds it."""
        path = portable(native)
        if path is None:
            return None
        root = self._holding(path)
        if root is None or ".." in path.split("/"):
            return {"root": None, "path": self._exact(path)} | self._native(native, path)
        inner = path[len(root[1]) :].strip("/") or "."
        return {"root": root[0], "path": self._exact(inner)} | self._native(native, path)

    def root_of(self, native: str | None) -> str | None:
        """The ID of the innermost root that holds a folder, or `None`."""
        path = portable(native) if native else None
        root = self._holding(path) if path else None
        return root[0] if root else None

    def _holding(self, path: str) -> tuple[str, str] | None:
        holding = [
            root
            for root in self.declared
            if path == root[1] or path.startswith(root[1].rstrip("/") + "/")
        ]
        return max(holding, key=lambda root: len(root[1]), default=None)

    def _exact(self, path: str) -> str:
        replaced = without_surrogates(path)
        self.is_lossy = self.is_lossy or replaced != path
        return replaced

    @staticmethod
    def _native(native: str, path: str) -> dict[str, str]:
        return {"nativePath": without_surrogates(native)} if native != path else {}
