"""One comment, whatever the forge does: on a forge that remembers, in the words of three kinds."""

from __future__ import annotations

from attrib.hosts.posting import Outcome, Posted
from tests.hosts.conftest import body_of
from tests.support.forge import BOT, HEAD, OLD


def test_first_run_adds_one_comment(forge, post):
    posted = post(forge)
    assert posted.outcome is Outcome.CREATED
    assert forge.bodies() == [body_of("text")]


def test_comment_on_the_last_page_gets_one_update(forge, post):
    forge.per_page = 5
    forge.fill(3)
    forge.add(body_of("not ours"), "mallory")
    forge.fill(13)
    forge.add(body_of("before"))
    assert post(forge).outcome is Outcome.UPDATED
    assert len(forge.writes) == 1
    assert forge.writes[0].split()[0] == ("PUT" if forge.kind == "gitlab" else "PATCH")
    assert forge.bodies() == [body_of("text")]
    assert forge.bodies("mallory") == [body_of("not ours")]
    pages = [each.query.get("page", "1") for each in forge.log if _is_list(each)]
    assert pages == ["1", "2", "3", "4"]


def test_equal_body_is_not_written(forge, post):
    forge.add(body_of("text").replace("\n", "\r\n"))
    assert post(forge).outcome is Outcome.UNCHANGED
    assert forge.writes == []


def test_doubles_of_ours_are_deleted_and_no_others(forge, post):
    for author in (BOT, "mallory", BOT, BOT):
        forge.add(body_of("text"), author)
    forge.add(body_of("text", key="docs"))
    assert post(forge).outcome is Outcome.UNCHANGED
    assert forge.bodies() == [body_of("text"), body_of("text", key="docs")]
    assert len(forge.bodies("mallory")) == 1


def test_two_configurations_have_a_comment_each(forge, post):
    post(forge)
    post(forge, key="docs")
    post(forge)
    assert forge.bodies() == [body_of("text"), body_of("text", key="docs")]


def test_notes_of_the_forge_itself_are_no_comments(post, host_of):
    from tests.support.forge import forge_of

    with forge_of("gitlab") as forge:
        forge.add(body_of("text"), system=True)
        assert post(forge).outcome is Outcome.CREATED


def test_run_for_an_old_head_writes_nothing(forge, post):
    forge.add(body_of("newer", HEAD))
    posted = post(forge, body_of("late", OLD), head=OLD)
    assert posted.outcome is Outcome.LATE
    assert posted.reason == f"the head is {HEAD[:12]} by now, not {OLD[:12]}"
    assert forge.writes == []


def test_head_is_read_after_the_comments(forge, post):
    forge.head = OLD
    forge.before["GET .*(comments|notes)$"] = lambda: setattr(forge, "head", HEAD)
    assert post(forge, body_of("late", OLD), head=OLD).outcome is Outcome.LATE
    assert forge.writes == []


def test_after_a_force_push_the_same_comment_is_rendered_anew(forge, post):
    forge.add(body_of("before", OLD))
    assert post(forge).outcome is Outcome.UPDATED
    assert forge.bodies() == [body_of("text")]


def test_comment_that_is_gone_is_added_once_more(forge, post):
    kept = forge.add(body_of("before"))
    forge.before["^(PATCH|PUT) "] = lambda: kept in forge.comments and forge.comments.remove(kept)
    assert post(forge).outcome is Outcome.CREATED
    assert forge.bodies() == [body_of("text")]


def test_run_for_an_older_head_that_was_first_gives_way_to_the_newer(forge, post):
    """Both found nothing; the older one added its comment a moment before we add ours."""
    first = body_of("older", OLD)
    forge.before["^POST .*(comments|notes)$"] = lambda: forge.bodies() or forge.add(first)
    assert post(forge).outcome is Outcome.UPDATED
    assert forge.bodies() == [body_of("text")]
    assert [comment.id for comment in forge.comments] == [1001]


def test_run_for_an_older_head_deletes_no_comment_of_the_newer(forge, post):
    """The head moves, and the newer run adds its comment, right after we have added ours."""
    forge.head = OLD

    def newer() -> None:
        if forge.bodies() and forge.head == OLD:
            forge.head = HEAD
            forge.add(body_of("newer"))

    forge.before["^GET .*(comments|notes)$"] = newer
    assert post(forge, body_of("older", OLD), head=OLD).outcome is Outcome.CREATED
    assert forge.bodies() == [body_of("older", OLD), body_of("newer")]
    forge.before.clear()
    assert post(forge, body_of("newer")).outcome is Outcome.UPDATED
    assert forge.bodies() == [body_of("newer")]


def test_without_permission_nothing_is_written_and_it_is_said(forge, post):
    forge.may_write = False
    posted = post(forge)
    assert posted.outcome is Outcome.NOT_ALLOWED
    assert "403" in (posted.reason or "")
    assert forge.comments == []


def test_body_that_is_too_long_is_sent_shorter_once(forge, post, said):
    forge.longest = 1000
    long, short = body_of("x" * 2000), body_of("x" * 100)
    assert post(forge, long, short).outcome is Outcome.CREATED
    assert forge.bodies() == [short]
    assert len(said) == 1


def test_body_that_stays_too_long_is_told(forge, post):
    forge.longest = 10
    assert post(forge, body_of("xx"), body_of("x")).outcome is Outcome.TOO_LONG
    assert forge.comments == []


def test_comment_whose_answer_was_lost_is_not_sent_again(forge, post):
    forge.trouble("^POST .*(comments|notes)$", 502, does_it=True)
    posted = post(forge)
    assert posted.outcome is Outcome.UNCHANGED
    assert forge.bodies() == [body_of("text")]
    assert len(forge.writes) == 1


def test_comment_that_did_not_arrive_is_sent_again_after_looking(forge, post):
    forge.trouble("^POST .*(comments|notes)$", 502)
    assert post(forge).outcome is Outcome.CREATED
    wrote = [
        index for index, each in enumerate(forge.log) if each.method == "POST" and _talks(each)
    ]
    assert len(wrote) == 2
    assert any(_is_list(each) for each in forge.log[wrote[0] : wrote[1]])


def test_forge_that_fails_for_long_is_an_error(forge, post):
    import pytest

    from attrib.errors import HostError

    forge.trouble(".", 503, {"message": "down"}, times=99)
    with pytest.raises(HostError, match="503 Service Unavailable: down"):
        post(forge)
    assert len(forge.log) == 4


def test_second_look_asks_only_whether_it_has_changed(github, post):
    github.add(body_of("before"))
    kept = github.comments[0]
    github.before["^PATCH "] = lambda: kept in github.comments and github.comments.remove(kept)
    assert post(github) == Posted(Outcome.CREATED, "https://forge.example/c/1002")
    reads = [each for each in github.log if each.path.endswith("/pulls/7")]
    assert ["if-none-match" in each.headers for each in reads] == [False, True]


def _is_list(asked):
    return asked.method == "GET" and asked.path.endswith(("/comments", "/notes"))


def _talks(asked):
    return asked.path.endswith(("/comments", "/notes"))
