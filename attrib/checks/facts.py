"""Collects what later records and the end of a stream need to know of a record."""

from __future__ import annotations

from attrib.checks.interface import Facts, Item
from attrib.checks.shapes import is_natural
from attrib.codec import inferred

_FAILED = frozenset({"error", "failed", "failure", "denied", "rejected", "cancelled", "aborted"})


def learn(facts: Facts, item: Item) -> None:
    """Adds the record's facts; called after the rules have looked at it."""
    data = item.data
    facts.count += 1
    seq = data.get("seq")
    if is_natural(seq):
        facts.last_seq = max(seq, facts.last_seq or 0)
    if isinstance(data.get("id"), str):
        facts.ids.setdefault(data["id"], (item.type, seq if is_natural(seq) else None))
    if inferred.is_header(data):
        _learn_header(facts, item)
    for root in inferred.roots_of(data):
        facts.roots.setdefault(root.id, root.path)
    if item.type in ("tool_call", "tool_result"):
        _learn_call(facts, item)
    facts.losses.update(inferred.keys_of(data.get("losses")))
    if item.type in ("loss", "losses") and isinstance(data.get("key"), str):
        facts.losses.add(data["key"])
    for name in ("commit", "head"):
        if isinstance(data.get(name), str):
            facts.commits.add(data[name])


def _learn_header(facts: Facts, item: Item) -> None:
    session = inferred.session_id_of(item.data)
    if session is not None and session not in facts.sessions:
        facts.sessions.append(session)
    facts.agent = facts.agent or inferred.agent_of(item.data)
    facts.producer = facts.producer or inferred.producer_of(item.data)


def _learn_call(facts: Facts, item: Item) -> None:
    call = item.data.get("callId")
    if not isinstance(call, str):
        return
    if item.type == "tool_call":
        facts.calls.add(call)
    elif _has_failed(item.data):
        facts.failed_calls.add(call)


def _has_failed(result: dict[str, object]) -> bool:
    """True when a result says so in one of the ways that sources use; inferred."""
    status = result.get("status") or result.get("outcome")
    return (
        result.get("isError") is True
        or result.get("is_error") is True
        or bool(result.get("error"))
        or (isinstance(status, str) and status.lower() in _FAILED)
    )
