"""The main walk: see `attrib.demonstration.walk`, which installs with the tool."""

from __future__ import annotations

from attrib.demonstration.walk import build

__all__ = ["build"]
