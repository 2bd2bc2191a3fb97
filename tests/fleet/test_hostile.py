"""Sessions and repositories that somebody made to break a fleet: the same links, and no bug."""

from __future__ import annotations

import json
import os

import pytest

from attrib.fleet.duck import Duck
from attrib.fleet.export import export
from attrib.fleet.parts import Folder
from attrib.fleet.report import Reader, summary
from attrib.stores import open_store
from tests.fleet.made import matched, repository, session
from tests.fleet.single import fleet_rows, single_rows
from tests.support import repos

pytestmark = pytest.mark.git


def file_change(rows):
    return next(row for row in rows if row["type"] == "file_change")["changes"][0]


def with_state(**members):
    def spoil(rows):
        file_change(rows)["after"].update(members)

    return spoil


def without_text(**members):
    def spoil(rows):
        file_change(rows)["after"].pop("text")
        file_change(rows)["after"].update(members)

    return spoil


def with_change(**members):
    def spoil(rows):
        file_change(rows).update(members)

    return spoil


def with_header(**members):
    def spoil(rows):
        rows[0].update(members)

    return spoil


def at(time):
    def spoil(rows):
        for row in rows:
            row["ts"] = time

    return spoil


def with_record(kind, **members):
    def spoil(rows):
        number = len(rows) + 1
        rows.append({"type": kind, "seq": number, "id": f"r{number}", "root": "app", **members})

    return spoil


def rooted(name="app", **members):
    return with_header(roots=[{"root": name, **members}])


def checkpoint(blob):
    path = {"root": "app", "path": "greet.py"}
    return with_record(
        "checkpoint", status="created", files=[{"path": path, "blob": {"blob": blob, "size": 3}}]
    )


HOSTILE = {
    "size-large": with_state(size=10**30),
    "size-small": with_state(size=-(10**30)),
    "size-real": with_state(size=1e308),
    "size-text": with_state(size="x"),
    "id-not-hexadecimal": without_text(objectId="zz" * 20),
    "id-odd": without_text(objectId="abc"),
    "id-spaces": without_text(objectId="a b" * 10, objectIdType="sha256"),
    "id-capitals": without_text(objectId="A" * 40),
    "id-of-no-type": without_text(objectId="xyz", objectIdType="weird"),
    "first-year": at("0001-01-01T00:00:00+23:59"),
    "last-year": at("9999-12-31T23:59:59-23:59"),
    "no-time": at(None),
    "commit-not-hexadecimal": with_record(
        "vcs", action="commit", evidence="observed", commit="z" * 40
    ),
    "commit-spaces": with_record("vcs", action="commit", evidence="observed", commit=" " * 40),
    "prefix-pattern": with_record(
        "vcs", action="commit", evidence="parsed_output", commitPrefix="%_*'; --"
    ),
    "prefix-null": with_record(
        "vcs", action="commit", evidence="parsed_output", commitPrefix="\x00"
    ),
    "head-not-hexadecimal": with_record("workspace_state", head="z" * 40, branch="m"),
    "checkpoint-not-hexadecimal": checkpoint("sha256:" + "z" * 64),
    "checkpoint-spaces": checkpoint("sha256:" + " " * 64),
    "agent-surrogate": with_header(agent="a\ud800"),
    "namespace-control": with_header(namespace="n\x00\n"),
    "id-surrogate": with_header(sessionId="\udcff"),
    "id-long": with_header(sessionId="x" * 100_000),
    "root-null": rooted(path="/\x00/x"),
    "root-surrogate": rooted(path="/\ud800/x"),
    "root-deep": rooted(path="/" + "a/" * 3000),
    "path-outside": with_change(path="../../etc/passwd"),
    "path-null": with_change(path="a\x00b"),
    "path-surrogate": with_change(path="\ud800"),
    "path-long": with_change(path="x" * 70_000),
    "path-absolute-null": with_change(root=None, path="/\x00/b"),
    "path-absolute-surrogate": with_change(root=None, path="/\ud800/\ud800"),
    "path-of-surrogate-root": with_change(root="\ud800"),
}


