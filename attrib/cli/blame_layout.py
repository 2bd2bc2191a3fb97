"""How git would lay its text out, from its options and configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from attrib.cli.blame_arguments import BlameArguments
from attrib.git.abbreviation import abbreviation_width
from attrib.git.blame import PorcelainEntry
from attrib.git.discovery import Location
from attrib.git.settings import is_true, last_of
from attrib.model.ids import RepoPath
from attrib.render.blame_text import Layout, NotCertainError, idents_of

Config = Mapping[str, Sequence[str]]

#: Options with which git prints more, or otherwise, than porcelain tells.
_GIT_PRINTS = (
    "annotate",
    "color-lines",
    "color-by-age",
    "score-debug",
    "show-stats",
    "progress",
)
#: The fewest digits that git abbreviates to.
_SHORTEST = 4


def git_prints(parsed: BlameArguments, config: Config) -> bool:
    """True where the text can only be git's own: then it is asked to print it as well."""
    if not parsed.plain or any(parsed.switches.get(name) for name in _GIT_PRINTS):
        return True
    if (last_of(config, "blame.coloring") or "none") != "none":
        return True
    ignores = parsed.ignores or "blame.ignorerevsfile" in config
    marks = ("blame.markignoredlines", "blame.markunblamablelines")
    return ignores and any(is_true(last_of(config, key)) for key in marks)


def layout_of(
    parsed: BlameArguments,
    config: Config,
    location: Location,
    path: RepoPath,
    entries: Sequence[PorcelainEntry],
) -> Layout:
    """The layout of git's text for these entries.

    Raises:
        NotCertainError: only git knows how long its abbreviations are here, or a name or a time
            is one whose width only git knows.
    """
    on = parsed.switches.get
    layout = Layout(
        path=path,
        abbrev=0,
        date=parsed.date or last_of(config, "blame.date") or "iso",
        raw_time=on("raw-time", False),
        no_author=on("no-author", False),
        email=on("show-email", is_true(last_of(config, "blame.showemail"))),
        show_name=on("show-name", False),
        show_number=on("show-number", False),
        blank_boundary=on("blank-boundary", is_true(last_of(config, "blame.blankboundary"))),
    )
    idents_of(entries, layout)  # first, because digits may have to be asked of git
    return replace(layout, abbrev=_digits(parsed, location, entries))


def _digits(parsed: BlameArguments, location: Location, entries: Sequence[PorcelainEntry]) -> int:
    longest = 64 if location.object_format == "sha256" else 40
    if parsed.switches.get("long"):
        return longest
    if not parsed.abbrev:
        commits = {each.entry.commit for each in entries if each.entry.commit}
        width = abbreviation_width(location, sorted(commits))
        if width is None:
            raise NotCertainError
        return width + 1
    try:
        wanted = int(parsed.abbrev)
    except ValueError:
        raise NotCertainError from None
    if wanted == 0 or wanted >= longest:
        return longest
    return max(wanted, _SHORTEST) + 1
