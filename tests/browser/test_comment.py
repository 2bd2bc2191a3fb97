"""A comment fits the width of a phone, whatever its paths, by day and by night."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from attrib.model.ids import LineRange, RepoPath
from attrib.model.pull_requests import Passage, Why
from attrib.render.comment import comment
from tests.render.pull_values import PULL
from tests.support.markdown import page_of

pytestmark = [pytest.mark.slow, pytest.mark.once]

PATHS = (
    b"packages/frontend/src/components/navigation/SidebarNavigationItem.test.tsx",
    b"java/com/example/enterprise/service/impl/AbstractSingletonProxyFactoryBean.java",
    b"a" * 300,
    "verzeichnis/äöü/🌈🌈🌈🌈🌈🌈🌈🌈🌈🌈🌈🌈.txt".encode(),
    b"name with a lot of `` ticks | and bars.py",
)
_WIDTHS = """() => [document.documentElement,
  ...document.querySelectorAll('table')].map(each => each.scrollWidth - each.clientWidth)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_in_it_is_wider_than_a_phone(browser: Browser, scheme: str) -> None:
    lines = (LineRange(1, 80),)
    passages = [Passage(RepoPath(path), lines, Why.UNRECORDED_STEP, ()) for path in PATHS]
    answer = replace(PULL, passages=(*PULL.passages, *passages))
    page = browser.new_page(
        viewport={"width": 390, "height": 844},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page.set_content(page_of(comment(answer).body))
    assert not any(page.evaluate(_WIDTHS))
    assert page.locator("img, a, script").count() == 0
    page.close()
