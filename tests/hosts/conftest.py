"""A forge of each kind, and a poster that knows it; waits of retries take no time here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack

import pytest
import stamina

from attrib.hosts.choose import PROVIDERS, open_host, token_for
from attrib.hosts.interface import Host
from attrib.hosts.limits import Limits
from attrib.hosts.posting import Posted, Poster, Wanted
from tests.support.forge import HEAD, TOKEN, Forge, forge_of

KINDS = ("github", "gitlab", "gitea")
QUICK = Limits(timeout=20, longest=20, waiting=300, attempts=4)


def body_of(text: str, head: str = HEAD, key: str = "default") -> str:
    return f"<!-- attrib:pr-evidence:v1 key={key} head={head} -->\n{text}\n"


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """stamina retries at once, as often as it is told to."""
    with stamina.set_testing(True, attempts=4, cap=True):
        yield


@pytest.fixture(params=KINDS)
def forge(request: pytest.FixtureRequest) -> Iterator[Forge]:
    with forge_of(request.param) as forge:
        yield forge


@pytest.fixture
def github() -> Iterator[Forge]:
    with forge_of("github") as forge:
        yield forge


@pytest.fixture
def said() -> list[str]:
    """What was said to people."""
    return []


@pytest.fixture
def host_of(said: list[str]) -> Iterator[Callable[..., Host]]:
    """Opens a forge as the bot."""
    with ExitStack() as stack:

        def opened(forge: Forge, token: str = TOKEN, limits: Limits = QUICK) -> Host:
            provider = PROVIDERS[forge.kind]
            found = token_for(provider, {"ATTRIB_TOKEN": token})
            manager: AbstractContextManager[Host] = open_host(
                provider, forge.api, forge.repository, found, limits=limits, say=said.append
            )
            return stack.enter_context(manager)

        yield opened


@pytest.fixture
def post(host_of: Callable[..., Host], said: list[str]) -> Callable[..., Posted]:
    """Posts bodies for a head on a forge."""

    def posted(forge: Forge, *bodies: str, head: str = HEAD, key: str = "default") -> Posted:
        wanted = Wanted(forge.number, key, head, bodies or (body_of("text", head, key),))
        return Poster(host_of(forge), wanted, lambda newer, older: False, said.append).post()

    return posted
