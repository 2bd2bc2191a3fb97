"""The table of strengths: what a relation is worth, and by how much a qualifier limits it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.model.evidence import Covers, Qualifier, Relation, Strength
from attrib.strength import BASE, CAPS, base_strength, capped, document, on_a_line

WEAK, MODERATE, STRONG = Strength.WEAK, Strength.MODERATE, Strength.STRONG
WHOLE = [Relation.TRANSITION, Relation.AFTER_STATE, Relation.CHAIN, Relation.REPLAYED]
BY_LINES = [Relation.LINES, Relation.HUNKS]


def cap_of(qualifier: Qualifier, relation: Relation, *, before_is_known: bool = True) -> Strength:
    """What is left of strong evidence."""
    return capped(STRONG, relation, [qualifier], before_is_known=before_is_known)


def test_strength_is_an_order() -> None:
    words = [strength.word for strength in sorted(Strength)]
    assert words == ["declared", "weak", "moderate", "strong"]


@pytest.mark.parametrize("relation", WHOLE)
def test_whole_states_are_strong(relation: Relation) -> None:
    assert base_strength(relation) is STRONG


def test_an_after_state_without_a_known_before_is_moderate() -> None:
    assert base_strength(Relation.AFTER_STATE, before_is_known=False) is MODERATE
    assert base_strength(Relation.TRANSITION, before_is_known=False) is STRONG


@pytest.mark.parametrize("relation", BY_LINES)
@pytest.mark.parametrize(
    ("distinctive", "is_whole", "wanted"),
    [
        (3, False, MODERATE),
        (2, False, WEAK),
        (1, True, MODERATE),
        (0, True, WEAK),
        (0, False, WEAK),
        (9, True, MODERATE),
    ],
)
def test_three_distinctive_lines_or_all_with_one_are_moderate(
    relation: Relation, distinctive: int, is_whole: bool, wanted: Strength
) -> None:
    assert base_strength(relation, distinctive=distinctive, is_whole=is_whole) is wanted


@pytest.mark.parametrize(
    ("rank", "wanted"), [("observed", STRONG), ("parsed_output", MODERATE), ("reported", WEAK)]
)
def test_how_a_commits_name_is_known_decides(rank: str, wanted: Strength) -> None:
    assert base_strength(Relation.NAMED, rank=rank) is wanted


@pytest.mark.parametrize(
    ("qualifier", "wanted"),
    [
        (Qualifier.PRE_EXISTING, WEAK),
        (Qualifier.ALREADY_COMMITTED, WEAK),
        (Qualifier.UNDONE, WEAK),
        (Qualifier.TIME_UNKNOWN, MODERATE),
        (Qualifier.CAUSE_UNSTATED, MODERATE),
        (Qualifier.TRIVIAL, WEAK),
        (Qualifier.RECORD_AFTER_COMMIT, WEAK),
        (Qualifier.CONFLICTING, WEAK),
        (Qualifier.SHARED, WEAK),
        (Qualifier.USER_MODIFIED, MODERATE),
        (Qualifier.STATUS_PARTIAL, MODERATE),
        (Qualifier.STATUS_UNKNOWN, WEAK),
        (Qualifier.REPRESENTATION_UNSTATED, MODERATE),
        (Qualifier.REPRESENTATION_CONTRADICTED, MODERATE),
        (Qualifier.DERIVED, STRONG),
        (Qualifier.INCOMPLETE_LIST, STRONG),
        (Qualifier.SEVERAL_COMMITS, STRONG),
    ],
)
def test_each_qualifier_limits_whole_states(qualifier: Qualifier, wanted: Strength) -> None:
    assert {cap_of(qualifier, relation) for relation in WHOLE} == {wanted}


@pytest.mark.parametrize("qualifier", [Qualifier.USER_MODIFIED, Qualifier.STATUS_PARTIAL])
def test_parts_of_a_doubtful_record_are_weak(qualifier: Qualifier) -> None:
    assert {cap_of(qualifier, relation) for relation in BY_LINES} == {WEAK}


def test_where_history_ends_only_a_state_with_a_known_before_is_moderate() -> None:
    ends = Qualifier.HISTORY_ENDS
    assert cap_of(ends, Relation.AFTER_STATE) is MODERATE
    assert cap_of(ends, Relation.AFTER_STATE, before_is_known=False) is WEAK
    assert {cap_of(ends, relation) for relation in (*BY_LINES, Relation.CHAIN)} == {WEAK}


@given(
    st.sampled_from(list(Strength)),
    st.sampled_from(sorted(BASE, key=lambda relation: relation.rank)),
    st.lists(st.sampled_from(list(CAPS))),
    st.booleans(),
)
def test_qualifiers_only_ever_lower_and_their_order_decides_nothing(
    base: Strength, relation: Relation, qualifiers: list[Qualifier], known: bool
) -> None:
    found = capped(base, relation, qualifiers, before_is_known=known)
    assert found <= base
    assert found == capped(base, relation, qualifiers[::-1], before_is_known=known)
    assert found == min(
        [base, *(capped(base, relation, [q], before_is_known=known) for q in qualifiers)]
    )


@pytest.mark.parametrize(
    ("covers", "is_bare", "is_alone", "wanted"),
    [
        (Covers.LINE, False, False, STRONG),
        (Covers.LINE, False, True, STRONG),
        (Covers.LINE, True, False, MODERATE),
        (Covers.LINE, True, True, WEAK),
        (Covers.FILE, False, False, WEAK),
        (Covers.COMMIT, False, False, WEAK),
    ],
)
def test_what_reaches_a_line(
    covers: Covers, is_bare: bool, is_alone: bool, wanted: Strength
) -> None:
    assert on_a_line(STRONG, covers, is_bare=is_bare, is_alone=is_alone) is wanted


@given(
    st.sampled_from([WEAK, MODERATE, STRONG]),
    st.sampled_from(list(Covers)),
    st.booleans(),
    st.booleans(),
)
def test_a_line_has_at_most_the_strength_of_its_evidence(
    strength: Strength, covers: Covers, is_bare: bool, is_alone: bool
) -> None:
    assert on_a_line(strength, covers, is_bare=is_bare, is_alone=is_alone) <= strength


def test_the_document_has_a_row_for_every_relation_and_qualifier_that_is_weighed() -> None:
    rows = [line.split("`")[1] for line in document().splitlines() if line.startswith("| `")]
    wanted = [relation.value for relation in Relation if relation in BASE]
    assert rows == wanted + [qualifier.value for qualifier in CAPS]


def test_every_cap_stands_in_the_closed_list() -> None:
    assert set(CAPS) <= set(Qualifier)
