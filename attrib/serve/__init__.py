"""The patch history and file view API, and the pages to look at: read only, on this machine."""
