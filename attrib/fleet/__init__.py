"""Many repositories and many sessions: the same matching as relations, on an engine that is there.

`export` writes what a repository or a store of sessions holds as Parquet tables (`tables`),
`relations` is the matching by IDs, paths and names as Ibis expressions, `units` asks the one
pipeline about what these find, and `match` takes both through DuckDB or Spark. `report` reads the
links.
"""
