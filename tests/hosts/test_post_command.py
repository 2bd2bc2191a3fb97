"""`attrib pr post` as the process that a CI job starts, against a forge on loopback."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from attrib.model.evidence import STATEMENT
from attrib.model.markers import marker_of
from tests.support.forge import BOT, OLD, TOKEN, forge_of
from tests.support.pull import Pull, in_ci, pull_event, pull_of
from tests.support.repos import commit, git, head

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]


@pytest.fixture
def pull(tmp_path: Path) -> Pull:
    return pull_of(tmp_path)


@pytest.fixture
def job(forge, pull, tmp_path):
    """The forge, with the process in a job of its CI."""
    in_ci(pull, forge, tmp_path)
    return forge


@pytest.fixture
def github_job(github, pull, tmp_path):
    in_ci(pull, github, tmp_path)
    return github


def lines(text: bytes) -> list[str]:
    return text.decode().splitlines()


def test_first_run_adds_and_second_leaves(job, pull):
    first = pull.post()
    assert (first.returncode, lines(first.stderr)) == (0, [STATEMENT])
    assert lines(first.stdout)[0].split()[0] == "created"
    (body,) = job.bodies()
    marker = marker_of(body)
    assert marker is not None
    assert (marker.key, marker.head) == ("default", pull.head)
    second = pull.post()
    assert (second.returncode, lines(second.stdout)[0].split()[0]) == (0, "unchanged")
    assert len(job.writes) == 1


def test_force_push_renders_the_same_comment_anew(job, pull, tmp_path):
    pull.post()
    git(pull.path, "commit", "-q", "--amend", "-m", "other words")
    pull.head = str(head(pull.path))
    in_ci(pull, job, tmp_path)
    assert lines(pull.post().stdout)[0].split()[0] == "updated"
    (body,) = job.bodies()
    marker = marker_of(body)
    assert marker is not None
    assert marker.head == pull.head


def test_run_for_an_old_head_writes_nothing(job, pull):
    job.head = "c" * 40
    done = pull.post()
    assert (done.returncode, done.stdout) == (0, b"late\n")
    assert b"the head is cccccccccccc by now" in done.stderr
    assert job.writes == []


def test_fork_without_permission_keeps_the_summary_and_ends_well(job, pull, tmp_path):
    job.may_write = False
    done = pull.post()
    assert done.returncode == 0
    assert lines(done.stdout)[0] == "not allowed"
    assert job.comments == []
    shown = done.stdout if job.kind == "gitlab" else (tmp_path / "summary.md").read_bytes()
    assert b"Session evidence: 2 of 3 added lines" in shown


def test_fork_without_any_token_ends_well_and_asks_nobody(github, pull, tmp_path):
    in_ci(pull, github, tmp_path, **pull_event(pull, github, source="mallory/app"))
    del pull.environment["GITHUB_TOKEN"]
    done = pull.post()
    assert (done.returncode, done.stdout) == (0, b"not allowed\n")
    assert github.log == []


def test_missing_token_elsewhere_is_an_error(job, pull):
    pull.environment = {
        name: text for name, text in pull.environment.items() if not name.endswith("_TOKEN")
    }
    done = pull.post()
    assert done.returncode == 128
    assert done.stderr.startswith(b"fatal: no token for ")


def test_summary_and_outputs_are_for_the_steps_that_follow(github_job, pull, tmp_path):
    done = pull.post("--report-file", str(tmp_path / "report.md"))
    assert done.returncode == 0
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert (tmp_path / "report.md").read_text(encoding="utf-8") == summary
    assert (tmp_path / "output").read_text(encoding="utf-8").splitlines() == [
        "comment-url=https://forge.example/c/1001",
        "outcome=created",
        f"report-path={tmp_path / 'report.md'}",
        "added=3",
        "strong=2",
        "moderate=0",
        "weak=0",
        "no-record=1",
        "declared-unsupported=1",
        "conflicting=0",
    ]


@pytest.mark.parametrize(("room", "is_written"), [(500, False), (20_000, True)])
def test_summary_is_written_where_there_is_room(github_job, pull, tmp_path, room, is_written):
    held = 1024 * 1024 - room
    (tmp_path / "summary.md").write_text("x" * held, encoding="utf-8")
    done = pull.post()
    assert done.returncode == 0
    size = (tmp_path / "summary.md").stat().st_size
    assert size <= 1024 * 1024
    assert (size > held) == is_written
    assert (b"has no room left" in done.stderr) != is_written


def test_policy_fails_after_posting(github_job, pull):
    done = pull.post("--fail-on", "declared-unsupported", "--fail-on", "conflicting")
    assert done.returncode == 1
    assert (
        "error: 1 of 3 added lines are declared, and no recorded content supports them"
        " (declared-unsupported)" in lines(done.stderr)
    )
    assert len(github_job.bodies()) == 1
    assert pull.post("--fail-on", "conflicting").returncode == 0


@pytest.mark.parametrize("name", ["merge_group", "push", "workflow_dispatch"])
def test_event_without_a_pull_request_is_nothing_to_do(github_job, pull, tmp_path, name):
    (tmp_path / "event.json").write_text("{}", encoding="utf-8")
    done = pull.post(GITHUB_EVENT_NAME=name)
    assert (done.returncode, done.stdout) == (0, b"")
    assert lines(done.stderr) == [f"notice: nothing to do: {name}"]
    assert github_job.log == []


def test_second_workflow_finds_the_pull_request_of_the_first(github, pull, tmp_path):
    run = {
        "event": "pull_request",
        "head_sha": pull.head,
        "head_branch": "topic",
        "head_repository": {"owner": {"login": "mallory"}},
        "pull_requests": [],
    }
    in_ci(pull, github, tmp_path, workflow_run=run)
    pull.environment["GITHUB_EVENT_NAME"] = "workflow_run"
    assert lines(pull.post().stdout)[0].split()[0] == "created"
    github.head = OLD
    late = pull.post()
    assert (late.returncode, late.stdout) == (0, b"")
    assert lines(late.stderr) == [
        f"notice: nothing to do: no open pull request has the head {pull.head[:12]}"
    ]


def test_outside_of_ci_options_say_all(forge, pull):
    forge.head, forge.base = pull.head, pull.base
    options = ["--provider", forge.kind, "--api-url", f"{forge.api}/", "--repo", forge.repository]
    done = pull.post(*options, "--number", "7", ATTRIB_TOKEN=TOKEN)
    assert (done.returncode, lines(done.stderr)) == (0, [STATEMENT])
    assert len(forge.bodies()) == 1


def test_two_keys_are_two_comments(github_job, pull):
    for _ in range(2):
        pull.post()
        pull.post("--key", "docs")
    assert len(github_job.bodies()) == 2


def test_dry_run_says_what_it_would_do_and_does_nothing(github_job, pull, tmp_path):
    assert lines(pull.post("--dry-run").stdout) == ["would add a comment to 7"]
    github_job.add(f"<!-- attrib:pr-evidence:v1 key=default head={OLD} -->\nbefore")
    github_job.add(f"<!-- attrib:pr-evidence:v1 key=default head={OLD} -->\nbefore")
    assert lines(pull.post("--dry-run", "--check").stdout) == [
        "would update the comment https://forge.example/c/1001",
        "would delete the comment https://forge.example/c/1002",
    ]
    assert github_job.writes == []
    assert not (tmp_path / "summary.md").exists()
    assert not (tmp_path / "output").exists()


def test_check_is_neutral_and_a_token_that_may_not_is_told(github_job, pull):
    done = pull.post("--check")
    assert lines(done.stdout)[-1] == "neutral https://forge.example/run"
    assert [check["conclusion"] for check in github_job.checks] == ["neutral"]
    github_job.may_write = False
    again = pull.post("--check")
    assert again.returncode == 0
    assert b"notice: no check is set: " in again.stderr


def test_no_comment_asks_nobody(github_job, pull, tmp_path):
    del pull.environment["GITHUB_TOKEN"]
    done = pull.post("--no-comment")
    assert (done.returncode, done.stdout, github_job.log) == (0, b"", [])
    assert (tmp_path / "summary.md").exists()


def test_two_processes_at_once_leave_one_comment(job, pull):
    """Each has seen that there is none before either adds one."""
    both = threading.Barrier(2)
    waits = iter(range(2))

    def meet() -> None:
        if next(waits, None) is not None:
            both.wait(60)

    job.before["^POST .*(comments|notes)$"] = meet
    started = [pull.start(), pull.start()]
    results = [process.communicate(timeout=120) for process in started]
    assert [process.returncode for process in started] == [0, 0], results
    assert len(job.bodies()) == 1
    assert sum(each.startswith("POST") and "graphql" not in each for each in job.writes) == 2


def test_limit_is_waited_for_by_the_process(github_job, pull):
    github_job.trouble("GET .*/comments", 429, Retry_After="0")
    github_job.trouble("POST .*/comments", 403, {"message": "slow down"}, Retry_After="0")
    done = pull.post()
    assert done.returncode == 0
    assert lines(done.stderr)[:-1] == [
        "notice: GET /repos/octo/app/issues/7/comments: 429 Too Many Requests; it asks to come"
        " back in 0 s; asking again in 0 s",
        "notice: POST /repos/octo/app/issues/7/comments: 403 Forbidden: slow down; it asks to"
        " come back in 0 s; asking again in 0 s",
    ]
    assert len(github_job.bodies()) == 1


def test_secondary_limit_is_not_waited_for_beyond_what_was_given(github_job, pull):
    words = {"message": "You have exceeded a secondary rate limit."}
    github_job.trouble("POST .*/comments", 403, words, times=9)
    done = pull.post("--max-wait", "5")
    assert done.returncode == 128
    assert b"it asks to come back in 60 s" in done.stderr
    assert github_job.bodies() == []


@pytest.mark.parametrize(
    ("status", "value"),
    [(401, {"message": TOKEN}), (500, {"message": TOKEN}), (403, {"message": TOKEN}), (302, {})],
)
def test_token_is_nowhere(job, pull, tmp_path, status, value):
    headers = {"Location": f"https://evil.example/{TOKEN}"} if status == 302 else {}
    job.trouble(".", status, value, times=99, **headers)
    done = pull.post("-v", "--check", "--max-wait", "0", ATTRIB_TRACE="1", PYTHONDEVMODE="1")
    everything = [done.stdout, done.stderr, *map(str.encode, map(str, done.args))]
    everything += [each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()]
    assert [text for text in everything if TOKEN.encode() in text] == []
    assert b"Traceback" not in done.stderr


def test_no_process_is_started_with_the_token(job, pull, tmp_path):
    """git's own trace names every command that ran, with its arguments."""
    trace = tmp_path / "trace"
    assert pull.post(GIT_TRACE=str(trace), GIT_TRACE2_EVENT=str(trace)).returncode == 0
    assert not trace.exists() or TOKEN.encode() not in trace.read_bytes()


