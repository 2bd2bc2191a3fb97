"""Path encoding. ASR-468 to ASR-473, ASR-477, and the declaration of roots, ASR-166."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from attrib.checks.interface import (
    Facts,
    Item,
    Level,
    Problem,
    Rule,
    Severity,
    error,
    notice,
    warning,
)
from attrib.checks.located import paths_of, roots_named
from attrib.checks.shapes import quoted

_ABSOLUTE = re.compile(r"(?:/|[A-Za-z]:/)")


def _declared(item: Item, facts: Facts) -> Iterator[Problem]:
    """An error only where some declaration was recognised: the text of ASR-166 is not at hand."""
    for where, root in roots_named(item):
        if root not in facts.roots:
            yield error(
                f"{where} {quoted(root)} is declared nowhere before",
                holds=lambda whole: bool(whole.roots),
            )


def _recognised(item: Item, facts: Facts) -> Iterator[Problem]:
    if any(True for _ in roots_named(item)):
        yield notice(
            "root declarations not recognised (ASR-166 text unavailable)",
            holds=lambda whole: not whole.roots,
            once=True,
        )


def _relative(item: Item, facts: Facts) -> Iterator[Problem]:
    for found in paths_of(item):
        if not found.has_root or found.root is None:
            continue
        what = f"{found.where} {quoted(found.path)}"
        if found.path.startswith("/") or re.match(r"[A-Za-z]:/", found.path):
            yield error(f"{what} is absolute, but has a root")
        elif found.path != "." and set(found.path.split("/")) & {"", ".", ".."}:
            yield error(f"{what} has an empty, '.' or '..' segment")
        if "\\" in found.path:
            yield warning(f"{what} has a backslash; separators are '/'")


def _absolute(item: Item, facts: Facts) -> Iterator[Problem]:
    for found in paths_of(item):
        if not found.has_root or found.root is not None:
            continue
        if not _ABSOLUTE.match(found.path) or _is_bad_unc(found.path):
            yield error(f"{found.where} {quoted(found.path)} has root null and is not absolute")
        elif "\\" in found.path:
            yield error(f"{found.where} {quoted(found.path)} has a backslash; separators are '/'")


def _is_bad_unc(path: str) -> bool:
    """True for `//server` without a share."""
    return path.startswith("//") and len([part for part in path[2:].split("/") if part]) < 2


def _native(item: Item, facts: Facts) -> Iterator[Problem]:
    for found in paths_of(item):
        native = found.native
        if native is None:
            continue
        what = f"{found.where}: nativePath {quoted(native)}"
        if not isinstance(native, str):
            yield warning(f"{found.where}: nativePath is no string")
        elif native == found.path:
            yield warning(f"{what} is no different from path")
        elif not _ends_with(native, found.path):
            if _ends_with(unicodedata.normalize("NFC", native), found.path):
                yield warning(f"{what} was normalized to path")
            elif _ends_with(native.casefold(), found.path.casefold()):
                yield warning(f"{what} differs from path in case")


def _ends_with(native: str, path: str) -> bool:
    return ("/" + native.replace("\\", "/")).endswith("/" + path.lstrip("/"))


def _lost(item: Item, facts: Facts) -> Iterator[Problem]:
    for found in paths_of(item):
        if "\ufffd" in found.path:
            yield warning(
                f"{found.where} {quoted(found.path)} has U+FFFD, but no loss path.encoding is"
                " declared",
                holds=lambda whole: not any("path.encoding" in loss for loss in whole.losses),
            )


def _uri(item: Item, facts: Facts) -> Iterator[Problem]:
    for found in paths_of(item):
        if found.path.lower().startswith("file:"):
            yield warning(f"{found.where} {quoted(found.path)} is a URI, not decoded")
        elif found.has_root and found.root is None:
            for root, top in facts.roots.items():
                if top is not None and _is_inside(found.path, top):
                    yield warning(
                        f"{found.where} {quoted(found.path)} is inside root {quoted(root)}"
                    )
                    break


def _is_inside(path: str, top: str) -> bool:
    top = top.replace("\\", "/").rstrip("/")
    return bool(top) and (path == top or path.startswith(top + "/"))


RULES = (
    Rule(
        "ASR-166",
        Level.MUST,
        "A stream declares its roots; without a declaration that we know, ASR-468 is not checked.",
        (Severity.NOTICE,),
        check=_recognised,
    ),
    Rule(
        "ASR-468",
        Level.MUST,
        "A root that is named is declared earlier in the stream.",
        (Severity.ERROR,),
        check=_declared,
    ),
    Rule(
        "ASR-469",
        Level.MUST,
        "A path under a root is relative, with '/' and without empty, '.' or '..' segments.",
        (Severity.ERROR, Severity.WARNING),
        check=_relative,
    ),
    Rule(
        "ASR-470",
        Level.MUST,
        "A path with root null is absolute, with '/'.",
        (Severity.ERROR,),
        check=_absolute,
    ),
    Rule(
        "ASR-471",
        Level.SHOULD,
        "A nativePath is there when it differs; path keeps case and normalization.",
        (Severity.WARNING,),
        check=_native,
    ),
    Rule(
        "ASR-472",
        Level.MUST,
        "Roots are substituted in path fields only; other text stays as the source has it.",
    ),
    Rule(
        "ASR-473",
        Level.MUST,
        "A path with U+FFFD comes with the declared loss path.encoding.",
        (Severity.WARNING,),
        check=_lost,
    ),
    Rule(
        "ASR-477",
        Level.SHOULD,
        "A file: URI is decoded, and a path inside a declared root is relative to it.",
        (Severity.WARNING,),
        check=_uri,
    ),
)
