"""Units as relations: which repository is asked about which sessions and commits, in pieces."""

from __future__ import annotations

import ibis
import ibis.expr.types as ir

from attrib.fleet.bindable import Tables

#: Stands for the time of a session without any: it may precede everything.
LONG_AGO = -1e18
#: A unit is about at most so many commits.
COMMITS_AT_ONCE = 500


def binding_units(t: Tables, pairs: ir.Table) -> ir.Table:
    """One row a repository: the streams of all sessions that may lie in it; `pairs` names them."""
    streams = _streams(t, pairs)
    return _with_places(t, streams)


def judging_units(t: Tables, pairs: ir.Table, asked: ir.Table, *, size: int) -> ir.Table:
    """One row for at most `size` commits of a repository, with the streams of its sessions."""
    place = ibis.row_number().over(group_by=asked.repository, order_by=asked.commit)
    numbered = asked.mutate(piece=place // size)
    pieces = numbered.group_by(["repository", "piece"]).agg(commits=numbered.commit.collect())
    both = pieces.left_join(_streams(t, pairs), "repository").drop("repository_right")
    return _with_places(t, both)


def _streams(t: Tables, pairs: ir.Table) -> ir.Table:
    both = pairs.join(t["streams"], "session")
    both = both.mutate(words=both.store + "\t" + both.stream + "\t" + both.digest)
    return both.group_by("repository").agg(streams=both.words.collect())


def _with_places(t: Tables, rows: ir.Table) -> ir.Table:
    """With where each repository lies, and when the first of all sessions began."""
    places = t["repositories"].select("repository", "location", state=t["repositories"].digest)
    both = rows.join(places, "repository")
    begin = t["sessions"].agg(others_begin=t["sessions"]["first"].fill_null(LONG_AGO).min())
    return both.cross_join(begin)
