"""The argument list of `git asr-blame`: our options taken out, git's understood and kept.

Read by hand: git's options may be joined (`-wL1,3`), shortened (`--porc`) and mixed with those
of git rev-list, and importing a parser costs more than many a blame. Nothing of git's is judged
here; git itself answers an option that it does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from attrib.errors import UsageError

_OWN_VALUES = frozenset({"--sessions", "--session", "--asr-root", "--min-strength"})
_OWN_FLAGS = frozenset({"--json", "--no-evidence", "--strict", "--exit-code", "--no-color"})
_HINT = "git asr-blame -h"

#: git blame's own long options. True: a value follows, joined by `=` or as the next argument.
_LONG = {
    "incremental": False,
    "root": False,
    "show-stats": False,
    "progress": False,
    "score-debug": False,
    "show-name": False,
    "show-number": False,
    "porcelain": False,
    "line-porcelain": False,
    "show-email": False,
    "ignore-rev": True,
    "ignore-revs-file": True,
    "color-lines": False,
    "color-by-age": False,
    "minimal": False,
    "indent-heuristic": False,
    "contents": True,
    "abbrev": False,
}
#: Options of git rev-list and git diff, understood by git blame, that take the next argument.
_REVISION_VALUES = frozenset(
    [
        *("--max-count", "--skip", "--max-age", "--since", "--since-as-filter", "--after"),
        *("--min-age", "--until", "--before", "--author", "--committer", "--grep"),
        *("--grep-reflog", "--encoding", "--glob", "--exclude", "--date", "--diff-algorithm"),
        *("--anchored", "--diff-filter", "--ws-error-highlight", "--output", "--line-prefix"),
        *("--src-prefix", "--dst-prefix", "--inter-hunk-context", "--find-object"),
        "--word-diff-regex",
    ]
)
#: Options that the way git prints a line does not depend on; with others git prints its own text.
_HARMLESS = _REVISION_VALUES - {"--date"} | frozenset(
    [
        *("--first-parent", "--reverse", "--all", "--branches", "--tags", "--remotes", "--not"),
        *("--no-merges", "--full-history", "--patience", "--histogram"),
        *("--ignore-space-change", "--ignore-all-space", "--ignore-space-at-eol"),
        *("--ignore-blank-lines", "--ignore-cr-at-eol"),
    ]
)
_SHORT_FLAGS = {
    "b": "blank-boundary",
    "t": "raw-time",
    "l": "long",
    "s": "no-author",
    "e": "show-email",
    "w": "whitespace",
    "f": "show-name",
    "n": "show-number",
    "p": "porcelain",
    "c": "annotate",
}
#: git's machine formats, the one that wins first.
FORMS = ("incremental", "line-porcelain", "porcelain")
_NOT_FOR_PORCELAIN = frozenset({"progress", "show-stats"})


@dataclass(slots=True)
class BlameArguments:
    """What the command line says; `switches` maps git's display options to on or off.

    `git` holds git's arguments as given, `quiet` the same without those that porcelain refuses.
    `plain` is false where an option's effect on git's text is not known here; `forgets_lists`
    after `--no-ignore-revs-file`; `help` is the option that asked for it.
    """

    git: list[str] = field(default_factory=list)
    quiet: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] | None = None
    switches: dict[str, bool] = field(default_factory=dict)
    date: str | None = None
    abbrev: str | None = None
    contents: str | None = None
    ignores: bool = False
    forgets_lists: bool = False
    plain: bool = True
    sessions: list[str] = field(default_factory=list)
    session_ids: list[str] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)
    min_strength: str | None = None
    own: dict[str, bool] = field(default_factory=dict)
    color: str | None = None
    help: str | None = None
    version: bool = False

    @property
    def form(self) -> str:
        """`json`, one of git's machine formats, or `text`."""
        if self.own.get("--json"):
            return "json"
        return next((form for form in FORMS if self.switches.get(form)), "text")

    def path_and_revisions(self, is_revision: Callable[[str], bool]) -> tuple[str, list[str]]:
        """The file and the revisions, by git's rule.

        `is_revision` is asked only for `<file> <rev>`, which looks like `<rev> <file>`.

        Raises:
            UsageError: there is no file.
        """
        if self.after:
            if len(self.after) == 2:
                return self.after[0], [self.after[1]]
            return self.after[-1], self.before
        if not self.before:
            raise UsageError("no file to blame", hint=_HINT)
        if len(self.before) == 2 and is_revision(self.before[1]):
            return self.before[0], [self.before[1]]
        return self.before[-1], self.before[:-1]


