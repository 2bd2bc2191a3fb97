"""The matching kernel as relations, once, for every engine: what IDs, paths and names alone tell.

Three expressions, each over the one before: which sessions may lie in which repositories
(`bindable`), which recorded states and names equal which blobs and commits (`joined`), and which
commits the contents have to be compared for (`asked`). None leaves out anything that the matchers
could give evidence for; docs/adr/0016 says what each decides.
"""

from __future__ import annotations

import ibis
import ibis.expr.types as ir

from attrib.fleet.bindable import Tables, bindable, union_of
from attrib.fleet.tables import BINDINGS, FIRST_DIGITS, TABLES
from attrib.strength import COMMON_PATHS

__all__ = ["asked", "bindable", "joined", "placed", "unbound"]

#: So many digits of a prefix are joined; git takes none below four.
_LEAST_DIGITS = 4


def unbound() -> dict[str, ir.Table]:
    """Every table by name, without rows: to compile the expressions for any engine."""
    schemas = {**TABLES, "bindings": BINDINGS}
    return {
        name: ibis.table(ibis.Schema.from_pyarrow(each), name) for name, each in schemas.items()
    }


# Which recorded states and names equal which blobs and commits


def placed(t: Tables) -> ir.Table:
    """The recorded states at their paths in each repository where their root is bound.

    A table `placed` stands for itself: an engine may have worked it out before.
    """
    if "placed" in t:
        return t["placed"]
    states, bindings = t["states"], t["bindings"]
    both = states.join(bindings, ["session", "root"])
    both = both.filter(both.path.startswith(both.strip))
    is_long = both.format == "sha256"
    return both.select(
        "repository",
        "session",
        "record",
        "status",
        "low",
        "before_is",
        "before_type",
        "before",
        "after_is",
        "after_type",
        "after",
        path=both.add + both.path.substr(both.strip.length()),
        folded=both.folded_add + both.folded.substr(both.folded_strip.length()),
        before_own=is_long.ifelse(both.before_sha256, both.before_sha1),
        after_own=is_long.ifelse(both.after_sha256, both.after_sha1),
    )


def joined(t: Tables) -> ir.Table:
    """`transition`, `after-state`, `elsewhere` and `named`, with what limits them: one row each."""
    whole = _whole_states(t)
    rows = _with_facts(t, union_of([whole, _deletions(t).select(*whole.columns)]))
    return rows.union(_named(t))


def _by_form(t: Tables, states: ir.Table, side: str) -> ir.Table:
    """Each state with a blob of which one side of it is a worktree form, and by which step."""
    forms = t["forms"]
    is_form = [
        states.repository == forms.repository,
        states[side] == forms.form,
        states[f"{side}_type"] == forms.type,
    ]
    return states.join(forms, is_form).select(states, blob=forms.blob, equality=forms.equality)


def _whole_states(t: Tables) -> ir.Table:
    states = placed(t)
    same = states.filter(states.after_own.notnull())
    same = same.mutate(blob=same.after_own, equality=ibis.literal("identical"))
    afters = same.union(_by_form(t, states, "after"))
    blobs = t["blobs"].select("repository", "commit", "new", "olds", "is_new", at=t["blobs"].path)
    both = afters.join(blobs, [afters.repository == blobs.repository, afters.blob == blobs.new])
    started = _by_form(t, states, "before")
    keys = ("repository", "session", "record", "path")
    started = started.select(*keys, before_form=started.blob).distinct()
    both = both.left_join(started, list(keys))
    is_absent = (both.before_is == "absent") & both.is_new
    is_old = both.olds.contains(both.before_own).fill_null(False)
    is_form = both.olds.contains(both.before_form).fill_null(False)
    relation = ibis.cases(
        (both.path != both["at"], "elsewhere"),
        (is_absent | is_old | is_form, "transition"),
        else_="after-state",
    )
    found = both.select(
        "repository",
        "commit",
        "session",
        "record",
        "equality",
        "blob",
        path=both["at"],
        relation=relation,
        time=both.low,
    )
    # Of several ways to start, the one that holds counts: `transition` is the last word of three.
    others = [name for name in found.columns if name != "relation"]
    return found.group_by(others).agg(relation=found.relation.max())


def _deletions(t: Tables) -> ir.Table:
    blobs = t["blobs"].filter(t["blobs"].new.isnull())
    states = placed(t)
    states = states.filter(states.after_is == "absent")
    both = states.join(blobs, ["repository", "path"])
    is_old = both.olds.contains(both.before_own).fill_null(False)
    return both.select(
        "repository",
        "commit",
        "session",
        "record",
        equality=ibis.literal("identical"),
        blob=both.new,
        path=both.path,
        relation=ibis.ifelse(is_old, "transition", "after-state"),
        time=both.low,
    )


