"""Roots that were bound by content before: bound again while all that this rests on is the same."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence

from attrib.binding import RootBinding
from attrib.binding_content import bind_by_content
from attrib.git.interface import Repository
from attrib.index.answers import KeptAnswers, key_of
from attrib.index.history import History
from attrib.model.ids import SessionKey
from attrib.model.records import Root
from attrib.model.sessions import Session

Bound = Mapping[tuple[SessionKey, str], RootBinding]


def bound_by_content(
    left: Sequence[tuple[Session, Root]],
    repository: Repository,
    history: History,
    answers: KeptAnswers,
    identity: Sequence[str] | None,
) -> Bound:
    """As `bind_by_content` binds the roots that are left; `identity` tells the streams read."""
    key = _key(left, repository, answers, identity)
    text = answers.get(key) if key is not None else None
    if text is not None:
        found = _decoded(text)
        if found is not None:
            return found
    bound = bind_by_content(left, repository, history)
    if key is not None and key == _key(left, repository, answers, identity):
        answers.keep(key, _encoded(bound))
    return bound


def _key(
    left: Sequence[tuple[Session, Root]],
    repository: Repository,
    answers: KeptAnswers,
    identity: Sequence[str] | None,
) -> str | None:
    if identity is None or not answers.keeps:
        return None
    footprint = repository.footprint(())
    if footprint is None:
        return None
    roots = repr([(session.key, root) for session, root in left])
    return key_of("binding", footprint, repr(identity), roots)


def _encoded(bound: Bound) -> str:
    rows = [
        (key.agent, key.namespace, key.id, root, each.how, each.strip, each.add, each.worktree)
        for (key, root), each in bound.items()
    ]
    return json.dumps(rows, default=os.fsdecode)


def _decoded(text: str) -> Bound | None:
    try:
        return {
            (SessionKey(agent, namespace, name), root): RootBinding(
                how, os.fsencode(strip), os.fsencode(add), worktree
            )
            for agent, namespace, name, root, how, strip, add, worktree in json.loads(text)
        }
    except (ValueError, TypeError):
        return None
