"""Sessions as values, and what is said of commits as short lines that a test can spell out.

Times are minutes from the first commit of a `MemoryRepository`, whose commits are a minute apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from attrib.binding import Bindings, RootBinding
from attrib.git.hashing import hash_of
from attrib.git.interface import Repository
from attrib.index.history import History
from attrib.model.evidence import Covers, Evidence
from attrib.model.ids import LineRange, ObjectIdType, Oid, RepoPath, Representation, SessionKey
from attrib.model.records import (
    AnyRecord,
    BadRecord,
    Cause,
    Change,
    FileChange,
    FileState,
    Header,
    Patch,
    Place,
    Precision,
    Root,
    Vcs,
    WorkspaceState,
)
from attrib.model.sessions import Session, StreamRecords
from attrib.pipeline import link
from attrib.workspace import Workspace
from tests.support.memory import TIME, MemoryRepository

AGENT, NAMESPACE = "com.tencent.codebuddy", "laptop"
CALL = Cause(call_id="call_1")
EXTERNAL, HUMAN, HOOK = Cause(actor="external"), Cause(actor="human"), Cause(actor="hook")
RESTORE = Cause(restore="checkpoint_1")


#: A file of five distinctive lines.
BASE = b"alpha line one\nbravo line two\ncharlie line three\ndelta line four\necho line five\n"


def put(content: bytes, number: int, *lines: bytes, instead_of: int = 1) -> bytes:
    """The content with `lines` in the place of those from `number` (1-based) on."""
    old = content.splitlines(keepends=True)
    return b"".join([*old[: number - 1], *lines, *old[number - 1 + instead_of :]])


def file_through(*versions: bytes) -> tuple[MemoryRepository, Oid]:
    """A repository whose commits hold these versions of `f`, and the last of the commits."""
    repository = MemoryRepository()
    return repository, [repository.commit({"f": version}) for version in versions][-1]


def key_of(name: str) -> SessionKey:
    """The key of the session that `Recorder(name)` makes."""
    return SessionKey(AGENT, NAMESPACE, name)


def state_of(
    content: bytes,
    kind: ObjectIdType = ObjectIdType.GIT_BLOB_SHA1,
    form: Representation | None = Representation.WORKTREE,
    *,
    text: bool = True,
) -> FileState:
    """A recorded state with the ID of these bytes, and with the text unless it is not wanted."""
    words = content.decode("utf-8", "surrogateescape") if text else None
    return FileState(hash_of(content, kind), kind, form, len(content), words)


def id_only(content: bytes, kind: ObjectIdType = ObjectIdType.GIT_BLOB_SHA1) -> FileState:
    """A recorded state with the ID of these worktree bytes and no content."""
    return state_of(content, kind, text=False)


def text_only(content: bytes) -> FileState:
    """A recorded state with content and no ID."""
    return FileState(text=content.decode("utf-8", "surrogateescape"))


@dataclass
class Recorder:
    """One session's stream, written record by record; its root `repo` lies at `path`."""

    name: str = "S1"
    path: str = "/memory"
    agent: str = AGENT
    namespace: str = NAMESPACE
    is_bound: bool = True
    records: list[AnyRecord] = field(default_factory=list)

    def change(
        self,
        path: str,
        before: bytes | FileState | None = None,
        after: bytes | FileState | None = None,
        *,
        at: float | None,
        op: str = "modify",
        old_path: str | None = None,
        patch: bytes | None = None,
        patch_format: str = "unified",
        status: str = "applied",
        cause: Cause | None = CALL,
        basis: str | None = None,
        more_files: bool = False,
        modified_by_user: bool = False,
        file_type: str | None = None,
    ) -> str:
        """Record a change of one path; bytes stand for an ID with its text. Gives the record ID."""
        sides = [state_of(s) if isinstance(s, bytes) else s for s in (before, after)]
        change = Change(op, "repo", path, None, None, False, old_path, file_type, None, *sides)
        text = patch.decode("utf-8", "surrogateescape") if patch is not None else None
        return self.add(
            FileChange(
                *self._common("file_change", at),
                status=status,
                precision=Precision.EXACT,
                changes=(change,),
                cause=cause,
                patch=Patch(patch_format, text) if patch is not None else None,
                basis=basis,
                endpoint_from=None,
                endpoint_to=None,
                more_files=more_files,
                modified_by_user=modified_by_user,
            )
        )

    def head(self, commit: str, *, at: float | None) -> str:
        """Record that the root's HEAD is a commit."""
        common = self._common("workspace_state", at)
        return self.add(
            WorkspaceState(*common, "repo", None, commit, "main", None, None, (), None, None)
        )

    def vcs(
        self,
        commit: str | None,
        *,
        at: float | None,
        evidence: str = "observed",
        action: str = "commit",
        prefix: str | None = None,
        root: str | None = "repo",
        cause: Cause | None = CALL,
    ) -> str:
        """Record an action that makes a commit."""
        common = self._common("vcs", at)
        return self.add(
            Vcs(*common, action, evidence, root, commit, prefix, (), None, None, None, cause)
        )

    def add(self, record: AnyRecord) -> str:
        """Put any record at the end of the stream."""
        self.records.append(record)
        return record.name

    def _common(
        self, kind: str, at: float | None
    ) -> tuple[Place, str, int, str, str | None, float | None, None]:
        number = len(self.records) + 1
        place = Place(f"{self.name}.asr.jsonl", number + 1, 100 * number)
        time = None if at is None else TIME + 60 * at
        return place, kind, number, f"r{number}", None, time, None

    @property
    def session(self) -> Session:
        """The session as it stands now."""
        root = Root("repo", self.path)
        header = Header(
            Place(f"{self.name}.asr.jsonl", 1, 0),
            "session",
            0,
            "r0",
            None,
            None,
            None,
            session_id=self.name,
            agent=self.agent,
            namespace=self.namespace,
            profiles=("coding",),
            roots=(root,),
            losses=(),
            producer="test",
        )
        times = [record.time for record in self.records if record.time is not None]
        stream = StreamRecords(f"{self.name}.asr.jsonl", header, tuple(self.records))
        key = SessionKey(self.agent, self.namespace, self.name)
        first, last = min(times, default=None), max(times, default=None)
        return Session(key, (stream,), (root,), first, last)


