"""A file with blame in a real browser: pointing, keys, pinning, colours, ten thousand lines."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from attrib.model.evidence import STATEMENT
from tests.browser.world import LONG, LONG_LINES

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]
RUNS = "tbody.run"


def test_file_is_shown_with_its_statement_last(visit):
    page = visit().go("/file/app.py")
    expect(page.locator(RUNS)).to_have_count(4)
    assert page.locator(".code").all_inner_texts()[2] == "name = sys.argv[1]"
    assert page.locator("body").inner_text().rstrip().endswith(STATEMENT)


def test_pointing_at_a_run_shows_its_derivation(visit):
    page = visit().go("/file/app.py")
    card = page.locator("#card")
    page.locator(RUNS).nth(1).locator(".code").first.hover()
    expect(card).to_contain_text("relation")
    expect(card).to_contain_text("transition: the recorded before and after equal")
    page.locator(RUNS).nth(0).locator(".code").first.hover()
    expect(card).to_contain_text("no evidence")


def test_run_is_reached_pinned_and_left_with_the_keyboard_alone(visit):
    page = visit().go("/file/app.py")
    card, marks = page.locator("#card"), page.locator(".mark")
    page.locator("#by-strength").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(marks.nth(1)).to_be_focused()
    expect(card).to_contain_text("transition")
    page.keyboard.press("Enter")
    expect(card).to_be_focused()
    expect(marks.nth(1)).to_have_attribute("aria-expanded", "true")
    page.locator(RUNS).nth(0).locator(".code").first.hover()
    expect(page.locator(RUNS).nth(0)).not_to_have_class("shown")
    expect(card).to_contain_text("transition")
    page.keyboard.press("Tab")
    expect(card.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(marks.nth(1)).to_be_focused()
    expect(card).to_contain_text("Point at a run of lines")
    expect(marks.nth(1)).not_to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(card).to_contain_text("lines")


def test_second_enter_lets_the_card_go(visit):
    page = visit().go("/file/app.py")
    mark, card = page.locator(".mark").nth(1), page.locator("#card")
    mark.click()
    expect(card).to_have_class("card kept")
    mark.focus()
    page.keyboard.press("Enter")
    expect(card).not_to_have_class("card kept")


def test_close_button_leaves_the_card(visit):
    page = visit().go("/file/app.py")
    page.locator(".mark").nth(2).click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#card")).to_contain_text("Point at a run of lines")


def test_derivation_opens_in_a_tab_of_its_own_when_asked_to(visit):
    one = visit()
    page = one.go("/file/app.py")
    with one.context.expect_page() as opened:
        page.locator(".mark").nth(1).click(modifiers=["Control"])
    expect(opened.value.locator("h1")).to_have_text("app.py:3")


def test_colours_tell_strength_session_or_commit(visit):
    page = visit().go("/file/app.py")
    rails = page.locator(".rail")

    def colours() -> list[str]:
        return list(rails.evaluate_all("all => all.map(e => getComputedStyle(e).borderLeftColor)"))

    by_strength = colours()
    assert by_strength[2] != by_strength[4] != by_strength[0]
    page.get_by_label("Session").check()
    by_session = colours()
    assert by_session[2] != by_session[4]
    assert by_session[0] == by_session[6] == by_strength[0]
    page.get_by_label("Session").press("ArrowRight")
    expect(page.get_by_label("Commit")).to_be_checked()
    by_commit = colours()
    assert by_commit[0] != by_commit[2] != by_commit[4]
    assert by_commit[4] == by_commit[6]
    assert rails.all_inner_texts() == ["", "", "S", "S", "M", "M", ""]


def test_ten_thousand_lines_come_in_parts(visit):
    page = visit().go(f"/file/{LONG}")
    expect(page.locator("tr .line")).to_have_count(1000)
    page.get_by_role("navigation", name="Lines").get_by_role("link", name="9,001-10,000").click()
    expect(page.locator(f"#L{LONG_LINES}")).to_be_attached()
    expect(page.locator(f"#L{LONG_LINES} + .code")).to_contain_text("value_39_249")
    page.locator(RUNS).first.locator(".code").nth(3).hover()
    expect(page.locator("#card")).to_contain_text(f"{LONG}:9001")


def test_link_to_a_line_shows_that_line(visit):
    page = visit().go(f"/file/{LONG}?from=4321#L4321")
    expect(page.locator("#L4321")).to_be_in_viewport()


def test_without_a_script_links_lead_to_the_same_words(visit):
    page = visit(java_script_enabled=False).go("/file/app.py")
    page.locator(".mark").nth(1).click()
    expect(page.locator("h1")).to_have_text("app.py:3")
    expect(page.locator("main")).to_contain_text("transition: the recorded before and after equal")
    page.get_by_role("link", name="codebuddy").first.click()
    expect(page.locator("h1")).to_have_text("session codebuddy 0f1e2d3c")
    page.locator("summary").first.click()
    expect(page.locator(".diff").first).to_contain_text("+name = sys.argv[1]")


def test_server_that_left_is_told_in_the_card(visit, server):
    one = visit()
    page = one.go("/file/app.py")
    one.context.route("**/explain/**", lambda route: route.abort())
    page.locator(".mark").nth(1).focus()
    expect(page.locator("#card")).to_contain_text("The server gave no answer")
    one.wrong.clear()  # the browser tells of the request that this test cut off
