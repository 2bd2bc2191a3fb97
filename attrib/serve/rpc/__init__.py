"""JSON-RPC 2.0: the six methods of the patch history, and our own answers beside them."""
