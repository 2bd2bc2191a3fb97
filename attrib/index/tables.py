"""The tables of `index.sqlite`. Whoever changes them raises `FORMAT`."""

from __future__ import annotations

FORMAT = 1

HISTORY = ("commits", "paths", "at_path", "of_blob", "links", "peeled")

TABLES = (
    "CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
    # A commit's number is its ID here: parents have lower ones. `date` gives the order of answers.
    "CREATE TABLE commits (id INTEGER PRIMARY KEY, oid BLOB NOT NULL UNIQUE,"
    " authored INTEGER, committed INTEGER, date INTEGER)",
    "CREATE TABLE paths (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE)",
    # `olds` has one ID a parent, zeros where the parent has no such path.
    "CREATE TABLE at_path (path INTEGER, commit_id INTEGER, new BLOB, olds BLOB,"
    " PRIMARY KEY (path, commit_id)) WITHOUT ROWID",
    "CREATE TABLE of_blob (blob BLOB, commit_id INTEGER, path INTEGER,"
    " PRIMARY KEY (blob, commit_id, path)) WITHOUT ROWID",
    # The parents of commits, as columns of numbers; one row for each time commits were added.
    "CREATE TABLE links (first INTEGER PRIMARY KEY, one BLOB, two BLOB, more BLOB)",
    # What a reference's object that is no commit leads to; empty for no commit.
    "CREATE TABLE peeled (oid BLOB PRIMARY KEY, commit_oid BLOB) WITHOUT ROWID",
)
