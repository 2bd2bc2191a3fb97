"""What the links and tables of a fleet answer; every question is one expression."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ibis
import ibis.expr.types as ir

from attrib.errors import FleetError
from attrib.finding import find_key
from attrib.fleet.bindable import EMPTY, MOST_REPOSITORIES
from attrib.fleet.engine import Engine
from attrib.fleet.parts import Folder
from attrib.fleet.spelling import id_of, unspelled
from attrib.fleet.tables import LINKS, TABLES
from attrib.model.evidence import Strength
from attrib.model.fleet import (
    FleetGroup,
    FleetLink,
    FleetObject,
    FleetPlace,
    FleetSummary,
    Vendored,
)
from attrib.model.ids import Oid, SessionKey

#: Relations whose evidence says that a whole file equals a recorded one.
_WHOLE = ("transition", "after-state", "chain", "replayed")
_KEY = ("agent", "namespace", "session")
_OWN = ("agent", "namespace", "id")
#: The first and last second of the years that every engine has months of.
_MONTHS = (-62_135_596_800, 253_402_300_799)


@dataclass(slots=True)
class Reader:
    """The tables of one fleet in an engine; those that are damaged are passed over."""

    folder: Folder
    engine: Engine
    lost: list[tuple[str, str]] = field(default_factory=list)

    @property
    def damaged(self) -> Sequence[tuple[str, str]]:
        """What was passed over: the repository or bucket, and the part."""
        return [*self.folder.checked.damaged, *self.lost]

    def table(self, name: str) -> ir.Table:
        """An exported table."""
        files = [str(self.folder.file_of(part)) for part in self.folder.checked.parts[name]]
        return self.engine.read(name, files, TABLES[name])

    def links(self) -> ir.Table:
        """All evidence, of those parts that are whole."""
        files: list[str] = []
        manifests, unread = self.folder.manifests_and_unread("matches")
        self.lost += unread
        for manifest in manifests.values():
            for part, digest in sorted(manifest.parts.items()):
                if "/links-" not in part:
                    continue
                if self.folder.is_whole(part, digest):
                    files.append(str(self.folder.file_of(part)))
                else:
                    self.lost.append((manifest.name, part))
        return self.engine.read("links", files, LINKS)

    def rows(self, table: ir.Table) -> Iterator[dict[str, Any]]:
        """The rows of an expression."""
        for batch in self.engine.batches(table):
            yield from batch.to_pylist()


def _levels(links: ir.Table) -> ir.Table:
    """The evidence with its strength as a number, for the strongest of several."""
    cases = [(links.strength == each.word, int(each)) for each in Strength]
    return links.mutate(level=ibis.cases(*cases, else_=0))


def summary(reader: Reader, by: str, *, at_least: Strength | None = None) -> FleetSummary:
    """Links by their strength, for each repository, agent, or month of the commit."""
    links = _levels(reader.links())
    each = links.group_by(["repository", "commit", *_KEY]).agg(
        level=links.level.max(), time=links.time.max()
    )
    if at_least is not None:
        each = each.filter(each.level >= int(at_least))
    has_month = each.time.between(*_MONTHS)
    moment = has_month.ifelse(each.time, 0).cast("int64").as_timestamp("s")
    month = has_month.ifelse(moment.strftime("%Y-%m"), "undated")
    named = each.mutate(name={"month": month}.get(by, each[by if by != "month" else "agent"]))
    counted = named.group_by(["name", "level"]).agg(links=named.count())
    found: defaultdict[str, dict[Strength, int]] = defaultdict(dict)
    for row in reader.rows(counted):
        found[row["name"]][Strength(row["level"])] = row["links"]
    sizes = named.group_by("name").agg(
        commits=ibis.struct({"r": named.repository, "c": named.commit}).nunique(),
        sessions=ibis.struct({name: named[name] for name in _KEY}).nunique(),
    )
    counts = {row["name"]: (row["commits"], row["sessions"]) for row in reader.rows(sizes)}
    groups = [FleetGroup(name, found[name], *counts[name]) for name in sorted(found)]
    return FleetSummary(by, tuple(groups))


def of_session(
    reader: Reader, name: str, *, at_least: Strength | None = None
) -> tuple[FleetLink, ...]:
    """The commits that the session of this name is linked to, in every repository.

    Raises:
        SessionError: no session of the fleet has this name, or several have.
    """
    sessions = reader.table("sessions")
    begins = sessions.id.startswith(name.rpartition(":")[2])
    rows = reader.rows(sessions.filter(begins).select("agent", "namespace", "id").distinct())
    hint = f"attrib fleet export --sessions STORE -o '{reader.folder.path}'"
    key = find_key([SessionKey(**row) for row in rows], name, hint=hint)
    links = _levels(reader.links())
    is_its = [links[column] == getattr(key, own) for column, own in zip(_KEY, _OWN, strict=True)]
    links = links.filter(*is_its)
    each = links.group_by(["repository", "commit", *_KEY]).agg(
        level=links.level.max(), time=links.time.max(), relations=links.relation.collect()
    )
    found = [
        FleetLink(
            row["repository"],
            Oid(row["commit"].hex()),
            row["time"],
            SessionKey(row["agent"], row["namespace"], row["session"]),
            Strength(row["level"]),
            tuple(sorted(set(row["relations"]))),
        )
        for row in reader.rows(each)
    ]
    kept = [link for link in found if at_least is None or link.strength >= at_least]
    return tuple(sorted(kept, key=lambda each: (each.repository, each.time, each.commit)))


def of_object(reader: Reader, name: str) -> FleetObject:
    """Who recorded an object ID, and where it, or the blob that it is a form of, was committed.

    Raises:
        FleetError: it is no full ID.
    """
    wanted = id_of(name)
    if wanted is None or len(wanted) not in (20, 32):
        raise FleetError(f"'{name}' is no full object ID", hint="git rev-parse HEAD:FILE")
    states, sessions = reader.table("states"), reader.table("sessions")
    sides = [
        states[f"{side}{kind}"] == wanted
        for side in ("before", "after")
        for kind in ("", "_sha1", "_sha256")
    ]
    held = states.filter(ibis.or_(*sides)).join(sessions, "session")
    columns = held.select("agent", "namespace", "id", "record", "path").distinct()
    records = sorted(
        (
            SessionKey(row["agent"], row["namespace"], row["id"]),
            row["record"],
            unspelled(row["path"]),
        )
        for row in reader.rows(columns)
    )
    blobs, forms = reader.table("blobs"), reader.table("forms")
    alike = forms.filter(forms.form == wanted).select("repository", new="blob").distinct()
    same = blobs.filter(blobs.new == wanted)
    others = blobs.join(alike, ["repository", "new"]).select(blobs)
    places = [_place(row) for row in reader.rows(same.union(others, distinct=False).drop("olds"))]
    return FleetObject(name, tuple(records), tuple(sorted(set(places), key=_order)))


def _place(row: Mapping[str, Any], side: str = "") -> FleetPlace:
    return FleetPlace(
        row[f"{side}repository"],
        Oid(row[f"{side}commit"].hex()),
        unspelled(row[f"{side}path"]),
        row[f"{side}time"],
    )


def _order(place: FleetPlace) -> tuple[int, str, str, bytes]:
    return place.time, place.repository, place.commit, place.path


def vendored(reader: Reader, *, at_least: Strength | None = None) -> tuple[Vendored, ...]:
    """Files of which another repository held the same bytes before, with evidence for them there.

    Repositories that share the commit are one history, not two; and the empty file is no one's.
    """
    links, blobs, commits = _levels(reader.links()), reader.table("blobs"), reader.table("commits")
    links = links.filter(links.level >= int(at_least or 0))
    links = links.filter(links.relation.isin(_WHOLE), links.path.notnull())
    told = links.select("repository", "commit", "path", *_KEY).distinct()
    places = blobs.filter(blobs.new.notnull()).select("repository", "commit", "path", "new", "time")
    source = told.join(places, ["repository", "commit", "path"])
    spread = places.group_by("new").agg(spread=places.repository.nunique())
    few = spread.filter(spread.spread > 1, spread.spread <= MOST_REPOSITORIES)
    few = few.filter(*(few.new != bytes.fromhex(empty) for empty in EMPTY)).select("new")
    begins = places.group_by(["repository", "new"]).agg(begins=places.time.min())
    begins = begins.select(target_repository="repository", new="new", begins="begins")
    target = places.join(few, "new").select(
        "new",
        target_repository="repository",
        target_commit="commit",
        target_path="path",
        target_time="time",
    )
    target = target.join(begins, ["target_repository", "new"])
    both = source.join(target, "new")
    both = both.filter(both.repository != both.target_repository, both.begins >= both.time)
    own = commits.select("repository", target_commit="commit")
    both = both.anti_join(own, ["repository", "target_commit"])
    found: defaultdict[tuple[str, FleetPlace, FleetPlace], set[SessionKey]] = defaultdict(set)
    for row in reader.rows(both):
        key = SessionKey(row["agent"], row["namespace"], row["session"])
        found[row["new"].hex(), _place(row), _place(row, "target_")].add(key)
    rows = [Vendored(*each, tuple(sorted(keys))) for each, keys in found.items()]
    return tuple(sorted(rows, key=lambda each: (_order(each.target), _order(each.source))))
