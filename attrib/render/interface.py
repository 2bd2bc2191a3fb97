"""What a renderer is: a whole answer in, lines of text or one plain value out.

Members: `blame_text` and `porcelain` (beside git's own output), `json` (every answer),
`explain_text`, `commit_text`, `session_text`, `doctor_text` (for people), `schemas` (the JSON
formats as types), `comment` (Markdown for a pull request).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

Answer = TypeVar("Answer", contravariant=True)


class TextRenderer(Protocol[Answer]):
    """Prints one kind of answer for people; computes nothing."""

    def __call__(self, answer: Answer, /, *, color: bool) -> Iterator[str]:
        """The lines of the answer without line ends, control characters already escaped."""
        ...
