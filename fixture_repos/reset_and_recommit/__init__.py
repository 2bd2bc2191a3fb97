"""Story: a commit taken back and made again."""
