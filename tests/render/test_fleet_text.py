"""What people read of a fleet: whole pages."""

from __future__ import annotations

from attrib.model.fleet import FleetObject, FleetSummary
from attrib.render.fleet_text import (
    export_text,
    links_text,
    match_text,
    object_text,
    summary_text,
    vendored_text,
)
from tests.render import fleet_values as values


def test_export_is_one_row_each():
    assert list(export_text(values.EXPORT)) == [
        "/srv/app.git   1 commit    new",
        "/srv/sessions  3 sessions  2 kept",
    ]


def test_match_is_one_sentence():
    assert list(match_text(values.MATCH)) == [
        "12 rows joined, 7 pieces of evidence; 4 units, of which 1 held from before"
    ]


def test_summary_counts_by_strength_and_spells_controls_out():
    assert list(summary_text(values.SUMMARY)) == [
        "repository      strong  moderate  weak  declared  commits  sessions",
        "/srv/app^[.git  2       0         1     0         2        3",
    ]
    assert list(summary_text(FleetSummary("agent", ()))) == ["no links"]


def test_links_of_a_session():
    assert list(links_text(values.LINKS)) == [
        "/srv/app.git  685d0c7c  2026-10-20 12:00  strong  named, transition"
    ]
    assert list(links_text(())) == ["no links"]


def test_object_across_repositories():
    assert list(object_text(values.OBJECT)) == [
        "recorded  codebuddy:0f1e2d3c-aaaa  r205  greet.py",
        "introduced  /srv/app.git   685d0c7c  2026-10-20 12:00  greet.py",
        'introduced  /srv/site.git  685d0c7c  2026-10-20 13:00  "vendor/\\377.py"',
    ]
    assert list(object_text(FleetObject("ab", (), ()))) == [
        "ab: no record, and no commit of the fleet introduces it"
    ]


def test_vendored_file_with_its_source_and_sessions():
    assert list(vendored_text(values.VENDORED)) == [
        '/srv/site.git  685d0c7c  2026-10-20 13:00  "vendor/\\377.py"',
        "  same as  /srv/app.git  685d0c7c  2026-10-20 12:00  greet.py",
        "    recorded by codebuddy:0f1e2d3c-aaaa",
    ]
