"""Files of others that are shipped stand here unchanged, with their licence."""

from __future__ import annotations

import json
from hashlib import sha256

from attrib.render.assets import TYPES, asset
from tests.house.tree import ROOT

ASSETS = ROOT / "attrib" / "render" / "assets"
LISTED = json.loads((ASSETS / "vendored.json").read_text(encoding="utf-8"))


def test_vendored_files_are_the_ones_listed():
    found = {name: sha256((ASSETS / name).read_bytes()).hexdigest() for name in LISTED["files"]}
    assert found == {name: about["sha256"] for name, about in LISTED["files"].items()}


def test_licence_is_shipped_beside_and_named_in_the_notices():
    notices = (ROOT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
    licence = (ASSETS / f"{LISTED['package']}.LICENSE").read_text(encoding="utf-8")
    assert "Permission is hereby granted, free of charge" in licence
    assert f"{LISTED['package']} {LISTED['version']}" in notices


def test_every_asset_is_listed_with_its_type_and_is_there():
    others = {"vendored.json", *(name for name in LISTED["files"] if name.endswith("LICENSE"))}
    assert {path.name for path in ASSETS.iterdir()} - others == set(TYPES)
    assert all(map(asset, TYPES))
