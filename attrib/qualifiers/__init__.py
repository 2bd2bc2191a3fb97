"""The facts that limit what a match shows: one line each."""

from __future__ import annotations

from attrib.qualifiers.boundary import HISTORY_ENDS
from attrib.qualifiers.compared import (
    DERIVED,
    LOSSY_TEXT,
    REPRESENTATION_CONTRADICTED,
    REPRESENTATION_UNSTATED,
)
from attrib.qualifiers.files import COMMON, GENERATED, PATH_FOLDED
from attrib.qualifiers.history import ALREADY_COMMITTED, PRE_EXISTING, SEVERAL_COMMITS
from attrib.qualifiers.interface import Qualify
from attrib.qualifiers.late import CONFLICTING, RECORD_AFTER_COMMIT
from attrib.qualifiers.lines import SLIDING, WHITESPACE_ONLY
from attrib.qualifiers.recorded import (
    CAUSE_UNSTATED,
    INCOMPLETE_LIST,
    NET,
    STATUS_PARTIAL,
    STATUS_UNKNOWN,
    TIME_UNKNOWN,
    USER_MODIFIED,
)
from attrib.qualifiers.shared import SHARED
from attrib.qualifiers.trivial import TRIVIAL
from attrib.qualifiers.undone import UNDONE

QUALIFIERS: tuple[Qualify, ...] = (
    PRE_EXISTING,
    ALREADY_COMMITTED,
    UNDONE,
    TIME_UNKNOWN,
    CAUSE_UNSTATED,
    TRIVIAL,
    SLIDING,
    WHITESPACE_ONLY,
    COMMON,
    RECORD_AFTER_COMMIT,
    CONFLICTING,
    SHARED,
    USER_MODIFIED,
    STATUS_PARTIAL,
    STATUS_UNKNOWN,
    GENERATED,
    HISTORY_ENDS,
    REPRESENTATION_UNSTATED,
    REPRESENTATION_CONTRADICTED,
    DERIVED,
    NET,
    INCOMPLETE_LIST,
    LOSSY_TEXT,
    PATH_FOLDED,
    SEVERAL_COMMITS,
)
