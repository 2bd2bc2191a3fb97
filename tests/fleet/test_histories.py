"""Made-up histories that are hard to tell, all in one fleet: the same links as one by one."""

from __future__ import annotations

import pytest

import benchmarks.accuracy  # noqa: F401, which registers all kinds
from attrib.fleet.duck import Duck
from attrib.fleet.export import export
from attrib.fleet.match import match
from attrib.fleet.parts import Folder
from attrib.reading import read_sessions
from attrib.stores import open_store
from benchmarks.accuracy_stories.judge import seeded
from benchmarks.accuracy_stories.kinds import KINDS
from benchmarks.accuracy_stories.repository import write_repository
from tests.fleet.single import fleet_rows, single_rows

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]


def test_histories_of_the_accuracy_bench_have_the_same_links(tmp_path):
    repositories, stores = [], []
    for kind, story in sorted(KINDS.items()):
        world = seeded(tmp_path / kind, f"{kind}:fleet")
        story(world)
        repositories.append(write_repository(world))
        stores.append(world.folder / "sessions")
    folder = Folder(tmp_path / "fleet")
    assert export(folder, repositories, stores).failures == ()
    duck = Duck(workers=0)
    assert match(folder, duck).failures == ()
    duck.close()
    opened = [open_store(store) for store in stores]
    read = read_sessions(opened)
    expected = [row for each in repositories for row in single_rows(each, opened, read=read)]
    assert fleet_rows(folder.path) == sorted(expected)
    assert len(expected) > len(KINDS)
