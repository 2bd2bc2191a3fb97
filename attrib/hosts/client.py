"""One connection to one forge: a token for one place, retries, and bounds on what comes back.

The token is sent to the origin of the API's address and nowhere else, and stands in no message:
whatever a forge says is quoted without it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx2
import stamina
from stamina.instrumentation import RetryDetails, set_on_retry_hooks

from attrib import __version__
from attrib.errors import HostError, UncertainError
from attrib.hosts.addresses import led_to, next_page, same_origin
from attrib.hosts.answers import Answer, refusal_of, said_in
from attrib.hosts.limits import Limits, again_of
from attrib.hosts.tokens import Token

_HOPS = 5
#: Failures before a request was sent: nothing can have happened.
_UNSENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class _ComeBackError(Exception):
    """Ask again in `seconds`, or when we think fit; `error` is what it is in the end."""

    def __init__(self, seconds: float | None, error: HostError) -> None:
        super().__init__("again")
        self.seconds = seconds
        self.error = error


class Client:
    """Asks one API, as the owner of one token; answers of GET are kept with their ETag."""

    def __init__(
        self,
        api: str,
        token: Token,
        headers: Mapping[str, str],
        *,
        limits: Limits,
        say: Callable[[str], None],
    ) -> None:
        self.api = api
        self._token = token
        self._limits = limits
        self._say = say
        self._left = limits.waiting
        self._kept: dict[str, Answer] = {}
        self._http = httpx2.Client(
            headers={
                "User-Agent": f"attrib/{__version__}",
                "Accept-Encoding": "identity",
                **headers,
            },
            timeout=limits.timeout,
            follow_redirects=False,
        )
        # The hooks that stamina has of itself would write to a log.
        set_on_retry_hooks([self._told])

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def get(self, path: str, query: Mapping[str, str] | None = None) -> Answer:
        """The answer to a question; `path` begins with a slash."""
        return self._ask("GET", self._url(path, query), None, repeats=True)

    def pages(self, path: str, query: Mapping[str, str]) -> Iterator[Answer]:
        """The answers of all pages, as `Link` or `X-Next-Page` names them."""
        url: str | None = self._url(path, query)
        seen: set[str] = set()
        while url is not None:
            if url in seen or len(seen) >= self._limits.pages:
                raise HostError(f"the pages of '{path}' do not end", where=f"GET {path}")
            seen.add(url)
            answer = self._ask("GET", url, None, repeats=True)
            yield answer
            url = self._next(answer, url, path, query)

    def order(
        self,
        method: str,
        path: str,
        payload: Any,
        *,
        repeats: bool = True,
        base: str | None = None,
    ) -> Answer:
        """The answer to an order; `repeats` where doing it twice is the same as once.

        `base` is another address of the same origin that the path stands on.
        """
        url = same_origin((base or self.api) + path, self.api)
        return self._ask(method, url, payload, repeats=repeats)

    def _url(self, path: str, query: Mapping[str, str] | None) -> str:
        address = httpx2.URL(self.api + path)
        return str(address.copy_merge_params(query) if query else address)

    def _next(self, answer: Answer, url: str, path: str, query: Mapping[str, str]) -> str | None:
        number = answer.headers.get("x-next-page", "").strip()
        if number.isdecimal():
            return self._url(path, {**query, "page": number})
        link = next_page(answer.headers.get("link", ""))
        return led_to(url, link, self.api) if link else None

    def _ask(self, method: str, url: str, payload: Any, *, repeats: bool) -> Answer:
        try:
            for attempt in stamina.retry_context(
                on=self._wait_for,
                attempts=self._limits.attempts,
                timeout=None,
                wait_initial=0.5,
                wait_max=20.0,
                wait_jitter=0.5,
            ):
                with attempt:
                    return self._followed(method, url, payload, repeats=repeats)
        except _ComeBackError as last:
            raise last.error from None
        raise AssertionError("stamina ends with an answer or an error")

    def _wait_for(self, error: Exception) -> bool | float:
        """Whether to ask again, or in how many seconds."""
        if not isinstance(error, _ComeBackError):
            return False
        if error.seconds is None:
            return self._left > 0
        if error.seconds > self._left:
            return False
        self._left -= error.seconds
        return error.seconds

    def _told(self, details: RetryDetails) -> None:
        error = details.caused_by
        if isinstance(error, _ComeBackError):
            self._say(f"notice: {error.error}; asking again in {details.wait_for:.0f} s")

    def _followed(self, method: str, url: str, payload: Any, *, repeats: bool) -> Answer:
        """The answer, after redirects that stay at the origin of the API."""
        follows = (301, 302, 307, 308) if method == "GET" else (307, 308)
        for _ in range(_HOPS):
            answer = self._once(method, url, payload, repeats=repeats)
            if answer.status not in follows or "location" not in answer.headers:
                return self._final(method, url, answer)
            url = led_to(url, answer.headers["location"], self.api)
        raise HostError("the forge leads in a circle", where=self._asked(method, url))

    def _final(self, method: str, url: str, answer: Answer) -> Answer:
        kept = self._kept.get(url) if method == "GET" else None
        if answer.status == 304 and kept is not None:
            return kept
        if not 200 <= answer.status < 300:
            if 300 <= answer.status < 400:
                hint = "--repo with the name that it has now"
                raise HostError(f"{answer.status}: it has moved", where=answer.asked, hint=hint)
            raise refusal_of(answer, said_in(answer, self._token.hidden_in))
        if method == "GET" and "etag" in answer.headers:
            self._kept[url] = answer
        return answer

    def _once(self, method: str, url: str, payload: Any, *, repeats: bool) -> Answer:
        asked = self._asked(method, url)
        headers = {"Authorization": self._token.authorization}
        if method == "GET" and url in self._kept:
            headers["If-None-Match"] = self._kept[url].headers["etag"]
        try:
            answer = self._received(method, url, payload, headers, asked)
        except httpx2.RequestError as error:
            raise self._failed(error, asked, repeats=repeats) from None
        again = again_of(answer.status, answer.headers, answer.text[:20_000], time.time())
        if again is None:
            return answer
        refusal = refusal_of(answer, said_in(answer, self._token.hidden_in))
        if not (repeats or again.is_limit):
            raise UncertainError(refusal.message, where=asked)
        when = "" if again.seconds is None else f"; it asks to come back in {again.seconds:.0f} s"
        raise _ComeBackError(again.seconds, HostError(refusal.message + when, where=asked))

    def _asked(self, method: str, url: str) -> str:
        """How messages name a request; a forge may have led to an address with the token in it."""
        return self._token.hidden_in(f"{method} {httpx2.URL(url).path}")

    def _failed(self, error: httpx2.RequestError, asked: str, *, repeats: bool) -> Exception:
        """What becomes of a connection that failed: another try, or an error."""
        words = self._token.hidden_in(" ".join(str(error).split())) or type(error).__name__
        if "CERTIFICATE_VERIFY_FAILED" in words:
            hint = "SSL_CERT_FILE names the file with your own authority"
            return HostError(words, where=asked, hint=hint)
        if isinstance(error, _UNSENT) or repeats:
            return _ComeBackError(None, HostError(f"no answer: {words}", where=asked))
        return UncertainError(f"no answer: {words}", where=asked)

    def _received(
        self, method: str, url: str, payload: Any, headers: Mapping[str, str], asked: str
    ) -> Answer:
        """The answer with its whole body, read within the bounds of size and time."""
        end = time.monotonic() + self._limits.longest
        parts: list[bytes] = []
        size = 0
        options = {} if payload is None else {"json": payload}
        with self._http.stream(method, url, headers=dict(headers), **options) as response:
            for part in response.iter_bytes(64 * 1024):
                size += len(part)
                if size > self._limits.size:
                    raise HostError(
                        f"the answer is larger than {self._limits.size:,} bytes", where=asked
                    )
                if time.monotonic() > end:
                    raise httpx2.ReadTimeout(f"not whole after {self._limits.longest:.0f} s")
                parts.append(part)
            found = {name.lower(): value for name, value in response.headers.items()}
            body = self._token.hidden_in(b"".join(parts).decode("latin-1"))
            return Answer(response.status_code, found, body.encode("latin-1"), asked)
