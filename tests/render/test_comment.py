"""The comment says what the answer holds, at the size of its host, and nothing in it is active."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from attrib.errors import UsageError
from attrib.model.audit import AuditFinding, Declaration, Standpoint
from attrib.model.evidence import (
    STATEMENT,
    Covers,
    Link,
    PathFinding,
    Qualifier,
    Relation,
    Unseen,
)
from attrib.model.ids import LineRange, RecordRef, RepoPath, SessionKey
from attrib.model.markers import Marker, marker_of
from attrib.model.pull_requests import Gap, Passage, PullCommit, Why
from attrib.model.reports import CommitReport, SessionInfo
from attrib.render.comment import GITEA, GITHUB, GITLAB, PROVIDERS, SizeLimits, comment
from attrib.render.comment_words import GAPS, QUALIFIERS, RELATIONS, UNSEEN, WHYS
from tests.render import values
from tests.render.pull_values import HEAD, NOTHING, PASSAGES, PULL
from tests.render.test_markdown import HOSTILE
from tests.support.markdown import alarms, rows_of

MARKER = f"<!-- attrib:pr-evidence:v1 key=default head={HEAD} -->"
WHOLE = f"""\
{MARKER}
### Session evidence: 358 of 438 added lines

301 strong, 57 moderate, 9 weak, 71 without a record. 2 commits, 2 sessions.

No recorded content supports 2 declarations (86 lines of the diff).

**Not seen:** The contents of 2 files are not in this clone; their lines are not counted. \
`git fetch --refetch --no-filter` brings it.

#### Worth a look

| where | why |
| --- | --- |
| `lib/legacy.py` 1-80 | declared in `Asr-Session`; its first record is later than the commit |
| `app.py` 40-52 | the record is later than the commit: `codebuddy 0f1e2d3c` |
| `lib/legacy.py` 90-95 | declared in `refs/notes/` `agentblame`; its records are not here |
| `docs/usage.md` 19-21 | beside recorded lines, by an unrecorded step |
| `docs/usage.md` 2, 4, 6, 8, 10, 12 and 3 more | content not recorded |
| `"caf\\351\\|.py"` 7 | weak: change recorded, content not, `claude-code 7f3a9c2e`, actor `human` |

<details><summary>By commit and path</summary>

**`685d0c7c`** `read the name<U+001B>[m`

weak: a record names the commit, `claude-code 7f3a9c2e`

| path | evidence |
| --- | --- |
| `app.py` | strong: before and after equal, 3 of 4 lines, `codebuddy 0f1e2d3c` +1 |
| `"we\\nird"` | content not recorded |

**`3f0c91aa`** `start`

It adds nothing of its own.

</details>

<details><summary>What has no record, and why</summary>

- 58 lines, `no-record`: sessions cover the time and the place; none recorded this. \
Helps: `attrib explain` lists what was tried.
- 13 lines, `content-not-recorded`: a session recorded the change, but nothing to compare. \
Helps: hooks that hash files at the edit.

</details>

<details><summary>How to check this yourself</summary>

```sh
git fetch origin {HEAD}
attrib pr render --base bbbbbbbbbbbb --head {HEAD[:12]}
attrib report bbbbbbbbbbbb..{HEAD[:12]}
attrib audit bbbbbbbbbbbb..{HEAD[:12]}
attrib explain {HEAD[:12]}
```

`attrib explain <file>:<line>` tells the whole derivation for one line,
`attrib report --json` all of it for programs.

</details>

