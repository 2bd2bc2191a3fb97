"""`attrib audit`: what commits declare against what recorded content supports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from attrib.answers.declarations import declarations_of
from attrib.answers.ranges import CommitRange, linked, range_of
from attrib.answers.sessions import infos
from attrib.declared import agent_of
from attrib.graph import EvidenceGraph
from attrib.model.agents import alias_of
from attrib.model.audit import AuditFinding, AuditReport, Declaration, Standpoint
from attrib.model.commits import Commit
from attrib.model.evidence import Evidence, Qualifier, Strength
from attrib.model.ids import RepoPath, SessionKey
from attrib.model.sessions import Session
from attrib.workspace import Workspace

#: The least digits that a declaration must give of a session's ID.
_LEAST_DIGITS = 8
_OWN = ("session", "unstated")


def audit(
    workspace: Workspace,
    text: str | None,
    *,
    at_least: Strength | None = None,
) -> AuditReport:
    """Every declaration in a range, and every session there that no declaration names.

    Content below `at_least` supports nothing.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    commits = range_of(workspace, text)
    graph = linked(workspace, commits)
    return audit_of(workspace, commits, graph, at_least=at_least)


def audit_of(
    workspace: Workspace,
    commits: CommitRange,
    graph: EvidenceGraph,
    *,
    at_least: Strength | None = None,
) -> AuditReport:
    """The same for a range whose evidence is at hand."""
    declared = declarations_of(workspace, [commit.oid for commit in commits.commits])
    known = _Known(workspace.sessions)
    found: defaultdict[Standpoint, list[AuditFinding]] = defaultdict(list)
    for commit in commits.commits:
        seen = _seen(workspace, commits, graph, commit, at_least or Strength.WEAK)
        judging = _Judging(workspace, known, commit, seen)
        for finding in judging.findings(declared.get(commit.oid, ())):
            found[finding.standpoint].append(finding)
    findings = tuple(chain.from_iterable(found[standpoint] for standpoint in Standpoint))
    named = {finding.session for finding in findings}
    listed = tuple(info for info in infos(workspace.sessions) if info.key in named)
    return AuditReport(commits.text, len(commits.commits), findings, listed)


