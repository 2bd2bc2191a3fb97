"""Streams are appended to; an import adds what is new, and nothing else changes."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from attrib import __version__
from attrib.errors import StreamError
from attrib.model.ids import SessionKey
from attrib.model.records import Root
from attrib.recording.stream_header import StreamHeader
from attrib.recording.stream_writer import StreamFolder

KEY = SessionKey("com.anthropic.claude-code", "local-0f1e2d3c", "S")
HEADER = StreamHeader(KEY, "import", "2026-10-20T09:00:00.000Z", (Root("root", "/home/dev/app"),))


def record(source, minute, **members):
    return {
        "type": "plan",
        "ts": f"2026-10-20T09:{minute:02d}:00.000Z",
        **members,
        "_meta": {"attrib/source": source},
    }


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def shown(path):
    """Sequence number, ID and source of each record."""
    return [(each["seq"], each["id"], each["_meta"].get("attrib/source")) for each in lines(path)]


@pytest.fixture
def folder(tmp_path):
    return StreamFolder(tmp_path)


ONE, TWO, THREE = record("a", 1), record("b", 2), record("c", 3)


def test_new_stream_begins_with_its_header(folder, tmp_path):
    written = folder.merge(HEADER, [ONE, TWO])
    path = tmp_path / "attrib/sessions/claude-code/local-0f1e2d3c/S.import.asr.jsonl"
    assert (written.path, written.added, written.is_new) == (path, 2, True)
    assert lines(path) == [
        {
            "type": "session",
            "seq": 1,
            "id": "r1",
            "ts": "2026-10-20T09:00:00.000Z",
            "sessionId": "S",
            "agent": "com.anthropic.claude-code",
            "namespace": "local-0f1e2d3c",
            "profiles": ["coding"],
            "roots": [{"root": "root", "path": "/home/dev/app"}],
            "losses": [],
            "_meta": {"attrib/producer": {"name": "import", "version": __version__}},
        },
        {"type": "plan", "seq": 2, "id": "r2", **{k: v for k, v in ONE.items() if k != "type"}},
        {"type": "plan", "seq": 3, "id": "r3", **{k: v for k, v in TWO.items() if k != "type"}},
    ]


def test_import_of_the_same_leaves_the_file_alone(folder):
    path = folder.merge(HEADER, [ONE, TWO]).path
    before = (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
    written = folder.merge(HEADER, [ONE, TWO])
    assert (written.added, written.is_new, written.is_rewritten) == (0, False, False)
    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_grown_log_appends_only_what_is_new(folder):
    path = folder.merge(HEADER, [ONE]).path
    before, number = path.read_bytes(), path.stat().st_ino
    assert folder.merge(HEADER, [ONE, TWO, THREE]).added == 2
    assert path.read_bytes().startswith(before)
    assert path.stat().st_ino == number
    whole = folder.merge(replace(HEADER, key=replace(KEY, id="T")), [ONE, TWO, THREE]).path
    assert path.read_bytes().replace(b'"S"', b'"T"') == whole.read_bytes()


def test_part_of_a_session_takes_nothing_away(folder):
    path = folder.merge(HEADER, [ONE, TWO, THREE]).path
    before = path.read_bytes()
    assert folder.merge(HEADER, [TWO]).added == 0
    assert path.read_bytes() == before


def test_what_comes_between_keeps_the_ids_that_were_given(folder):
    path = folder.merge(HEADER, [ONE, THREE]).path
    written = folder.merge(HEADER, [TWO])
    assert (written.added, written.is_rewritten) == (1, True)
    assert shown(path) == [(1, "r1", None), (2, "r2", "a"), (3, "r4", "b"), (4, "r3", "c")]
    assert folder.merge(HEADER, [ONE, TWO, THREE]).added == 0
    assert folder.merge(HEADER, [ONE, TWO, THREE, record("d", 4)]).is_rewritten is False
    assert shown(path)[-1] == (5, "r5", "d")


def test_changed_log_is_written_anew(folder):
    path = folder.merge(HEADER, [ONE, TWO]).path
    written = folder.merge(HEADER, [record("a", 1, note="other"), TWO])
    assert (written.added, written.is_rewritten) == (0, True)
    assert [each.get("note") for each in lines(path)] == [None, "other", None]
    assert shown(path) == [(1, "r1", None), (2, "r2", "a"), (3, "r3", "b")]


def test_what_belongs_to_another_session_is_taken_out(folder):
    path = folder.merge(HEADER, [ONE, record("b/part", 2), THREE]).path
    folder.merge(HEADER, [THREE], elsewhere={"a", "b"})
    assert shown(path) == [(1, "r1", None), (2, "r4", "c")]


def test_torn_stream_is_made_whole(folder):
    path = folder.merge(HEADER, [ONE, TWO]).path
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    written = folder.merge(HEADER, [ONE, TWO])
    assert (written.added, written.is_rewritten) == (1, True)
    assert [source for _, _, source in shown(path)] == [None, "a", "b"]


def test_later_root_stands_before_its_first_use(folder):
    meta = {"attrib/source": "root/root-2"}
    later = {"type": "root", "root": "root-2", "path": "/srv/lib", "_meta": meta}
    path = folder.merge(HEADER, [TWO, later, record("c", 3, root="root-2")]).path
    folder.merge(HEADER, [ONE])
    assert [source for _, _, source in shown(path)] == [None, "root/root-2", "a", "b", "c"]


def test_other_roots_under_the_same_name_are_refused_or_replace_all(folder):
    other = replace(HEADER, roots=(Root("root", "/srv/lib"),))
    path = folder.merge(HEADER, [ONE, TWO]).path
    before = path.read_bytes()
    assert folder.merge(other, [TWO]).is_refused
    assert path.read_bytes() == before
    assert folder.merge(other, [ONE, TWO]).is_rewritten
    assert lines(path)[0]["roots"] == [{"root": "root", "path": "/srv/lib"}]


def test_new_loss_is_declared(folder):
    loss = {"key": "path.encoding", "reason": "a path is not valid Unicode"}
    path = folder.merge(HEADER, [ONE]).path
    assert folder.merge(replace(HEADER, losses=(loss,)), [ONE]).is_rewritten
    assert lines(path)[0]["losses"] == [loss]
    assert folder.merge(HEADER, [ONE]).is_rewritten is False


def test_appended_records_get_the_next_ids(folder):
    header = replace(HEADER, producer="hook")
    assert folder.append(header, [{"type": "vcs", "action": "commit"}]) == ("r2",)
    assert folder.append(header, [{"type": "vcs"}, {"type": "vcs"}]) == ("r3", "r4")
    path = folder.path_of(KEY, "hook")
    assert [(each["type"], each["seq"]) for each in lines(path)] == [
        ("session", 1),
        ("vcs", 2),
        ("vcs", 3),
        ("vcs", 4),
    ]


def test_appending_to_a_torn_line_begins_a_new_one(folder):
    header = replace(HEADER, producer="hook")
    folder.append(header, [{"type": "vcs"}])
    path = folder.path_of(KEY, "hook")
    path.write_bytes(path.read_bytes() + b'{"type":"vc')
    assert folder.append(header, [{"type": "vcs"}]) == ("r3",)
    assert path.read_bytes().splitlines()[2:] == [
        b'{"type":"vc',
        b'{"type": "vcs", "seq": 3, "id": "r3"}',
    ]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (SessionKey("x.y", "n", "../../etc"), "x.y/n/%2E.%2F..%2Fetc.import.asr.jsonl"),
        (SessionKey("codex", "a/b", "S"), "codex/a%2Fb/S.import.asr.jsonl"),
        (SessionKey("codex", "..", "é"), "codex/%2E%2E/%C3%A9.import.asr.jsonl"),
    ],
)
def test_names_stay_inside_the_store(folder, key, name):
    path = folder.path_of(key, "import")
    inside = path.relative_to(folder.sessions)
    assert len(inside.parts) == 3
    assert ".." not in inside.parts
    assert str(inside) == name


def test_long_names_stay_apart(folder):
    one, two = (folder.path_of(replace(KEY, id="x" * 300 + end), "import") for end in "ab")
    assert one != two
    assert len(one.name) < 200


@pytest.mark.parametrize("part", ["attrib", "attrib/sessions", "attrib/sessions/claude-code"])
def test_linked_folder_is_refused(folder, tmp_path, part):
    outside = tmp_path / "outside"
    outside.mkdir()
    link = tmp_path / part
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside, target_is_directory=True)
    with pytest.raises(StreamError) as caught:
        folder.merge(HEADER, [ONE])
    assert str(caught.value) == f"'{link}' is a symbolic link; sessions are not written through it"
    assert list(outside.iterdir()) == []


def test_linked_stream_is_refused(folder, tmp_path):
    path = folder.merge(HEADER, [ONE]).path
    target = tmp_path / "target"
    target.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(target)
    with pytest.raises(StreamError):
        folder.append(HEADER, [TWO])
    with pytest.raises(StreamError):
        folder.merge(HEADER, [ONE, TWO])


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is refused to root")
def test_folder_that_cannot_be_written_is_told(folder, tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StreamError):
        folder.merge(HEADER, [ONE])


NET = record("n", 3, endpoints={"from": "a", "to": "b"})
GROWN = [ONE, TWO, NET, record("c", 4), record("m", 5, endpoints={"from": "b", "to": "c"})]


@pytest.mark.asr("ASR-474")
def test_endpoints_named_by_their_sources_get_the_ids_of_these_records(folder):
    path = folder.merge(HEADER, GROWN[:3]).path
    assert lines(path)[3]["endpoints"] == {"from": "r2", "to": "r3"}
    before = path.read_bytes()
    assert folder.merge(HEADER, GROWN[:3]).added == 0
    assert path.read_bytes() == before
    assert folder.merge(HEADER, GROWN).added == 2
    assert path.read_bytes().startswith(before)
    assert lines(path)[5]["endpoints"] == {"from": "r3", "to": "r5"}


def test_endpoints_keep_their_ids_in_a_stream_written_anew(folder):
    path = folder.merge(HEADER, GROWN).path
    earlier = record("z", 0)
    assert folder.merge(HEADER, [earlier, *GROWN]).is_rewritten
    assert [(each["id"], each.get("endpoints")) for each in lines(path)] == [
        ("r1", None),
        ("r7", None),
        ("r2", None),
        ("r3", None),
        ("r4", {"from": "r2", "to": "r3"}),
        ("r5", None),
        ("r6", {"from": "r3", "to": "r5"}),
    ]
