"""Stories: one folder each, with a made-up repository, its sessions, commands, and what is said.

`story.py` builds the repository and the session streams; `sessions/` shows the streams it makes;
`commands.txt` holds what is typed, `expected/` the whole answers; `claims.py` says by hand what
must be true, and judges the expected answers. `python -m fixture_repos.regenerate` writes
`sessions/` and `expected/`.
"""
