"""View grants: short-lived URLs, each of which opens one text file of the workspace."""

from __future__ import annotations

from attrib.serve.grants.creating import Granted, create
from attrib.serve.grants.store import Grant, Grants

__all__ = ["Grant", "Granted", "Grants", "create"]