@pytest.mark.parametrize("text", ["a b", "a\nb", "é", "x"])
def test_what_is_no_token_is_not_sent_and_not_shown(github_job, pull, text):
    done = pull.post(GITHUB_TOKEN=f"secret{text}secret" if text != "x" else "x")
    assert done.returncode == 128
    assert b"secret" not in done.stderr
    assert github_job.log == []


def test_missing_extra_is_told_with_the_command(github_job, pull, tmp_path):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "httpx2.py").write_text("raise ModuleNotFoundError(name='httpx2')", "utf-8")
    done = pull.post(PYTHONPATH=str(hidden))
    assert done.returncode == 128
    assert lines(done.stderr) == [
        "fatal: posting needs 'httpx2', of the extra 'hosts'",
        "hint: pip install 'attrib[hosts]'",
    ]


def test_event_file_is_no_program(github_job, pull, tmp_path):
    event = pull_event(pull, github_job)
    event["pull_request"]["head"]["sha"] = "--output=/tmp/x"
    event["pull_request"]["base"]["sha"] = "$(touch evil)"
    (tmp_path / "event.json").write_text(json.dumps(event), encoding="utf-8")
    assert pull.post().returncode == 0
    assert len(github_job.bodies()) == 1


def test_clone_without_the_head_says_which_fetch_helps(github_job, pull):
    github_job.head = "d" * 40
    done = pull.post("--head", "d" * 40, "--fail-on", "no-record")
    assert done.returncode == 2
    assert f"hint: git fetch origin {'d' * 40}" in lines(done.stderr)


