"""What the attributes and the configuration do to line endings, as git decides it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from attrib.git.endings import endings_of, is_binary_for_auto, with_crlf, with_lf
from attrib.git.interface import Attributes, EolSettings

_TRUE = ("true", "yes", "on", "1")


@dataclass(frozen=True, slots=True)
class Eol:
    """What is done to line endings: to `text` always, with `auto` where it looks like text.

    `because` is for people. `is_streamed`: checkout need not hold the file in memory for this.
    """

    kind: Literal["none", "text", "auto"]
    to_crlf: bool = False
    because: str | None = None
    is_streamed: bool = True

    def cleaned(self, content: bytes, index_blob: bytes | None) -> bytes:
        """The content as it is stored over `index_blob`, the path's blob in the index."""
        if self.kind == "none" or b"\r\n" not in content:
            return content
        if self.kind == "auto":
            keeps_crlf = (
                index_blob is not None
                and b"\r\n" in index_blob
                and not is_binary_for_auto(index_blob)
            )
            if keeps_crlf or is_binary_for_auto(content):
                return content
        return with_lf(content)

    def smudged(self, content: bytes) -> bytes:
        """The stored content as it is checked out."""
        if not self.to_crlf:
            return content
        if self.kind == "auto":
            endings = endings_of(content)
            if endings.crlf or endings.is_binary:
                return content
        return with_crlf(content)


def eol_of(attributes: Attributes, settings: EolSettings) -> Eol:
    """What git does to the line endings of a path with these attributes."""
    action, said = _text_action("text", attributes.text)
    if action is None:
        action, said = _text_action("crlf", attributes.crlf)
    if action == "none":
        return Eol("none")
    ending = attributes.eol if attributes.eol in ("lf", "crlf") else None
    if action is None and ending is None:
        return _configured(settings)
    words = [said, f"eol={ending}" if ending else ""]
    because = " ".join(filter(None, words)) + " in .gitattributes"
    if ending is not None:
        to_crlf = ending == "crlf"
        if action == "auto":
            return Eol("auto", to_crlf, because, is_streamed=not to_crlf)
        return Eol("text", to_crlf, because)
    if action == "input":
        return Eol("text", to_crlf=False, because=because)
    if action == "auto":
        return Eol("auto", _writes_crlf(settings), because, is_streamed=False)
    return Eol("text", _writes_crlf(settings), because)


def _configured(settings: EolSettings) -> Eol:
    """What `core.autocrlf` does where the attributes are silent."""
    match _autocrlf(settings):
        case "true":
            return Eol("auto", to_crlf=True, because="core.autocrlf", is_streamed=False)
        case "input":
            return Eol("auto", to_crlf=False, because="core.autocrlf")
        case _:
            return Eol("none")


def _text_action(
    name: str, value: bool | str | None
) -> tuple[Literal["none", "text", "input", "auto"] | None, str]:
    """What `text`, or `crlf` as it was once called, asks for, and how it is spelled."""
    match value:
        case True:
            return "text", name
        case False:
            return "none", f"-{name}"
        case "input":
            return "input", f"{name}=input"
        case "auto":
            return "auto", f"{name}=auto"
        case _:
            return None, ""


def _autocrlf(settings: EolSettings) -> Literal["true", "input", "false"]:
    if settings.autocrlf in _TRUE:
        return "true"
    return "input" if settings.autocrlf == "input" else "false"


def _writes_crlf(settings: EolSettings) -> bool:
    """True if checkout writes text with CRLF where the attributes do not say."""
    autocrlf = _autocrlf(settings)
    if autocrlf != "false":
        return autocrlf == "true"
    return settings.eol == "crlf" or (settings.eol == "native" and os.linesep == "\r\n")
