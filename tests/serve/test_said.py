"""Pages and methods say what they leave out: threads, notes, what is not committed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from attrib.model.ids import SessionKey
from attrib.opening import Options
from attrib.serve.desk import Desk
from tests.browser.world import session_url
from tests.render.test_markup import Parsed
from tests.serve.clients import client_of
from tests.serve.logs import AGENT, NAMESPACE, Asking, Log
from tests.share.team import answer, attrib, author_in, teammate_in
from tests.support.repos import git

pytestmark = pytest.mark.git
FROM_NOTE = "from a note; its records are not here"


def key_of(session: str) -> SessionKey:
    return SessionKey(AGENT, NAMESPACE, session)


class Pages:
    """The pages about a repository, asked for with the token."""

    def __init__(self, repository) -> None:
        self.desk = Desk(Options(start=repository))
        self.client = client_of(self.desk)

    def get(self, url: str, status: int = 200) -> Parsed:
        """A page that answers with a status."""
        found = self.client.get(url)
        assert found.status_code == status, found.text[:300]
        return Parsed(found.text)

    def session(self, session: str) -> Parsed:
        """The page of a session."""
        return self.get(session_url(key_of(session)))

    def links(self, page: Parsed) -> list[str]:
        """The sessions that a page leads to."""
        hrefs = [values.get("href") or "" for _, values in page.tags]
        return [href.partition("&id=")[2] for href in hrefs if href.startswith("/session?")]


@pytest.fixture
def pages(repository) -> Iterator[Pages]:
    found = Pages(repository)
    yield found
    found.desk.close()


def test_session_leads_to_its_forks_and_subagents_and_its_parent(repository, pages):
    Log(repository, "top").step()
    Log(repository, "fork", parentSessionId="top").step()
    Log(repository, "subagent", parentSessionId="fork").step()
    Log(repository, "orphan", parentSessionId="elsewhere").step()
    top = pages.session("top")
    assert pages.links(top) == ["fork", "subagent"]
    assert "are one thread" in top.text
    assert pages.links(pages.session("fork")) == ["top", "subagent"]
    orphan = pages.session("orphan")
    assert pages.links(orphan) == []
    assert "elsewhere, not recorded here" in orphan.text


def test_sessions_that_name_each_other_end(repository, pages):
    Log(repository, "a", parentSessionId="b").step()
    Log(repository, "b", parentSessionId="a").step()
    assert pages.links(pages.session("a")) == ["b", "b"]


@pytest.mark.parametrize("name", ["a:b", "ab", "a"])
def test_page_of_a_session_is_of_its_very_key(repository, pages, name):
    for each in ("a:b", "abc", "ab", "a"):
        Log(repository, each, name=each.replace(":", "-")).step()
    assert f"id{AGENT}:{NAMESPACE}:{name}time" in pages.session(name).text
    pages.get(session_url(key_of("b")), 404)


def test_page_of_a_file_says_that_what_is_not_committed_is_not_there(repository, pages):
    (repository / "a.py").write_bytes(b"never committed\n")
    page = pages.get("/file/a.py")
    assert "never committed" not in page.text
    assert "What is not committed is not shown here" in page.text
    assert "What is not committed" not in pages.get("/file/a.py?rev=HEAD").text


def test_evidence_of_notes_is_seen_once_it_is_there_and_marked(tmp_path):
    author = author_in(tmp_path)
    assert attrib(author, "share", "push").code == 0
    teammate = teammate_in(tmp_path)
    asking, pages = Asking(teammate), Pages(teammate)
    assert not any(line["evidence"] for line in asking.result("blame", path="app.py")["lines"])
    assert FROM_NOTE not in pages.get("/file/app.py").text
    assert attrib(teammate, "share", "fetch").code == 0
    lines = asking.result("blame", path="app.py")["lines"]
    number = next(line["number"] for line in lines if line["evidence"])
    for method, params, arguments in (
        ("commit", {"revisions": ["HEAD"]}, ["commit", "HEAD"]),
        ("explain", {"path": "app.py", "ranges": [f"{number}"]}, ["explain", f"app.py:{number}"]),
        ("graph", {}, ["graph"]),
    ):
        found = asking.result(method, **params)
        assert found == answer(teammate, *arguments), method
        assert '"shared": True' in repr(found).replace("'", '"'), method
    assert any(i.get("shared") for i in asking.result("blame", path="app.py")["sessions"])
    page = pages.get("/file/app.py")
    assert f"* {FROM_NOTE}" in page.text
    assert any(word.endswith("*") for word in page.text.split())
    assert FROM_NOTE in pages.get(f"/explain/app.py?line={number}").text
    for url in ("/commit", "/graph"):
        assert "from a note" in pages.get(url).text, url
    assert pages.links(pages.get("/range?of=HEAD")) == []
    asking.close()
    pages.desk.close()


@pytest.mark.parametrize(("page", "command"), [("range", "report"), ("graph", "graph")])
def test_range_that_is_too_large_is_for_the_command_line(repository, pages, page, command):
    one = "commit refs/heads/many\ncommitter a <a@example.org> 1792000000 +0000\ndata 0\n\n"
    git(repository, "fast-import", "--quiet", input=(one * 2001).encode())
    found = pages.get(f"/{page}?of=many", 400)
    assert "2,001 commits are too many for a page" in found.text
    assert f"attrib {command} many" in found.text
