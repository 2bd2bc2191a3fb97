"""The short words of a comment: relations, limits, reasons, gaps; none comes from a repository."""

from __future__ import annotations

from collections.abc import Mapping

from attrib.model.evidence import Qualifier, Relation, Unseen
from attrib.model.pull_requests import Gap, Why

RELATIONS: Mapping[Relation, str] = {
    Relation.TRANSITION: "before and after equal",
    Relation.AFTER_STATE: "the after equals",
    Relation.CHAIN: "recorded states lead to it",
    Relation.REPLAYED: "recorded edits give it",
    Relation.LINES: "some lines equal",
    Relation.HUNKS: "a hunk equals",
    Relation.RESHAPED: "lines equal but for white space",
    Relation.SNIPPET: "a replacement stands here",
    Relation.ELSEWHERE: "equal, recorded at another path",
    Relation.CHECKPOINT: "a checkpoint holds it",
    Relation.REWRITTEN: "as the commit it was made from",
    Relation.NAMED: "a record names the commit",
    Relation.HEAD_MOVED: "the recorded HEAD moved to it",
    Relation.TOUCHED: "change recorded, content not",
    Relation.DURING: "a session was live",
    Relation.DECLARED: "declared, not compared",
}

QUALIFIERS: Mapping[Qualifier, str] = {
    Qualifier.PRE_EXISTING: "stood in the repository before the record",
    Qualifier.ALREADY_COMMITTED: "an earlier commit holds it already",
    Qualifier.UNDONE: "a later record takes it away",
    Qualifier.TIME_UNKNOWN: "nothing places the record in time",
    Qualifier.CAUSE_UNSTATED: "the record names no call",
    Qualifier.TRIVIAL: "nothing distinctive in it",
    Qualifier.SLIDING: "the run could stand higher or lower",
    Qualifier.WHITESPACE_ONLY: "differs in white space alone",
    Qualifier.COMMON: "common content",
    Qualifier.RECORD_AFTER_COMMIT: "the record is later than the commit",
    Qualifier.CONFLICTING: "conflicts with the order of time",
    Qualifier.SHARED: "several sessions recorded it",
    Qualifier.USER_MODIFIED: "a person changed it on the way",
    Qualifier.STATUS_PARTIAL: "took place in part",
    Qualifier.STATUS_UNKNOWN: "not said whether it took place",
    Qualifier.GENERATED: "output of a tool, or a lock file",
    Qualifier.HISTORY_ENDS: "the commit's parents are not here",
    Qualifier.GUESSED_LINE: "the line's commit is a guess",
    Qualifier.REPRESENTATION_UNSTATED: "not said which bytes the ID is of",
    Qualifier.REPRESENTATION_CONTRADICTED: "attributes speak against the ID's bytes",
    Qualifier.DERIVED: "the ID is ours, from recorded content",
    Qualifier.NET: "the record sums up several operations",
    Qualifier.INCOMPLETE_LIST: "the record leaves out files",
    Qualifier.LOSSY_TEXT: "equal only after bytes were replaced",
    Qualifier.PATH_FOLDED: "the path is spelled another way",
    Qualifier.SEVERAL_COMMITS: "several commits hold it",
}

#: Why nothing can be said, and what helps.
UNSEEN: Mapping[Unseen, tuple[str, str]] = {
    Unseen.OBJECT_MISSING: (
        "an object needed for the comparison is not in this clone",
        "`git fetch --unshallow`, `git fetch --refetch`",
    ),
    Unseen.HISTORY_ENDS: (
        "the clone is shallow, or the line is older than the pull request",
        "`git fetch --unshallow`",
    ),
    Unseen.FILTER_UNAVAILABLE: (
        "a filter program stands between worktree and blob, and may not run",
        "records with content",
    ),
    Unseen.CONTENT_NOT_RECORDED: (
        "a session recorded the change, but nothing to compare",
        "hooks that hash files at the edit",
    ),
    Unseen.RECORDS_NOT_SHARED: (
        "a note, a trailer or a file names a session whose records are not here",
        "the stream of that session",
    ),
    Unseen.INCOMPLETE_LIST: (
        "a session touched more files than its record lists",
        "records of the single operations",
    ),
    Unseen.ROOT_UNBOUND: (
        "recorded under a root that fits no repository here",
        "`--root ID=PATH`",
    ),
    Unseen.UNREADABLE_RECORD: (
        "a line that may have held the record could not be read",
        "`attrib check`",
    ),
    Unseen.NO_RECORD: (
        "sessions cover the time and the place; none recorded this",
        "`attrib explain` lists what was tried",
    ),
    Unseen.RECORDER_ABSENT: (
        "no session and no hook covered that worktree at that time",
        "`attrib import`, `attrib hook install`",
    ),
}

WHYS: Mapping[Why, str] = {
    Why.CONTRADICTED: "declared, and contradicted",
    Why.LATE: "the record is later than the commit",
    Why.UNSUPPORTED: "declared; no recorded content supports it",
    Why.UNRECORDED_STEP: "beside recorded lines, by an unrecorded step",
    Why.NO_RECORD: "no record",
    Why.WEAK: "weak",
}

#: What a clone does not hold; `{}` stands for how many commits or files.
GAPS: Mapping[Gap, str] = {
    Gap.HEAD_MISSING: "The head commit is not in this clone, so nothing can be told of it.",
    Gap.BASE_MISSING: "The base commit is not in this clone, so the diff cannot be told.",
    Gap.NO_MERGE_BASE: "The history here ends before base and head meet, so neither the diff nor "
    "its commits can be told.",
    Gap.HISTORY_ENDS: "The history here ends inside the pull request, at {}: what is older is "
    "unknown.",
    Gap.CONTENT_MISSING: "The contents of {} are not in this clone; their lines are not counted.",
}
