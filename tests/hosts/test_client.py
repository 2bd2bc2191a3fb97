"""The connection: retries, bounds, one place for the token."""

from __future__ import annotations

import logging
import ssl
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from werkzeug import Request, Response

from attrib.errors import HostError, NotAllowedError, NotThereError, UncertainError
from tests.hosts.conftest import QUICK, body_of
from tests.support.forge import BOT, TOKEN, Forge, forge_of
from tests.support.programs import program

SECONDARY = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}


@pytest.fixture
def elsewhere() -> Iterator[Forge]:
    """Another place, that would answer."""
    with forge_of("github") as forge:
        yield forge


@pytest.mark.parametrize(
    ("status", "value", "headers", "told"),
    [
        (429, {}, {"Retry_After": "9"}, "429 Too Many Requests; it asks to come back in 9 s"),
        (
            403,
            SECONDARY,
            {},
            f"403 Forbidden: {SECONDARY['message']}; it asks to come back in 60 s",
        ),
        (403, {}, {"Retry_After": "3"}, "403 Forbidden; it asks to come back in 3 s"),
        (503, {}, {}, "503 Service Unavailable"),
    ],
)
def test_limit_is_waited_for_and_told(github, host_of, said, status, value, headers, told):
    github.trouble("GET .*/pulls/7", status, value, times=2, **headers)
    assert host_of(github).pull_request(7).head == github.head
    assert said == [f"notice: GET /repos/octo/app/pulls/7: {told}; asking again in 0 s"] * 2


@pytest.mark.parametrize(("value", "headers"), [(SECONDARY, {}), ({}, {"Retry_After": "1"})])
def test_limit_on_adding_a_comment_is_waited_for(github, host_of, value, headers):
    github.trouble("POST .*/comments", 403, value, **headers)
    host_of(github).create(7, "text")
    assert github.bodies() == ["text"]


def test_time_that_is_longer_than_our_patience_ends_the_run(github, host_of, said):
    github.trouble("GET", 429, times=9, Retry_After="301")
    with pytest.raises(HostError, match="it asks to come back in 301 s"):
        host_of(github).pull_request(7)
    assert (len(github.log), said) == (1, [])


def test_patience_is_for_the_whole_run(github, host_of):
    host = host_of(github)
    github.trouble("GET", 429, Retry_After="200")
    host.pull_request(7)
    github.trouble("GET", 429, Retry_After="200")
    with pytest.raises(HostError, match="200 s"):
        host.pull_request(7)


def test_without_patience_nothing_is_asked_twice(github, host_of):
    github.trouble("GET", 500, times=9)
    with pytest.raises(HostError, match="500 Internal Server Error"):
        host_of(github, limits=replace(QUICK, waiting=0)).pull_request(7)
    assert len(github.log) == 1


def test_refusal_that_is_no_limit_is_final(github, host_of):
    github.may_write = False
    with pytest.raises(NotAllowedError, match="403 Forbidden: Resource not accessible"):
        host_of(github).create(7, "text")
    assert len(github.log) == 1


def test_comment_is_never_sent_twice_blindly(github, host_of):
    github.trouble("POST .*/comments", 500, does_it=True)
    with pytest.raises(UncertainError):
        host_of(github).create(7, "text")
    assert github.bodies() == ["text"]


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_question_follows_to_the_same_place(github, host_of, status):
    github.trouble("GET .*/pulls/8", status, Location="/repos/octo/app/pulls/7")
    assert host_of(github).pull_request(8).head == github.head


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("call", ["pull_request", "create"])
def test_no_request_follows_to_another_place(github, elsewhere, host_of, status, call):
    github.trouble(".", status, Location=f"{elsewhere.api}/repos/octo/app/pulls/7", times=9)
    host = host_of(github)
    with pytest.raises(HostError):
        host.pull_request(7) if call == "pull_request" else host.create(7, "text")
    assert elsewhere.log == []


def test_order_that_has_moved_is_not_turned_into_a_question(github, host_of):
    github.trouble("POST", 301, Location="/repos/octo/app/issues/7/comments")
    with pytest.raises(HostError, match="it has moved"):
        host_of(github).create(7, "text")


def test_circle_ends(github, host_of):
    github.trouble("GET", 302, Location="/repos/octo/app/pulls/7", times=99)
    with pytest.raises(HostError, match="in a circle"):
        host_of(github).pull_request(7)


def test_page_at_another_place_is_not_asked(github, elsewhere, host_of):
    link = f'<{elsewhere.api}/repos/octo/app/issues/7/comments?page=2>; rel="next"'
    github.trouble("GET .*/comments", 200, [], Link=link)
    with pytest.raises(HostError, match="leads to another place"):
        host_of(github).comments(7)
    assert elsewhere.log == []


def test_pages_that_do_not_end_are_left(github, host_of):
    link = f'<{github.api}/repos/octo/app/issues/7/comments?per_page=100>; rel="next"'
    github.trouble("GET .*/comments", 200, [], times=99, Link=link)
    with pytest.raises(HostError, match="do not end"):
        host_of(github).comments(7)


