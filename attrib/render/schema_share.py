"""The JSON formats of `attrib share` as types."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from attrib.render.schema_parts import Closed, Count, Key, Number, Oid

Kind = Literal["commit", "blob"]


class CheckedClaim(Closed, kw_only=True):
    """One shared line with its verdict; `claim` is the line itself, null where it was refused."""

    object: Oid
    kind: Kind
    line: Number
    verdict: Literal["holds", "cannot-be-checked", "contradicted"]
    reason: str
    session: Key | None
    claim: dict[str, Any] | None


class ShareVerify(Closed, kw_only=True):
    """The answer of `attrib share verify --json`."""

    format: Literal["attrib.share-verify/1"]
    source: str
    range: str | None
    holds: Count
    cannot_be_checked: Count
    contradicted: Count
    claims: list[CheckedClaim]
    statement: str


class ShownLine(Closed, kw_only=True):
    """One line of a note; `reason` says why it is passed over, null where it is read."""

    line: Number
    claim: dict[str, Any] | None
    reason: str | None


class ShownNote(Closed, kw_only=True):
    """All that is shared about one object."""

    object: Oid
    kind: Kind
    lines: list[ShownLine]


class ShareShow(Closed, kw_only=True):
    """The answer of `attrib share show --json`."""

    format: Literal["attrib.share-show/1"]
    reference: str
    notes: list[ShownNote]
    statement: str


class SharePush(Closed, kw_only=True):
    """The answer of `attrib share push --json` and `attrib share fetch --json`."""

    format: Literal["attrib.share-push/1"]
    remote: str
    reference: str
    tip: Oid | None
    commits: Count
    blobs: Count
    added: Count
    left_out: Count
    withheld: Count
    tries: Count


SHARE_FORMATS: dict[str, type[Struct]] = {
    "attrib.share-verify-1": ShareVerify,
    "attrib.share-show-1": ShareShow,
    "attrib.share-push-1": SharePush,
}
