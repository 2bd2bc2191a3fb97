"""What a Markdown renderer makes of a comment: GitHub's tables, links found in plain text, HTML."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

#: What a comment itself may hold beside text and code: the only HTML is that of `<details>`.
QUIET = {
    "text",
    "code_inline",
    "softbreak",
    "inline",
    "fence",
    "html_block",
    "strong_open",
    "strong_close",
}
_BLOCKS = re.compile(
    r"(paragraph|heading|table|thead|tbody|tr|th|td|bullet_list|list_item)_(open|close)"
)
#: The whole of an HTML block that may stand in a comment.
HTML = re.compile(
    r"<!-- attrib:pr-evidence:v1 key=[\w.-]+ head=[0-9a-f]{40,64} -->\n?"
    r"|<details><summary>[\w ,]+</summary>\n?"
    r"|</details>\n?"
)
#: What forges make active in plain text: mentions, numbers of issues and requests, addresses.
ACTIVE = re.compile(r"@\w|[#!]\d|GH-\d|https?:|www\.|\w@\w|:\w+:|[0-9a-f]{7,64}")


def parser() -> MarkdownIt:
    """A renderer with everything on that a forge has on."""
    return MarkdownIt("commonmark", {"html": True, "linkify": True}).enable(
        ["table", "strikethrough", "linkify"]
    )


def tokens_of(text: str) -> list[Token]:
    """All tokens, those inside of lines too."""
    tokens = []
    for token in parser().parse(text):
        tokens += [token, *(token.children or [])]
    return tokens


def alarms(text: str) -> list[str]:
    """Everything in a text that is active, or that is not made by the comment itself."""
    found = []
    for token in tokens_of(text):
        known = token.type in QUIET or _BLOCKS.fullmatch(token.type)
        if not known:
            found.append(f"{token.type}: {token.content or token.attrs}")
        if token.type == "html_block" and not HTML.fullmatch(token.content):
            found.append(f"html: {token.content}")
        if token.type == "text" and (active := ACTIVE.search(token.content)):
            found.append(f"active '{active[0]}' in '{token.content}'")
    return found


def rows_of(text: str) -> list[list[str]]:
    """The rows of all tables as the texts of their cells, heads left out."""
    rows: list[list[str]] = []
    in_body = False
    for token in parser().parse(text):
        if token.type in ("tbody_open", "tbody_close"):
            in_body = token.type == "tbody_open"
        elif token.type == "tr_open" and in_body:
            rows.append([])
        elif token.type == "inline" and in_body:
            rows[-1].append("".join(child.content for child in token.children or []))
    return rows
