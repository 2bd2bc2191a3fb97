"""Every command knows the common options, before and after its name; none is passed over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.cli.common import common_options, spelled_out
from attrib.cli.main import LazyGroup, main
from tests.cli.conftest import Maker
from tests.house.tree import ROOT

pytestmark = pytest.mark.git
HEADER = {"type": "session", "seq": 1, "id": "r1", "sessionId": "s", "agent": "a.b"}
#: `blame` is git's command line; `hook run` is called by hooks alone, with what git hands on.
APART = {"blame", "hook run"}


def leaves(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        assert command is not None
        if isinstance(command, click.Group):
            yield from leaves(command, f"{name}{each} ")
        else:
            yield f"{name}{each}", command


def flags(command: click.Command) -> set[str]:
    return {
        flag
        for option in command.params
        if isinstance(option, click.Option)
        for flag in option.opts
    }


@pytest.fixture
def repository(make: Callable[[], Maker], monkeypatch: pytest.MonkeyPatch) -> Path:
    maker = make()
    maker.write("f", b"1\n")
    maker.commit()
    monkeypatch.chdir(maker.path)
    return maker.path


def test_every_command_knows_every_common_option() -> None:
    @click.command()
    @common_options
    def none(common: object) -> None: ...

    every = dict(leaves(LazyGroup()))
    lacking = {
        name: sorted(flags(none) - flags(command))
        for name, command in every.items()
        if name not in APART and flags(none) - flags(command)
    }
    assert lacking == {}


@pytest.mark.parametrize("before", [True, False])
def test_check_heeds_common_options_on_both_sides(tmp_path, capfd, before) -> None:
    (tmp_path / "a.asr.jsonl").write_text(json.dumps(HEADER) + '\n{"type": 3}\n', "utf-8")
    options = ["-C", str(tmp_path), "--json", "-q"]
    order = [*options, "check"] if before else ["check", *options]
    assert main([*order, "a.asr.jsonl"]) == 1
    written = capfd.readouterr()
    assert json.loads(written.out)["streams"] == 1
    assert written.err == ""


def test_check_reads_what_sessions_name_too(tmp_path, capfd) -> None:
    for name in ("a", "b"):
        header = {**HEADER, "sessionId": name}
        (tmp_path / f"{name}.asr.jsonl").write_text(json.dumps(header) + "\n", "utf-8")
    second = str(tmp_path / "b.asr.jsonl")
    main(["check", "--json", "-q", "--sessions", second, str(tmp_path / "a.asr.jsonl")])
    assert json.loads(capfd.readouterr().out)["streams"] == 2
    main(["check", "--json", "-q", "--sessions", second])
    assert json.loads(capfd.readouterr().out)["streams"] == 1
    assert main(["check"]) == 129


def test_import_gives_one_json_object(repository, capfd) -> None:
    assert main(["import", "--json", "claude-code", "--dry-run", "."]) == 0
    out = capfd.readouterr().out
    schema = json.loads((ROOT / "docs" / "schemas" / "attrib.import-1.json").read_text("utf-8"))
    jsonschema.validate(json.loads(out), schema)
    assert json.loads(out) == {
        "format": "attrib.import/1",
        "dry_run": True,
        "agents": [
            {
                "agent": "claude-code",
                "places": ["."],
                "logs": 0,
                "sessions": 0,
                "records": 0,
                "unchanged": 0,
                "redacted": 0,
                "left_out": {"other_folders": 0, "too_old": 0, "redacted": 0, "refused": []},
            }
        ],
        "sessions": 0,
        "records": 0,
        "notices": [],
    }


def test_import_of_all_agents_lists_each_in_json(repository, capfd) -> None:
    assert main(["--json", "import", "-q"]) == 0
    written = capfd.readouterr()
    names = [each["agent"] for each in json.loads(written.out)["agents"]]
    assert names == sorted(names)
    assert "claude-code" in names
    assert written.err == ""


@pytest.mark.parametrize(
    "arguments",
    ["hook install", "hook uninstall", "hook status", "demo", "serve", "share bundle -o x"],
)
def test_command_without_json_says_so_and_does_nothing(repository, capfd, arguments) -> None:
    before = sorted((repository / ".git" / "hooks").iterdir())
    for order in (["--json", *arguments.split()], [*arguments.split(), "--json"]):
        assert main(order) == 129
        written = capfd.readouterr()
        assert written.out == ""
        name = arguments.removesuffix(" -o x")
        assert written.err == f"fatal: '{name}' gives no JSON\nhint: attrib {name} -h\n"
    assert sorted((repository / ".git" / "hooks").iterdir()) == before
    assert not (repository / "x").exists()


@pytest.mark.parametrize(
    ("given", "spelled"),
    [
        ("--color commit HEAD", "--color=always commit HEAD"),
        ("commit --color HEAD", "commit --color=always HEAD"),
        ("commit HEAD --color", "commit HEAD --color=always"),
        ("commit --color never HEAD", "commit --color never HEAD"),
        ("commit --color=auto HEAD", "commit --color=auto HEAD"),
        ("commit HEAD -- --color", "commit HEAD -- --color"),
    ],
)
def test_bare_color_means_always(given, spelled) -> None:
    assert spelled_out(given.split()) == spelled.split()


def test_bare_color_before_a_revision_is_no_error(repository, capfd) -> None:
    assert main(["--color", "commit", "--color", "HEAD"]) == 0
