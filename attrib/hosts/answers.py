"""An answer of a forge as a value, and the error that a refusal is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from attrib.errors import HostError, NotAllowedError, NotThereError, TooLongError

_SAID = 300
_OID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers with names in lower case, and the whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    asked: str

    @property
    def text(self) -> str:
        """The body as text, whatever it is."""
        return self.body.decode("utf-8", "replace")

    @property
    def value(self) -> Any:
        """The body as JSON.

        Raises:
            HostError: it is none.
        """
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            raise HostError("the answer is no JSON", where=self.asked) from None


def at(value: Any, *names: str) -> Any:
    """The member of nested objects under these names; `None` where one is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def text_at(value: Any, *names: str) -> str | None:
    """The text under these names; `None` for anything else."""
    found = at(value, *names)
    return _whole(found) if isinstance(found, str) else None


def _whole(text: str) -> str:
    """The text with a mark in the place of halves of characters, which nothing can write."""
    return text.encode("utf-8", "replace").decode("utf-8")


def oid_of(text: str | None) -> str | None:
    """The text where it is a full commit ID; `None` for anything else."""
    return text if text is not None and _OID.fullmatch(text) else None


def number_at(value: Any, *names: str) -> int | None:
    """The whole number under these names, above zero; `None` for anything else."""
    found = at(value, *names)
    is_number = isinstance(found, int) and not isinstance(found, bool) and found > 0
    return found if is_number else None


def refusal_of(answer: Answer, said: str) -> HostError:
    """The error that a final answer is; `said` is what it may be quoted with."""
    status = answer.status
    message = f"{status} {_phrase(status)}" + (f": {said}" if said else "")
    lowered = answer.text[:20_000].lower()
    if status == 413 or (status in (400, 422) and "too long" in lowered):
        return TooLongError(message, where=answer.asked)
    if status == 401:
        return HostError(message, where=answer.asked, hint="is the token right, and still good?")
    if status == 403:
        return NotAllowedError(
            message, where=answer.asked, hint="permissions and tokens: docs/pull-requests.md"
        )
    if status in (404, 410):
        return NotThereError(
            message, where=answer.asked, hint="--repo, --number and --api-url; may the token read?"
        )
    return HostError(message, where=answer.asked)


def said_in(answer: Answer, hide: Callable[[str], str]) -> str:
    """What an answer says for people, on one line and short; `hide` takes secrets out first."""
    try:
        value = json.loads(answer.body)
    except (ValueError, RecursionError):
        return ""
    parts = [at(value, name) for name in ("message", "error", "error_description")]
    errors = at(value, "errors")
    if isinstance(errors, list):
        parts += [text_at(each, "message") for each in errors[:3]]
    words = [part if isinstance(part, str) else json.dumps(part) for part in parts if part]
    return hide(_whole(" ".join(" ".join(words).split())))[:_SAID]


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "(no status of HTTP)"


def rows_of(page: Answer) -> list[Any]:
    """The rows of a page.

    Raises:
        HostError: it is no list.
    """
    rows = page.value
    if not isinstance(rows, list):
        raise HostError("the answer is no list", where=page.asked)
    return rows
