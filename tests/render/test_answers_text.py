"""Answers for people, whole."""

from __future__ import annotations

from attrib.model.doctor import DoctorReport
from attrib.model.evidence import Relation
from attrib.render.commit_text import commits_text
from attrib.render.doctor_text import doctor_text
from attrib.render.explain_text import RELATION_WORDS, commit_text, lines_text
from attrib.render.session_text import session_text, sessions_text
from tests.render import values
from tests.render.test_json import DOCTOR

BUDDY_EVIDENCE = """\
strong      codebuddy 0f1e2d3c, record r205, 2026-10-26 14:02:31, applied, call W2
  relation  transition: the recorded before and after equal the commit's two blobs
  after     worktree 7d1e55b0, blob 9c4d01aa: written with CRLF
  before    not recorded
  lines     3-4
  removed   3
  limits    none
"""
CLAUDE_EVIDENCE = """\
strong      claude-code 7f3a9c2e, record r 88
            and record r89
  relation  lines: lines of the recorded change stand among those that the commit adds
  lines     4
  note      1 of 4 added lines stands here
  actor     external
  limits    shared, time-unknown
"""


def test_explain_tells_the_derivation_of_each_line() -> None:
    assert "\n".join(lines_text(values.EXPLANATION, color=False)) + "\n" == (
        f"""\
app.py:4    print(name)

commit      685d0c7c  2026-10-14 17:46  read the name^[[m
            app.py: blob 3b18e512 -> 9c4d01aa

{BUDDY_EVIDENCE}
{CLAUDE_EVIDENCE}
tried       codebuddy 0f1e2d3c, record r190: status proposed, not counted

app.py:5    caf\ufffd\t^[[31m

commit      not committed yet

no evidence no record
"""
    )


def test_explain_tells_the_derivation_of_a_commit() -> None:
    assert "\n".join(commit_text(values.COMMIT_EXPLANATION, color=False)) + "\n" == (
        f"""\
commit 685d0c7c  2026-10-14 17:46  read the name^[[m

app.py  modify

{BUDDY_EVIDENCE}
{CLAUDE_EVIDENCE}
"we\\nird"  move (from app.py)
no evidence content not recorded

tried       codebuddy 0f1e2d3c, record r190: status proposed, not counted

weak        claude-code 7f3a9c2e, record r90
  relation  named: a record names the commit
  limits    none
"""
    )


def test_commit_lists_sessions_then_paths_without_a_record() -> None:
    assert "\n".join(commits_text(values.COMMITS, color=False)) + "\n" == (
        """\
commit 685d0c7c  2026-10-14 17:46  read the name^[[m

strong      codebuddy 0f1e2d3c     1 of 2 paths
  app.py           transition                lines 3-4; removed 3
strong      claude-code 7f3a9c2e   1 of 2 paths
  app.py           lines                     line 4; 1 of 4 added lines stands here; \
actor external; shared, time-unknown
  -                named, weak
content not recorded  "we\\nird"

commit 3f0c91aa  2026-10-03 04:00  start

recorder absent
"""
    )


def test_sessions_are_listed_one_a_line() -> None:
    assert list(sessions_text(values.INFOS, color=False)) == [
        "claude-code 7f3a9c2e  no times recorded                     claude.asr.jsonl",
        "codebuddy 0f1e2d3c    2026-10-14 17:46 to 2026-10-14 17:47  buddy.asr.jsonl",
    ]


def test_session_tells_its_states_and_commits() -> None:
    assert "\n".join(session_text(values.SESSION, color=False)) + "\n" == (
        """\
session codebuddy 0f1e2d3c  2026-10-14 17:46 to 2026-10-14 17:47

id          com.tencent.codebuddy:n 1:0f1e2d3c-4b5a
records     12
stream      buddy.asr.jsonl
root        app -> this repository (declared path)
root        infra -> unbound

2026-10-26 14:02:31  modify  app.py  commit 685d0c7c; in main; lines 3-4 at HEAD
-                    add     x       status proposed; actor external

strong      commit 685d0c7c  transition
"""
    )


def test_doctor_tells_facts_and_remedies() -> None:
    assert "\n".join(doctor_text(DOCTOR, color=False)) + "\n" == (
        """\
repository   /r/.git, SHA-1, 4,812 commits; git 2.39.5
sessions     212 (codebuddy 31, claude-code 181); newest 5 minutes ago
roots        app -> this repository (declared path)
             infra -> unbound: git config attrib.root x
index        up to date; 4,812 commits
hooks        none installed: attrib hook install
missed       post-commit, 2 times, last at T: disk full
filters      nbstripout: not allowed here
unreadable   a.jsonl:7 byte 1,204,112: torn line, waiting for more
notices      a notice
"""
    )


def test_doctor_without_sessions_says_how_to_get_some() -> None:
    report = DoctorReport("/r", "sha256", 1, {"git": "2.39.5"}, {}, None, 0.0)
    assert list(doctor_text(report, color=False)) == [
        "repository   /r, SHA-256, 1 commit; git 2.39.5",
        "sessions     none known here: attrib import, or --sessions <path>",
    ]


def test_every_relation_has_its_sentence() -> None:
    assert list(RELATION_WORDS) == list(Relation)