class _Known:
    """The sessions known here, by what a declaration may call them."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        self._by_name: defaultdict[str, dict[SessionKey, Session]] = defaultdict(dict)
        for session in sessions:
            key = session.key
            for agent in {key.agent, alias_of(key.agent)}:
                self._by_name[f"{agent}:{key.id}"][key] = session
                self._by_name[f"{agent}:{key.namespace}:{key.id}"][key] = session
            self._by_name[key.id][key] = session
            for length in range(_LEAST_DIGITS, min(len(key.id), 40)):
                self._by_name[key.id[:length]][key] = session

    def named(self, value: str) -> list[Session]:
        """The sessions that a value may name."""
        found = self._by_name.get(value, {})
        exact = [session for key, session in found.items() if key.id == value]
        return exact or list(found.values())


@dataclass(frozen=True, slots=True)
class _Seen:
    """The content evidence about one commit: own content by session, and what conflicts.

    `strongly` are the sessions that hold every path strongly.
    """

    content: Mapping[SessionKey, Strength]
    conflicting: frozenset[SessionKey]
    strongly: frozenset[SessionKey]


def _seen(
    workspace: Workspace,
    commits: CommitRange,
    graph: EvidenceGraph,
    commit: Commit,
    least: Strength,
) -> _Seen:
    content: dict[SessionKey, Strength] = {}
    conflicting: set[SessionKey] = set()
    strong: defaultdict[SessionKey, set[RepoPath]] = defaultdict(set)
    for item in _content_of(graph, commit):
        if Qualifier.CONFLICTING in item.qualifiers or _is_late(item):
            conflicting.add(item.session)
        elif item.strength >= least:
            content[item.session] = max(item.strength, content.get(item.session, item.strength))
            if item.strength is Strength.STRONG and item.path is not None:
                strong[item.session].add(item.path)
    paths = {change.path for change in commits.changes[commit.oid]}
    strongly = frozenset(key for key, held in strong.items() if paths and held >= paths)
    return _Seen(content, frozenset(conflicting - set(content)), strongly)


def _content_of(graph: EvidenceGraph, commit: Commit) -> Iterator[Evidence]:
    for link in graph.links_of(commit.oid):
        for item in link.evidence:
            if item.path is not None and item.actor in _OWN:
                yield item


def _is_late(item: Evidence) -> bool:
    return Qualifier.RECORD_AFTER_COMMIT in item.qualifiers


class _Judging:
    """Sets the declarations of one commit against its content."""

    def __init__(self, workspace: Workspace, known: _Known, commit: Commit, seen: _Seen) -> None:
        self._workspace = workspace
        self._known = known
        self._commit = commit
        self._seen = seen

    def findings(self, declared: Sequence[Declaration]) -> Iterator[AuditFinding]:
        """One finding a declaration, then one a session that none names."""
        named: set[SessionKey] = set()
        for declaration in declared:
            finding = self._of_declaration(declaration, named)
            if finding is not None:
                yield finding
        for key, strength in sorted(self._seen.content.items()):
            if strength >= Strength.MODERATE and key not in named:
                yield self._finding(Standpoint.UNDECLARED, None, key, "no declaration names it")

    def _of_declaration(
        self, declaration: Declaration, named: set[SessionKey]
    ) -> AuditFinding | None:
        if not declaration.names_session:
            return self._of_agent(declaration, named)
        sessions = self._known.named(declaration.value)
        if not sessions:
            reason = "its records are not here"
            return self._finding(Standpoint.UNSUPPORTED, declaration, None, reason)
        supported = [session.key for session in sessions if session.key in self._seen.content]
        if supported:
            named.update(supported)
            reason = "its recorded content stands in the commit"
            return self._finding(Standpoint.SUPPORTED, declaration, supported[0], reason)
        if len(sessions) > 1:
            reason = f"it names {len(sessions)} sessions, and content of none stands here"
            return self._finding(Standpoint.UNSUPPORTED, declaration, None, reason)
        against = self._against(sessions[0])
        if against:
            key = sessions[0].key
            return self._finding(Standpoint.CONTRADICTED, declaration, key, against)
        reason = "no recorded content of it stands in the commit"
        return self._finding(Standpoint.UNSUPPORTED, declaration, sessions[0].key, reason)

    def _of_agent(self, declaration: Declaration, named: set[SessionKey]) -> AuditFinding | None:
        agent = agent_of(declaration.key, declaration.value)
        if agent is None:
            return None
        keys = sorted(key for key in self._seen.content if key.agent == agent)
        if not keys:
            reason = "no recorded content of a session of this agent stands in the commit"
            return self._finding(Standpoint.UNSUPPORTED, declaration, None, reason)
        named.update(keys)
        best = max(keys, key=lambda key: (self._seen.content[key], key))
        reason = "recorded content of a session of this agent stands in the commit"
        return self._finding(Standpoint.SUPPORTED, declaration, best, reason)

    def _against(self, session: Session) -> str | None:
        """What speaks against a session whose content does not stand in the commit."""
        if session.key in self._seen.conflicting:
            return "its records of this content are later than the commit"
        if self._began_later(session):
            return "its first record is later than the commit"
        if self._seen.strongly:
            return "every path is recorded by another session, and none by it"
        return None

    def _began_later(self, session: Session) -> bool:
        commit = self._commit
        if session.first is None:
            return False
        latest = max(commit.author_time, commit.committer_time) + self._workspace.allowance
        chronology = self._workspace.chronology
        return session.first > latest and not any(
            chronology.sighting(session.key, stream.path, commit.oid) is not None
            for stream in session.streams
        )

    def _finding(
        self,
        standpoint: Standpoint,
        declaration: Declaration | None,
        key: SessionKey | None,
        reason: str,
    ) -> AuditFinding:
        strength = self._seen.content.get(key) if key else None
        return AuditFinding(self._commit, standpoint, declaration, key, strength, reason)
