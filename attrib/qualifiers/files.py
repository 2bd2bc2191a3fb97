"""Qualifiers of whole files: `common` content, `generated` files, a path that was folded."""

from __future__ import annotations

from attrib.matchers.interface import Match
from attrib.model.evidence import Covers, Qualifier, Relation
from attrib.qualifiers.interface import Context, Verdict, own_changes
from attrib.strength import COMMON_PATHS

_WHOLE = frozenset(
    {
        Relation.TRANSITION,
        Relation.AFTER_STATE,
        Relation.CHAIN,
        Relation.REPLAYED,
        Relation.ELSEWHERE,
        Relation.CHECKPOINT,
    }
)
_LOCK_FILES = frozenset(
    {
        b"cargo.lock",
        b"composer.lock",
        b"gemfile.lock",
        b"go.sum",
        b"package-lock.json",
        b"pipfile.lock",
        b"pnpm-lock.yaml",
        b"poetry.lock",
        b"uv.lock",
        b"yarn.lock",
    }
)
#: A file with this word in one of its first lines says so itself.
_MARK, _FIRST_LINES = b"generated", 5


class Common:
    """The blob stands at several unrelated paths: it names no origin."""

    qualifier = Qualifier.COMMON

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether history holds the blob at several paths of different names."""
        subject = match.subject
        if match.relation not in _WHOLE or subject is None or subject.change.new is None:
            return False
        if match.claim is not None and not match.claim.ends:
            return False
        places = context.history.places_of(subject.change.new.oid)
        folders = {row.path.rpartition(b"/")[0] for row in places}
        return len({row.path for row in places}) >= COMMON_PATHS and len(folders) >= COMMON_PATHS


class Generated:
    """A file that a program makes: its lines say little of who changed them."""

    qualifier = Qualifier.GENERATED

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether attributes, the name or the first lines say that the file is generated."""
        subject = match.subject
        if subject is None or match.covers is Covers.COMMIT:
            return False
        name = subject.change.path.rpartition(b"/")[2].lower()
        if name in _LOCK_FILES:
            return True
        stated = context.comparer.attributes((subject.change.commit, subject.change.path))
        if stated.linguist_generated is not None:
            return stated.linguist_generated not in (False, "false")
        return _MARK in b"".join(subject.new[:_FIRST_LINES]).lower()


class PathFolded:
    """The recorded path differs from the commit's in case or Unicode form."""

    qualifier = Qualifier.PATH_FOLDED

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether every record spells the path another way."""
        subject = match.subject
        if subject is None or subject.foreign is not None or not match.steps:
            return False
        known = {subject.change.path, *subject.change.old_paths}
        return all(change.path not in known for change in own_changes(match))


COMMON = Common()
GENERATED = Generated()
PATH_FOLDED = PathFolded()
