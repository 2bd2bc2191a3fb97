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


_STYLE = """
:root { color-scheme: light; --text: #1f2328; --back: #ffffff; --line: #d1d9e0; --code: #eff1f3;
  --row: #f6f8fa; }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --text: #f0f6fc; --back: #0d1117; --line: #3d444d; --code: #23292f;
    --row: #151b23; } }
body { margin: 16px; color: var(--text); background: var(--back); overflow-wrap: break-word;
  font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
h3, h4 { margin: 20px 0 12px; line-height: 1.25; } h3 { font-size: 1.25em; } h4 { font-size: 1em; }
p, ul, pre, table { margin: 0 0 14px; } ul { padding-left: 1.6em; } details { margin: 0 0 12px; }
summary { cursor: pointer; margin-bottom: 8px; }
code { font: 85% ui-monospace, "DejaVu Sans Mono", monospace; background: var(--code);
  padding: .2em .4em; border-radius: 6px; white-space: break-spaces; }
pre { padding: 12px; overflow: auto; background: var(--row); border-radius: 6px; }
pre code { padding: 0; background: none; white-space: pre; }
table { display: block; width: max-content; max-width: 100%; overflow: auto;
  border-collapse: collapse; }
th, td { padding: 6px 13px; border: 1px solid var(--line); text-align: left; }
tr:nth-child(2n) td { background: var(--row); }
"""


def page_of(text: str, *, is_open: bool = True) -> str:
    """A page that shows a comment much as a forge does, its details open or closed."""
    body = parser().render(text)
    if is_open:
        body = body.replace("<details>", "<details open>")
    return f"<!doctype html><meta charset='utf-8'><style>{_STYLE}</style>\n{body}"