def parse(arguments: list[str]) -> BlameArguments:
    """The argument list taken apart.

    Raises:
        UsageError: one of our own options has no value or a wrong one.
    """
    parsed = BlameArguments()
    rest = list(reversed(arguments))
    while rest:
        argument = rest.pop()
        if argument == "--":
            parsed.after = rest[::-1]
            _keep(parsed, "--", *parsed.after)
            break
        if argument.startswith("--"):
            if not _own_option(parsed, argument, rest):
                _long_option(parsed, argument, rest)
        elif argument.startswith("-") and argument != "-":
            _short_options(parsed, argument, rest)
        else:
            parsed.before.append(argument)
            _keep(parsed, argument)
    _check(parsed)
    return parsed


def _check(parsed: BlameArguments) -> None:
    others = [f"--{form}" for form in FORMS if parsed.switches.get(form)]
    others += ["--no-evidence"] if parsed.own.get("--no-evidence") else []
    if parsed.own.get("--json") and others:
        raise UsageError(f"options '--json' and '{others[0]}' cannot be used together", hint=_HINT)
    if parsed.min_strength not in (None, "strong", "moderate", "weak"):
        raise UsageError(
            f"no such strength '{parsed.min_strength}'",
            hint="git asr-blame --min-strength strong|moderate|weak",
        )


def _keep(parsed: BlameArguments, *arguments: str) -> None:
    parsed.git.extend(arguments)
    parsed.quiet.extend(arguments)


def _own_option(parsed: BlameArguments, argument: str, rest: list[str]) -> bool:
    name, equals, value = argument.partition("=")
    if name == "--color" and (not equals or value in ("always", "never", "auto")):
        parsed.color = value or "always"
    elif argument == "--no-color":
        parsed.color = "never"
    elif argument in _OWN_FLAGS:
        parsed.own[argument] = True
    elif argument == "--version":
        parsed.version = True
    elif argument == "--help":
        parsed.help = "--help"
    elif name in _OWN_VALUES:
        if not equals and not rest:
            raise UsageError(f"option '{name}' requires a value", hint=_HINT)
        _own_value(parsed, name, value if equals else rest.pop())
    else:
        return False
    return True


def _own_value(parsed: BlameArguments, name: str, value: str) -> None:
    if name == "--sessions":
        parsed.sessions.append(value)
    elif name == "--session":
        parsed.session_ids.append(value)
    elif name == "--asr-root":
        parsed.roots.append(value)
    else:
        parsed.min_strength = value


def _long_option(parsed: BlameArguments, argument: str, rest: list[str]) -> None:
    typed, equals, value = argument.partition("=")
    name, on = _blame_option(typed[2:])
    kept = [argument]
    takes_next = typed in _REVISION_VALUES if name is None else on and _LONG[name]
    if takes_next and not equals and rest:
        value = rest.pop()
        kept.append(value)
    if name is None:
        if typed == "--date":
            parsed.date = value
        elif typed not in _HARMLESS:
            parsed.plain = False
    else:
        _note(parsed, name, on, value)
        if parsed.contents is not None and name == "contents":
            kept = [f"--contents={value}"]
    parsed.git.extend(kept)
    if name not in _NOT_FOR_PORCELAIN and (on or name not in FORMS):
        parsed.quiet.extend(kept)


def _note(parsed: BlameArguments, name: str, on: bool, value: str) -> None:
    parsed.switches[name] = on
    if name == "abbrev":
        parsed.abbrev = value if on else "0"
    elif name == "contents":
        parsed.contents = value if on else None
    elif name.startswith("ignore-rev"):
        parsed.ignores = True
        parsed.forgets_lists |= name == "ignore-revs-file" and not on


def _blame_option(typed: str) -> tuple[str | None, bool]:
    """The option of git blame with this name or unique beginning, and whether it is on."""
    if typed in _LONG:
        return typed, True
    negated = typed.startswith("no-")
    stem = typed.removeprefix("no-")
    if negated and stem in _LONG:
        return stem, False
    if f"--{typed}" in _REVISION_VALUES | _HARMLESS:
        return None, True
    found = [name for name in _LONG if name.startswith(stem)] if stem else []
    return (found[0], not negated) if len(found) == 1 else (None, True)


def _short_options(parsed: BlameArguments, argument: str, rest: list[str]) -> None:
    kept = [argument]
    letters = argument[1:]
    while letters:
        letter, letters = letters[0], letters[1:]
        if letter == "h":
            parsed.help = "-h"
        elif letter in _SHORT_FLAGS:
            parsed.switches[_SHORT_FLAGS[letter]] = True
        elif letter in "LSGOI":
            if not letters and rest:
                kept.append(rest.pop())
            break
        elif letter in "CM":  # what follows is a score, or git takes it for none
            break
        else:
            parsed.plain = False
            break
    _keep(parsed, *kept)
