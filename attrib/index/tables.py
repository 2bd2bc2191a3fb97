"""The tables of `index.sqlite`. Whoever changes them raises `FORMAT`.

Rows are packed: a table with one row an introduction takes 2 µs a row to fill and twice the
space, more than git itself needs for a commit.
"""

from __future__ import annotations

FORMAT = 3

#: The name in `state` under which it stands what the history was read from; none, for no history.
HISTORY_KEY = "key"

HISTORY = ("commits", "paths", "buckets", "peeled")

TABLES = (
    "CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
    # Columns over the numbers of commits, one row for each time that commits were added. Parents
    # have lower numbers; `date` gives the order of answers.
    "CREATE TABLE commits (first INTEGER PRIMARY KEY, oids BLOB, author_times BLOB,"
    " committer_times BLOB, dates BLOB, one BLOB, two BLOB, more BLOB)",
    # What was introduced at each path, as `packing.pack_row` makes it.
    "CREATE TABLE paths (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, rows BLOB)",
    # IDs by `packing.bucket_of`: of commits with their numbers, of blobs with commit and path.
    "CREATE TABLE buckets (id INTEGER PRIMARY KEY, entries BLOB)",
    # What a reference's object that is no commit leads to; empty for no commit.
    "CREATE TABLE peeled (oid BLOB PRIMARY KEY, commit_oid BLOB) WITHOUT ROWID",
    # Streams of sessions: which file was read, up to where, what reading goes on with; and what is
    # told of the whole stream.
    "CREATE TABLE streams (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE,"
    " identity TEXT, end INTEGER, lines INTEGER, sample BLOB, rest TEXT, outline TEXT,"
    " afters TEXT)",
    # The records found each time a stream had grown.
    "CREATE TABLE parts (stream INTEGER, number INTEGER, entries TEXT,"
    " PRIMARY KEY (stream, number)) WITHOUT ROWID",
    # Answers that were given, by a hash over what they rest on, and when.
    "CREATE TABLE answers (key TEXT PRIMARY KEY, made INTEGER, answer TEXT)",
)
