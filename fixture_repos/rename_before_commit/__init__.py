"""Story: a recorded file that was renamed by hand before its commit."""
