"""The relations, in the order of docs/evidence.md: one file each, one line here."""

from __future__ import annotations

from attrib.matchers.after_state import AfterState
from attrib.matchers.chain import Chain
from attrib.matchers.checkpoint import Checkpoint
from attrib.matchers.declared import Declared
from attrib.matchers.during import During
from attrib.matchers.elsewhere import Elsewhere
from attrib.matchers.head_moved import HeadMoved
from attrib.matchers.hunks import Hunks
from attrib.matchers.interface import CommitMatcher, PathMatcher
from attrib.matchers.lines import Lines
from attrib.matchers.named import Named
from attrib.matchers.net import Net
from attrib.matchers.replayed import Replayed
from attrib.matchers.reshaped import Reshaped
from attrib.matchers.snippet import Snippet
from attrib.matchers.touched import Touched
from attrib.matchers.transition import Transition

PATH_MATCHERS: tuple[PathMatcher, ...] = (
    Transition(),
    AfterState(),
    Net(),
    Chain(),
    Replayed(),
    Lines(),
    Hunks(),
    Reshaped(),
    Snippet(),
    Checkpoint(),
    Touched(),
)

#: Relations for a path where the commit's blob was recorded under another name.
FOREIGN_MATCHERS: tuple[PathMatcher, ...] = (Elsewhere(),)

COMMIT_MATCHERS: tuple[CommitMatcher, ...] = (Named(), HeadMoved(), During(), Declared())
