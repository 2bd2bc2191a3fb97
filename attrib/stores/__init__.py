"""Where sessions are kept: a row of equals behind `interface.Store`.

One line a member: `stream` (a file or standard input), `folder` (streams below a folder), `bundle`
(a folder with a manifest). `open_store` picks the right one for a path.
"""

from __future__ import annotations

from attrib.stores.interface import Store, Stream
from attrib.stores.opened import open_store

__all__ = ["Store", "Stream", "open_store"]
