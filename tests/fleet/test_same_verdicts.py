"""Every link of the fleet is one of the single-repository way, and the other way round."""

from __future__ import annotations

import pytest

from attrib.fleet.duck import Duck
from attrib.fleet.export import export
from attrib.fleet.match import match
from attrib.fleet.parts import Folder
from attrib.reading import read_sessions
from attrib.stores import open_store
from fixture_repos.harness import all_stories
from tests.fleet.organisation import organisation
from tests.fleet.single import fleet_rows, single_rows

pytestmark = [pytest.mark.git, pytest.mark.slow, pytest.mark.once]


@pytest.mark.parametrize("story", all_stories(), ids=lambda story: story.name)
def test_story_has_the_same_links(story, tmp_path):
    place = story.build(tmp_path / "home")
    stores = sorted(place.home.glob("sessions*"))
    folder = Folder(tmp_path / "fleet")
    assert export(folder, [place.repository], stores, forms=True).failures == ()
    duck = Duck(workers=0)
    answer = match(folder, duck)
    duck.close()
    assert answer.failures == ()
    expected = single_rows(place.repository, [open_store(store) for store in stores])
    assert fleet_rows(folder.path) == expected


def test_organisation_has_the_same_links(tmp_path):
    made = organisation(tmp_path / "org", repositories=50, sessions=2000)
    folder = Folder(tmp_path / "fleet")
    assert export(folder, made.repositories, [made.sessions]).failures == ()
    duck = Duck(workers=0)
    assert match(folder, duck).failures == ()
    duck.close()
    stores = [open_store(made.sessions)]
    read = read_sessions(stores)
    assert len(read.sessions) == 2000
    expected = [row for each in made.repositories for row in single_rows(each, stores, read=read)]
    found = fleet_rows(folder.path)
    assert found == sorted(expected)
    assert {dict(row)["strength"] for row in found} == {
        "'strong'",
        "'moderate'",
        "'weak'",
        "'declared'",
    }
