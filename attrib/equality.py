"""Are these two states the same bytes, and by which step.

Compares like with like, in the order of docs/evidence.md: the recorded ID with the blob's own,
then with the blob as it would stand in a worktree, then through a Git LFS pointer; recorded
content is hashed by us, as it stands and as git would store it. Spec: ASR-458, ASR-459, ASR-460.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from attrib.blobs import Blobs
from attrib.filtered import Filtered
from attrib.git.convert import hash_of, to_git_forms, variants
from attrib.git.encoding import encoding_of
from attrib.git.interface import Attributes, Repository
from attrib.git.lfs import parse_pointer
from attrib.model.commits import TreeEntry
from attrib.model.evidence import Equality, Qualifier
from attrib.model.ids import ObjectIdType, Oid, RepoPath, Representation
from attrib.model.states import Presence, RecordedState

#: Where a comparison takes place: the commit whose attributes hold (`None`: the worktree), a path.
Scene = tuple[Oid | None, RepoPath]

_OWN_TYPE = {"sha1": ObjectIdType.GIT_BLOB_SHA1, "sha256": ObjectIdType.GIT_BLOB_SHA256}


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two states are the same bytes: by which step, in words, and what limits it."""

    equality: Equality
    how: str
    qualifiers: tuple[Qualifier, ...] = ()


#: U+FFFD, which stands for what a producer could not read.
REPLACED = "\ufffd".encode()


def lossy(content: bytes) -> bytes:
    """A content as a reader of UTF-8 text gives it, U+FFFD for what is none."""
    return content.decode("utf-8", "replace").encode()


_ABSENT_BOTH = Agreement(Equality.IDENTICAL, "no file on both sides")


