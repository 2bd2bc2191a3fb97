"""git's `ident` attribute: `$Id$` in the repository, `$Id: <blob> $` in the worktree.

git has two expanders that differ in odd cases: checkout uses one that reads a stream wherever no
other step needs the whole file, everything else uses the other.
"""

from __future__ import annotations

import re

_EXPANDED = re.compile(rb"\$Id:[^$\n]*\$")
# `$Id$`, or `$Id:…$` without a space before its end: those are another system's and are kept.
_KEYWORD = re.compile(rb"\$Id(?::[^$\n]?[^ $\n]* ?)?\$")
# The stream forgets a `$` that ends a false start (`$$Id$`), and loses one kind of false start
# (`$Idx`) right before a keyword with text; "stem" is that run of false starts.
_STREAMED = re.compile(
    rb"(?P<stem>(?:\$Id[^:$])*+)\$Id(?:\$|:(?P<text>[^$\n]*)\$)"
    rb"|(?:\$Id[^:$])++|\$I[^d]|\$[^I]"
)
_FOREIGN = re.compile(rb" [^\0]*[ \t\r](?s:.)")


def has_keyword(content: bytes) -> bool:
    """True if `content` may hold something that git expands or collapses."""
    return b"$Id" in content


def collapse(content: bytes) -> bytes:
    """The content as git stores it: every `$Id: …$` on one line becomes `$Id$`."""
    return _EXPANDED.sub(b"$Id$", content) if has_keyword(content) else content


def expand(content: bytes, oid: str) -> bytes:
    """The content with its keywords naming `oid`, as git expands a file held in memory."""
    return _KEYWORD.sub(_keyword(oid), content) if has_keyword(content) else content


def expand_streamed(content: bytes, oid: str) -> bytes:
    """The content with its keywords naming `oid`, as checkout expands a file it streams."""
    if not has_keyword(content):
        return content
    keyword = _keyword(oid)

    def replaced(found: re.Match[bytes]) -> bytes:
        stem, text = found["stem"], found["text"]
        if stem is None or (not stem and text is not None and _FOREIGN.match(text)):
            return found[0]
        return keyword if text is not None else stem + keyword

    return _STREAMED.sub(replaced, content)


def _keyword(oid: str) -> bytes:
    return b"$Id: %s $" % oid.encode()