def workspace_of(
    repository: Repository,
    *recorders: Recorder,
    allowance: float = 120,
    bad: Sequence[BadRecord] = (),
) -> Workspace:
    """A workspace where the root of every recorder lies at the top of the repository."""
    bound = {
        (recorder.session.key, "repo"): RootBinding("declared path", b"", b"", recorder.path)
        for recorder in recorders
        if recorder.is_bound
    }
    return Workspace(
        repository=repository,
        sessions=tuple(recorder.session for recorder in recorders),
        bindings=Bindings(bound, (), repository.worktrees),
        read_blob=lambda ref: None,
        allowance=allowance,
        history=History(repository),
        bad=tuple(bad),
    )


def evidence_of(
    workspace: Workspace, commit: Oid, path: str | None = None, *, bounded: bool = False
) -> tuple[Evidence, ...]:
    """The evidence about one commit: at one path, else all, what is about the whole last."""
    repository = workspace.repository
    known = repository.commits([commit])
    changes = repository.changes_of([commit], renames=True)[commit]
    graph = link(
        workspace,
        [(change, known[commit]) for change in changes],
        known.values(),
        bounded=frozenset({commit} if bounded else ()),
    )
    if path is not None:
        return graph.at(commit, RepoPath(path.encode()))
    at_paths = [item for change in changes for item in graph.at(commit, change.path)]
    whole = [
        item for found in graph.links_of(commit) for item in found.evidence if item.path is None
    ]
    return (*at_paths, *whole)


def said(
    repository: Repository,
    *recorders: Recorder,
    at: Oid,
    path: str | None = None,
    bounded: bool = False,
    allowance: float = 120,
) -> list[str]:
    """What is said of a commit, one line for each piece of evidence (see `line_of`)."""
    workspace = workspace_of(repository, *recorders, allowance=allowance)
    return [line_of(item) for item in evidence_of(workspace, at, path, bounded=bounded)]


def line_of(item: Evidence) -> str:
    """`S1#r1 transition strong +2-3 -2 qualifiers`: `+` lines of the commit's file, `-` removed.

    What does not cover lines says `file` or `commit`; what is not the session's own, its actor.
    """
    records = ",".join(ref.record for ref in item.records)
    words = [f"{item.session.id}#{records}", item.relation.value, item.strength.word]
    words += [item.covers.value] if item.covers is not Covers.LINE else []
    words += [item.actor] if item.actor not in {"session", "unstated"} else []
    words += [f"+{_ranges(item.lines)}"] if item.lines else []
    words += [f"-{_ranges(item.removed)}"] if item.removed else []
    return " ".join([*words, *(qualifier.value for qualifier in item.qualifiers)])


def _ranges(ranges: Sequence[LineRange]) -> str:
    return ",".join(
        str(span.first) if span.first == span.last else f"{span.first}-{span.last}"
        for span in ranges
    )


def without_times(recorder: Recorder) -> Recorder:
    """The same session, whose records have no time."""
    return replace(recorder, records=[replace(record, time=None) for record in recorder.records])
