"""A log with every kind of damage, which is still being written."""