def spoiled(store, app, name):
    """A stream of one session that `HOSTILE` spoils."""
    stream = session(store, app, name)
    rows = [json.loads(line) for line in stream.read_bytes().splitlines()]
    HOSTILE[name](rows)
    stream.write_text("".join(json.dumps(row) + "\n" for row in rows))


def as_held(row):
    """A row with U+FFFD for what is no character."""
    return tuple(
        (name, text.replace(r"\ud800", "\ufffd").replace(r"\udcff", "\ufffd")) for name, text in row
    )


def test_hostile_sessions_have_the_same_links(tmp_path):
    app = repository(tmp_path / "app")
    for name in HOSTILE:
        spoiled(tmp_path / "sessions", app, name)
    folder = Folder(tmp_path / "fleet")
    assert export(folder, [app], [tmp_path / "sessions"]).failures == ()
    assert matched(folder.path).failures == ()
    single = single_rows(app, [open_store(tmp_path / "sessions")])
    assert fleet_rows(folder.path) == sorted(map(as_held, single))
    assert len(single) > len(HOSTILE) // 2


@pytest.mark.parametrize(
    "time", ["99999999999999999999", "-5", "253402300800", "9223372036854775807"]
)
def test_commit_of_any_time_is_exported_matched_and_reported(tmp_path, time):
    app = repository(tmp_path / "app")
    session(tmp_path / "sessions", app)
    tree = repos.git(app, "rev-parse", "HEAD^{tree}").decode()
    person = f"A <a@example.com> {time} +0000"
    text = f"tree {tree}\nparent {repos.head(app)}\nauthor {person}\ncommitter {person}\n\n"
    write = ("hash-object", "-w", "--literally", "-t", "commit", "--stdin")
    commit = repos.git(app, *write, input=f"{text}m\n\nAsr-Session: S1\n".encode()).decode()
    repos.git(app, "update-ref", "HEAD", commit)
    folder = Folder(tmp_path / "fleet")
    assert export(folder, [app], [tmp_path / "sessions"]).failures == ()
    assert matched(folder.path).failures == ()
    assert fleet_rows(folder.path) == single_rows(app, [open_store(tmp_path / "sessions")])
    duck = Duck(workers=0)
    months = {group.name for group in summary(Reader(folder, duck), "month").groups}
    duck.close()
    assert months == {"2026-10", "1969-12" if time == "-5" else "undated"}


def test_configured_root_that_is_no_text_is_exported(tmp_path):
    app = repository(tmp_path / "app")
    with (app / ".git" / "config").open("ab") as config:
        config.write(b"[attrib]\n root = ap\xff=" + os.fsencode(app) + b"\n")
    assert export(Folder(tmp_path / "fleet"), [app], []).failures == ()


def test_tree_with_hostile_names_is_found_by_its_object(tmp_path):
    app = repository(tmp_path / "app")
    session(tmp_path / "sessions", app)
    names = [b"\xff\xfe", b"a\nb", b'"q"', b"..x", b"GREET.PY", b"x" * 4000, b"\x1b[31m", b"%41"]
    blob = repos.git(app, "rev-parse", "HEAD:greet.py").decode()
    rows = b"".join(b"100644 blob %b\t%b\0" % (blob.encode(), name) for name in sorted(names))
    tree = repos.git(app, "mktree", "-z", input=rows).decode()
    commit = repos.git(app, "commit-tree", tree, "-p", "HEAD", "-m", "m").decode()
    repos.git(app, "update-ref", "HEAD", commit)
    folder = Folder(tmp_path / "fleet")
    assert export(folder, [app], [tmp_path / "sessions"], forms=True).failures == ()
    assert matched(folder.path).failures == ()
    assert fleet_rows(folder.path) == single_rows(app, [open_store(tmp_path / "sessions")])
