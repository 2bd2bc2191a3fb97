"""Every page: for a screen reader, in light and dark, on a phone, and with hostile contents."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.world import (
    FIRST,
    HOSTILE_KEY,
    HOSTILE_LINES,
    HOSTILE_NAME,
    LONG,
    TOPIC,
    session_url,
)

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]
_FILE = quote(HOSTILE_NAME)
PAGES = {
    "start": "/",
    "folder": "/folder/docs",
    "file": "/file/app.py",
    "long": f"/file/{LONG}",
    "explain": "/explain/app.py?line=3",
    "commit": "/commit?rev=main~41",
    "range": "/range?of=main~43..main~40",
    "graph": "/graph?of=main~43..main~40",
    "session": session_url(FIRST),
    "hostile file": f"/file/{_FILE}",
    "hostile page": f"/file/{_FILE[: -len('.py')]}.html",
    "hostile explain": f"/explain/{_FILE}?line=1",
    "hostile commit": "/commit?rev=main",
    "hostile range": f"/range?of=HEAD..{quote(TOPIC, safe='')}",
    "hostile graph": "/graph?of=main~1..main",
    "hostile session": session_url(HOSTILE_KEY),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_page_has_nothing_that_a_screen_reader_stumbles_over(visit, axe, name, scheme):
    page = visit(color_scheme=scheme, reduced_motion="reduce").go(PAGES[name])
    for summary in page.locator("summary").all()[:2]:
        summary.click()
    if page.locator(".mark").count():
        page.locator(".mark").first.focus()
        expect(page.locator("#card dl").first).to_be_visible()
    if name.endswith("graph"):
        expect(page.locator(".picture")).to_be_visible()
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [
        (each["id"], each["help"], [node["target"] for node in each["nodes"]][:3])
        for each in found["violations"]
    ] == []
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(255, 255, 255)") == (scheme == "light")


@pytest.mark.parametrize("name", PAGES)
def test_page_fits_a_phone(visit, name):
    page = visit(viewport={"width": 360, "height": 640}).go(PAGES[name])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("hostile")])
def test_hostile_text_is_only_text(visit, name):
    one = visit()
    page = one.go(PAGES[name])
    for summary in page.locator("summary").all():
        summary.click()
    if page.locator(".mark").count():
        page.locator(".mark").first.click()
        expect(page.locator("#card")).to_have_class("card kept")
    assert page.evaluate("document.title").endswith(" · attrib")
    own = page.evaluate("[...document.scripts].map(each => new URL(each.src).pathname)")
    assert all(path.startswith("/assets/") for path in own)
    assert page.locator("img, iframe, object, embed, [onerror], [onload], main style").count() == 0
    for link in page.locator("a").all():
        assert str(link.get_attribute("href"))[:1] in ("/", "#")


def test_hostile_lines_are_shown_letter_by_letter(visit):
    page = visit().go(PAGES["hostile file"])
    lines = page.locator("td.code").all_inner_texts()
    assert lines[0] == HOSTILE_LINES[0]
    assert lines[1] == HOSTILE_LINES[1]
    assert lines[3].startswith(
        "user <U+202E><U+2066>// admin<U+2069> <U+2066> ^[[31mred^[[0m ^G^H^M"
    )


def test_skip_link_leads_past_the_head(visit):
    page = visit().go("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main a").first).to_be_focused()
