"""attrib links recorded agent sessions to commits by the content that both hold.

It reports how strong the evidence is, and never says what caused a commit.
Start reading at `pipeline.py`.
"""

__version__ = "0.1.0.dev0"
