"""The table of strengths: what a relation is worth, and by how much a qualifier limits it.

All numbers that decide a strength stand here. `document` renders the table for docs/evidence.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrib.model.evidence import Covers, Qualifier, Relation, Strength

#: A distinctive line has this many characters besides white space, and a word of three letters.
DISTINCTIVE_CHARACTERS = 8

#: `lines` and its like are moderate when they cover this many distinctive lines.
DISTINCTIVE_LINES = 3

#: A line that stands in this many sampled files of the repository is not distinctive.
COMMON_LINE_FILES = 4

#: A blob at this many paths is common.
COMMON_PATHS = 3

#: What a relation is worth by itself; those that depend on more are in `base_strength`.
BASE: Mapping[Relation, Strength] = {
    Relation.TRANSITION: Strength.STRONG,
    Relation.AFTER_STATE: Strength.STRONG,
    Relation.CHAIN: Strength.STRONG,
    Relation.REPLAYED: Strength.STRONG,
    Relation.LINES: Strength.MODERATE,
    Relation.HUNKS: Strength.MODERATE,
    Relation.RESHAPED: Strength.MODERATE,
    Relation.SNIPPET: Strength.MODERATE,
    Relation.ELSEWHERE: Strength.MODERATE,
    Relation.CHECKPOINT: Strength.WEAK,
    Relation.REWRITTEN: Strength.STRONG,
    Relation.NAMED: Strength.STRONG,
    Relation.HEAD_MOVED: Strength.WEAK,
    Relation.TOUCHED: Strength.WEAK,
    Relation.DURING: Strength.WEAK,
    Relation.DECLARED: Strength.DECLARED,
}

#: Where the base is lower than `BASE` says.
LOWER_WHEN: Mapping[Relation, str] = {
    Relation.AFTER_STATE: "moderate when the before is unknown",
    Relation.LINES: "weak unless it covers three distinctive lines, or every line of the change",
    Relation.HUNKS: "weak unless it covers three distinctive lines, or every line of the change",
    Relation.RESHAPED: "weak unless it covers three distinctive lines, or every line of the change",
    Relation.SNIPPET: "weak unless the replaced text is removed beside it, and it is distinctive",
    Relation.ELSEWHERE: "weak unless the recorded path is gone, the blob is new, and at one path",
    Relation.REWRITTEN: "as the other commit's evidence; by the patch alone at most moderate, "
    "weak where none of its lines is carried",
    Relation.NAMED: "moderate when parsed from output, weak when reported or without a call",
}

_NAMED = {
    "observed": Strength.STRONG,
    "parsed_output": Strength.MODERATE,
    "reported": Strength.WEAK,
}

#: At most this strong when the qualifier holds; `None` says so and limits nothing.
CAPS: Mapping[Qualifier, Strength | None] = {
    Qualifier.PRE_EXISTING: Strength.WEAK,
    Qualifier.ALREADY_COMMITTED: Strength.WEAK,
    Qualifier.UNDONE: Strength.WEAK,
    Qualifier.TIME_UNKNOWN: Strength.MODERATE,
    Qualifier.CAUSE_UNSTATED: Strength.MODERATE,
    Qualifier.TRIVIAL: Strength.WEAK,
    Qualifier.SLIDING: Strength.WEAK,
    Qualifier.WHITESPACE_ONLY: None,
    Qualifier.COMMON: Strength.WEAK,
    Qualifier.RECORD_AFTER_COMMIT: Strength.WEAK,
    Qualifier.CONFLICTING: Strength.WEAK,
    Qualifier.SHARED: Strength.WEAK,
    Qualifier.USER_MODIFIED: Strength.MODERATE,
    Qualifier.STATUS_PARTIAL: Strength.MODERATE,
    Qualifier.STATUS_UNKNOWN: Strength.WEAK,
    Qualifier.GENERATED: Strength.MODERATE,
    Qualifier.HISTORY_ENDS: Strength.WEAK,
    Qualifier.GUESSED_LINE: Strength.MODERATE,
    Qualifier.REPRESENTATION_UNSTATED: Strength.MODERATE,
    Qualifier.REPRESENTATION_CONTRADICTED: Strength.MODERATE,
    Qualifier.DERIVED: None,
    Qualifier.NET: Strength.WEAK,
    Qualifier.INCOMPLETE_LIST: None,
    Qualifier.LOSSY_TEXT: Strength.MODERATE,
    Qualifier.PATH_FOLDED: Strength.MODERATE,
    Qualifier.SEVERAL_COMMITS: None,
}

#: Caps that differ for relations of lines: parts of a change say less than whole states.
LINE_CAPS: Mapping[Qualifier, Strength] = {
    Qualifier.USER_MODIFIED: Strength.WEAK,
    Qualifier.STATUS_PARTIAL: Strength.WEAK,
}

#: Relations that compare lines, not whole states.
BY_LINES = frozenset({Relation.LINES, Relation.HUNKS, Relation.RESHAPED, Relation.SNIPPET})


def base_strength(
    relation: Relation,
    *,
    before_is_known: bool = True,
    distinctive: int = 0,
    is_whole: bool = False,
    tells_lines: bool = True,
    rank: str = "",
) -> Strength:
    """What a relation is worth before its qualifiers.

    `distinctive` counts covered distinctive lines, `is_whole` says that every line which the
    change added (or, of one that only removes, removed) is covered, `tells_lines` that its own
    lines are known, `rank` is how a `named` record knows, or `alone` for a blob found elsewhere.
    """
    if relation is Relation.NAMED:
        return _NAMED[rank]
    if relation is Relation.SNIPPET:
        return BASE[relation] if rank == "both" and distinctive else Strength.WEAK
    if relation is Relation.ELSEWHERE:
        return BASE[relation] if rank == "alone" else Strength.WEAK
    if relation is Relation.AFTER_STATE and not before_is_known:
        return Strength.MODERATE
    if relation in BY_LINES:
        enough = distinctive >= DISTINCTIVE_LINES or (is_whole and distinctive >= 1)
        enough = enough and tells_lines
        return BASE[relation] if enough else Strength.WEAK
    return BASE[relation]


def rewritten_strength(strength: Strength, *, is_recorded: bool, is_ancestor: bool) -> Strength:
    """What the evidence about a commit is worth for one that was made from it."""
    if is_ancestor:
        return min(strength, CAPS[Qualifier.ALREADY_COMMITTED] or strength)
    return strength if is_recorded else min(strength, Strength.MODERATE)


def capped(
    base: Strength, relation: Relation, qualifiers: Iterable[Qualifier], *, before_is_known: bool
) -> Strength:
    """The base, limited by each qualifier that holds."""
    strength = base
    for qualifier in qualifiers:
        cap = LINE_CAPS.get(qualifier) if relation in BY_LINES else None
        cap = cap or CAPS[qualifier]
        if qualifier is Qualifier.HISTORY_ENDS and relation is Relation.AFTER_STATE:
            cap = Strength.MODERATE if before_is_known else Strength.WEAK
        if cap is not None:
            strength = min(strength, cap)
    return strength


def on_a_line(strength: Strength, covers: Covers, *, is_bare: bool, is_alone: bool) -> Strength:
    """What evidence is worth on one line of the file.

    Evidence for a file reaches a line as at most weak; a blank line or lone brace goes with its
    run, at most moderate, and alone is trivial.
    """
    if covers is not Covers.LINE or (is_bare and is_alone):
        return min(strength, Strength.WEAK)
    return min(strength, Strength.MODERATE) if is_bare else strength


def on_a_guessed_line(strength: Strength, *, is_same: bool) -> Strength:
    """What evidence is worth on a line whose commit git guessed.

    `is_same` says that the commit's own line differs from it in white space at most.
    """
    cap = CAPS[Qualifier.GUESSED_LINE] if is_same else Strength.WEAK
    return strength if cap is None else min(strength, cap)


def document() -> str:
    """Both tables as Markdown, for docs/evidence.md."""
    rows = ["| relation | strength | lower |", "| --- | --- | --- |"]
    rows += [
        f"| `{relation.value}` | {BASE[relation].word} | {LOWER_WHEN.get(relation, '')} |"
        for relation in Relation
        if relation in BASE
    ]
    rows += ["", "| qualifier | at most | for relations of lines |", "| --- | --- | --- |"]
    for qualifier, cap in CAPS.items():
        word = cap.word if cap else "said, no limit"
        line = LINE_CAPS.get(qualifier)
        rows.append(f"| `{qualifier.value}` | {word} | {line.word if line else ''} |")
    return "\n".join(rows) + "\n"
