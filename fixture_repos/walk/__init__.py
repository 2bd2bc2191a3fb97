"""The main walk, the same that `attrib demo` shows."""
