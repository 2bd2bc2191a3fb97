"""Values of `attrib fleet`, as its answers give them."""

from __future__ import annotations

from attrib.model.evidence import Strength
from attrib.model.fleet import (
    FleetExport,
    FleetExported,
    FleetFailure,
    FleetGroup,
    FleetLink,
    FleetMatch,
    FleetObject,
    FleetPlace,
    FleetSummary,
    Vendored,
)
from attrib.model.ids import Oid, SessionKey

KEY = SessionKey("com.tencent.codebuddy", "laptop", "0f1e2d3c-aaaa")
COMMIT = Oid("685d0c7c685d0c7c685d0c7c685d0c7c685d0c7c")
BLOB = Oid("814f4a422927b82f5f8a43f8fab6d3839e3983f2")
FAILED = FleetFailure("/srv/old.git", "cannot be read: not a git repository")

EXPORT = FleetExport(
    (
        FleetExported("/srv/app.git", "new", 1, "commit"),
        FleetExported("/srv/sessions", "2 kept", 3, "session"),
    ),
    (FAILED,),
    ("a.jsonl: it was cut; its session is written anew",),
)
MATCH = FleetMatch(joined=12, evidence=7, units=4, kept=1, failures=(FAILED,))
SUMMARY = FleetSummary(
    "repository",
    (FleetGroup("/srv/app\x1b.git", {Strength.STRONG: 2, Strength.WEAK: 1}, 2, 3),),
)
LINKS = (
    FleetLink("/srv/app.git", COMMIT, 1_792_497_600, KEY, Strength.STRONG, ("named", "transition")),
)
SOURCE = FleetPlace("/srv/app.git", COMMIT, b"greet.py", 1_792_497_600)
TARGET = FleetPlace("/srv/site.git", COMMIT, b"vendor/\xff.py", 1_792_501_200)
OBJECT = FleetObject(BLOB, ((KEY, "r205", b"greet.py"),), (SOURCE, TARGET))
VENDORED = (Vendored(BLOB, SOURCE, TARGET, (KEY,)),)
