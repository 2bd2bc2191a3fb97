"""git's argument list is understood as git understands it, and ours is taken out of it."""

from __future__ import annotations

import pytest

from attrib.cli.blame_arguments import parse
from attrib.errors import UsageError


def parsed(line: str) -> tuple[str, list[str]]:
    return parse(line.split()).path_and_revisions(lambda text: text in ("v1", "HEAD"))


@pytest.mark.parametrize(
    ("line", "path", "revisions"),
    [
        ("f", "f", []),
        ("HEAD f", "f", ["HEAD"]),
        ("f HEAD", "f", ["HEAD"]),
        ("HEAD v1", "HEAD", ["v1"]),
        ("HEAD -- v1", "v1", ["HEAD"]),
        ("-- f v1", "f", ["v1"]),
        ("v1.. ^HEAD f", "f", ["v1..", "^HEAD"]),
        ("-L 1,2 f", "f", []),
        ("-wL 1,2 f", "f", []),
        ("-L1,2 f", "f", []),
        ("-S revs f", "f", []),
        ("-C -C f", "f", []),
        ("-C 40 f", "f", ["40"]),
        ("--since 2.weeks f", "f", []),
        ("--date short f", "f", []),
        ("--ignore-rev v1 f", "f", []),
        ("--ignore-revs v1 f", "f", []),
        ("--contents g f", "f", []),
        ("--cont g f", "f", []),
        ("--abbrev 5 f", "f", ["5"]),
        ("--sessions s f --json", "f", []),
        ("--asr-root a=b --session=x f", "f", []),
    ],
)
def test_file_and_revisions_are_found(line: str, path: str, revisions: list[str]) -> None:
    assert parsed(line) == (path, revisions)


def test_our_options_do_not_reach_git() -> None:
    ours = parse(
        [
            "-s",
            "--sessions",
            "a",
            "--sessions=b",
            "--session",
            "c",
            "--asr-root",
            "r=/x",
            "--json",
            "--strict",
            "--exit-code",
            "--min-strength",
            "weak",
            "--color=never",
            "HEAD",
            "f",
        ]
    )
    assert ours.git == ["-s", "HEAD", "f"]
    assert (ours.sessions, ours.session_ids, ours.roots) == (["a", "b"], ["c"], ["r=/x"])
    assert (ours.min_strength, ours.color, ours.form) == ("weak", "never", "json")


def test_nothing_after_two_dashes_is_an_option() -> None:
    ours = parse(["--", "--json"])
    assert (ours.git, ours.form) == (["--", "--json"], "text")


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("-p f", "porcelain"),
        ("-wp f", "porcelain"),
        ("--porc f", "porcelain"),
        ("--line-p f", "line-porcelain"),
        ("-p --incremental f", "incremental"),
        ("--porcelain --no-porcelain f", "text"),
        ("--show-name f", "text"),
    ],
)
def test_machine_formats_are_recognized(line: str, form: str) -> None:
    assert parse(line.split()).form == form


@pytest.mark.parametrize(
    ("line", "plain"),
    [("--since=1 f", True), ("-w f", True), ("--oneline f", False), ("-5 f", False)],
)
def test_options_of_unknown_effect_let_git_print(line: str, plain: bool) -> None:
    assert parse(line.split()).plain is plain


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("f --sessions", "option '--sessions' requires a value"),
        ("--min-strength most f", "no such strength 'most'"),
        ("--json -p f", "options '--json' and '--porcelain' cannot be used together"),
        ("--json --no-evidence f", "options '--json' and '--no-evidence' cannot be used together"),
    ],
)
def test_wrong_use_of_our_options_is_told(line: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(line.split())
    assert caught.value.message == message
    assert caught.value.hint
