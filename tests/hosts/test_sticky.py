"""The rule of the one comment, as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from attrib.hosts.interface import HostComment
from attrib.hosts.sticky import Plan, is_same, ours_of, plan
from tests.hosts.conftest import body_of

ME, OTHER = "bot", "mallory"
OURS = body_of("old")


def comment(number: int, author: str = ME, body: str = OURS) -> HostComment:
    return HostComment(number, author, body)


def test_no_comment_of_ours_means_a_new_one():
    assert plan([comment(1, OTHER), comment(2, ME, "hello")], ME, "default", OURS) == Plan(
        None, (), writes=True
    )


def test_our_comment_is_updated():
    kept = comment(9)
    assert plan([comment(1, OTHER), kept], ME, "default", body_of("new")) == Plan(
        kept, (), writes=True
    )


def test_equal_body_is_not_written():
    found = plan([comment(9)], ME, "default", OURS)
    assert (found.writes, found.is_done) == (False, True)


def test_of_several_the_lowest_id_stays():
    found = plan([comment(30), comment(10), comment(20)], ME, "default", OURS)
    assert (found.kept, found.extra) == (comment(10), (comment(20), comment(30)))
    assert not found.is_done


def test_other_key_is_another_comment():
    docs = comment(9, ME, body_of("x", key="docs"))
    assert plan([docs], ME, "default", OURS).kept is None
    assert plan([docs], ME, "docs", OURS).kept == docs


def test_marker_counts_on_the_first_line_alone():
    quoted = [comment(1, ME, f"> {OURS}"), comment(2, ME, f"see\n{OURS}"), comment(3, ME, "")]
    assert ours_of(quoted, ME, "default") == []


def test_nobody_is_not_us():
    assert ours_of([comment(1, "")], ME, "default") == []


def test_line_ends_and_blanks_at_the_ends_are_no_difference():
    assert is_same("a\r\nb", "a\nb\n")
    assert not is_same("a\nb", "a\n\nb")


COMMENTS = st.lists(
    st.builds(
        HostComment,
        st.integers(1, 50),
        st.sampled_from([ME, OTHER, ""]),
        st.sampled_from([OURS, body_of("new"), body_of("x", key="docs"), "hi"]),
    ),
    unique_by=lambda comment: comment.id,
)


@given(COMMENTS)
def test_carrying_the_plan_out_leaves_one_of_ours_and_all_others(comments):
    wanted = body_of("new")
    found = plan(comments, ME, "default", wanted)
    after = [each for each in comments if each not in found.extra]
    if found.kept is None:
        after.append(HostComment(99, ME, wanted))
    else:
        after = [comment(each.id, ME, wanted) if each == found.kept else each for each in after]
    assert plan(after, ME, "default", wanted).is_done
    others = [each for each in comments if each not in ours_of(comments, ME, "default")]
    assert [each for each in after if each not in ours_of(after, ME, "default")] == others
