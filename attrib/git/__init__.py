"""Everything that touches a repository. The core imports `interface` alone."""
