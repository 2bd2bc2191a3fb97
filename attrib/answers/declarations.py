"""What commits declare: their trailers, and the notes that another tool keeps about them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrib.declared import GIT_AI_KEY, GIT_AI_REF, SESSION_KEYS, declared_in
from attrib.model.audit import Declaration
from attrib.model.ids import Oid
from attrib.notes import declared_in_note, notes_of
from attrib.workspace import Workspace

_KEYS = frozenset(SESSION_KEYS.values())


def declarations_of(
    workspace: Workspace, commits: Sequence[Oid]
) -> Mapping[Oid, Sequence[Declaration]]:
    """The declarations of each commit that has any: trailers in order, then notes."""
    found: defaultdict[Oid, list[Declaration]] = defaultdict(list)
    for oid, message in workspace.repository.messages_of(commits).items():
        for key, value in declared_in(message):
            found[oid].append(Declaration(key, value, key in _KEYS))
    for oid, content in notes_of(workspace.repository, commits):
        for name in declared_in_note(content):
            found[oid].append(Declaration(GIT_AI_KEY, name, True, GIT_AI_REF))
    return found
