"""What `git asr-blame -h` prints; the manual page says it at length."""

USAGE = """\
usage: git asr-blame [<git-blame-options>] [<options>] [<rev>] [--] <file>

git blame with two columns: how strong the evidence of a recorded session is, and which session.
Every option of git blame is accepted and means the same: git blame -h

    --json                write one JSON object (attrib.blame/1)
    --no-evidence         leave our columns and lines out
    --sessions <path>     also read this stream or folder of streams; may be repeated
    --session <id>        only this session, <agent>:<id> or a short ID; may be repeated
    --asr-root <id>=<path>
                          the root <id> of a session is the folder <path>
    --min-strength strong|moderate|weak
                          leave out weaker evidence
    --strict              exit with 2 where the evidence is incomplete
    --exit-code           exit with 1 where no line has evidence
    --color[=<when>]      always, never or auto; --no-color is never
    --version             print the version
    -h                    print this

why a line has its evidence: attrib explain <file>:<line>
"""
