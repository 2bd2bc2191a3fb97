"""How long a comment may be, host by host, in code points and in bytes of UTF-8."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """The most code points and the most UTF-8 bytes of a text; both hold."""

    code_points: int
    bytes: int

    def hold(self, text: str) -> bool:
        """True where the text is within both."""
        return len(text) <= self.code_points and len(text.encode()) <= self.bytes


#: Seen at its API: 65,536 characters outside of the basic plane are 262,144 bytes, and pass.
GITHUB = SizeLimits(65_536, 262_144)
#: Its documentation gives a number of characters for a note.
GITLAB = SizeLimits(1_000_000, 4_000_000)
#: Its API documents none, and a proxy before it may have one: as GitHub.
GITEA = SizeLimits(65_536, 262_144)
#: A step summary of GitHub Actions: one mebibyte a step.
SUMMARY = SizeLimits(1_048_576, 1_048_576)

#: By the names that `--provider` knows.
PROVIDERS = {"github": GITHUB, "gitlab": GITLAB, "gitea": GITEA}
