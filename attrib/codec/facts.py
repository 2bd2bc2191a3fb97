"""The small facts of a `file_change`, without its texts: IDs, paths, and what else is there.

A sketch is the record as `record_of` makes it, but for the texts of its states and its patch. It
takes a tenth of the time. A line that is odd in any way is refused, and decoded with care instead.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from attrib.codec.records import state_of, time_of
from attrib.model.records import Cause, Change, FileChange, FileState, Patch, Place, Precision

_CONTROL = re.compile(rb"[\x00-\x1f]")
_NONE = Raw(b"")
#: Stand for texts that are there and were not read.
HELD_TEXT = ""
...
