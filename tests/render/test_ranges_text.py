"""Answers about ranges for people, whole."""

from __future__ import annotations

from dataclasses import replace

from attrib.render.audit_text import audit_text
from attrib.render.controls_text import controls_text
from attrib.render.report_text import report_text
from tests.render import range_values as values


def test_report_looks_as_it_is_drawn() -> None:
    assert "\n".join(report_text(values.RANGE_REPORT, color=False)) + "\n" == (
        """\
12 commits, 438 added lines, 3 sessions

strong      301   69 %  ██████████████████████
moderate     57   13 %  ████
weak          9    2 %  ▋
no record    71   16 %  █████    58 no-record, 13 content-not-recorded

by session  codebuddy 0f1e2d3c 280, claude-code 7f3a9c2e 78, codex 0199aa31 9
declared    2 commits name a session that no content supports: attrib audit main..topic
"""
    )


def test_report_tells_reshaped_observed_shared_and_weaker_lines_apart() -> None:
    first = values.RANGE_REPORT.sessions[0]
    report = replace(
        values.RANGE_REPORT,
        range=None,
        commits=values.many_commits(1),
        totals=replace(values.totals(1, 1999, 0, 1), left_out=1),
        sessions=tuple(replace(first, observed={"human": 3, "hook": 1}) for _ in range(7)),
        declared=1,
        shared=5,
    )
    assert "\n".join(report_text(report, color=False)) + "\n" == (
        """\
1 commit, 2,001 added lines, 7 sessions

strong          1   <1 %  ▏
moderate    1,999  >99 %  ████████████████████████████████    1 reshaped
weak            0    0 %
weaker          1   <1 %  ▏
no record       0    0 %

by session  codebuddy 0f1e2d3c 280, codebuddy 0f1e2d3c 280, codebuddy 0f1e2d3c 280, \
codebuddy 0f1e2d3c 280, codebuddy 0f1e2d3c 280, and 2 more
            5 lines under several sessions
observed    hook 7, human 21
declared    1 commit names a session that no content supports: attrib audit
"""
    )


def test_report_of_nothing_is_one_line() -> None:
    report = replace(
        values.RANGE_REPORT, commits=(), totals=values.totals(0, 0, 0), sessions=(), declared=0
    )
    assert list(report_text(report, color=True)) == ["0 commits, 0 added lines, 0 sessions"]


def test_strengths_are_coloured_where_wanted() -> None:
    lines = list(report_text(values.RANGE_REPORT, color=True))
    assert lines[2].startswith("\x1b[32mstrong\x1b[m      301   69 %")


def test_audit_lists_each_class_and_escapes_what_is_declared() -> None:
    assert "\n".join(audit_text(values.AUDIT, color=False)) + "\n" == (
        """\
12 commits, 3 findings

contradicted                1
declared, unsupported       1
supported, undeclared       1
declared and supported      0

               contradicted   unsupported     supported
Asr-Session               1             0             0
agentblame                0             1             0

contradicted
  685d0c7c  2026-10-14 17:46  read the name^[[m
            Asr-Session: 7f3a9c2e^[[m; claude-code 7f3a9c2e; \
its first record is later than the commit

declared, unsupported
  685d0c7c  2026-10-14 17:46  read the name^[[m
            agentblame: 0123<U+202E>, session gone^[[m, cursor, 5 lines; its records are not here

supported, undeclared
  685d0c7c  2026-10-14 17:46  read the name^[[m
            strong codebuddy 0f1e2d3c; no declaration names it
"""
    )


def test_controls_list_what_should_not_be_there() -> None:
    assert "\n".join(controls_text(values.CONTROLS, color=False)) + "\n" == (
        """\
4,812 commits, 212 sessions

                                           commits   records    strong  moderate      weak
commits older than the first record          1,204       412         0         0         0
commits of bots                           no bot commits here
records at other paths                       4,812       412         2         0         0

records at other paths: 2 findings
  strong    commit 685d0c7c app.py lines 3-4: codebuddy 0f1e2d3c r205, transition
  strong    commit 685d0c7c app.py lines 4: claude-code 7f3a9c2e r 88, r89, lines
"""
    )


def test_controls_that_hold_say_so() -> None:
    holding = replace(values.CONTROLS, controls=values.CONTROLS.controls[:2])
    assert list(controls_text(holding, color=False))[-1] == (
        "nothing strong and nothing moderate, as it must be"
    )
    skipped = replace(values.CONTROLS, controls=values.CONTROLS.controls[1:2])
    assert list(controls_text(skipped, color=False))[-1] == "nothing could be compared"
