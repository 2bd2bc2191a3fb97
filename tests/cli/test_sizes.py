"""Sizes as they are typed."""

from __future__ import annotations

import click
import pytest

from attrib.cli.sizes import size


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("4GB", 4_000_000_000),
        ("4 gb", 4_000_000_000),
        ("4GiB", 4 << 30),
        ("4g", 4 << 30),
        ("512m", 512 << 20),
        ("1.5KB", 1500),
        ("10", 10),
        ("10B", 10),
        (" 1T ", 1 << 40),
    ],
)
def test_number_of_bytes(words, count):
    assert size(words) == count


@pytest.mark.parametrize("words", ["", "GB", "x", "-1GB", "4GX", "0", "80%", "1e3", "٤GB", "4iB"])
def test_no_size(words):
    with pytest.raises(click.BadParameter, match="is no size; write it as in 4GB"):
        size(words)
