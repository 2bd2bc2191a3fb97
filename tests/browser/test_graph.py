"""The picture of the graph and its table, on the page and as one file."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]
RANGE = "main~43..main~40"


def said(page) -> list[str]:
    """The rows of the table."""
    return [text.replace("\t", " ") for text in page.locator(".graph tbody tr").all_inner_texts()]


def test_picture_draws_every_edge_of_the_table(visit):
    page = visit().go(f"/graph?of={RANGE}")
    figure = page.locator(".picture")
    expect(figure).to_be_visible()
    rows = said(page)
    assert len(rows) > 5
    expect(figure).to_have_attribute("data-drawn", str(len(rows)))
    assert any("transition" in row and "strong" in row for row in rows)
    expect(
        page.get_by_role("img", name="four columns: session, record, blob, commit")
    ).to_be_visible()


def test_nothing_moves_by_itself(visit):
    page = visit().go(f"/graph?of={RANGE}")
    canvas = page.locator(".canvas")
    expect(page.locator(".picture")).to_have_attribute("data-drawn", str(len(said(page))))
    frames = """n => new Promise(done => {
        const frame = () => n-- ? requestAnimationFrame(frame) : done();
        frame();
    })"""
    page.evaluate(frames, 10)
    before = canvas.screenshot()
    page.evaluate(frames, 30)
    assert canvas.screenshot() == before
    assert page.evaluate("document.getAnimations().length") == 0


def test_buttons_and_keys_move_the_picture(visit):
    page = visit().go(f"/graph?of={RANGE}")
    canvas = page.locator(".canvas")
    expect(page.locator(".picture")).to_be_visible()
    seen = [canvas.screenshot()]
    page.get_by_role("button", name="Larger").press("Enter")
    seen.append(canvas.screenshot())
    canvas.focus()
    page.keyboard.press("ArrowRight")
    seen.append(canvas.screenshot())
    page.keyboard.press("0")
    page.keyboard.press("-")
    seen.append(canvas.screenshot())
    assert len(set(seen)) == 4


def test_row_that_is_pointed_at_is_marked(visit):
    page = visit().go(f"/graph?of={RANGE}")
    row = page.locator(".graph tbody tr").nth(2)
    row.hover()
    expect(row).to_have_class("near")
    expect(page.locator(".graph tr.near")).to_have_count(1)


def test_edge_that_is_pointed_at_in_the_picture_marks_its_rows(visit):
    page = visit().go(f"/graph?of={RANGE}")
    box = page.locator(".canvas").bounding_box()
    assert box is not None
    # The first session stands at the upper left, under the head of its column.
    page.mouse.click(box["x"] + 140, box["y"] + 80)
    expect(page.locator(".graph tr.near").first).to_contain_text("recorded")


def test_without_a_script_the_table_says_it_all(visit):
    one = visit(java_script_enabled=False)
    page = one.go(f"/graph?of={RANGE}")
    expect(page.locator(".picture")).to_be_hidden()
    expect(page.get_by_text("the table says the same")).to_be_visible()
    assert len(said(page)) > 5


def test_one_file_is_the_same_view_and_asks_for_nothing(browser, server, visit, tmp_path):
    world = server.world
    command = [sys.executable, "-m", "attrib", "-C", str(world.repository), "graph", RANGE]
    options = ["--sessions", str(world.sessions), "--format", "html"]
    file = tmp_path / "graph.html"
    file.write_bytes(subprocess.run([*command, *options], capture_output=True, check=True).stdout)
    alone = Visit(browser, "file://")
    asked: list[str] = []
    alone.page.on("request", lambda request: asked.append(request.url))
    alone.page.goto(file.as_uri())
    rows = said(alone.page)
    expect(alone.page.locator(".picture")).to_have_attribute("data-drawn", str(len(rows)))
    alone.check()
    assert asked == [file.as_uri()]
    alone.context.close()
    assert rows == said(visit().go(f"/graph?of={RANGE}"))
