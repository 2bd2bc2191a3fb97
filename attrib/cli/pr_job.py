"""What `attrib pr post` is about: options first, then what CI says, then what the forge says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from attrib.errors import UsageError
from attrib.hosts.choose import PROVIDERS, Provider
from attrib.hosts.interface import Host
from attrib.hosts.occasions import Occasion, occasion_in


@dataclass(frozen=True, slots=True)
class Given:
    """The options that say what to post to; `None` where an option is not given."""

    provider: str | None = None
    api: str | None = None
    repository: str | None = None
    number: int | None = None
    base: str | None = None
    head: str | None = None


def occasion_of(given: Given, environment: Mapping[str, str]) -> Occasion:
    """The occasion of this run.

    Another provider than that of the CI job has nothing to do with the job, and another number
    has other commits.
    """
    found = occasion_in(environment)
    if given.provider not in (None, found.provider):
        found = Occasion(provider=given.provider)
    if given.number not in (None, found.number):
        found = replace(found, number=given.number, base=None, head=None, nothing=None)
    return replace(
        found,
        api=given.api or found.api,
        repository=given.repository or found.repository,
        base=given.base or found.base,
        head=given.head or found.head,
    )


def provider_of(occasion: Occasion) -> Provider:
    """The kind of forge.

    Raises:
        UsageError: neither an option nor CI says it.
    """
    if occasion.provider is None:
        raise UsageError("which forge is not known here", hint="--provider github|gitlab|gitea")
    return PROVIDERS[occasion.provider]


def repository_of(occasion: Occasion) -> str:
    """The repository's name on the forge.

    Raises:
        UsageError: neither an option nor CI says it.
    """
    if occasion.repository is None:
        raise UsageError("which repository is not known here", hint="--repo owner/name")
    return occasion.repository


def completed(occasion: Occasion, host: Host) -> Occasion:
    """With number, base and head, as far as the forge knows what is missing.

    A number that no option and no event gives is looked for by branch and head: what another
    job, or a file, says of it is not trusted.

    Raises:
        UsageError: nothing says which pull request it is.
    """
    found = occasion
    if found.number is None:
        if found.branch is None or found.owner is None or found.head is None:
            raise UsageError("which pull request is not known here", hint="--number N")
        number = host.number_of(found.branch, found.owner, found.head)
        if number is None:
            return replace(found, nothing=f"no open pull request has the head {found.head[:12]}")
        found = replace(found, number=number)
    if (found.base is None or found.head is None) and found.number is not None:
        now = host.pull_request(found.number)
        found = replace(found, base=found.base or now.base, head=found.head or now.head)
    return found
