"""The recorded states at a path by the names that a blob could have: found without comparing each.

For one timeline and one set of attributes; the comparison itself, and the word for it, is
`equality`'s.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrib.equality import REPLACED, Agreement, Comparer, Scene, lossy
from attrib.git.convert import hash_of
from attrib.model.commits import TreeEntry
from attrib.model.ids import ObjectIdType, Oid
from attrib.model.states import Presence, RecordedState
from attrib.timeline import Timeline

Name = tuple[ObjectIdType, str] | None


class StateNames:
    """Which steps start from, or end in, a file of a tree."""

    def __init__(self, timeline: Timeline, comparer: Comparer, scene: Scene) -> None:
        self._timeline = timeline
        self._comparer = comparer
        # An ID without the record's own content may be of the blob as a worktree holds it.
        self._needs_forms = any(
            state.object_id is not None and state.content is None
            for node in timeline.nodes
            for state in (node.step.before, node.step.after)
        )
        self._needs_lossy = False
        self._before: defaultdict[Name, list[int]] = defaultdict(list)
        self._after: defaultdict[Name, list[int]] = defaultdict(list)
        for index, node in enumerate(timeline.nodes):
            for name in self._names(node.step.before, scene):
                self._before[name].append(index)
            for name in self._names(node.step.after, scene):
                self._after[name].append(index)

    def _names(self, state: RecordedState, scene: Scene) -> Iterator[Name]:
        if state.presence is Presence.ABSENT:
            yield None
        if state.object_id is not None and state.object_id_type is not None:
            yield state.object_id_type, state.object_id
        if state.content is not None:
            own = self._comparer.own_type
            yield from ((own, oid) for oid in self._comparer.stored_forms(state.content, scene))
            if REPLACED in state.content:
                self._needs_lossy = True
                yield own, self._comparer.own_id(state.content)
            if self._comparer.attributes(scene).filter == "lfs":
                yield ObjectIdType.SHA256, hash_of(state.content, ObjectIdType.SHA256)

    def before(self, entry: TreeEntry | None, scene: Scene) -> dict[int, Agreement]:
        """The steps whose before equals the file, each with how."""
        return self._agreeing(self._before, entry, scene, None, is_after=False)

    def after(
        self, entry: TreeEntry | None, scene: Scene, parent: Oid | None = None
    ) -> dict[int, Agreement]:
        """The steps whose after equals the file, each with how."""
        return self._agreeing(self._after, entry, scene, parent, is_after=True)

    def _agreeing(
        self,
        indexes: defaultdict[Name, list[int]],
        entry: TreeEntry | None,
        scene: Scene,
        parent: Oid | None,
        *,
        is_after: bool,
    ) -> dict[int, Agreement]:
        found: dict[int, Agreement] = {}
        candidates = {
            i for name in self._asked(entry, scene, parent) for i in indexes.get(name, ())
        }
        for index in sorted(candidates):
            step = self._timeline.nodes[index].step
            state = step.after if is_after else step.before
            agreement = self._comparer.compare(state, entry, scene, parent=parent)
            if agreement is not None:
                found[index] = agreement
        return found

    def _asked(self, entry: TreeEntry | None, scene: Scene, parent: Oid | None) -> Iterator[Name]:
        """The names that the file could have been recorded under."""
        if entry is None:
            yield None
            return
        yield self._comparer.own_type, entry.oid
        if self._needs_lossy and not entry.is_gitlink:
            content = self._comparer.blob(entry.oid) or b""
            yield self._comparer.own_type, self._comparer.own_id(lossy(content))
        if self._needs_forms and not entry.is_gitlink:
            yield from self._comparer.forms(entry.oid, scene, parent)
