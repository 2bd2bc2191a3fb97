"""The sample folders: made-up logs of each agent, and the streams that importing them gives.

`samples/<alias>/` holds `README.md` (where the shapes come from, and the licence), the logs in
files and folders whose names begin with `log`, and what the import writes: `expected.asr.jsonl`,
or `expected-<session>.asr.jsonl` for each of several sessions. A file `log….sql` stands for the
SQLite file of the same name without `.sql`, a file `log….fast-import` for a bare repository.

`python -m tests.importers.sample_folders [ALIAS...]` writes the expected streams anew; look at
what it changed.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from attrib import __version__
from attrib.cli.main import main

SAMPLES = Path(__file__).with_name("samples")
NAMESPACE = "sample"
_END = ".import.asr.jsonl"
_VERSION = f'"version": {json.dumps(__version__)}'.encode()


def aliases() -> list[str]:
    """The agents that have a sample folder."""
    return sorted(folder.name for folder in SAMPLES.iterdir() if folder.is_dir())


def logs_of(alias: str, place: Path) -> list[Path]:
    """The agent's logs, copied to a place, so that what lies here stays as it is."""
    for source in sorted((SAMPLES / alias).glob("log*")):
        if source.is_dir():
            shutil.copytree(source, place / source.name)
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, place / source.name)
    for dump in sorted(place.rglob("*.sql")):
        with sqlite3.connect(dump.with_suffix("")) as database:
            database.executescript(dump.read_text(encoding="utf-8"))
        database.close()
        dump.unlink()
    for dump in sorted(place.rglob("*.fast-import")):
        repository = str(dump.with_suffix(""))
        subprocess.run(["git", "init", "-q", "--bare", repository], check=True)
        importing = ["git", "-C", repository, "fast-import", "--quiet"]
        subprocess.run(importing, input=dump.read_bytes(), check=True)
        dump.unlink()
    return sorted(place.iterdir())


def imported(alias: str, place: Path) -> Path:
    """A repository below a place, whose store holds the sample's sessions."""
    repository = place / "repository"
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    logs = [str(log) for log in logs_of(alias, place / "logs")]
    arguments = ["-C", str(repository), "import", alias, "--namespace", NAMESPACE, *logs]
    assert main(arguments) == 0
    return repository


def streams_in(repository: Path) -> dict[str, bytes]:
    """The streams of a store by the names that expected ones have, whatever version and place."""
    paths = sorted((repository / ".git" / "attrib" / "sessions").rglob(f"*{_END}"))
    found = {path.name.removesuffix(_END): path.read_bytes() for path in paths}
    here = os.fsencode(repository.parent)
    return {
        "expected.asr.jsonl" if len(found) == 1 else f"expected-{name}.asr.jsonl": data.replace(
            _VERSION, b'"version": "0"', 1
        ).replace(here, b"/home/dev")
        for name, data in found.items()
    }


def expected_of(alias: str) -> dict[str, bytes]:
    """The streams that a sample folder expects, by name."""
    paths = sorted((SAMPLES / alias).glob("expected*.asr.jsonl"))
    return {path.name: path.read_bytes() for path in paths}


def _renew(alias: str) -> None:
    for name in expected_of(alias):
        (SAMPLES / alias / name).unlink()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ATTRIB_DATA_HOME"] = str(Path(folder, "data"))
        for name, data in streams_in(imported(alias, Path(folder))).items():
            (SAMPLES / alias / name).write_bytes(data)
            print(f"updated {alias}/{name}")  # noqa: T201 - for the person who renews them


if __name__ == "__main__":
    for name in sys.argv[1:] or aliases():
        _renew(name)