def test_help_names_no_token_option(pull):
    shown = pull.post("-h").stdout.decode()
    assert "--token" not in shown


def test_users_comment_with_our_marker_is_left_alone(job, pull):
    theirs = f"<!-- attrib:pr-evidence:v1 key=default head={pull.head} -->\nhello"
    job.add(theirs, "mallory")
    pull.post()
    assert job.bodies("mallory") == [theirs]
    assert len(job.bodies(BOT)) == 1


def test_head_that_moves_after_the_comment_was_added_is_left_to_the_next_run(job, pull):
    job.before["^POST .*(comments|notes)$"] = lambda: setattr(job, "head", "c" * 40)
    done = pull.post()
    assert lines(done.stdout)[0].split()[0] == "created"
    assert len(job.bodies()) == 1


def test_comment_of_a_later_head_stays_where_the_forge_names_no_head(github_job, pull):
    """Without the forge's word, what the repository here knows decides."""
    later = commit(pull.path, {"app.py": b"import os\n"}, message="later")
    marker = "<!-- attrib:pr-evidence:v1 key=default head={} -->\nbefore"
    kept = github_job.add(marker.format(later))
    github_job.head = None
    late = pull.post()
    assert (late.returncode, late.stdout) == (0, b"late https://forge.example/c/1001\n")
    assert f"the comment is of {later[:12]}, a later head".encode() in late.stderr
    assert github_job.writes == []
    kept.body = marker.format(pull.base)
    assert lines(pull.post().stdout)[0].split()[0] == "updated"


