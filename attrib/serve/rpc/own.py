"""Our own methods: the answers of the commands, in the form of their `--json`."""

from __future__ import annotations

from dataclasses import replace

from attrib import answers
from attrib.answers import at_least, graph_export
from attrib.answers.find import find as found_object
from attrib.answers.held import blame_held, held_file
from attrib.model.reports import BlameReport
from attrib.render import find_json, json, schema_find, schema_ranges, schemas
from attrib.render.graph_json import graph_json
from attrib.serve.rpc.errors import invalid
from attrib.serve.rpc.method import Caller, Method
from attrib.serve.rpc.own_params import (
    BlameParams,
    CommitParams,
    ExplainParams,
    FindParams,
    GraphParams,
    SessionParams,
    numbers_in,
    path_in,
    paths_in,
    revision_in,
    strength_in,
)
from attrib.workspace import Workspace

#: More lines at once are a listing, and blame gives that.
_EXPLAINED_MOST = 2_000


def blame(caller: Caller, asked: BlameParams) -> bytes:
    """`git asr-blame --json` of a committed file."""
    with caller.desk.workspace() as workspace:
        report, numbers = _blame(workspace, asked)
        wanted = set(numbers)
        lines = tuple(line for line in report.lines if line.number in wanted)
        report = replace(report, lines=lines)
        report = at_least.blame_at_least(report, strength_in(asked.min_strength))
        return json.encode(json.blame(report))


def _blame(
    workspace: Workspace, asked: BlameParams | ExplainParams, most: int | None = None
) -> tuple[BlameReport, list[int]]:
    """The blame of the lines that are asked for, and perhaps of some between, and their numbers."""
    path = path_in(asked.path or "", "$.params.path")
    file = held_file(workspace, path, revision_in(asked.revision, "$.params.revision"))
    if file.is_binary:
        raise invalid("$.params.path", "the file is no text")
    numbers = numbers_in(asked.ranges, len(file.lines))
    if most is not None and len(numbers) > most:
        message = f"at most {most} lines are explained at once"
        raise invalid("$.params.ranges", message, hint="blame lists all of them")
    first, last = (numbers[0], numbers[-1]) if numbers else (1, 1)
    return blame_held(workspace, file, asked.revision, first, last), numbers


def commit(caller: Caller, asked: CommitParams) -> bytes:
    """`attrib commit --json`."""
    for index, text in enumerate(asked.revisions):
        revision_in(text, f"$.params.revisions[{index}]")
    with caller.desk.workspace() as workspace:
        report = answers.commits(workspace, asked.revisions, paths_in(asked.paths))
        report = at_least.commits_at_least(report, strength_in(asked.min_strength))
        return json.encode(json.commits(report))


def session(caller: Caller, asked: SessionParams) -> bytes:
    """`attrib session --json`."""
    with caller.desk.workspace() as workspace:
        if asked.id is None:
            return json.encode(json.sessions(answers.sessions(workspace)))
        return json.encode(json.session(answers.session(workspace, asked.id)))


def find(caller: Caller, asked: FindParams) -> bytes:
    """`attrib find --json`."""
    with caller.desk.workspace() as workspace:
        return json.encode(find_json.find(found_object(workspace, asked.object_id)))


def explain(caller: Caller, asked: ExplainParams) -> bytes:
    """`attrib explain --json`."""
    strength = strength_in(asked.min_strength)
    revision = revision_in(asked.revision, "$.params.revision")
    with caller.desk.workspace() as workspace:
        if asked.path is None:
            if asked.ranges:
                raise invalid("$.params.path", "lines are of a file")
            commits = answers.explain_commit(workspace, revision or "HEAD")
            commits = at_least.commit_explanation_at_least(commits, strength)
            return json.encode(json.commit_explanation(commits))
        report, numbers = _blame(workspace, asked, _EXPLAINED_MOST)
        lines = answers.explain_lines(workspace, report, numbers)
        return json.encode(json.explanation(at_least.explanation_at_least(lines, strength)))


def graph(caller: Caller, asked: GraphParams) -> bytes:
    """`attrib graph --format json`."""
    commits = revision_in(asked.range, "$.params.range")
    with caller.desk.workspace() as workspace:
        paths = paths_in(asked.paths)
        least = strength_in(asked.min_strength)
        report = graph_export.graph(workspace, commits, paths, at_least=least)
        return json.encode(graph_json(report))


METHODS = (
    Method("blame", "The lines of a committed file with their evidence.",
           BlameParams, schemas.Blame, blame),
    Method("commit", "The sessions linked to commits, path by path.",
           CommitParams, schemas.Commits, commit),
    Method("session", "The sessions known here, or what one of them left behind.",
           SessionParams, (schemas.Sessions, schemas.OneSession), session),
    Method("find", "The sessions that recorded an object ID, and the commits that hold it.",
           FindParams, schema_find.Find, find),
    Method("explain", "Why lines or a commit have their evidence, or have none.",
           ExplainParams, (schemas.Explanation, schemas.CommitExplanation), explain),
    Method("graph", "The evidence about a range of commits as a graph.",
           GraphParams, schema_ranges.Graph, graph),
)  # fmt: skip
