"""The logs in each sample folder give the streams beside them, and nothing else."""

from __future__ import annotations

import pytest

from attrib.importers import IMPORTERS
from tests.importers.kept_rules import findings_in
from tests.importers.sample_folders import (
    SAMPLES,
    aliases,
    expected_of,
    imported,
    logs_of,
    streams_in,
)

pytestmark = pytest.mark.git


def test_every_importer_has_a_sample_folder():
    assert sorted(importer.alias for importer in IMPORTERS) == aliases()


@pytest.mark.parametrize("alias", aliases())
def test_logs_give_the_expected_streams(alias, tmp_path):
    assert streams_in(imported(alias, tmp_path)) == expected_of(alias)


@pytest.mark.parametrize("alias", aliases())
def test_streams_of_samples_keep_every_rule(alias, tmp_path):
    assert findings_in(imported(alias, tmp_path) / ".git") == []


@pytest.mark.parametrize("alias", aliases())
def test_logs_are_recognized_by_their_own_importer_alone(alias, tmp_path):
    for log in logs_of(alias, tmp_path / "logs"):
        known = [i.alias for i in IMPORTERS if i.recognizes(log) or list(i.logs(log))]
        assert known in ([alias], []), log


@pytest.mark.parametrize("alias", aliases())
def test_readme_says_where_the_shapes_come_from_and_under_which_licence(alias):
    text = (SAMPLES / alias / "README.md").read_text(encoding="utf-8")
    assert "made up for attrib" in text.lower()
    assert "Apache-2.0" in text
