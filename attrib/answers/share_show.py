"""`attrib share show`: what notes say, as they say it."""

from __future__ import annotations

from collections.abc import Sequence

from attrib.answers.ranges import CommitRange
from attrib.answers.share_verify import notes_in
from attrib.codec.notes import note_of
from attrib.errors import RevisionError
from attrib.git.objects import is_full_id
from attrib.model.ids import Oid
from attrib.model.shared import SharedNote
from attrib.notes import notes_of
from attrib.workspace import Workspace


def shown(workspace: Workspace, names: Sequence[str]) -> list[SharedNote]:
    """The notes about the commits named and the blobs that they change, or about blobs by full ID.

    Raises:
        RevisionError: a name is neither a commit here nor a full object ID.
    """
    repository = workspace.repository
    resolved = repository.resolve(names)
    found: dict[Oid, SharedNote] = {}
    for name in names:
        oid = resolved.get(name)
        if oid is not None:
            known = repository.commits([oid])
            changes = repository.changes_of(known, renames=True)
            commits = CommitRange(name, tuple(known.values()), {oid: changes.get(oid, ())})
            found.update((note.object, note) for note in notes_in(workspace, commits))
        elif is_full_id(name, repository.object_format):
            for blob, content in notes_of(repository, workspace.shared.tip, [Oid(name)]):
                found[blob] = note_of(blob, content or b"", is_commit=False)
        else:
            raise RevisionError(f"bad revision '{name}'", hint="git log --oneline --all")
    return list(found.values())
