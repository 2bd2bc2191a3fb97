"""From what a URL asks for to a page: each question is put to the workspace, and rendered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from itertools import islice

from attrib.answers import explain_commit, explain_lines, sessions
from attrib.answers.at_least import (
    blame_at_least,
    commit_explanation_at_least,
    explanation_at_least,
)
from attrib.answers.commits import resolve
from attrib.answers.graph_export import graph
from attrib.answers.held import HeldFile, blame_held, held_file
from attrib.answers.ranges import commits_in
from attrib.answers.report import report
from attrib.answers.sessions import infos_here, parents_of, session_of, thread_of
from attrib.errors import RevisionError, UsageError
from attrib.model.evidence import Strength
from attrib.model.ids import Oid, RecordRef, RepoPath, SessionKey
from attrib.model.reports import StateReport
from attrib.model.states import RecordedChange
from attrib.render.graph_view import graph_view
from attrib.render.markup import Html, element
from attrib.render.text import SessionNames, path_text
from attrib.serve.pages.code import Colouring
from attrib.serve.pages.commit import commit_page
from attrib.serve.pages.diffs import change_hunks
from attrib.serve.pages.evidence import card
from attrib.serve.pages.file import LINES, file_page
from attrib.serve.pages.frame import page
from attrib.serve.pages.lexing import Lexing
from attrib.serve.pages.links import range_link
from attrib.serve.pages.ranges import range_page
from attrib.serve.pages.session import MOST_HELD, STEPS, Family, Step, session_page
from attrib.serve.pages.start import MOST, Start, folder_page, start_page
from attrib.workspace import Workspace

_COMMITS = 30
_BRANCHES = 50
#: So many trees are read to list a folder, and so many names are listed.
_TREES = 20_000
_LISTED = 2_000
_KEPT = 16
#: A range has at most so many commits, and a table of its graph so many edges.
_RANGE = 2_000
_EDGES = 5_000
#: A commit changes at most so many paths.
_PATHS = 2_000


class Files:
    """The files that were blamed last: what git says of a commit's file does not change.

    `lexing` takes their code apart; evidence below `least` is left out.
    """

    def __init__(self, least: Strength | None = None) -> None:
        self.least = least
        self.lexing = Lexing()
        self._known: OrderedDict[tuple[str, RepoPath], HeldFile] = OrderedDict()
        self._workspace: Workspace | None = None

    def get(self, workspace: Workspace, path: RepoPath, revision: str | None) -> HeldFile:
        """The file as the revision holds it now."""
        if self._workspace is not workspace:  # another one may see grafts that this one did not
            self._workspace = workspace
            self._known.clear()
        asked = revision or "HEAD"
        commit = workspace.repository.resolve([asked])[asked]
        if commit is None:
            return held_file(workspace, path, revision)
        key = (commit, path)
        found = self._known.pop(key, None) or held_file(workspace, path, revision)
        self._known[key] = found
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found


def start(workspace: Workspace, files: Files) -> str:
    """The first page."""
    files.lexing.start()  # whoever begins here will look at a file
    repository = workspace.repository
    head = repository.resolve(["HEAD"])["HEAD"]
    found = sorted(sessions(workspace), key=lambda info: (-(info.last or 0), info.key))
    oids = [each.oid for each in islice(repository.history([head]), _COMMITS)] if head else []
    known = repository.commits(oids)
    paths = sorted(set(workspace.changes))
    held = repository.files_at((head, path) for path in paths) if head else {}
    recorded = [path for path in paths if head and held.get((head, path))]
    where = repository.worktrees[0] if repository.worktrees else repository.git_dir
    return start_page(
        Start(
            name=where.rstrip("/").rpartition("/")[2],
            head=head,
            sessions=found[:MOST],
            more_sessions=max(len(found) - MOST, 0),
            commits=[known[oid] for oid in oids if oid in known],
            ranges=list(_ranges(workspace, head, oids)),
            recorded=recorded[:MOST],
            more_recorded=max(len(recorded) - MOST, 0),
            notices=workspace.notices[:MOST],
        )
    )


def _ranges(workspace: Workspace, head: Oid | None, oids: list[Oid]) -> Iterator[str]:
    """The last commits, and what each other branch has beside HEAD."""
    if len(oids) > 1:
        yield f"{oids[-1][:12]}..HEAD"
    for name, oid in sorted(workspace.repository.refs().items())[:_BRANCHES]:
        if name.startswith((b"refs/heads/", b"refs/remotes/")) and oid != head and head:
            yield f"HEAD..{name.decode('utf-8', 'surrogateescape').removeprefix('refs/heads/')}"


def folder(workspace: Workspace, path: RepoPath, revision: str | None) -> str:
    """The page of a folder."""
    asked = revision or "HEAD"
    commit = workspace.repository.resolve([asked])[asked]
    if commit is None:
        raise RevisionError(f"bad revision '{asked}'", hint="git log --oneline --all")
    prefix = path + b"/" if path else b""
    inner = [
        name.removeprefix(prefix)
        for name in workspace.repository.files_of(commit, trees=_TREES)
        if name.startswith(prefix)
    ]
    if not inner:
        raise RevisionError(f"no folder '{path_text(path)}' in '{asked}'", hint="attrib serve")
    folders = sorted({name.partition(b"/")[0] for name in inner if b"/" in name})
    files = sorted(name for name in inner if b"/" not in name)
    more = max(len(folders) - _LISTED, 0) + max(len(files) - _LISTED, 0)
    return folder_page(path, revision, folders[:_LISTED], files[:_LISTED], more=more)


def file(
    workspace: Workspace, files: Files, path: RepoPath, revision: str | None, first: int
) -> str:
    """The page of a file, the part that holds line `first`."""
    held = files.get(workspace, path, revision)
    if held.is_binary or not held.lines:
        found = None if held.is_binary else blame_held(workspace, held, revision, 1, 1)
        return file_page(held, revision, found, (), 1)
    begin = (min(max(first, 1), len(held.lines)) - 1) // LINES * LINES + 1
    last = min(begin + LINES - 1, len(held.lines))
    colouring = Colouring(files.lexing, path, held.lines, begin, last)
    found = blame_at_least(blame_held(workspace, held, revision, begin, last), files.least)
    return file_page(held, revision, found, colouring.lines(), begin)


def explained(
    workspace: Workspace, files: Files, path: RepoPath, revision: str | None, line: int
) -> Html:
    """The derivation for one line."""
    held = files.get(workspace, path, revision)
    if not 1 <= line <= len(held.lines) or held.is_binary:
        raise RevisionError(
            f"no line {line} in '{path_text(path)}'", hint=f"it has {len(held.lines)}"
        )
    found = blame_held(workspace, held, revision, line, line)
    return card(explanation_at_least(explain_lines(workspace, found, [line]), files.least))


def explained_page(content: Html, path: RepoPath, line: int) -> str:
    """The derivation on a page of its own."""
    return page(f"{path_text(path)}:{line}", content)


def commit(workspace: Workspace, revision: str, least: Strength | None) -> str:
    """The page of a commit."""
    oids = resolve(workspace, [revision])
    paths = sum(map(len, workspace.repository.changes_of(oids).values()))
    if paths > _PATHS:
        message = f"{paths:,} paths are too many for a page"
        raise UsageError(message, hint=f"attrib commit {oids[0]}")
    return commit_page(commit_explanation_at_least(explain_commit(workspace, revision), least))


def commits(workspace: Workspace, text: str, least: Strength | None) -> str:
    """The page of a range."""
    _check_size(workspace, text, "report")
    return range_page(report(workspace, text, at_least=least))


def _check_size(workspace: Workspace, text: str, command: str) -> None:
    """A range of so many commits is for the command line, which need not answer at once."""
    count = len(commits_in(workspace, text))
    if count > _RANGE:
        raise UsageError(
            f"{count:,} commits are too many for a page", hint=f"attrib {command} {text}"
        )


def graphed(workspace: Workspace, text: str, least: Strength | None) -> str:
    """The page of a range's graph."""
    _check_size(workspace, text, "graph")
    found = graph(workspace, text, at_least=least)
    way = element("p", element("a", "the range as a list", href=range_link(text)))
    scripts = ["cytoscape.min.js", "graph.js"]
    return page(
        f"graph of {text}",
        way,
        graph_view(found, most=_EDGES),
        scripts=scripts,
        styles=["graph.css"],
    )