def _with_facts(t: Tables, rows: ir.Table) -> ir.Table:
    """Pre-existence, commonness, and sharing across repositories and sessions."""
    blobs = t["blobs"]
    wanted = rows.filter(rows.blob.notnull()).select("blob").distinct()
    places = blobs.join(wanted, blobs.new == wanted.blob)
    folder = places.path.re_replace("/?[^/]*$", "")
    places = places.mutate(folder=folder)
    here = places.group_by(["repository", "blob"]).agg(
        begins=places.time.min(), paths=places.path.nunique(), folders=places.folder.nunique()
    )
    spread = places.group_by("blob").agg(repositories=places.repository.nunique())
    sessions = rows.group_by(["repository", "path", "blob"]).agg(sessions=rows.session.nunique())
    both = rows.left_join(here, ["repository", "blob"]).drop("repository_right").drop("blob_right")
    both = both.left_join(spread, "blob").drop("blob_right")
    both = both.left_join(sessions, ["repository", "path", "blob"])
    is_common = (both.paths >= COMMON_PATHS) & (both.folders >= COMMON_PATHS)
    return both.select(
        "repository",
        "commit",
        "path",
        "session",
        "record",
        "relation",
        "equality",
        "blob",
        "time",
        pre_existing=(both.begins < both.time).fill_null(False) & (both.relation != "transition"),
        common=is_common.fill_null(False),
        repositories=both.repositories.cast("int64"),
        sessions=both.sessions.cast("int64"),
    )


def _named(t: Tables) -> ir.Table:
    names = _names_here(t)
    names = names.filter(names.kind == "made")
    nothing = ibis.null("binary")
    return names.select(
        "repository",
        "commit",
        path=ibis.null("string"),
        session=names.session,
        record=names.record,
        relation=ibis.literal("named"),
        equality=ibis.null("string"),
        blob=nothing,
        time=names.time,
        pre_existing=ibis.literal(False),
        common=ibis.literal(False),
        repositories=ibis.null("int64"),
        sessions=ibis.null("int64"),
    )


def _names_here(t: Tables) -> ir.Table:
    """The records of bound sessions that name a commit here, whole or by its first digits."""
    bound = t["bindings"].filter(t["bindings"].root != "")
    bound = bound.select("repository", "session").distinct()
    names = t["names"].join(bound, "session")
    commits = t["commits"].select("repository", "digits", oid=t["commits"].commit)
    columns = ("repository", "session", "record", "kind", "time")
    whole = names.join(
        commits, [names.repository == commits.repository, names.commit == commits.oid]
    ).select(*columns, commit="oid")
    short = names.filter(names.prefix.notnull())
    short = short.mutate(first=short.prefix.lower().substr(0, FIRST_DIGITS))
    found = short.join(
        commits,
        [
            short.repository == commits.repository,
            short.first.substr(0, _LEAST_DIGITS) == commits.digits.substr(0, _LEAST_DIGITS),
        ],
    )
    found = found.filter(found.digits.startswith(found.first))
    return whole.union(found.select(*columns, commit="oid"))


# Which commits the contents have to be compared for


def asked(t: Tables) -> ir.Table:
    """Repository and commit wherever the matchers could give evidence."""
    blobs, commits = t["blobs"], t["commits"]
    at_path = placed(t).select("repository", "folded").distinct()
    near = blobs.join(at_path, ["repository", "folded"]).select("repository", "commit")
    afters = placed(t)
    afters = afters.filter(afters.after_own.notnull()).select("repository", new=afters.after_own)
    same = blobs.join(afters.distinct(), ["repository", "new"]).select("repository", "commit")
    named = _names_here(t).select("repository", "commit")
    told = t["told"].select("repository", "commit")
    bound = t["bindings"].select("repository").union(t["told"].select("repository")).distinct()
    moved = commits.filter(commits.may_move).select("repository", "commit")
    again = _made_again(commits)
    others = moved.union(again).join(bound, "repository").select("repository", "commit")
    found = union_of([near, same, named, told, others])
    return found.join(commits.select("repository", "commit"), ["repository", "commit"])


def _made_again(commits: ir.Table) -> ir.Table:
    """The commits later than their author's time, where another has the same author time."""
    times = commits.group_by(["repository", "author_time"]).agg(times=commits.count())
    both = commits.join(times.filter(times.times > 1), ["repository", "author_time"])
    return both.filter(both.author_time < both.committer_time).select("repository", "commit")