class Comparer(Blobs):
    """Compares recorded states with blobs of one repository; remembers what it hashed."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self.own_type = _OWN_TYPE[repository.object_format]
        self._filtered = Filtered(repository)
        self._attributes: dict[Scene, Attributes] = {}
        self._forms: dict[
            tuple[Oid, Attributes, Oid | None, tuple[ObjectIdType, ...], frozenset[int] | None],
            Mapping[tuple[ObjectIdType, str], Agreement],
        ] = {}
        self._stored: dict[tuple[bytes, Attributes], Mapping[Oid, str]] = {}
        self._agreements: dict[
            tuple[RecordedState, TreeEntry, Scene, Oid | None], Agreement | None
        ] = {}

    def own_id(self, content: bytes) -> Oid:
        """The ID that this repository gives to a content."""
        return Oid(hash_of(content, self.own_type))

    def is_named(self, content: bytes, kind: ObjectIdType, name: str) -> bool:
        """True where a content has this ID; a blob that git gave is not hashed again."""
        if kind is self.own_type and self._blobs.get(Oid(name)) is content:
            return True
        return hash_of(content, kind) == name

    def content_of(self, state: RecordedState) -> bytes | None:
        """The content of a state: recorded, or of the repository's blob with its ID."""
        if state.content is not None or state.object_id is None:
            return state.content
        if state.object_id_type is self.own_type:
            return self.blob(Oid(state.object_id))
        return None

    def learn_attributes(self, scenes: Iterable[Scene]) -> None:
        """Look up at once what `attributes` tells of many scenes."""
        wanted = [scene for scene in dict.fromkeys(scenes) if scene not in self._attributes]
        if wanted:
            self._attributes.update(self.repository.attributes_at(wanted))

    def attributes(self, scene: Scene) -> Attributes:
        """The attributes of a path as of a commit."""
        if scene not in self._attributes:
            self._attributes.update(self.repository.attributes_at([scene]))
        return self._attributes[scene]

    # Comparison

    def compare(
        self,
        state: RecordedState,
        entry: TreeEntry | None,
        scene: Scene,
        *,
        parent: Oid | None = None,
    ) -> Agreement | None:
        """How the state equals the file in the tree, or `None` where it does not.

        `parent` is the blob that stood there before, for worktrees with mixed line ends.
        """
        if entry is None or state.presence is not Presence.PRESENT:
            both = entry is None and state.presence is Presence.ABSENT
            return _ABSENT_BOTH if both else None
        if entry.is_gitlink or not state.is_known:
            return None
        key = (state, entry, scene, parent)
        if key not in self._agreements:
            self._agreements[key] = self._compare(state, entry, scene, parent)
        return self._agreements[key]

    def _compare(
        self, state: RecordedState, entry: TreeEntry, scene: Scene, parent: Oid | None
    ) -> Agreement | None:
        found = self._by_id(state, entry, scene, parent)
        if found is None and state.content is not None:
            found = self._by_content(state.content, entry, scene)
        if found is None and self.filtered_id(state, scene) == entry.oid:
            how = f"the recorded file, cleaned by the filter '{self.filter_of(scene)}'"
            limits = () if state.object_id else (Qualifier.DERIVED,)
            found = Agreement(Equality.AFTER_FILTER, how, limits)
        return found

    def filtered_id(self, state: RecordedState, scene: Scene) -> Oid | None:
        """The ID of a recorded file after its custom filter, where the user lets that run."""
        return self._filtered.id_of(state, scene[1]) if self.filter_of(scene) else None

    def _by_id(
        self, state: RecordedState, entry: TreeEntry, scene: Scene, parent: Oid | None
    ) -> Agreement | None:
        if state.object_id is None or state.object_id_type is None:
            return None
        limits = () if state.representation else (Qualifier.REPRESENTATION_UNSTATED,)
        if state.object_id_type is self.own_type and state.object_id == entry.oid:
            return Agreement(Equality.IDENTICAL, "the recorded ID is the blob's own", limits)
        if entry.is_symlink:
            return None
        forms = self.forms(entry.oid, scene, parent, (state.object_id_type,))
        found = forms.get((state.object_id_type, state.object_id))
        if found is None:
            return None
        if state.size is not None and found.equality is Equality.AFTER_LFS:
            pointer = parse_pointer(self.blob(entry.oid) or b"")
            if pointer is not None and pointer.size != state.size:
                return None
        if state.representation is Representation.GIT_OBJECT and found.equality not in {
            Equality.IDENTICAL
        }:
            limits = (*limits, Qualifier.REPRESENTATION_CONTRADICTED)
        return Agreement(found.equality, found.how, (*found.qualifiers, *limits))

    def _by_content(self, content: bytes, entry: TreeEntry, scene: Scene) -> Agreement | None:
        if entry.is_symlink:
            same = self.own_id(content) == entry.oid
            return _derived("the recorded link target, hashed here") if same else None
        how = self.stored_forms(content, scene).get(entry.oid)
        if how is not None:
            return _derived(how)
        if REPLACED in content and lossy(self.blob(entry.oid) or b"") == content:
            how = "the recorded text, where bytes that are no UTF-8 were replaced"
            return Agreement(Equality.DERIVED, how, (Qualifier.DERIVED, Qualifier.LOSSY_TEXT))
        if self.attributes(scene).filter != "lfs":
            return None
        pointer = parse_pointer(self.blob(entry.oid) or b"")
        if pointer is None or pointer.has_extensions:
            return None
        if hash_of(content, ObjectIdType.SHA256) != pointer.oid:
            return None
        how = "the recorded content is what the Git LFS pointer names"
        return Agreement(Equality.AFTER_LFS, how, (Qualifier.DERIVED,))

    def stored_forms(self, content: bytes, scene: Scene) -> Mapping[Oid, str]:
        """The IDs under which git could store a recorded content, each with how."""
        attributes = self.attributes(scene)
        key = (content, attributes)
        if key not in self._stored:
            forms: dict[Oid, str] = {}
            forms[self.own_id(content)] = "the recorded content, hashed here"
            settings = self.repository.eol_settings()
            for _, form, how in to_git_forms(content, attributes, settings):
                forms.setdefault(self.own_id(form), f"the recorded content, {how}, hashed here")
            self._stored[key] = forms
        return self._stored[key]

    def forms(
        self,
        oid: Oid,
        scene: Scene,
        parent: Oid | None,
        kinds: Collection[ObjectIdType] = tuple(ObjectIdType),
        sizes: frozenset[int] | None = None,
    ) -> Mapping[tuple[ObjectIdType, str], Agreement]:
        """Every ID of these kinds that a worktree file of this blob could be recorded under.

        Where `sizes` are given, files of other sizes may be left out.
        """
        attributes = self.attributes(scene)
        ordered = tuple(kind for kind in ObjectIdType if kind in kinds)
        key = (oid, attributes, parent, ordered, sizes)
        if key not in self._forms:
            self._forms[key] = self._make_forms(oid, attributes, parent, ordered, sizes)
        return self._forms[key]

    def _make_forms(
        self,
        oid: Oid,
        attributes: Attributes,
        parent: Oid | None,
        kinds: Sequence[ObjectIdType],
        sizes: frozenset[int] | None,
    ) -> Mapping[tuple[ObjectIdType, str], Agreement]:
        content = self.blob(oid)
        if content is None:
            return {}
        found: dict[tuple[ObjectIdType, str], Agreement] = {}
        for kind in kinds:
            rehashed = Agreement(Equality.IDENTICAL, f"the blob's content has this {kind.value} ID")
            found[kind, oid if kind is self.own_type else hash_of(content, kind)] = rehashed
        self._add_lfs(content, found, kinds)
        before = self.blob(parent) if parent else None
        earlier = (parent,) if parent else ()
        settings = self.repository.eol_settings()
        made = variants(
            content,
            attributes,
            settings,
            oid=oid,
            earlier_oids=earlier,
            parent=before,
            sizes=sizes,
        )
        for equality, form, how in made:
            for kind in kinds if sizes is None or len(form) in sizes else ():
                found.setdefault((kind, hash_of(form, kind)), Agreement(equality, how))
        return found

    def has_eol_forms_only(self, oid: Oid, scene: Scene) -> bool:
        """True where worktree files of this blob differ from it in line ends alone."""
        return self.converts_line_ends_only(scene) and (
            parse_pointer(self.blob(oid) or b"") is None
        )

    def converts_line_ends_only(self, scene: Scene) -> bool:
        """True where the attributes ask for no conversion but that of line ends, or a filter."""
        attributes = self.attributes(scene)
        return attributes.ident is not True and encoding_of(attributes) is None

    def _add_lfs(
        self,
        content: bytes,
        found: dict[tuple[ObjectIdType, str], Agreement],
        kinds: Sequence[ObjectIdType],
    ) -> None:
        pointer = parse_pointer(content)
        if pointer is None or pointer.has_extensions:
            return
        how = "the Git LFS pointer names these bytes"
        if ObjectIdType.SHA256 in kinds:
            found[ObjectIdType.SHA256, pointer.oid] = Agreement(Equality.AFTER_LFS, how)
        real = self.repository.lfs_object(pointer.oid)
        if real is not None:
            for kind in kinds:
                found.setdefault(
                    (kind, hash_of(real, kind)),
                    Agreement(Equality.AFTER_LFS, "the Git LFS object here has this ID"),
                )

    def filter_of(self, scene: Scene) -> str | None:
        """The custom filter driver of a path that is not run here, or `None`."""
        name = self.attributes(scene).filter
        return name if isinstance(name, str) and name != "lfs" else None


def _derived(how: str) -> Agreement:
    return Agreement(Equality.DERIVED, how, (Qualifier.DERIVED,))
