"""Where secrets stand in a text: by patterns of our own, and by a kept scanner with its rules.

The patterns are a floor: well-known prefixes, private keys, passwords in addresses and in
assignments, which the scanner leaves to other tools. The scanner (`kingfisher_sdk`, the extra
`redact`) has several hundred rules and never opens a connection to look for something. What
neither knows is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from attrib.errors import StreamError, UsageError

#: Rule: what every secret of this kind has in it, and the pattern.
_TOKENS = {
    "age-key": (("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[0-9A-Z]{40,}"),
    "anthropic-key": (("sk-ant-",), r"sk-ant-[\w-]{16,}"),
    "atlassian-token": (("ATATT3",), r"ATATT3[\w=-]{40,}"),
    "aws-key-id": (("AKIA", "ASIA", "ABIA", "ACCA"), r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    "databricks-token": (("dapi",), r"dapi[0-9a-f]{32}"),
    "digitalocean-token": (("_v1_",), r"do[opr]_v1_[0-9a-f]{60,}"),
    "docker-token": (("dckr_",), r"dckr_[op]at_[\w-]{20,}"),
    "github-token": (
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"gh[opsur]_[A-Za-z0-9]{30,}|github_pat_\w{22,}",
    ),
    "gitlab-token": (
        ("gl",),
        r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[\w.-]{20,}",
    ),
    "google-key": (
        ("AIza", "ya29.", "GOCSPX-"),
        r"AIza[\w-]{35}|ya29\.[\w-]{30,}|GOCSPX-[\w-]{20,}",
    ),
    "grafana-token": (
        ("glsa_", "glc_"),
        r"glsa_[A-Za-z0-9]{30,}_[0-9a-f]{8}|glc_[A-Za-z0-9+/]{32,}={0,2}",
    ),
    "huggingface-token": (("hf_",), r"hf_[A-Za-z0-9]{30,}"),
    "jwt": (("eyJ",), r"eyJ[\w-]{8,2000}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    "linear-key": (("lin_",), r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    "new-relic-key": (("NRAK-",), r"NRAK-[A-Z0-9]{27}"),
    "npm-token": (("npm_",), r"npm_[A-Za-z0-9]{36}"),
    "openai-key": (
        ("sk-",),
        r"sk-(?:proj-|svcacct-|admin-)?(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z])[\w-]{32,200}",
    ),
    "postman-key": (("PMAK-",), r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    "pypi-token": (("pypi-",), r"pypi-[\w-]{60,}"),
    "sendgrid-key": (("SG.",), r"SG\.[\w-]{16,100}\.[\w-]{32,100}"),
    "shopify-token": (("shp",), r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    "slack-token": (("xox", "xapp-"), r"xox[abeoprs]-[\w-]{16,}|xapp-\d-[\w-]{20,}"),
    "stripe-key": (
        ("k_live_", "k_test_", "whsec_"),
        r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}",
    ),
    "tailscale-key": (("tskey-",), r"tskey-(?:auth|api|client)-[\w-]{16,}"),
    "vault-token": (("hvb.", "hvs.", "hvr."), r"hv[bsr]\.[\w-]{24,}"),
}
_KEPT_OPEN = r"(?![$<{%]|\[REDACTED:)"
_QUOTED = rf"{_KEPT_OPEN}[^\s\"'`\\]{{8,}}"
#: The same, where the secret is only a part: group 1. What is looked for first is in lower case.
_PLACES = {
    "private-key": (
        ("private key",),
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
        r"((?:(?!-----BEGIN).){20,20000}?)-----END [A-Z0-9 ]*PRIVATE",
        re.DOTALL,
    ),
    "url-password": (
        ("://",),
        rf"://[^\s/:@\"'<>]*:{_KEPT_OPEN}([^\s/@\"'<>]{{3,}})@",
        0,
    ),
    "authorization": (
        ("authorization",),
        r"\bauthorization[\"'\\]*\s*[:=]\s*[\"'\\]*(?:bearer|basic|token)\s+"
        rf"{_KEPT_OPEN}([\w+/=.~-]{{8,}})",
        re.IGNORECASE,
    ),
    "password": (
        ("passw", "passphrase", "secret", "key", "token"),
        r"(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|auth[_-]?token)[\w-]{0,40}"
        rf"\\?[\"']?\s*(?:[:=]|=>|:=)\s*\\?[\"'`]({_QUOTED})\\?[\"'`]",
        re.IGNORECASE,
    ),
    "variable": (
        ("passw", "secret", "key", "token"),
        r"(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY)[A-Z0-9_]{0,60}="
        rf"(?![(\[\"']){_KEPT_OPEN}([^\s\"'`$(){{}}\[\]\\,;]{{8,}})",
        0,
    ),
}
_TOKEN_PATTERNS = [
    (rule, needles, re.compile(rf"(?<![A-Za-z0-9])({pattern})(?![A-Za-z0-9])"))
    for rule, (needles, pattern) in _TOKENS.items()
]
_PLACE_PATTERNS = [
    (rule, needles, re.compile(pattern, flags))
    for rule, (needles, pattern, flags) in _PLACES.items()
]
#: The name of a member whose text is a secret as a whole.
SECRET_NAME = re.compile(
    r".*(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?token|auth[_-]?token"
    r"|private[_-]?key)",
    re.IGNORECASE | re.DOTALL,
)
_NO_CHARACTER = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True, order=True)
class Secret:
    """A secret in a text: from `start` up to `end`, in characters, and the rule that found it."""

    start: int
    end: int
    rule: str


class Detector(Protocol):
    """Finds secrets in a text."""

    def secrets_in(self, text: str) -> Iterable[Secret]:
        """The secrets, in any order; they may overlap."""
        ...


class Patterns:
    """The patterns of this module alone."""

    def secrets_in(self, text: str) -> Iterator[Secret]:
        """What the patterns find, marks apart."""
        for patterns, searched in ((_TOKEN_PATTERNS, text), (_PLACE_PATTERNS, text.lower())):
            for rule, needles, pattern in patterns:
                if any(needle in searched for needle in needles):
                    for match in pattern.finditer(text):
                        yield Secret(*match.span(1), rule)


class Scanner:
    """The patterns, and the rules of the kept scanner."""

    def __init__(self) -> None:
        try:
            import kingfisher_sdk
        except ImportError:
            raise UsageError(
                "redaction needs the secret scanner, which is not installed",
                hint="python -m pip install kingfisher-secret-scanner",
            ) from None
        from platformdirs import user_cache_path

        # Compiling the rules takes seconds; this holds rules, and nothing of what is scanned.
        cache = user_cache_path("attrib", appauthor=False) / "secret-rules"
        rules = kingfisher_sdk.Rules(cache_dir=str(cache))
        self._scanner = kingfisher_sdk.Scanner(rules)

    def secrets_in(self, text: str) -> Iterator[Secret]:
        """What the patterns and the rules find.

        Raises:
            StreamError: the scanner fails; then nothing may be taken as free of secrets.
        """
        yield from Patterns().secrets_in(text)
        # As many characters as before, all of them Unicode.
        data = _NO_CHARACTER.sub(" ", text).encode()
        try:
            findings = self._scanner.scan(data)
        except (RuntimeError, ValueError, OSError) as error:
            raise StreamError(
                f"the secret scanner failed: {error}",
                hint="python -m pip install -U kingfisher-secret-scanner",
            ) from error
        for finding in findings:
            yield from _everywhere(finding, data, text)


def _everywhere(finding: Any, data: bytes, text: str) -> Iterator[Secret]:
    """A finding at all its places: the scanner tells one of several equal ones."""
    rule = _rule_of(str(finding.rule_id))
    place = finding.location
    slice_ = data[place["start_offset"] : place["end_offset"]].decode("utf-8", "ignore")
    told = str(finding.secret)
    wanted = slice_ if finding.is_base64_encoded or slice_ == told else told
    start = text.find(wanted) if wanted else -1
    if start < 0:
        # Not to be found as it was told: the whole text is taken for the secret.
        yield Secret(0, len(text), rule)
    while start >= 0:
        yield Secret(start, start + len(wanted), rule)
        start = text.find(wanted, start + len(wanted))


def _rule_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.rpartition(".")[2].lower()).strip("-") or "secret"
