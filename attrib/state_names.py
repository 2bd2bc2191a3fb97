"""The recorded states at a path by the names that a blob could have: found without comparing each.

For one timeline and one set of attributes; the comparison itself, and the word for it, is
`equality`'s.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrib.equality import REPLACED, Agreement, Comparer, Scene, lossy
from attrib.git.convert import hash_of, with_lf
from attrib.model.commits import TreeEntry
from attrib.model.ids import ObjectIdType, Oid
from attrib.model.states import Presence, RecordedState
from attrib.timeline import Timeline

Name = tuple[ObjectIdType, str] | None


class RecordedForms:
    """The names that states are recorded under, with the content that each is of.

    `is_open` where the content of one is not known: then only hashing tells what it is of.
    `sizes` are those of the files that they are of, `None` where that of one is not known.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.kinds: set[ObjectIdType] = set()
        self.sizes: frozenset[int] | None = frozenset()
        self._known: set[Name] = set()
        self._by_length: defaultdict[int, list[tuple[Name, bytes]]] = defaultdict(list)

    def add(self, name: Name, content: bytes | None, sizes: frozenset[int] | None) -> None:
        """Take in a name; `content` is what it is of, perhaps in other line ends.

        `sizes` are those that a file with this name may have, as far as the record tells.
        """
        if name is None:
            return
        if sizes is None or self.sizes is None:
            self.sizes = None
        elif not sizes <= self.sizes:
            self.sizes |= sizes
        if name in self._known:
            return
        self._known.add(name)
        self.kinds.add(name[0])
        if content is None:
            self.is_open = True
        else:
            dense = with_lf(content)
            self._by_length[len(dense)].append((name, dense))

    def may_be_of(self, content: bytes, own: Name) -> bool:
        """False where no name but `own` is of this content, whatever its line ends."""
        dense = with_lf(content)
        alike = self._by_length.get(len(dense), ())
        return self.is_open or any(name != own and other == dense for name, other in alike)


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
        # Then git stores a file as it stands, or with other line ends.
        self._is_plain = comparer.converts_line_ends_only(scene)
        self._recorded = RecordedForms()
        self._before: defaultdict[Name, list[int]] = defaultdict(list)
        self._after: defaultdict[Name, list[int]] = defaultdict(list)
        for index, node in enumerate(timeline.nodes):
            self._add(index, node.step.before, node.before, self._before, scene)
            self._add(index, node.step.after, node.after, self._after, scene)

    def _add(
        self,
        index: int,
        state: RecordedState,
        number: int | None,
        indexes: defaultdict[Name, list[int]],
        scene: Scene,
    ) -> None:
        for name in self._names(state, scene):
            indexes[name].append(index)
            if self._needs_forms:
                content = self._content_of(name, state, number)
                self._recorded.add(name, content, self._sizes_of(name, state, content))

    def _content_of(self, name: Name, state: RecordedState, number: int | None) -> bytes | None:
        """The content that a name of the state is of, `None` where it is not certain."""
        if name is None or name != (state.object_id_type, state.object_id):
            return state.content  # the name was made from it
        content = state.content
        if content is None:
            content = self._timeline.table.content_of(number)
        is_certain = content is not None and self._comparer.is_named(content, *name)
        return content if is_certain else None

    def _sizes_of(
        self, name: Name, state: RecordedState, content: bytes | None
    ) -> frozenset[int] | None:
        """The sizes that a file with a name of the state may have; `None` where that is open."""
        if name == (state.object_id_type, state.object_id):
            size = len(content) if content is not None else state.size
            return None if size is None else frozenset((size,))
        if content is None or not self._is_plain:
            return None
        return frozenset((len(content), len(with_lf(content))))

    def _names(self, state: RecordedState, scene: Scene) -> Iterator[Name]:
        if state.presence is Presence.ABSENT:
            yield None
        if state.object_id is not None and state.object_id_type is not None:
            yield state.object_id_type, state.object_id
        own = self._comparer.own_type
        filtered = self._comparer.filtered_id(state, scene)
        if filtered is not None:
            yield own, filtered
        if state.content is not None:
            yield from ((own, oid) for oid in self._comparer.stored_forms(state.content, scene))
            if REPLACED in state.content:
                self._needs_lossy = True
                yield own, self._comparer.own_id(state.content)
            if self._comparer.attributes(scene).filter == "lfs":
                yield ObjectIdType.SHA256, hash_of(state.content, ObjectIdType.SHA256)

    @property
    def reads_files(self) -> bool:
        """True where a file has to be read before anything can be said of its names."""
        return self._needs_lossy or self._needs_forms

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
        if self._needs_forms and not entry.is_gitlink and self._may_be_recorded(entry, scene):
            recorded = self._recorded
            yield from self._comparer.forms(
                entry.oid, scene, parent, recorded.kinds, recorded.sizes
            )

    def _may_be_recorded(self, entry: TreeEntry, scene: Scene) -> bool:
        """False where no form of the file but its own can be recorded; nothing is hashed."""
        if self._recorded.is_open or not self._comparer.has_eol_forms_only(entry.oid, scene):
            return True
        content = self._comparer.blob(entry.oid)
        own = (self._comparer.own_type, entry.oid)
        return content is not None and self._recorded.may_be_of(content, own)
