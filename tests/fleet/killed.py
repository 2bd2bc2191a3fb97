"""What a test gives to workers, in a module that these can import."""

from __future__ import annotations

import os
import signal

from attrib.fleet.units import Done, Unit, run


def killed_for_site(unit: Unit) -> Done:
    """As `run`, but ends its own process where it is asked about commits of `site`."""
    if "/site/" in unit.repository and unit.commits:
        os.kill(os.getpid(), signal.SIGKILL)
    return run(unit)
