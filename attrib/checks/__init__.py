"""What `attrib check` looks for: one rule of ASR a member, registered by one line in its module.

`interface` says what a rule is, `run` asks them all in one pass, `document` makes
docs/conformance.md of them.
"""

from __future__ import annotations

from attrib.checks import envelope, file_change, net, patches, paths, states, vcs, workspace
from attrib.checks.interface import Finding, Level, Rule, Severity
from attrib.checks.run import Report, Source, check_stream, check_streams

#: Every rule, by number; those of the envelope, which have none of ASR's, stand last.
RULES: tuple[Rule, ...] = (
    *sorted(
        (
            *file_change.RULES,
            *patches.RULES,
            *states.RULES,
            *vcs.RULES,
            *workspace.RULES,
            *paths.RULES,
            *net.RULES,
        ),
        key=lambda rule: rule.number,
    ),
    *envelope.RULES,
)

__all__ = [
    "RULES",
    "Finding",
    "Level",
    "Report",
    "Rule",
    "Severity",
    "Source",
    "check_stream",
    "check_streams",
]
