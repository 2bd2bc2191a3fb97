"""The first page: sessions, commits, branches and files to begin from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attrib.model.commits import Commit
from attrib.model.ids import Oid, RepoPath
from attrib.model.reports import SessionInfo
from attrib.render.markup import Html, element
from attrib.render.text import SessionNames, path_text, time_text
from attrib.serve.pages.commit import range_words
from attrib.serve.pages.frame import page
from attrib.serve.pages.links import file_link, folder_link
from attrib.serve.pages.parts import commit_line, path_name, session_name

#: How many of each the first page lists.
MOST = 100


@dataclass(frozen=True, slots=True)
class Start:
    """What there is to begin from; lists are cut to `MOST`, and `more_*` tells by how many."""

    name: str
    head: Oid | None
    sessions: Sequence[SessionInfo]
    more_sessions: int
    commits: Sequence[Commit]
    ranges: Sequence[str]
    recorded: Sequence[RepoPath]
    more_recorded: int
    notices: Sequence[str]


def start_page(start: Start) -> str:
    """The page at `/`."""
    return page(
        start.name,
        element("ul", (element("li", notice) for notice in start.notices), class_="message plain")
        if start.notices
        else None,
        element(
            "div",
            element("section", element("h2", "Sessions", id="sessions"), _sessions(start)),
            element("section", element("h2", "Commits", id="commits"), *_commits(start)),
            element("section", element("h2", "Files", id="files"), *_files(start)),
            class_="columns",
        ),
    )


def _sessions(start: Start) -> Html:
    if not start.sessions:
        return element("p", "No recorded session is known here: ", element("code", "attrib import"))
    names = SessionNames(start.sessions)
    items = [
        element(
            "li",
            session_name(info.key, names),
            element("span", f" {time_text(info.last)}", class_="faint nowrap"),
        )
        for info in start.sessions
    ]
    if start.more_sessions:
        items.append(
            element(
                "li", f"{start.more_sessions:,} older ones: ", element("code", "attrib session")
            )
        )
    return element("ul", items, class_="plain")


def _commits(start: Start) -> Sequence[Html]:
    if not start.commits:
        return [element("p", "There is no commit yet.")]
    parts = [
        element("ul", (element("li", commit_line(each)) for each in start.commits), class_="plain")
    ]
    if start.ranges:
        items = (element("li", range_words(text)) for text in start.ranges)
        parts += [element("h3", "Ranges and branches"), element("ul", items, class_="plain")]
    return parts


def _files(start: Start) -> Sequence[Html]:
    top = element("p", element("a", "All files", href=folder_link(RepoPath(b""))))
    if not start.recorded:
        return [element("p", "No file of HEAD is at a path that a session recorded."), top]
    items = [element("li", path_name(path)) for path in start.recorded]
    if start.more_recorded:
        items.append(element("li", f"{start.more_recorded:,} more"))
    words = element("p", "At paths that sessions recorded:", class_="faint")
    return [words, element("ul", items, class_="plain"), top]


def folder_page(
    folder: RepoPath,
    revision: str | None,
    folders: Sequence[bytes],
    files: Sequence[bytes],
    *,
    more: int,
) -> str:
    """The page of a folder: folders first, then files; `more` were not listed."""
    prefix = folder + b"/" if folder else b""
    items = []
    if folder:
        items.append(_entry("..", folder_link(RepoPath(folder.rpartition(b"/")[0]), revision)))
    items += [
        _entry(f"{path_text(name)}/", folder_link(RepoPath(prefix + name), revision))
        for name in folders
    ]
    items += [_entry(path_text(n), file_link(RepoPath(prefix + n), revision)) for n in files]
    if more:
        items.append(element("li", f"{more:,} more are not listed"))
    title = path_text(folder) if folder else "all files"
    return page(title, element("ul", items, class_="plain"))


def _entry(name: str, link: str) -> Html:
    return element("li", element("a", element("bdi", name), href=link))
