"""Story: a fixup commit that a rebase melted into its commit."""