def test_base_and_head_may_be_names(github, pull):
    github.head, github.base = pull.head, pull.base
    done = pull.post(
        *("--provider", "github", "--api-url", github.api, "--repo", "octo/app", "--number", "7"),
        *("--base", "main~2", "--head", "main"),
        GITHUB_TOKEN=TOKEN,
    )
    assert done.returncode == 0
    assert len(github.bodies()) == 1


def test_another_forge_than_the_jobs_takes_nothing_from_the_job(github_job, pull):
    with forge_of("gitea") as other:
        other.head, other.base = pull.head, pull.base
        options = ["--provider", "gitea", "--api-url", other.api, "--repo", "octo/app"]
        done = pull.post(*options, "--number", "7", GITEA_TOKEN=TOKEN)
        assert (done.returncode, len(other.bodies())) == (0, 1)
    assert github_job.log == []


def test_commit_made_in_between_is_another_head(job, pull, tmp_path):
    pull.post()
    pull.head = str(commit(pull.path, {"app.py": b"import os\n"}))
    in_ci(pull, job, tmp_path)
    pull.post()
    assert len(job.bodies()) == 1
    assert pull.head in job.bodies()[0]


def test_json_is_what_render_writes_and_the_outcome_is_told_beside_it(github_job, pull):
    done = pull.post("--json", "--check")
    answer = json.loads(done.stdout)
    assert (answer["format"], answer["head_commit"]) == ("attrib.pr/1", pull.head)
    assert lines(done.stderr) == [
        "created https://forge.example/c/1001",
        "neutral https://forge.example/run",
    ]


def test_words_of_the_forge_are_shown_without_their_controls(github_job, pull):
    kept = {"id": 1, "body": "x", "user": {"login": BOT}, "html_url": "a\x1b[31m\n::error::b"}
    github_job.trouble("POST .*/comments", 201, kept, does_it=True)
    done = pull.post()
    assert b"\x1b" not in done.stdout + done.stderr
    assert [line for line in lines(done.stdout) if line.lstrip().startswith("::")] == []