def test_huge_answer_is_left(github, host_of):
    github.trouble("GET .*/pulls/7", 200, {"text": "x" * 200_000})
    with pytest.raises(HostError, match="the answer is larger than 100,000 bytes"):
        host_of(github, limits=replace(QUICK, size=100_000)).pull_request(7)


def test_answer_that_unpacks_to_more_is_left(github, host_of):
    import gzip

    packed = gzip.compress(b" " * 10_000_000)
    answer = Response(packed, headers={"Content-Encoding": "gzip"})
    github.server.clear()
    github.server.expect_request("/repos/octo/app/pulls/7").respond_with_handler(
        lambda request: answer
    )
    with pytest.raises(HostError, match="larger than"):
        host_of(github, limits=replace(QUICK, size=100_000)).pull_request(7)


def test_slow_answer_is_asked_for_again_and_then_told(github, host_of):
    done = threading.Event()
    github.before["pulls/7"] = lambda: done.wait(30) and None
    try:
        with pytest.raises(HostError, match="GET /repos/octo/app/pulls/7: no answer"):
            host_of(github, limits=replace(QUICK, timeout=0.05, attempts=2)).pull_request(7)
    finally:
        done.set()


def test_answer_that_drips_is_left(github, host_of):
    def dripping(request: Request) -> Response:
        return Response((b" " for _ in range(1000)), content_type="application/json")

    github.server.clear()
    github.server.expect_request("/repos/octo/app/pulls/7").respond_with_handler(dripping)
    with pytest.raises(HostError, match="not whole after 0 s"):
        host_of(github, limits=replace(QUICK, longest=0.0, attempts=1)).pull_request(7)


def test_nobody_listens(github, host_of):
    host = host_of(github)
    github.server.stop()
    with pytest.raises(HostError, match="no answer: "):
        host.pull_request(7)
    with pytest.raises(HostError, match="no answer: "):
        host.create(7, "text")


@pytest.mark.parametrize("text", ["", "<html>", "[" * 100_000, '{"a": NaN', "\0"])
def test_answer_that_is_no_json(github, host_of, text):
    github.server.clear()
    github.server.expect_request("/repos/octo/app/pulls/7").respond_with_data(text)
    with pytest.raises(HostError, match="the answer is no JSON"):
        host_of(github).pull_request(7)


@pytest.mark.parametrize("value", [None, 5, [], {"head": 5}, {"head": {"sha": 5}}])
def test_answer_of_another_shape_holds_nothing(github, host_of, value):
    github.trouble("GET .*/pulls/7", 200, value or [])
    assert host_of(github).pull_request(7).head is None


def test_wrong_token_is_no_matter_of_forks(forge, host_of):
    with pytest.raises(HostError, match="401 Unauthorized") as error:
        host_of(forge, token="another_token").whoami()
    assert not isinstance(error.value, NotAllowedError)


def test_missing_pull_request_is_named(forge, host_of):
    with pytest.raises(NotThereError, match="404 Not Found"):
        host_of(forge).pull_request(8)


def test_token_of_an_app_is_known_through_graphql(host_of):
    for prefix, path in (("", "/graphql"), ("/api/v3", "/api/graphql")):
        with forge_of("github", prefix) as forge:
            assert host_of(forge).whoami() == BOT
            assert forge.asked("POST") == [f"POST {path}"]


def test_token_of_a_user_is_known_at_once(github, host_of):
    github.is_app = False
    assert host_of(github).whoami() == BOT
    assert github.asked("POST") == []


@pytest.mark.parametrize("prefix", ["/git/api/v4", "/api/v4"])
def test_gitlab_below_a_path(prefix, host_of):
    with forge_of("gitlab", prefix) as forge:
        forge.repository = "group/sub group/app"
        host_of(forge).create(7, "text")
        assert forge.bodies() == ["text"]


def test_pull_request_of_a_branch_is_found_by_its_head(forge, host_of):
    host = host_of(forge)
    assert host.number_of(forge.branch, forge.owner, forge.head) == 7
    assert host.number_of(forge.branch, forge.owner, "c" * 40) is None
    assert host.number_of("other", forge.owner, forge.head) is None


def test_check_is_neutral_and_one_per_name(github, host_of):
    host = host_of(github)
    for title in ("first", "second"):
        assert host.check(github.head, "attrib", title, "words") == "https://forge.example/run"
    assert len(github.checks) == 1
    check = github.checks[0]
    assert (check["conclusion"], check["status"], check["output"]["title"]) == (
        "neutral",
        "completed",
        "second",
    )


def test_check_of_somebody_else_is_left_alone(github, host_of):
    github.checks.append({"id": 1, "name": "attrib", "external_id": "other"})
    host_of(github).check(github.head, "attrib", "title", "words")
    assert [check["external_id"] for check in github.checks] == ["other", "attrib:pr-evidence"]


