"""Tokens come from the environment and are shown to nobody."""

from __future__ import annotations

import traceback

import pytest

from attrib.errors import HostError, NotAllowedError
from attrib.hosts.choose import PROVIDERS, token_for
from attrib.hosts.tokens import Token

SECRET = "tok_secret"


def test_no_way_of_printing_a_token_shows_it():
    token = Token("GITHUB_TOKEN", "Bearer", SECRET)
    shown = [repr(token), str(token), f"{token}", "%s" % token, repr([token]), ascii(token)]  # noqa: UP031
    assert [text for text in shown if SECRET in text] == []
    assert token.authorization == f"Bearer {SECRET}"
    assert token.hidden_in(f"a {SECRET} b") == "a [token] b"


@pytest.mark.parametrize(
    ("provider", "variables", "expected"),
    [
        ("github", {"GITHUB_TOKEN": "github", "GITLAB_TOKEN": "gitlab"}, "GITHUB_TOKEN"),
        ("github", {"GITHUB_TOKEN": "github", "ATTRIB_TOKEN": "attrib"}, "ATTRIB_TOKEN"),
        ("github", {"GITHUB_TOKEN": "github", "ATTRIB_TOKEN": " "}, "GITHUB_TOKEN"),
        ("gitlab", {"GITHUB_TOKEN": "github", "GITLAB_TOKEN": "gitlab\n"}, "GITLAB_TOKEN"),
        ("gitea", {"FORGEJO_TOKEN": "forgejo", "GITHUB_TOKEN": "github"}, "FORGEJO_TOKEN"),
        ("gitea", {"GITEA_TOKEN": "gitea", "FORGEJO_TOKEN": "forgejo"}, "GITEA_TOKEN"),
    ],
)
def test_first_variable_that_holds_one_counts(provider, variables, expected):
    assert token_for(PROVIDERS[provider], variables).variable == expected


def test_token_of_another_forge_is_none():
    with pytest.raises(NotAllowedError, match="no token for gitlab: ATTRIB_TOKEN and GITLAB_TOKEN"):
        token_for(PROVIDERS["gitlab"], {"GITHUB_TOKEN": SECRET})


@pytest.mark.parametrize("text", [f"{SECRET} x", f"{SECRET}\r\nX-Evil: 1", f"{SECRET}é", "abc"])
def test_what_is_no_token_is_named_by_its_variable_alone(text):
    with pytest.raises(HostError) as error:
        token_for(PROVIDERS["github"], {"GITHUB_TOKEN": text})
    assert "'GITHUB_TOKEN' holds no token" in str(error.value)
    assert SECRET not in "".join(traceback.format_exception(error.value))
