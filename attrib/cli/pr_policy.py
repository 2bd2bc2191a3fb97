"""`--fail-on`: a closed list of what a team may not want; nothing of it is on by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrib.model.evidence import LEVELS
from attrib.model.pull_requests import PullRequest

#: What `--fail-on` knows, with what is said of `N added lines`.
POLICIES = {
    "declared-unsupported": "are declared, and no recorded content supports them",
    "conflicting": "have no record that is earlier than their commit",
    "no-record": "have no record",
    "weak": "have weak evidence alone",
}


def counts_of(answer: PullRequest) -> Mapping[str, int]:
    """The added lines: all, those of each strength, and those of each policy."""
    strengths = {each.word: answer.lines[each] for each in LEVELS}
    return {
        "added": answer.totals.added,
        **strengths,
        "no-record": answer.no_record,
        "declared-unsupported": answer.declared_unsupported,
        "conflicting": answer.conflicting,
    }


def broken(answer: PullRequest, wanted: Iterable[str]) -> list[str]:
    """A line for each policy asked for that some added line does not keep to."""
    counts = counts_of(answer)
    return [
        f"{counts[name]:,} of {counts['added']:,} added lines {POLICIES[name]} ({name})"
        for name in dict.fromkeys(wanted)
        if counts[name]
    ]
