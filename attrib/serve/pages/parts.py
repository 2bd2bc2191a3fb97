"""Small parts that several pages share: names with links, strengths, times, where a thing holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrib.model.commits import Commit
from attrib.model.evidence import Evidence, Strength
from attrib.model.ids import LineRange, Oid, RepoPath, SessionKey
from attrib.render.markup import Html, element, join
from attrib.render.text import SessionNames, line_text, path_text, ranges_text, short_oid, time_text
from attrib.serve.pages.links import commit_link, file_link, session_link

LETTERS = {
    Strength.STRONG: "S",
    Strength.MODERATE: "M",
    Strength.WEAK: "W",
    Strength.DECLARED: "D",
    None: "",
}
#: What the mark of a session means that only notes know.
FROM_NOTE = "from a note; its records are not here"


def class_of(strength: Strength | None) -> str:
    """The class that colours a strength."""
    return strength.word if strength is not None else "none"


def strength_mark(strength: Strength | None, otherwise: str = "no record") -> Html:
    """The word in its colour, or the words for no evidence."""
    if strength is None:
        return element("span", otherwise, class_="faint")
    return element("span", strength.word, class_=f"word {class_of(strength)}")


def session_name(key: SessionKey, names: SessionNames) -> Html:
    """Agent and short ID, leading to the session where its records are here."""
    name = element("bdi", names.label(key))
    if names.is_shared(key):
        return element("span", name, title=FROM_NOTE)
    return element("a", name, href=session_link(key))


def commit_name(oid: Oid) -> Html:
    """The short ID, leading to the commit."""
    return element("a", short_oid(oid), class_="oid", href=commit_link(oid))


def path_name(path: RepoPath, revision: str | None = None, line: int | None = None) -> Html:
    """A path, leading to the file as the revision holds it."""
    return element("a", element("bdi", path_text(path)), href=file_link(path, revision, line))


def commit_line(commit: Commit) -> Html:
    """ID, time and subject of a commit."""
    return join(
        commit_name(commit.oid),
        " ",
        element("span", time_text(commit.author_time), class_="faint nowrap"),
        " ",
        element("bdi", line_text(commit.subject)),
    )


def facts(*pairs: tuple[str, Html | str | None]) -> Html:
    """A list of names and values; pairs without a value are left out."""
    return element(
        "dl",
        ((element("dt", name), element("dd", value)) for name, value in pairs if value is not None),
        class_="facts",
    )


def lines_words(ranges: Sequence[LineRange]) -> str:
    """`line 3`, `lines 3-4, 22`."""
    one = len(ranges) == 1 and len(ranges[0]) == 1
    return f"{'line' if one else 'lines'} {ranges_text(ranges)}"


def where_words(item: Evidence) -> str:
    """Lines, notes, actor and qualifiers of a piece of evidence."""
    parts = [lines_words(item.lines)] if item.lines else []
    parts += [f"removed {ranges_text(item.removed)}"] if item.removed else []
    parts += item.notes
    parts += [f"actor {item.actor}"] if item.actor != "session" else []
    parts += ["from a note"] if item.shared else []
    parts += (
        [", ".join(qualifier.value for qualifier in item.qualifiers)] if item.qualifiers else []
    )
    return "; ".join(parts)


def ways(label: str, starts: range, most: int, link: Callable[[int], str], now: int) -> Html | None:
    """The way to the other parts of something long; `starts` go up to `most`, `now` is shown."""
    if len(starts) < 2:
        return None
    items = []
    for start in starts:
        words = f"{start:,}-{min(start + starts.step - 1, most):,}"
        current = "page" if start == now else None
        items.append(element("li", element("a", words, href=link(start), aria_current=current)))
    return element("nav", f"{label} ", element("ul", items), class_="parts", aria_label=label)


def table(heads: Sequence[str], rows: Sequence[Html], caption: str | None = None) -> Html:
    """A table of rows that are made already."""
    return element(
        "table",
        element("caption", caption) if caption else None,
        element("thead", element("tr", (element("th", head, scope="col") for head in heads))),
        element("tbody", rows),
        class_="rows",
    )
