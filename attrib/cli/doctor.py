"""`attrib doctor`: what works here and what does not, with the remedy."""

from __future__ import annotations

import time
from collections import Counter

import click

from attrib import answers
from attrib.answers.index import index_state
from attrib.cli.common import Common, common_options
from attrib.cli.doctor_hooks import hook_lines, missed_lines
from attrib.cli.terminal import write, write_text
from attrib.cli.versions import git_version, library_version
from attrib.git.settings import is_true, last_of
from attrib.model.agents import alias_of
from attrib.model.doctor import DoctorReport, RootFacts
from attrib.render.find_text import index_words
from attrib.workspace import Workspace


@click.command("doctor")
@common_options
def doctor(common: Common) -> int:
    """What works here and what does not, with the remedy."""
    with common.open() as workspace:
        report = examine(workspace)
        if common.as_json:
            from attrib.render import json

            write([json.encode(json.doctor(report))])
        else:
            from attrib.render.doctor_text import doctor_text

            write_text(doctor_text(report, color=common.colored(workspace)))
        ill = report.unreadable or not all(root.bound for root in report.roots)
        return 1 if common.exit_code and ill else 0


def examine(workspace: Workspace) -> DoctorReport:
    """The facts about this repository and its sessions."""
    repository = workspace.repository
    infos = answers.sessions(workspace)
    counts = Counter(alias_of(info.key.agent) for info in infos)
    return DoctorReport(
        git_dir=repository.git_dir,
        object_format=repository.object_format,
        commits=sum(1 for _ in repository.history()),
        versions={
            "git": git_version(),
            "pygit2": library_version("pygit2"),
            "dulwich": library_version("dulwich"),
        },
        sessions=dict(sorted(counts.items())),
        newest=max((info.last for info in infos if info.last is not None), default=None),
        now=time.time(),
        roots=_roots(workspace),
        index=index_words(index_state(repository)),
        hooks=hook_lines(workspace.repository),
        missed=missed_lines(workspace.repository),
        filters=_filters(workspace),
        unreadable=tuple(workspace.bad),
        notices=tuple(workspace.notices),
    )


def _roots(workspace: Workspace) -> tuple[RootFacts, ...]:
    """Each root once, however many sessions declare it: bound ones first."""
    bindings = workspace.bindings
    bound = {
        (root, f"this repository ({binding.how})"): RootFacts(
            root, bound=True, reason=f"this repository ({binding.how})", remedy=None
        )
        for (_, root), binding in bindings.bound.items()
    }
    unbound = {
        (each.root.id, each.reason): RootFacts(
            each.root.id,
            bound=False,
            reason=f"unbound, {each.reason}",
            remedy=f"git config --add attrib.root {each.root.id}=PATH",
        )
        for each in bindings.unbound
    }
    ordered = [*(bound[key] for key in sorted(bound)), *(unbound[key] for key in sorted(unbound))]
    return tuple(ordered)


def _filters(workspace: Workspace) -> tuple[str, ...]:
    """Filter drivers that are configured and may not be run here."""
    config = workspace.repository.config("")
    if is_true(last_of(config, "attrib.allowfilters")):
        return ()
    names = sorted(
        {
            key.removeprefix("filter.").rpartition(".")[0]
            for key in config
            if key.startswith("filter.") and key.endswith((".clean", ".smudge", ".process"))
        }
        - {"lfs"}  # its pointers are read without running it
    )
    return tuple(
        f"{name}: not allowed here, evidence for its files is filter-unavailable "
        "(git config attrib.allowFilters true)"
        for name in names
    )
