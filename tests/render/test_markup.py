"""Text of a repository or a record never becomes markup, and nothing on a page leads away."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.render.markup import Html, element, join, shown, trusted

HOSTILE = (
    "<script>alert(1)</script>",
    "</td></table><img src=x onerror=alert(1)>",
    "\"' onmouseover=alert(1) x=",
    "<!--",
    "]]>",
    "&lt;b&gt;&amp;#60;",
    "javascript:alert(1)",
    "\u202ereversed\u2066",
    "\x00\x1b[31m\x7f\x85",
    "\ud800",
    "\u2028\u2029",
    "`${x}`{{x}}",
)
ANY = st.one_of(
    st.text(), st.lists(st.sampled_from(HOSTILE)).map("".join), st.text(st.characters())
)


class Parsed(HTMLParser):
    """What a browser would meet: tags with their attributes, comments, and the text."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.others: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def handle_decl(self, decl: str) -> None:
        self.others.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)

    def handle_pi(self, data: str) -> None:
        self.others.append(data)


@given(ANY, ANY)
def test_text_stays_text_and_a_value_stays_a_value(text, value):
    made = element("p", element("span", text, title=value), "|", text)
    found = Parsed(made.text)
    assert [tag for tag, _ in found.tags] == ["p", "span"]
    assert found.others == []
    assert found.text == f"{shown(text)}|{shown(text)}"
    assert found.tags[1][1] == {"title": shown(value).replace("\n", " ")}


@given(ANY)
def test_what_is_shown_holds_no_control_and_no_mark_that_reorders(text):
    ordinary = shown(text)
    assert not set(ordinary) & {*map(chr, range(9)), "\x7f", "\x1b", "\r", "\u202e", "\u2066"}
    ordinary.encode()
    assert shown(ordinary) == ordinary


@given(ANY)
def test_link_stays_here_or_is_refused(text):
    try:
        made = element("a", "x", href=text)
    except ValueError:
        return
    ((_, attributes),) = Parsed(made.text).tags
    link = str(attributes["href"])
    assert link[:1] in ("/", "#", "?")
    assert link[:2] not in ("//", "/\\")


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,x",
        "//host/x",
        "/\\host",
        "http://host",
        "",
        "file",
        "\t//host",
    ],
)
def test_link_that_leads_elsewhere_is_refused(link):
    with pytest.raises(ValueError, match="leads elsewhere"):
        element("a", "x", href=link)


@pytest.mark.parametrize("name", ["onclick", "onload", "style", "srcdoc", "formaction", "ping"])
def test_attribute_that_runs_or_sends_is_refused(name):
    with pytest.raises(ValueError, match="no attribute"):
        element("p", "x", **{name: "x"})


@pytest.mark.parametrize("name", ["iframe", "object", "base", "form", "p onload=x", "", "P"])
def test_element_that_is_none_of_ours_is_refused(name):
    with pytest.raises(ValueError, match="no element"):
        element(name)


@pytest.mark.parametrize("name", ["script", "style"])
def test_script_and_style_hold_no_text(name):
    with pytest.raises(ValueError, match="no text"):
        element(name, "x")
    assert element(name, trusted("a<b")).text == f"<{name}>a<b</{name}>"


def test_children_are_texts_numbers_markup_lists_and_nothing():
    made = join("<", 3, None, Html("<br>"), (element("li", n) for n in ("a", "b")), ["&"])
    assert made == Html("&lt;3<br><li>a</li><li>b</li>&amp;")


def test_attributes_are_spelled_with_hyphens_and_left_out_where_there_is_none():
    made = element(
        "input", type="radio", data_row=3, class_="x", checked=True, hidden=False, id=None
    )
    assert made.text == '<input type="radio" data-row="3" class="x" checked>'
