"""Version-control actions. ASR-463, ASR-464, ASR-465, ASR-476."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrib.checks.file_change import cause_problems
from attrib.checks.interface import Facts, Item, Level, Problem, Rule, Severity, error, warning
from attrib.checks.shapes import called, is_commit, is_natural, quoted, strings

VCS = frozenset({"vcs"})
_PREFIX = re.compile(r"[0-9a-f]{4,39}")


def _members(item: Item, facts: Facts) -> Iterator[Problem]:
    data = item.data
    if not isinstance(data.get("action"), str):
        yield error("action is missing or no string")
    if "evidence" not in data:
        yield error("evidence is missing")
    yield from _commits(data)
    yield from strings(data, "root", "branch", "remote")
    yield from _pull_request(data)
    yield from cause_problems(data, ("callId", "actor"))


def _commits(data: dict[str, object]) -> Iterator[Problem]:
    if "commit" in data and not is_commit(data["commit"]):
        yield error(f"commit {quoted(data['commit'])} is not 40 or 64 lowercase hex digits")
    prefix = data.get("commitPrefix")
    if "commitPrefix" in data and not (isinstance(prefix, str) and _PREFIX.fullmatch(prefix)):
        yield error(f"commitPrefix {quoted(prefix)} is not 4 to 39 lowercase hex digits")
    if "commit" in data and "commitPrefix" in data:
        yield error("both commit and commitPrefix are there")
    parents = data.get("parents", [])
    if not isinstance(parents, list):
        yield error("parents is no array")
        return
    for index, parent in enumerate(parents):
        if not is_commit(parent):
            yield error(f"parents[{index}] {quoted(parent)} is not 40 or 64 lowercase hex digits")


def _pull_request(data: dict[str, object]) -> Iterator[Problem]:
    if "pr" not in data:
        return
    request = data["pr"]
    if not isinstance(request, dict):
        yield error("pr is no object")
        return
    yield from strings(request, "url", "repository", where="pr.")
    if "number" in request and not is_natural(request["number"]):
        yield error(f"pr.number {quoted(request['number'])} is no non-negative integer")


def _evidence(item: Item, facts: Facts) -> Iterator[Problem]:
    evidence = item.data.get("evidence")
    if "evidence" in item.data and not isinstance(evidence, str):
        yield error("evidence is no string")
    if evidence == "observed" and "commitPrefix" in item.data and called(item.data) is not None:
        yield warning("evidence is observed, but a commitPrefix of a call looks parsed from output")


def _link(item: Item, facts: Facts) -> Iterator[Problem]:
    evidence = item.data.get("evidence")
    if item.data.get("action") == "pr_link" and evidence != "reported":
        yield error(f"evidence of a pr_link is {quoted(evidence)}, not reported")


RULES = (
    Rule(
        "ASR-463",
        Level.MUST,
        "A vcs record has action and evidence, and commit IDs of the right form.",
        (Severity.ERROR, Severity.WARNING, Severity.NOTICE),
        VCS,
        _members,
    ),
    Rule(
        "ASR-464",
        Level.MUST,
        "A vcs record is of an action in the session, or a recorded link; never of a mention.",
    ),
    Rule(
        "ASR-465",
        Level.MUST,
        "Evidence says how the producer knows; what was parsed from output is parsed_output.",
        (Severity.ERROR, Severity.WARNING),
        VCS,
        _evidence,
    ),
    Rule(
        "ASR-476",
        Level.MUST,
        "A pr_link has evidence reported.",
        (Severity.ERROR,),
        VCS,
        _link,
    ),
)
