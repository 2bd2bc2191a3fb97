"""The tables of a fleet: every column, its type, and what one row stands for.

IDs are binary, 20 or 32 bytes; paths are text as `spelling.spelled` writes bytes; times are seconds
since the epoch. Rows of a part are in the order of `SORTED`. docs/scale.md tells about each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

ID = pa.binary()
TEXT = pa.string()
SECONDS = pa.float64()
FLAG = pa.bool_()

_SURROGATES = re.compile("[\ud800-\udfff]")
#: So many of the first digits of a commit's ID stand in `digits`.
FIRST_DIGITS = 12


def _schema(columns: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema(list(columns.items()))


#: Written from sessions.
RECORDED: Mapping[str, pa.Schema] = {
    # One row a session. `session` is the key of the other tables.
    "sessions": _schema(
        {
            "session": ID,
            "agent": TEXT,
            "namespace": TEXT,
            "id": TEXT,
            "first": SECONDS,
            "last": SECONDS,
        }
    ),
    # One row a stream of a session: where it lies, and the SHA-256 of it as it was read.
    "streams": _schema({"session": ID, "stream": TEXT, "store": TEXT, "digest": TEXT}),
    # One row a name that a declaration may give a session.
    "aliases": _schema({"session": ID, "alias": TEXT}),
    # One row a root; `group` is one for all roots that are bound together. Root "" stands for
    # records without a root.
    "roots": _schema({"session": ID, "root": TEXT, "group": ID}),
    # One row a root and a folder that is or holds it; `is_root` where it is.
    "places": _schema({"session": ID, "group": ID, "place": TEXT, "is_root": FLAG}),
    # One row a recorded change of a path, or a path of a checkpoint (op `checkpoint`).
    "states": _schema(
        {
            "session": ID,
            "record": TEXT,
            "root": TEXT,
            "group": ID,
            "path": TEXT,
            "folded": TEXT,
            "op": TEXT,
            "status": TEXT,
            "actor": TEXT,
            "basis": TEXT,
            "low": SECONDS,
            "high": SECONDS,
            "before_is": TEXT,
            "before_type": TEXT,
            "before": ID,
            "before_sha1": ID,
            "before_sha256": ID,
            "after_is": TEXT,
            "after_type": TEXT,
            "after": ID,
            "after_sha1": ID,
            "after_sha256": ID,
            "representation": TEXT,
            "size": pa.int64(),
            "is_derived": FLAG,
            "modified_by_user": FLAG,
            "more_files": FLAG,
        }
    ),
    # One row a record that names a commit, whole or by the first digits of its ID.
    "names": _schema(
        {
            "session": ID,
            "record": TEXT,
            "root": TEXT,
            "group": ID,
            "kind": TEXT,
            "rank": TEXT,
            "commit": ID,
            "prefix": TEXT,
            "time": SECONDS,
        }
    ),
}

#: Written from repositories.
COMMITTED: Mapping[str, pa.Schema] = {
    # One row a repository: the name that other tables call it, where it was opened, and what
    # changes with all that its answers rest on.
    "repositories": _schema({"repository": TEXT, "location": TEXT, "format": TEXT, "digest": ID}),
    # One row a folder that is or holds a worktree (kind `top`, `above`), or a configured root ID.
    "worktrees": _schema({"repository": TEXT, "place": TEXT, "kind": TEXT}),
    # One row a commit that references reach. `may_move` where a merge may have moved a file.
    "commits": _schema(
        {
            "repository": TEXT,
            "commit": ID,
            "digits": TEXT,
            "parents": pa.list_(ID),
            "author_time": pa.int64(),
            "committer_time": pa.int64(),
            "may_move": FLAG,
        }
    ),
    # One row a commit and a path where no parent holds the same; `new` is null where it is gone.
    "blobs": _schema(
        {
            "repository": TEXT,
            "commit": ID,
            "path": TEXT,
            "folded": TEXT,
            "new": ID,
            "olds": pa.list_(ID),
            "is_new": FLAG,
            "time": pa.int64(),
        }
    ),
    # One row a commit whose object is here and that no reference reaches.
    "held": _schema({"repository": TEXT, "commit": ID}),
    # One row a commit that a declaration or the hooks' journal tells of; `name` as declared.
    "told": _schema({"repository": TEXT, "commit": ID, "name": TEXT}),
    # One row a blob and an ID that a worktree file of it could be recorded under.
    "forms": _schema({"repository": TEXT, "blob": ID, "form": ID, "type": TEXT, "equality": TEXT}),
}

TABLES: Mapping[str, pa.Schema] = {**RECORDED, **COMMITTED}

#: Where a root of a session lies in a repository: cut `strip`, then put `add` before. Root ""
#: stands for absolute paths in a worktree, whether the session has any or not.
BINDINGS = _schema(
    {
        "repository": TEXT,
        "format": TEXT,
        "session": ID,
        "root": TEXT,
        "strip": TEXT,
        "add": TEXT,
        "folded_strip": TEXT,
        "folded_add": TEXT,
    }
)

#: What `match` writes: one row for each piece of evidence.
LINKS = _schema(
    {
        "repository": TEXT,
        "commit": ID,
        "time": pa.int64(),
        "agent": TEXT,
        "namespace": TEXT,
        "session": TEXT,
        "strength": TEXT,
        "relation": TEXT,
        "equality": TEXT,
        "covers": TEXT,
        "qualifiers": pa.list_(TEXT),
        "records": pa.list_(TEXT),
        "actor": TEXT,
        "notes": pa.list_(TEXT),
        "path": TEXT,
        "old_path": TEXT,
        "lines": pa.list_(pa.int64()),
        "removed": pa.list_(pa.int64()),
    }
)

#: What the joins alone tell: a recorded state or name, and the blob or commit that equals it.
JOINED = _schema(
    {
        "repository": TEXT,
        "commit": ID,
        "path": TEXT,
        "session": ID,
        "record": TEXT,
        "relation": TEXT,
        "equality": TEXT,
        "blob": ID,
        "time": SECONDS,
        "pre_existing": FLAG,
        "common": FLAG,
        "repositories": pa.int64(),
        "sessions": pa.int64(),
    }
)

#: By what the rows of a part are sorted; other tables by all their plain columns, in order.
SORTED: Mapping[str, Sequence[str]] = {
    "blobs": ("new", "path", "commit"),
    "commits": ("commit",),
    "states": ("session", "record", "path", "op"),
    "names": ("session", "record", "root", "kind"),
}


def table_of(rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows as a table; what is no character becomes U+FFFD, as in every answer as JSON."""
    try:
        return pa.Table.from_pylist(rows, schema=schema)
    except UnicodeEncodeError:
        held = [{name: _characters(value) for name, value in row.items()} for row in rows]
        return pa.Table.from_pylist(held, schema=schema)


def _characters(value: Any) -> Any:
    if isinstance(value, list):
        return [_characters(each) for each in value]
    return _SURROGATES.sub("\ufffd", value) if isinstance(value, str) else value
