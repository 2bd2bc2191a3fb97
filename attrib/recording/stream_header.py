"""The first line of a stream that we write, and the facts that a later import may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from attrib import __version__
from attrib.codec import header_line
from attrib.model.ids import SessionKey
from attrib.model.records import Root


@dataclass(frozen=True, slots=True)
class StreamHeader:
    """What the first line of a stream says; `roots` are those known at the start."""

    key: SessionKey
    producer: str
    started: str | None = None
    roots: tuple[Root, ...] = ()
    losses: tuple[Mapping[str, str], ...] = ()
    parent: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """The line, with its end."""
        return header_line(
            session_id=self.key.id,
            agent=self.key.agent,
            namespace=self.key.namespace,
            producer=self.producer,
            version=__version__,
            ts=self.started,
            roots=self.roots,
            losses=self.losses,
            parent_session=self.parent,
            meta=self.meta,
        )

    def with_facts(self, facts: Mapping[str, Any]) -> StreamHeader:
        """The header with these facts, as `merging.joined_facts` gives them."""
        roots = tuple(
            Root(root["root"], root.get("path"), root.get("nativePath"))
            for root in facts.get("roots", ())
        )
        return replace(
            self,
            started=facts.get("ts"),
            roots=roots,
            losses=tuple(facts.get("losses", ())),
            parent=facts.get("parentSessionId"),
            meta=facts.get("_meta", {}),
        )
