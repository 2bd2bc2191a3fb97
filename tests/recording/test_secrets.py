"""The kept scanner adds its rules to the patterns; without it nothing is taken as redacted."""

from __future__ import annotations

import base64
import sys

import pytest

from attrib.errors import StreamError, UsageError
from attrib.recording.secrets import Patterns, Scanner
from tests.recording.secrets_made_up import BENIGN, FORMS, GITHUB, PEM

#: Known to the scanner's rules and to no pattern of ours.
SLACK_HOOK = "/".join(
    ("https://hooks.slack.com/services", "T01ABCD2EFG", "B01HIJK3LMN", "a1B2c3D4e5F6g7H8i9J0k1L2")
)


@pytest.fixture(scope="module")
def scanner(tmp_path_factory):
    """The scanner, whose rules are compiled once for all tests of this run."""
    pytest.importorskip("kingfisher_sdk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp().parent / "rules"))
        return Scanner()


def found(scanner, text):
    return {text[secret.start : secret.end] for secret in scanner.secrets_in(text)}


def test_rules_find_what_no_pattern_knows(scanner):
    text = f"curl -X POST {SLACK_HOOK}"
    assert list(Patterns().secrets_in(text)) == []
    assert found(scanner, text) != set()


@pytest.mark.parametrize(("text", "secret", "rule"), FORMS)
def test_patterns_count_beside_the_rules(scanner, text, secret, rule):
    assert any(secret in each for each in found(scanner, text))


@pytest.mark.parametrize("text", BENIGN)
def test_what_is_no_secret_is_not_found(scanner, text):
    assert found(scanner, text) == set()


def test_every_place_of_a_secret_is_told_whatever_stands_before(scanner):
    text = f"é\0\ud800\U0001f600 {GITHUB} {GITHUB}"
    starts = {secret.start for secret in scanner.secrets_in(text)}
    assert starts == {5, 6 + len(GITHUB)}


def test_an_encoded_secret_is_found_as_it_stands(scanner):
    encoded = base64.b64encode(f"token={GITHUB} and more".encode()).decode()
    assert found(scanner, f"x {encoded} y") == {encoded}


def test_a_whole_private_key_is_found(scanner):
    assert any(line in each for each in found(scanner, PEM) for line in PEM.split("\n")[1:2])


def test_a_scanner_that_fails_redacts_nothing_and_says_so(scanner, monkeypatch):
    class Broken:
        def scan(self, data):
            raise RuntimeError("out of order")

    monkeypatch.setattr(scanner, "_scanner", Broken())
    with pytest.raises(StreamError, match="the secret scanner failed: out of order"):
        list(scanner.secrets_in("x"))


def test_without_the_scanner_redaction_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", None)
    with pytest.raises(UsageError, match="not installed") as raised:
        Scanner()
    assert raised.value.hint == "python -m pip install kingfisher-secret-scanner"