def test_check_whose_answer_was_lost_is_not_set_twice(github, host_of):
    github.trouble("POST .*/check-runs", 502, does_it=True)
    host_of(github).check(github.head, "attrib", "title", "words")
    assert len(github.checks) == 1


def test_only_github_has_a_neutral_result(forge, host_of):
    host = host_of(forge)
    assert host.shows_neutral == (forge.kind == "github")
    if not host.shows_neutral:
        assert host.check(forge.head, "attrib", "title", "words") is None
        assert forge.log == []


def test_echoed_token_is_hidden(forge, host_of, said):
    forge.trouble("GET", 500, {"message": f"you sent {TOKEN}!"}, times=99)
    with pytest.raises(HostError, match=r"you sent \[token\]!") as error:
        host_of(forge).pull_request(7)
    assert TOKEN not in repr(error.value) + str(error.value) + "".join(said)


def test_log_of_the_libraries_holds_no_token(forge, host_of, caplog):
    with caplog.at_level(logging.DEBUG):
        host = host_of(forge)
        forge.trouble("GET .*(comments|notes)", 429, Retry_After="0")
        host.comments(7)
        host.create(7, body_of("text"))
        with pytest.raises(HostError):
            host.update(7, 5, "text")
    assert caplog.records != []
    assert TOKEN not in caplog.text
    assert [record.name for record in caplog.records if "stamina" in record.name] == []


def test_token_goes_to_the_forge_alone_and_in_its_header(forge, host_of):
    host_of(forge).comments(7)
    for asked in forge.log:
        assert asked.headers["authorization"].split()[1] == TOKEN
        assert TOKEN not in str(asked) + str(asked.query)


def test_certificate_is_verified_and_an_authority_of_ones_own_may_be_named(
    host_of, tmp_path, monkeypatch
):
    openssl = program("openssl", package="openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"]
    command += ["-keyout", str(key), "-out", str(certificate), "-subj", "/CN=127.0.0.1"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with forge_of("github", tls=tls) as forge:
        with pytest.raises(HostError, match="CERTIFICATE_VERIFY_FAILED") as error:
            host_of(forge).pull_request(7)
        assert error.value.hint is not None
        assert "SSL_CERT_FILE" in error.value.hint
        assert forge.log == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert host_of(forge).pull_request(7).head == forge.head


@pytest.mark.parametrize("there", ["http://[", "http://127.0.0.1:99999/", "x" * 60_000])
def test_page_at_no_address_is_not_asked(github, host_of, there):
    github.trouble("GET", 200, [], Link=f"<{there}>; rel=next")
    with pytest.raises(HostError, match="leads to another place: 'no address'"):
        host_of(github).comments(7)
    assert len(github.log) == 1


@pytest.mark.parametrize("value", [{"message": "x" * 285 + TOKEN}, {"message": {"a": [TOKEN]}}])
@pytest.mark.parametrize("status", [400, 403, 429, 500])
def test_no_part_of_an_echoed_token_is_left(github, host_of, said, status, value):
    github.trouble("GET", status, value, times=9)
    with pytest.raises(HostError) as raised:
        host_of(github).pull_request(7)
    assert TOKEN[:6] not in f"{raised.value} {said}"


@pytest.mark.parametrize("secret", [TOKEN, 'quo"ted-tok\\en'])
def test_token_in_an_address_or_a_place_is_hidden(github, host_of, secret):
    host = host_of(github, secret)
    answer = {"id": 1, "user": {"login": BOT}, "body": "", "html_url": f"http://x/{secret}"}
    github.trouble("POST .*/comments", 201, answer)
    assert host.create(7, "text").url == "http://x/[token]"
    github.trouble("GET", 307, Location=f"/{TOKEN}")
    with pytest.raises(HostError) as raised:
        host_of(github).pull_request(7)
    assert TOKEN not in str(raised.value)


def test_halves_of_characters_are_marked(github, host_of):
    github.trouble("GET", 400, {"message": "a\ud800"})
    with pytest.raises(HostError, match=r"400 Bad Request: a\?"):
        host_of(github).pull_request(7)
    answer = {"id": 1, "user": {"login": "\ud800"}, "body": "\ud800", "html_url": "\ud800"}
    github.trouble("GET .*/comments", 200, [answer])
    (found,) = host_of(github).comments(7)
    assert (found.author, found.body, found.url) == ("?", "?", "?")


@pytest.mark.parametrize("sha", ["main", "--output=x", "HEAD~1\nHEAD", "a" * 39, 5])
def test_commits_that_a_forge_names_are_ids(forge, host_of, sha):
    value = {"head": {"sha": sha}, "base": {"sha": sha}, "sha": sha, "diff_refs": {"base_sha": sha}}
    forge.trouble("GET", 200, value)
    found = host_of(forge).pull_request(7)
    assert (found.head, found.base) == (None, None)
