"""What two contents begin and end with alike."""

from __future__ import annotations


def common_start(old: bytes, new: bytes) -> int:
    """How many bytes both begin with, found by halving."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(old: bytes, new: bytes) -> int:
    """How many bytes both end with, found by halving."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low
