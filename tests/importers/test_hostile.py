"""Damaged and hostile logs, for every importer of JSON Lines: told with their place, never fatal.

Each test takes the logs of the agent's sample folder, damages the largest one, and compares what
is imported with what the whole log gives. Cases: C10, C11.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from attrib.cli.main import main
from attrib.importers import IMPORTERS
from tests.importers.kept_rules import errors_in
from tests.importers.sample_folders import NAMESPACE, SAMPLES, logs_of
from tests.stories.test_damaged_log import MEASURED

pytestmark = pytest.mark.git

#: Those whose sample is JSON Lines.
LINED = [
    importer for importer in IMPORTERS if list((SAMPLES / importer.alias).rglob("log*/**/*.jsonl"))
]
#: More than the largest line that is read, and more than memory may hold.
LONG = 120_000_000
MOST_KIBIBYTES = 300 * 1024


class Place:
    """A repository, and the sample logs of an agent beside it, one of which is to be damaged."""

    def __init__(self, importer, folder: Path) -> None:
        self.importer = importer
        self.repository = folder / "repository"
        subprocess.run(["git", "init", "-q", str(self.repository)], check=True)
        self.tops = logs_of(importer.alias, folder / "logs")
        logs = (log for top in self.tops for log in ([top, *top.rglob("*.jsonl")]))
        own = [log for log in logs if log.is_file() and importer.recognizes(log)]
        self.log = max(own, key=lambda log: (log.stat().st_size, log))
        self.whole = self.log.read_bytes()

    @property
    def command(self) -> list[str]:
        arguments = ["-C", str(self.repository), "import", self.importer.alias]
        return [*arguments, "--namespace", NAMESPACE, *map(str, self.tops)]

    def write(self, data: bytes) -> None:
        self.log.write_bytes(data)

    def imported(self, capsys) -> list[str]:
        """What importing says, line by line; it must come to its end."""
        capsys.readouterr()
        assert main(self.command) == 0
        said: str = capsys.readouterr().err
        assert "Traceback" not in said
        return said.splitlines()

    @property
    def store(self) -> Path:
        return self.repository / ".git" / "attrib" / "sessions"

    def records(self) -> Counter[str]:
        """All records, without their place in the stream and what they were read from."""
        found: Counter[str] = Counter()
        for path in self.store.rglob("*.jsonl"):
            for line in path.read_bytes().splitlines():
                record = json.loads(line)
                record["_meta"].pop("attrib/source", None)
                for name in ("seq", "id", "native"):
                    record.pop(name, None)
                found[json.dumps(record, sort_keys=True)] += 1
        return found

    def errors(self) -> list[str]:
        return errors_in(self.repository / ".git")


@pytest.fixture(params=LINED, ids=lambda importer: importer.alias)
def place(request, tmp_path):
    return Place(request.param, tmp_path)


@pytest.fixture
def expected(place, tmp_path_factory, capsys):
    """What the undamaged logs give."""
    undamaged = Place(place.importer, tmp_path_factory.mktemp("undamaged"))
    undamaged.imported(capsys)
    return undamaged.records()


def with_line(data: bytes, line: bytes, at: int) -> bytes:
    """The log with a line put in; `at` is its number, from 1."""
    lines = data.splitlines(keepends=True)
    return b"".join((*lines[: at - 1], line + b"\n", *lines[at - 1 :]))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"{not json}", id="no-json"),
        pytest.param(b"[" * 100_000, id="over-deep"),
        pytest.param(b'{"n":' * 50_000, id="over-deep-objects"),
        pytest.param(b'{"n":' + b"1" * 5000 + b"}", id="number-of-5000-digits"),
        pytest.param(b'"a text"', id="no-object"),
        pytest.param(b'{"type":"user","torn":"', id="torn-in-the-middle"),
        pytest.param(b"\xff\xfe\xe9\x80", id="no-utf-8"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_the_rest_imported(place, expected, line, capsys):
    place.write(with_line(place.whole, line, 3))
    said = place.imported(capsys)
    assert any(f"{place.log}:3" in each for each in said), said
    assert re.search(r"; 1 line skipped", said[-1])
    assert place.records() == expected
    assert place.errors() == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="blank"),
        pytest.param(b"\0" * 9000, id="only-nul"),
        pytest.param('{"type":"unheard-of","text":"a\u2028b\u2029c\x85d"}'.encode(), id="u2028"),
        pytest.param(b'{"type":"unheard-of","text":"\\ud800 \\udc00\\u0000"}', id="surrogates"),
        pytest.param(b'{"type":"unheard-of","text":"caf\xe9"}', id="latin-1"),
        pytest.param(b'{"type":null,"message":7,"payload":[[]],"data":"x"}', id="wrong-types"),
        pytest.param(b'{"n":1e999,"m":-0.0,"k":NaN}', id="odd-numbers"),
    ],
)
def test_a_line_that_says_nothing_changes_nothing(place, expected, line, capsys):
    place.write(with_line(place.whole, line, 3))
    place.imported(capsys)
    assert place.records() == expected
    assert place.errors() == []


def test_welded_lines_are_read_both(place, expected, capsys):
    lines = place.whole.splitlines(keepends=True)
    place.write(b"".join((lines[0], lines[1].rstrip(b"\n"), *lines[2:])))
    place.imported(capsys)
    assert place.records() == expected


def test_rows_among_nul_bytes_are_read(place, expected, capsys):
    lines = place.whole.splitlines()
    place.write(b"\n".join(b"\0" * 300 + line + b"\0" * 9000 for line in lines) + b"\n\0\0")
    place.imported(capsys)
    assert place.records() == expected


def test_a_log_that_is_still_being_written_is_pending_and_read_on(place, expected, capsys):
    ends = [match.end() for match in re.finditer(rb"\n", place.whole)]
    for cut in (ends[1], ends[-2] - 3, ends[-1] - 3):
        place.write(place.whole[:cut])
        said = place.imported(capsys)
        is_torn = cut not in ends
        assert any("is not complete yet" in each for each in said) == is_torn, said
        assert "skipped" not in said[-1]
        assert place.errors() == []
    place.write(place.whole)
    place.imported(capsys)
    assert place.records() == expected
    assert place.errors() == []


def test_odd_characters_in_every_content_are_kept_out_of_trouble(place, expected, capsys):
    def odd(value):
        if isinstance(value, str):
            return value + "\ud800\u2028\x85\0\ufeff" if " " in value or "\n" in value else value
        if isinstance(value, dict):
            return {key: odd(each) for key, each in value.items()}
        return [odd(each) for each in value] if isinstance(value, list) else value

    rows = [json.loads(line) for line in place.whole.splitlines()]
    place.write("".join(f"{json.dumps(odd(row))}\n" for row in rows).encode())
    place.imported(capsys)
    assert place.records().total() > 0
    assert place.errors() == []


@pytest.mark.parametrize(
    "folder",
    [
        "/home/dev/app/../../../etc",
        "..",
        "C:\\\\Users\\\\dev\\\\app",
        "\\\\\\\\server\\\\share\\\\app",
        "\\\\\\\\wsl.localhost\\\\Debian\\\\home\\\\dev\\\\app",
        "file:///home/dev/app%20x",
        "/home/dev/\\u0000/\\ud800",
        "/",
        "",
    ],
)
def test_paths_of_all_kinds_break_no_rule(place, folder, capsys):
    place.write(place.whole.replace(b"/home/dev/app", folder.encode()))
    place.imported(capsys)
    assert place.errors() == []


def test_links_and_loops_among_the_logs_end(place, expected, capsys):
    top = place.tops[0] if place.tops[0].is_dir() else place.log.parent
    (top / "loop").symlink_to(top)
    (top / "dangling.jsonl").symlink_to(top / "absent.jsonl")
    (top / "itself.jsonl").symlink_to(top / "itself.jsonl")
    (top / "folder.jsonl").mkdir()
    place.imported(capsys)
    assert place.records() == expected


def test_importing_never_changes_a_log(place, capsys):
    place.write(place.whole + b"{torn")
    before = {path: path.read_bytes() for top in place.tops for path in top.rglob("*.jsonl")}
    place.imported(capsys)
    assert before == {path: path.read_bytes() for path in before}


def test_a_rewritten_log_leaves_one_sound_stream(place, expected, capsys):
    place.imported(capsys)
    lines = place.whole.splitlines(keepends=True)
    place.write(b"".join(lines[:-2]))
    place.imported(capsys)
    place.write(place.whole)
    place.imported(capsys)
    assert place.records() == expected
    assert place.errors() == []


@pytest.mark.slow
def test_a_line_of_120_megabytes_is_passed_over_in_bounded_memory(place, expected):
    lines = place.whole.splitlines(keepends=True)
    with place.log.open("wb") as file:
        file.writelines(lines[:2])
        file.write(b'{"type":"tool_result","data":"')
        for _ in range(LONG // 1_000_000):
            file.write(b"A" * 1_000_000)
        file.write(b'"}\n')
        file.writelines(lines[2:])
    answer = subprocess.run(
        [sys.executable, "-c", MEASURED, sys.executable, "-m", "attrib", *place.command],
        capture_output=True,
        check=False,
    )
    *said, kibibytes = answer.stderr.decode().splitlines()
    assert answer.returncode == 0, said
    assert any(f"{place.log}:3" in each for each in said), said
    assert int(kibibytes) < MOST_KIBIBYTES
    assert place.records() == expected
