"""Every commit whose object is here is listed, whether a reference reaches it or not."""

from __future__ import annotations

import pytest

from attrib.git.choose import open_repository
from attrib.git.pure import open_pure
from tests.support import repos

pytestmark = pytest.mark.git


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
@pytest.mark.parametrize("opener", [open_repository, open_pure])
def test_commit_that_was_amended_away_is_listed(tmp_path, opener, object_format):
    place = repos.init(tmp_path / "app", object_format)
    first = repos.commit(place, {"a": b"1\n"})
    repos.git(place, "commit", "-q", "--amend", "-m", "again")
    second = repos.head(place)
    repos.git(place, "tag", "-a", "-m", "tag", "v1")
    repository = opener(place)
    assert sorted(repository.every_commit()) == sorted([first, second])
    repository.close()
