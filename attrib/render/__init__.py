"""How answers look: one file each, and nothing is computed here.

`blame_text` git blame with two columns, `porcelain` git's streams with extra lines, `json` every
answer for programs, `schemas` the types of those formats, `explain_text`, `commit_text`,
`session_text`, `doctor_text` the answers for people.
"""
