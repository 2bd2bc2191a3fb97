"""What every record and every stream keeps; inferred, since ASR's Format page is not available."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.checks.interface import (
    Facts,
    Item,
    Level,
    Problem,
    Rule,
    Severity,
    error,
    notice,
    warning,
)
from attrib.checks.shapes import is_natural, quoted
from attrib.codec import duplicate_members, inferred

#: A line that is no record at all; reported by `run`, since there is no record to look at.
STREAM_JSON = "stream-json"


def _flaws(item: Item, facts: Facts) -> Iterator[Problem]:
    if item.flaw is not None:
        yield error(item.flaw)
    for name in duplicate_members(item.raw):
        yield warning(f"an object has {quoted(name)} twice; the last one counts")


def _type(item: Item, facts: Facts) -> Iterator[Problem]:
    is_first_header = not facts.count and inferred.is_header(item.data)
    if not isinstance(item.data.get("type"), str) and not is_first_header:
        yield error("type is missing or no string")


def _seq(item: Item, facts: Facts) -> Iterator[Problem]:
    seq = item.data.get("seq")
    if "seq" not in item.data:
        if facts.count or not inferred.is_header(item.data):
            yield error("seq is missing")
    elif not is_natural(seq):
        yield error(f"seq {quoted(seq)} is no non-negative safe integer")
    elif facts.last_seq is not None and seq <= facts.last_seq:
        yield error(f"seq {seq} does not come after {facts.last_seq}")


def _id(item: Item, facts: Facts) -> Iterator[Problem]:
    name = item.data.get("id")
    if "id" not in item.data:
        if facts.count or not inferred.is_header(item.data):
            yield error("id is missing")
    elif not isinstance(name, str):
        yield error(f"id {quoted(name)} is no string")
    elif name in facts.ids:
        yield error(f"id {quoted(name)} is in use already; references go to the first one")


def _time(item: Item, facts: Facts) -> Iterator[Problem]:
    ts = item.data.get("ts")
    if ts is not None and not (isinstance(ts, str) and inferred.is_rfc_3339(ts)):
        yield warning(f"ts {quoted(ts)} is no RFC 3339 time")


def _session(item: Item, facts: Facts) -> Iterator[Problem]:
    header = inferred.is_header(item.data)
    session = inferred.session_id_of(item.data) if header else None
    if session is not None and facts.sessions and session not in facts.sessions:
        yield error(f"session {quoted(session)} after {quoted(facts.sessions[0])} in one stream")
    if not facts.count and session is None:
        yield notice(
            "no session ID here; it is taken from the file's name",
            holds=lambda whole: not whole.sessions,
        )


def _namespace(item: Item, facts: Facts) -> Iterator[Problem]:
    if not inferred.is_header(item.data) or facts.count:
        return
    agent = inferred.agent_of(item.data)
    if agent == "com.tencent.codebuddy" and inferred.namespace_of(item.data) is None:
        yield warning(f"no namespace, which the registry requires of {quoted(agent)}")


RULES = (
    Rule(
        STREAM_JSON,
        Level.INFERRED,
        "A stream is UTF-8 JSON Lines, one object a line, no member twice.",
        (Severity.ERROR, Severity.WARNING, Severity.NOTICE),
        check=_flaws,
    ),
    Rule(
        "stream-type",
        Level.INFERRED,
        "Every record has a type, a string.",
        (Severity.ERROR,),
        check=_type,
    ),
    Rule(
        "stream-seq",
        Level.INFERRED,
        "Every record has a seq, a safe integer that increases.",
        (Severity.ERROR,),
        check=_seq,
    ),
    Rule(
        "stream-id",
        Level.INFERRED,
        "Every record has an id, a string that no other record has.",
        (Severity.ERROR,),
        check=_id,
    ),
    Rule(
        "stream-ts",
        Level.INFERRED,
        "A ts is an RFC 3339 time.",
        (Severity.WARNING,),
        check=_time,
    ),
    Rule(
        "stream-session",
        Level.INFERRED,
        "A stream holds one session and names it.",
        (Severity.ERROR, Severity.NOTICE),
        check=_session,
    ),
    Rule(
        "stream-namespace",
        Level.INFERRED,
        "An agent whose registry entry requires a namespace has one.",
        (Severity.WARNING,),
        check=_namespace,
    ),
)
