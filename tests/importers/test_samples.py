"""Made-up logs beside the whole stream that importing them gives.

A folder of `samples` has the alias of its importer, the logs as `log*`, the streams as
`expected*.asr.jsonl`, and a `README.md` that names source and licence. A log `log*.sql` is the
text of an SQLite database.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from attrib import __version__
from attrib.checks import RULES, Source, check_streams
from attrib.cli.main import main
from attrib.stores import open_store

pytestmark = pytest.mark.git

SAMPLES = Path(__file__).with_name("samples")
FOLDERS = sorted(path.name for path in SAMPLES.iterdir() if any(path.glob("log*")))


def laid_out(name: str, place: Path) -> list[str]:
    """The logs of a sample in a folder, databases built of their text; their paths."""
    place.mkdir()
    for log in sorted((SAMPLES / name).glob("log*")):
        if log.is_dir():
            shutil.copytree(log, place / log.name)
        elif log.suffix == ".sql":
            with sqlite3.connect(place / log.stem) as database:
                database.executescript(log.read_text(encoding="utf-8"))
            database.close()
        else:
            shutil.copyfile(log, place / log.name)
    return [str(path) for path in sorted(place.iterdir())]


def streams_of(name: str, folder: Path) -> list[str]:
    """What importing a sample gives, stream by stream, without the version of attrib."""
    subprocess.run(["git", "init", "-q", str(folder / "app")], check=True)
    logs = laid_out(name, folder / "logs")
    arguments = ["import", name, "-C", str(folder / "app"), "--namespace", "sample", *logs]
    assert main(arguments) == 0
    streams = sorted((folder / "app/.git/attrib/sessions").rglob("*.jsonl"))
    texts = [stream.read_text(encoding="utf-8") for stream in streams]
    return [text.replace(f'"version": "{__version__}"', '"version": "VERSION"') for text in texts]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_sample_gives_the_streams_beside_it(name, tmp_path):
    expected = sorted((SAMPLES / name).glob("expected*.asr.jsonl"))
    assert streams_of(name, tmp_path) == [path.read_text(encoding="utf-8") for path in expected]


@pytest.mark.parametrize("name", FOLDERS)
def test_the_streams_of_a_sample_keep_every_rule(name, tmp_path):
    streams_of(name, tmp_path)
    store = open_store(tmp_path / "app/.git/attrib/sessions")
    sources = (Source(each.name, each.lines(), store.blob) for each in store.streams())
    assert [str(found) for found in check_streams(sources, RULES).findings] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_a_sample_says_where_it_is_from(name):
    page = (SAMPLES / name / "README.md").read_text(encoding="utf-8")
    assert "Apache-2.0" in page
