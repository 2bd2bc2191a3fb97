"""Which addresses are asked."""

from __future__ import annotations

import pytest

from attrib.errors import HostError, UsageError
from attrib.hosts.addresses import (
    checked_api,
    is_open,
    led_to,
    next_page,
    owner_and_name,
    same_origin,
)

API = "https://forge.example/sub/api/v4"


def test_slash_at_the_end_is_left_out():
    assert checked_api(f"{API}/") == API


@pytest.mark.parametrize(
    "url",
    [
        "",
        "forge.example",
        "ftp://forge.example",
        "file:///etc/passwd",
        "https://",
        "https://user:hunter2@forge.example",
        "https://forge.example?private_token=hunter2",
        "https://forge.example#hunter2",
        "https://forge.example:notaport",
        "https://forge.example/\nx",
    ],
)
def test_what_is_no_api_is_refused_and_not_repeated(url):
    with pytest.raises(UsageError) as error:
        checked_api(url)
    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize("url", [API, "https://FORGE.example:443/x?y=1"])
def test_same_origin_is_followed(url):
    assert same_origin(url, API) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://forge.example/x",
        "https://forge.example:444/x",
        "https://forge.example.evil/x",
        "https://evil/forge.example",
        "https://forge.example@evil/x",
        "https://u:p@forge.example/x",
        "javascript:alert(1)",
        "",
    ],
)
def test_other_origin_is_not_followed(url):
    with pytest.raises(HostError):
        same_origin(url, API)


def test_relative_address_is_followed_from_where_it_stands():
    assert led_to(f"{API}/a/b", "c", API) == f"{API}/a/c"
    assert led_to(f"{API}/a", "/c", API) == "https://forge.example/c"


@pytest.mark.parametrize("there", ["http://[", "https://[::1", "a\x7fb", "x" * 9_000, "//a:b"])
def test_address_that_is_none_is_not_followed(there):
    with pytest.raises(HostError, match="leads to another place"):
        led_to(API, there, API)


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ('<https://a/?page=2>; rel="next", <https://a/?page=9>; rel="last"', "https://a/?page=2"),
        ('<https://a/?page=1>; rel="prev", <https://a/?page=3>; rel=next', "https://a/?page=3"),
        ('<https://a/?q=1,2;rel=x>; title="a"; rel="next last"', "https://a/?q=1,2;rel=x"),
        ('<https://a/?page=1>; rel="first"', None),
        ("", None),
        ("garbage", None),
    ],
)
def test_next_page_of_a_link_header(link, expected):
    assert next_page(link) == expected


@pytest.mark.parametrize("name", ["a", "a/b/c", "../b", "a/..", "a/b?c", "a/b c", "/b", "a/"])
def test_repository_is_owner_and_name(name):
    with pytest.raises(UsageError):
        owner_and_name(name)


def test_clear_text_is_noticed_beyond_this_machine():
    assert [is_open(url) for url in ("http://forge.lan", "http://127.0.0.1:3000", API)] == [
        True,
        False,
        False,
    ]
