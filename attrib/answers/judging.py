"""How the declarations of one commit stand to the content that is recorded for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from attrib.answers.seen import Seen, declared_lines, joined
from attrib.model.agents import alias_of
from attrib.model.audit import AuditFinding, Declaration, Standpoint
from attrib.model.commits import Commit
from attrib.model.evidence import Strength
from attrib.model.ids import SessionKey
from attrib.model.sessions import Session
from attrib.workspace import Workspace

#: The least digits that a declaration must give of a session's ID.
_LEAST_DIGITS = 8


class KnownSessions:
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

    def named(self, declaration: Declaration) -> list[Session]:
        """The sessions that a declaration may name; where it names an agent, none of another."""
        found = self._by_name.get(declaration.name, {})
        wanted = declaration.agent
        fitting = {key: each for key, each in found.items() if wanted in (None, key.agent)}
        exact = [session for key, session in fitting.items() if key.id == declaration.name]
        return exact or list(fitting.values())


class Judging:
    """Sets the declarations of one commit against its content."""

    def __init__(
        self, workspace: Workspace, known: KnownSessions, commit: Commit, seen: Seen
    ) -> None:
        self._workspace = workspace
        self._known = known
        self._commit = commit
        self._seen = seen

    def findings(self, declared: Sequence[Declaration]) -> Iterator[AuditFinding]:
        """One finding a declaration, then one a session that none names."""
        named: set[SessionKey] = set()
        for declaration in declared:
            if declaration.names_session:
                yield self._of_session(declaration, named)
            else:
                yield self._of_agent(declaration, named)
        for key, strength in sorted(self._seen.content.items()):
            if strength >= Strength.MODERATE and key not in named:
                yield self._finding(Standpoint.UNDECLARED, None, key, "no declaration names it")

    def _of_session(self, declaration: Declaration, named: set[SessionKey]) -> AuditFinding:
        sessions = self._known.named(declaration)
        if not sessions:
            reason = "its records are not here"
            return self._finding(Standpoint.UNSUPPORTED, declaration, None, reason)
        supported = [session.key for session in sessions if session.key in self._seen.content]
        if supported:
            named.update(supported)
            return self._of_content(declaration, supported, "its recorded content stands")
        if len(sessions) > 1:
            reason = f"it names {len(sessions)} sessions, and content of none stands here"
            return self._finding(Standpoint.UNSUPPORTED, declaration, None, reason)
        key = sessions[0].key
        against = self._against(sessions[0]) or self._against_lines(declaration, {key})
        if against:
            return self._finding(Standpoint.CONTRADICTED, declaration, key, against)
        reason = "no recorded content of it stands in the commit"
        return self._finding(Standpoint.UNSUPPORTED, declaration, key, reason)

    def _of_agent(self, declaration: Declaration, named: set[SessionKey]) -> AuditFinding:
        agent = declaration.agent
        keys = sorted(key for key in self._seen.content if key.agent == agent)
        if agent is None:
            reason = "no agent of this name is known"
            return self._finding(Standpoint.UNSUPPORTED, declaration, None, reason)
        if not keys:
            reason = "no recorded content of a session of this agent stands in the commit"
            against = self._against_lines(declaration, set())
            standpoint = Standpoint.CONTRADICTED if against else Standpoint.UNSUPPORTED
            return self._finding(standpoint, declaration, None, against or reason)
        named.update(keys)
        said = "recorded content of a session of this agent stands"
        return self._of_content(declaration, keys, said)

    def _of_content(
        self, declaration: Declaration, keys: Sequence[SessionKey], said: str
    ) -> AuditFinding:
        """What is declared of sessions whose content stands in the commit."""
        best = max(keys, key=lambda key: (self._seen.content[key], key))
        if declaration.lines is None:
            return self._finding(Standpoint.SUPPORTED, declaration, best, f"{said} in the commit")
        lines = declared_lines(declaration)
        held = {key: len(lines.intersection(self._seen.lines.get(key, ()))) for key in keys}
        best = max(keys, key=lambda key: (held[key], self._seen.content[key], key))
        count = len(lines & joined(self._seen.lines, keys))
        if count:
            noun = "line" if len(lines) == 1 else "lines"
            reason = f"{said} on {count:,} of {len(lines):,} declared {noun}"
            return self._finding(Standpoint.SUPPORTED, declaration, best, reason)
        against = self._against_lines(declaration, set(keys))
        standpoint = Standpoint.CONTRADICTED if against else Standpoint.UNSUPPORTED
        reason = against or f"{said} in the commit, and on none of the declared lines"
        return self._finding(standpoint, declaration, best, reason)

    def _against_lines(self, declaration: Declaration, own: set[SessionKey]) -> str | None:
        """What speaks against declared lines that no content of these sessions reaches."""
        if declaration.lines is None:
            return None
        others = [key for key in self._seen.strong_lines if key not in own]
        if not declared_lines(declaration) <= joined(self._seen.strong_lines, others):
            return None
        if declaration.names_session:
            return "every declared line is recorded by another session, and none by it"
        return "every declared line is recorded by another agent's session, and none by its own"

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