{STATEMENT}
"""


def test_comment_reads_like_this():
    made = comment(PULL)
    assert made.body == WHOLE
    assert made.summary == WHOLE.partition("\n")[2]
    assert (made.is_cut, made.headline) == (False, "Session evidence: 358 of 438 added lines")
    assert alarms(made.body) == []


def test_clone_that_holds_too_little_says_so_and_what_helps():
    made = comment(NOTHING)
    assert made.headline == "Session evidence: the clone holds too little to tell"
    assert "\n**Not seen:** The history here ends before base and head meet" in made.body
    assert "`git fetch --unshallow`, or `fetch-depth: 0` for `actions/checkout`," in made.body
    assert "without a record" not in made.body
    assert made.body.endswith(f"\n{STATEMENT}\n")
    assert alarms(made.body) == []


def test_no_added_lines_is_no_share():
    empty = replace(PULL, totals=NOTHING.totals, passages=())
    assert comment(empty).headline == "Session evidence: no added lines"


def test_marker_tells_key_and_head():
    body = comment(PULL, key="docs.2").body
    assert marker_of(body) == Marker("docs.2", HEAD)
    assert marker_of(body.replace("\n", "\r\n")) == Marker("docs.2", HEAD)
    assert marker_of("hello\n" + body) is None
    assert marker_of(body.replace("head=685", "head=XYZ")) is None


@pytest.mark.parametrize("key", ["", "a b", "a-->", "a--b", "-a", "a-", "é", "a\n", "x" * 65])
def test_key_that_would_not_stay_in_its_marker_is_refused(key):
    with pytest.raises(UsageError, match="is no key"):
        comment(PULL, key=key)
    assert marker_of(f"<!-- attrib:pr-evidence:v1 key={key} head={HEAD} -->") is None


def test_limits_of_the_hosts():
    assert {"github": GITHUB, "gitlab": GITLAB, "gitea": GITEA} == PROVIDERS
    assert SizeLimits(65_536, 262_144) == GITHUB
    assert GITLAB.code_points == 1_000_000


def test_every_word_of_the_closed_lists_has_its_own_words():
    assert set(RELATIONS) == set(Relation)
    assert set(QUALIFIERS) == set(Qualifier)
    assert set(UNSEEN) == set(Unseen)
    assert set(WHYS) == set(Why)
    assert set(GAPS) == set(Gap)


def many(number: int, path: bytes = "f-%d-🌈.txt".encode()) -> tuple[PullCommit, ...]:
    """One commit of so many files, all with evidence."""
    paths = tuple(
        PathFinding(RepoPath(path % index), None, "add", (values.STRONG,), None)
        for index in range(number)
    )
    report = CommitReport(values.COMMIT, values.LINKS, paths, None)
    return (PullCommit(report, PULL.totals, {}),)


@pytest.mark.parametrize("limits", [GITHUB, SizeLimits(262_144, 65_536), SizeLimits(4_000, 9_000)])
def test_body_is_cut_at_the_end_of_a_row_within_both_limits(limits):
    answer = replace(PULL, commits=many(4_000))
    made = comment(answer, limits=limits)
    assert limits.hold(made.body)
    assert made.is_cut
    assert made.body.startswith(f"{MARKER}\n")
    assert made.body.endswith(f"</details>\n\n{STATEMENT}\n")
    shown = [row[0] for row in rows_of(made.body) if row[0].startswith("f-")]
    left = re.search(r"\n\n… and ([\d,]+) more files\n\n</details>", made.body)
    assert left is not None
    assert len(shown) + int(left[1].replace(",", "")) == 4_000
    assert shown == [f"f-{index}-🌈.txt" for index in range(len(shown))]
    assert comment(answer, limits=limits) == made
    assert len(rows_of(made.summary)) == 4_000 + len(PASSAGES)


def test_passages_have_their_rows_before_commits_have():
    answer = replace(PULL, commits=many(4_000), passages=PASSAGES * 10)
    made = comment(answer, limits=SizeLimits(4_000, 16_000))
    rows = [row[0] for row in rows_of(made.body)]
    assert sum(not row.startswith("f-") for row in rows) == 20
    assert "\n… and 40 more places\n" in made.body


def test_long_summary_is_cut_too():
    answer = replace(PULL, commits=many(40, b"d/" * 40 + b"f-%d"))
    made = comment(answer, summary_limits=SizeLimits(5_000, 5_000))
    assert len(made.summary.encode()) <= 5_000
    assert not made.is_cut


def test_no_statement_or_marker_is_ever_cut():
    made = comment(replace(PULL, commits=many(10)), limits=SizeLimits(1, 1))
    assert made.body.startswith(f"{MARKER}\n")
    assert made.body.endswith(f"{STATEMENT}\n")


PATH = HOSTILE.map(lambda text: RepoPath(text.encode("utf-8", "surrogatepass").replace(b"\0", b"")))


@settings(max_examples=150)
@given(PATH, HOSTILE, HOSTILE, HOSTILE, HOSTILE)
def test_whatever_names_hold_nothing_in_the_comment_is_active(path, subject, name, value, agent):
    key = SessionKey(agent, name, name)
    item = replace(
        values.STRONG, session=key, records=(RecordRef(key, value),), path=path, actor=agent
    )
    whole = replace(item, path=None, covers=Covers.COMMIT, notes=(value,))
    commit = replace(values.COMMIT, subject=subject.encode("utf-8", "replace"))
    findings = (PathFinding(path, path, "modify", (item,), None),)
    report = CommitReport(commit, (Link(key, HEAD, (item, whole)),), findings, None)
    declaration = Declaration(value, name, names_session=True, tool=agent, session=value)
    noted = replace(declaration, source=value)
    against = [
        AuditFinding(commit, Standpoint.UNSUPPORTED, each, key, None, "its records are not here")
        for each in (declaration, noted)
    ]
    lines = (LineRange(1, 2),)
    passages = (
        Passage(path, lines, Why.LATE, (HEAD,), None, item),
        *(Passage(path, lines, Why.UNSUPPORTED, (HEAD,), None, None, each) for each in against),
    )
    answer = replace(
        PULL,
        base=value,
        head=name,
        commits=(PullCommit(report, PULL.totals, {path: PULL.totals}),),
        passages=passages,
        declared=tuple(against),
        sessions=(SessionInfo(key, name[:8], (), None, None),),
        hidden=(),
    )
    made = comment(answer)
    assert alarms(made.body) == []
    assert alarms(made.summary) == []
    assert [len(row) for row in rows_of(made.body)] == [2, 2, 2, 2]
