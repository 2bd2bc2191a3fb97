"""The forges by name, and opening one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from attrib.errors import HostError, NotAllowedError, UsageError
from attrib.hosts.addresses import checked_api, is_open
from attrib.hosts.interface import Host
from attrib.hosts.limits import Limits
from attrib.hosts.tokens import Token, token_in


@dataclass(frozen=True, slots=True)
class Provider:
    """What is known of a kind of forge before it is asked.

    `variables` are where a token may stand, the first that holds one counts; `api` is the address
    where none is given, `None` where each forge has its own.
    """

    name: str
    scheme: str
    variables: tuple[str, ...]
    api: str | None


#: The row of forges, by the names that `--provider` knows.
PROVIDERS = {
    each.name: each
    for each in (
        Provider("github", "Bearer", ("ATTRIB_TOKEN", "GITHUB_TOKEN"), "https://api.github.com"),
        Provider("gitlab", "Bearer", ("ATTRIB_TOKEN", "GITLAB_TOKEN"), "https://gitlab.com/api/v4"),
        # `token` is what every version takes; `Bearer` came later.
        Provider(
            "gitea",
            "token",
            ("ATTRIB_TOKEN", "GITEA_TOKEN", "FORGEJO_TOKEN", "GITHUB_TOKEN"),
            None,
        ),
    )
}


def token_for(provider: Provider, environment: Mapping[str, str]) -> Token:
    """The token of a forge.

    Raises:
        NotAllowedError: there is none.
    """
    token = token_in(environment, provider.variables, provider.scheme)
    if token is None:
        *others, last = provider.variables
        raise NotAllowedError(
            f"no token for {provider.name}: {', '.join(others)} and {last} are not set",
            hint="tokens and permissions: docs/pull-requests.md",
        )
    return token


@contextmanager
def open_host(
    provider: Provider,
    api: str | None,
    repository: str,
    token: Token,
    *,
    limits: Limits,
    say: Callable[[str], None],
) -> Iterator[Host]:
    """The forge's repository, until the block ends.

    Raises:
        UsageError: the address or the repository is none.
        HostError: the extra `hosts` is not installed.
    """
    if api is None:
        raise UsageError(
            f"{provider.name} has no address of its own", hint="--api-url https://HOST/api/v1"
        )
    url = checked_api(api)
    if is_open(url):
        say("notice: the token crosses the network in clear: --api-url begins with http://")
    try:
        from attrib.hosts.client import Client
        from attrib.hosts.gitea import Gitea
        from attrib.hosts.github import GitHub
        from attrib.hosts.gitlab import GitLab
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("httpx2", "stamina"):
            raise
        raise HostError(
            f"posting needs '{error.name}', of the extra 'hosts'",
            hint="pip install 'attrib[hosts]'",
        ) from None
    adapters: dict[str, type[GitHub] | type[GitLab] | type[Gitea]] = {
        "github": GitHub,
        "gitlab": GitLab,
        "gitea": Gitea,
    }
    adapter = adapters[provider.name]
    client = Client(url, token, adapter.headers, limits=limits, say=say)
    try:
        yield adapter(client, repository)
    finally:
        client.close()
