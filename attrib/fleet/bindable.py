"""Which sessions may lie in which repositories: all that any way of binding could bind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

import ibis.expr.types as ir

from attrib.binding_content import LEAST_BLOBS

Tables = Mapping[str, ir.Table]

#: An ID that so many repositories hold tells none of them: the empty file, licences, templates.
MOST_REPOSITORIES = 1000
#: The IDs of the empty blob.
EMPTY = (
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)


def union_of(tables: list[ir.Table]) -> ir.Table:
    """The rows of all tables, each once."""
    return reduce(lambda one, other: one.union(other), tables).distinct()


def bindable(t: Tables, *, most: int = MOST_REPOSITORIES) -> ir.Table:
    """Repository and session wherever a root may be bound, or a declaration names the session."""
    groups = union_of([_by_blobs(t, most), _by_commits(t), _by_places(t), _by_root_ids(t)])
    roots = t["roots"].select("session", "group").distinct()
    by_group = groups.join(roots, "group").select("repository", "session")
    told = t["told"].filter(t["told"]["name"].notnull())
    by_word = told.join(t["aliases"], told["name"] == t["aliases"]["alias"])
    return union_of([by_group, by_word.select("repository", "session")])


def _by_blobs(t: Tables, most: int) -> ir.Table:
    states = t["states"]
    was_made = (states.status == "applied") | (states.status == "partial")
    states = states.filter(states.root != "", was_made)
    columns = ("before_sha1", "after_sha1", "before_sha256", "after_sha256")
    ids = union_of([states.select("group", blob=states[name]) for name in columns])
    ids = ids.filter(ids.blob.notnull(), *(ids.blob != bytes.fromhex(empty) for empty in EMPTY))
    held = t["blobs"].select("repository", blob=t["blobs"].new)
    hits = ids.join(held, "blob").select("group", "repository", "blob").distinct()
    spread = hits.group_by("blob").agg(spread=hits.repository.nunique())
    few = hits.join(spread.filter(spread.spread <= most), "blob")
    counted = few.group_by(["repository", "group"]).agg(blobs=few.blob.nunique())
    return counted.filter(counted.blobs >= LEAST_BLOBS).select("repository", "group")


def _by_commits(t: Tables) -> ir.Table:
    names = t["names"].filter(t["names"].root != "", t["names"].commit.notnull())
    names = names.select("group", "commit").distinct()
    commits = t["commits"].select("repository", "commit").union(t["held"])
    return names.join(commits, "commit").select("repository", "group")


def _by_places(t: Tables) -> ir.Table:
    worktrees = t["worktrees"].filter(t["worktrees"].kind != "root")
    both = t["places"].join(worktrees, "place")
    return both.filter(both.is_root | (both.kind == "top")).select("repository", "group")


def _by_root_ids(t: Tables) -> ir.Table:
    given = t["worktrees"].filter(t["worktrees"].kind == "root")
    both = t["roots"].join(given, t["roots"].root == given.place)
    return both.select("repository", "group")
