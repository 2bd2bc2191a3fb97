"""Tokens: read from the environment alone, shown to nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from attrib.errors import HostError

_TOKEN = re.compile(r"[!-~]{4,4096}")
_HIDDEN = "[token]"


@dataclass(frozen=True, slots=True)
class Token:
    """A secret and the scheme it is sent with; `variable` is where it was found."""

    variable: str
    scheme: str
    secret: str = field(repr=False)

    @property
    def authorization(self) -> str:
        """The value of the header, for the connection alone."""
        return f"{self.scheme} {self.secret}"

    def hidden_in(self, text: str) -> str:
        """The text without the secret, as it is and as JSON spells it."""
        for form in (self.secret, json.dumps(self.secret)[1:-1]):
            text = text.replace(form, _HIDDEN)
        return text

    def __str__(self) -> str:
        return _HIDDEN


def token_in(environment: Mapping[str, str], variables: Sequence[str], scheme: str) -> Token | None:
    """The token of the first variable that holds one; `None` without any.

    Raises:
        HostError: it holds what cannot be sent.
    """
    for variable in variables:
        secret = environment.get(variable, "").strip()
        if not secret:
            continue
        if not _TOKEN.fullmatch(secret):
            raise HostError(
                f"'{variable}' holds no token: it has blanks, controls or letters beyond ASCII",
                hint=f"set {variable} to the token alone",
            )
        return Token(variable, scheme, secret)
    return None
