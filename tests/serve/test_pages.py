"""Every page can be read without a script, leads only to pages, and shows text as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote, urljoin

import pytest
from hypothesis import given

from attrib.answers.held import HeldFile
from attrib.model.commits import TreeEntry
from attrib.model.evidence import STATEMENT
from attrib.model.ids import RecordRef, RepoPath, SessionKey
from attrib.model.reports import BlameReport, CommitExplanation, Explanation
from attrib.opening import Options
from attrib.render.markup import join, shown
from attrib.render.text import SessionNames, path_text
from attrib.serve.desk import Desk
from attrib.serve.pages.commit import commit_page
from attrib.serve.pages.evidence import card
from attrib.serve.pages.file import LINES, file_page
from attrib.serve.pages.ranges import percent, range_page
from attrib.serve.pages.session import MOST_HELD, Family, Step, session_page
from tests.browser.world import (
    FIRST,
    HOSTILE,
    HOSTILE_LINES,
    HOSTILE_NAME,
    LONG,
    LONG_LINES,
    SECOND,
    World,
    make_world,
    session_url,
)
from tests.render import range_values, values
from tests.render.test_markup import ANY, Parsed
from tests.serve.clients import client_of

pytestmark = pytest.mark.git
#: A session without any other of its thread.
ALONE = Family((), (), SessionNames([values.SESSION.info]))
#: So many pages of each kind are followed.
EACH = 5


class Served:
    """The pages over the made-up repository, asked for with the token."""

    def __init__(self, world: World) -> None:
        self.world = world
        options = Options(start=world.repository, sessions=(str(world.sessions),))
        self.desk = Desk(options)
        self.client = client_of(self.desk)

    def get(self, url: str, status: int = 200) -> str:
        """The text of a page that answers with a status."""
        answer = self.client.get(url)
        assert answer.status_code == status, (url, answer.text[:300])
        return answer.text


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    """One server for the tests of this module: no page changes anything."""
    server = Served(make_world(tmp_path_factory.mktemp("world")))
    yield server
    server.desk.close()


def assert_plain(text: str) -> Parsed:
    """The page as it is parsed: nothing in it runs, is styled in place, or leads elsewhere."""
    found = Parsed(text)
    assert found.others in ([], ["doctype html"])
    for tag, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert tag not in ("iframe", "object", "embed", "base", "form", "style", "img", "math")
        for name in ("href", "src"):
            if name in attributes:
                assert re.match(r"[/#](?![/\\])", str(attributes[name]))
        if tag == "script":
            assert str(attributes["src"]).startswith("/assets/")
    return found


def test_every_link_of_every_page_leads_to_a_page(served):
    waiting, met = ["/"], {"/"}
    kinds: Counter[str] = Counter()
    while waiting:
        url = waiting.pop()
        found = assert_plain(served.get(url))
        assert found.text.rstrip().endswith(STATEMENT)
        for tag, attributes in found.tags:
            link = urljoin(url, str(attributes.get("href") or "")).partition("#")[0]
            kind = link.partition("?")[0].partition("/")[2].partition("/")[0]
            if tag == "a" and link not in met and kinds[kind] < EACH:
                kinds[kind] += 1
                met.add(link)
                waiting.append(link)
    assert set(kinds) >= {"file", "folder", "explain", "session", "commit", "range", "graph"}
    assert f"/file/{quote(HOSTILE_NAME)}" in met


def test_pages_are_sent_with_the_policy_that_lets_nothing_run_but_files_of_ours(served):
    answer = served.client.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_file_shows_every_line_as_it_is(served):
    text = served.get(f"/file/{quote(HOSTILE_NAME)}")
    found = assert_plain(text)
    for line in HOSTILE_LINES:
        assert shown(line.removesuffix("\r")) in found.text
    assert "taken" not in [attributes.get("title") for _, attributes in found.tags]


def test_run_names_its_session_once_and_each_line_has_its_letter(served):
    text = served.get("/file/app.py")
    rows = re.findall(r'<tr class="is-(\w+)"><td class="rail">(\w?)</td>', text)
    assert rows == [
        ("none", ""),
        ("none", ""),
        ("strong", "S"),
        ("strong", "S"),
        ("moderate", "M"),
        ("moderate", "M"),
        ("none", ""),
    ]
    names = re.findall(r'<bdi class="name">([^<]*)</bdi>', text)
    assert names == ["-", "codebuddy 0f1e2d3c", "claude-code 7f3a9c2e", "-"]


def test_long_file_is_shown_in_parts_that_hold_every_line(served):
    numbers: list[int] = []
    for first in range(1, LONG_LINES + 1, LINES):
        text = served.get(f"/file/{LONG}?from={first}")
        numbers += map(int, re.findall(r'id="L(\d+)"', text))
        assert f'<a href="/file/{LONG}?from={first}#L{first}" aria-current="page">' in text
    assert numbers == list(range(1, LONG_LINES + 1))


def test_line_of_a_long_file_is_on_the_part_that_its_link_leads_to(served):
    assert 'id="L4321"' in served.get(f"/file/{LONG}?from=4321")
    assert f'id="L{LONG_LINES}"' in served.get(f"/file/{LONG}?from=999999")


def test_card_is_the_derivation_without_a_page_around_it(served):
    part = served.get("/explain/app.py?line=3&part=card")
    whole = served.get("/explain/app.py?line=3")
    assert part in whole
    assert "<html" not in part
    words = Parsed(part).text
    assert "transition: the recorded before and after equal the commit's two blobs" in words
    assert "strong codebuddy 0f1e2d3c" in words


def test_line_without_evidence_says_why(served):
    assert "no evidence: " in Parsed(served.get("/explain/app.py?line=1&part=card")).text


def test_session_tells_its_steps_with_diffs(served):
    found = Parsed(served.get(session_url(FIRST)))
    assert "2026-10-20 12:00:00 modify app.py in " in found.text
    assert "-print('hello')\n+name = sys.argv[1]\n+print('hello', name)\n" in found.text
    assert "Diff, +2 -1" in found.text


def test_proposed_change_of_a_session_says_so(served):
    assert "modify app.py status proposed" in Parsed(served.get(session_url(SECOND))).text


def test_commit_lists_sessions_by_strength_and_what_has_no_record(served):
    found = Parsed(served.get("/commit?rev=main~41"))
    assert "log what is greeted" in found.text
    assert re.search(r"claude-code 7f3a9c2e\s+1 of 2 paths", found.text)
    assert "docs/usage.md add, no record" in found.text


def test_range_counts_lines_and_lists_commits_by_strength(served):
    found = Parsed(served.get("/range?of=main~43..main~40"))
    assert "3 commits, " in found.text
    assert found.text.index("Commits by strength") < found.text.index("moderate 1 commit")


def test_graph_holds_the_table_that_the_picture_is_drawn_from(served):
    text = served.get("/graph?of=main~43..main~41")
    assert text.count("<tr data-source=") == 6
    assert '<script src="/assets/graph.js" defer>' in text


def test_no_page_shows_what_was_said_in_a_session(served):
    assert "toolu" not in served.get(session_url(FIRST))


@pytest.mark.parametrize(
    "url",
    [
        "/file/none.py",
        "/file/",
        "/file/docs",
        "/file/app.py?rev=none",
        "/file/app.py?rev=--help",
        "/file/app.py?rev=a%0AHEAD",
        "/file/../../etc/passwd",
        "/file/%2e%2e/%2e%2e/etc/passwd",
        "/file/app.py%00",
        "/explain/app.py?line=0",
        "/explain/app.py?line=99",
        "/explain/app.py?line=99&part=card",
        "/folder/none",
        "/commit?rev=none",
        "/range?of=none..HEAD",
        "/graph?of=none",
        "/session",
        "/session?agent=x&namespace=y&id=z",
        f"/session?agent={quote(HOSTILE)}&namespace=&id=",
        f"/commit?rev={quote(HOSTILE)}",
    ],
)
def test_question_without_an_answer_gets_words(served, url):
    found = assert_plain(served.get(url, 404))
    assert found.text.strip()


@pytest.mark.parametrize(
    "url",
    [
        "/file/app.py?from=x",
        "/file/app.py?from=-1",
        "/file/app.py?from=99999999999999999999",
        "/file/app.py?rev=" + "x" * 5000,
    ],
)
def test_question_that_is_off_gets_words(served, url):
    found = assert_plain(served.get(url, 400))
    assert found.text.strip()


@pytest.mark.parametrize("name", ["none", "..%2fassets.py", "../assets.py", "vendored.json"])
def test_asset_that_is_none_is_not_found(served, name):
    assert served.client.get(f"/assets/{name}").status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_pages_are_only_read(served, method):
    assert served.client.request(method, "/").status_code == 405


def test_page_asks_for_credentials(served):
    for url in ("/", "/file/app.py", "/assets/base.css"):
        assert served.client.get(url, headers={"authorization": ""}).status_code == 401


# What hostile answers become. A name or a text may be anything.


def keyed(key: SessionKey) -> dict[SessionKey, SessionKey]:
    return {values.BUDDY: key}


@given(ANY, ANY, ANY)
def test_file_page_shows_any_name_and_any_line_as_text(name, line, session):
    path = RepoPath(name.encode("utf-8", "replace") or b"x")
    content = line.encode("utf-8", "replace").replace(b"\n", b" ")
    key = SessionKey(session, session, session)
    rows = tuple(
        replace(
            row,
            line=content,
            evidence=tuple(
                replace(item, session=key, records=(RecordRef(key, session),), notes=(name,))
                for item in row.evidence
            ),
        )
        for row in values.BLAME.lines
    )
    infos = tuple(replace(info, key=key, short=session[:8]) for info in values.INFOS[:1])
    report = BlameReport(path, name, values.BLAME.entries, rows, infos)
    held = HeldFile(
        path,
        values.SECOND,
        TreeEntry(0o100644, values.NEW_BLOB),
        9,
        is_binary=False,
        lines=tuple(row.line for row in rows),
        entries=report.entries,
    )
    code = [join(content.decode()) for _ in rows]
    found = assert_plain(file_page(held, name, report, code, 1))
    assert path_text(path) in found.text
    assert found.text.rstrip().endswith(STATEMENT)


@given(ANY, ANY)
def test_card_shows_any_record_as_text(text, reason):
    lines = tuple(
        replace(
            each,
            line=replace(
                each.line,
                evidence=tuple(
                    replace(item, notes=(text,), actor=text, sides=())
                    for item in each.line.evidence
                ),
            ),
            records=tuple(replace(r, ts=text, status=text, cause=text) for r in each.records),
            tried=tuple(replace(t, reason=reason) for t in each.tried),
        )
        for each in values.EXPLANATION.lines
    )
    answer = Explanation(values.APP, text, lines, values.INFOS)
    found = assert_plain(card(answer).text)
    assert shown(reason) in found.text


@given(ANY)
def test_commit_and_range_show_any_subject_as_text(text):
    subject = text.encode("utf-8", "replace")
    commit = replace(values.COMMIT, subject=subject, author=subject)
    report = replace(values.REPORT, commit=commit)
    assert_plain(commit_page(CommitExplanation(report, values.FACTS, values.INFOS)))
    rows = tuple(replace(row, commit=commit) for row in range_values.RANGE_REPORT.commits)
    assert_plain(range_page(replace(range_values.RANGE_REPORT, commits=rows, range=text or None)))


@given(ANY)
def test_session_page_shows_any_state_as_text(text):
    states = tuple(
        replace(state, ts=text, op=text, status=text, actor=text, refs=(text,))
        for state in values.SESSION.states
    )
    report = replace(values.SESSION, states=states, roots=((text, text),))
    steps = [Step(number, state, None) for number, state in enumerate(states, 1)]
    found = assert_plain(session_page(report, steps, {}, ALONE))
    assert f"status {shown(text)}" in found.text


def test_what_holds_a_very_long_session_is_left_to_the_command_line():
    states = values.SESSION.states[:1] * (MOST_HELD + 1)
    text = session_page(replace(values.SESSION, states=states), [], {}, ALONE)
    assert "More than 2,000 steps: what holds them is told by attrib session" in Parsed(text).text


@pytest.mark.parametrize(
    ("count", "total", "words"),
    [(0, 0, "0 %"), (0, 9, "0 %"), (1, 1000, "<1 %"), (999, 1000, ">99 %"), (9, 9, "100 %")],
)
def test_percents_are_never_rounded_to_none_or_all(count, total, words):
    assert percent(count, total) == words