def one_session(workspace: Workspace, key: SessionKey, first: int) -> str:
    """The page of a session, from its step `first` on."""
    found = session_of(workspace, key, most=MOST_HELD)
    states = found.states
    start_ = (min(max(first, 1), max(len(states), 1)) - 1) // STEPS * STEPS
    shown = states[start_ : start_ + STEPS]
    changes = _changes(workspace, shown)
    content_of, diff_lines = workspace.comparer.content_of, workspace.repository.diff_lines
    steps = []
    for number, state in enumerate(shown, start_ + 1):
        change = changes.get((state.record, state.path))
        steps.append(
            Step(number, state, change_hunks(change, content_of, diff_lines) if change else None)
        )
    head = workspace.repository.resolve(["HEAD"])["HEAD"]
    places = [(head, state.path) for state in shown] if head else []
    held = workspace.repository.files_at(places)
    present = {path: entry is not None for (_, path), entry in held.items()}
    return session_page(found, steps, present, _family(workspace, key))


def _family(workspace: Workspace, key: SessionKey) -> Family:
    known = {each.key: each for each in workspace.sessions}
    parents = [(each, each in known) for each in parents_of(known[key])]
    return Family(parents, thread_of(workspace, key), SessionNames(infos_here(workspace)))


def _changes(
    workspace: Workspace, states: tuple[StateReport, ...]
) -> Mapping[tuple[RecordRef, RepoPath], RecordedChange]:
    """The recorded changes behind states."""
    return {
        (change.ref, change.path): change
        for path in dict.fromkeys(state.path for state in states)
        for change in workspace.changes[path]
    }
