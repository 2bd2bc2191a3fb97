"""When an answer asks to come back, and in how long."""

from __future__ import annotations

import pytest

from attrib.hosts.limits import Again, again_of

NOW = 1_000_000.0
SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes."


@pytest.mark.parametrize(
    ("status", "headers", "text", "expected"),
    [
        (429, {"retry-after": "7"}, "", Again(7, is_limit=True)),
        (429, {}, "", Again(None, is_limit=True)),
        (429, {}, SECONDARY, Again(60, is_limit=True)),
        (429, {"ratelimit-remaining": "0", "ratelimit-reset": "1000009"}, "", Again(10, True)),
        (
            429,
            {"x-ratelimit-remaining": "4", "x-ratelimit-reset": "1003600"},
            "",
            Again(None, True),
        ),
        (403, {"retry-after": "0"}, "", Again(0, is_limit=True)),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000004"}, "", Again(5, True)),
        (403, {"x-ratelimit-remaining": "0"}, "", Again(None, is_limit=True)),
        (403, {"x-ratelimit-remaining": "59"}, SECONDARY, Again(60, is_limit=True)),
        (403, {}, "triggered an abuse detection mechanism", Again(60, is_limit=True)),
        (403, {}, "Resource not accessible by integration", None),
        (502, {}, "", Again(None, is_limit=False)),
        (503, {"retry-after": "3"}, "", Again(3, is_limit=False)),
        (501, {}, "", None),
        (404, {"retry-after": "3"}, "", None),
        (422, {}, SECONDARY, None),
        (200, {}, SECONDARY, None),
    ],
)
def test_answer_asks_to_come_back(status, headers, text, expected):
    assert again_of(status, headers, text, NOW) == expected


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "soon", "", "Mon, 99 Foo 20 99:99:99"])
def test_retry_after_that_is_no_time_is_as_none(value):
    assert again_of(429, {"retry-after": value}, "", NOW) == Again(None, is_limit=True)


def test_retry_after_in_the_past_is_at_once():
    assert again_of(429, {"retry-after": "-5"}, "", NOW) == Again(0, is_limit=True)


def test_time_is_told_by_the_clock_of_the_forge():
    headers = {
        "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT",
        "date": "Wed, 21 Oct 2026 07:28:00 GMT",
    }
    assert again_of(429, headers, "", NOW) == Again(30, is_limit=True)
