"""What an event of an agent's hook becomes: marks, states kept until a call ends, records.

Bytes are hashed as the event comes, before and after the call. A path is recorded in the
repository that holds it, which need not be the one that the session runs in; without one nothing
is. Spec: ASR-457 to ASR-460.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from attrib.errors import StreamError
from attrib.model.agents import name_of
from attrib.model.ids import ObjectIdType, SessionKey
from attrib.recording import pending as kept
from attrib.recording.agents.interface import Call, HookedAgent, Kind, Observation, Tool
from attrib.recording.live_marks import mark, sweep, unmark
from attrib.recording.trees import ABSENT, Seen, Tree, path_at, seen_at, tree_of

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """An observation of an agent, with its session's key and the time in seconds."""

    agent: HookedAgent
    told: Observation
    now: float
    pid: int | None = None

    @property
    def key(self) -> SessionKey:
        """The key under which the importer of the agent's logs knows the session, too."""
        name, namespace = name_of(self.agent.alias), self.agent.namespace_of(self.told.log)
        return SessionKey(name, namespace, self.told.session)


def observe(event: Event) -> None:
    """Do what an event asks for, in each worktree that it is about.

    Raises:
        StreamError: the store holds a symbolic link, or cannot be written; the journal says so.
    """
    told, call = event.told, event.told.call
    if told.kind in (Kind.START, Kind.END):
        found: Iterable[tuple[Tree, Sequence[str]]] = _of_folder(told.folder)
    elif call is None:
        return
    else:
        found = _by_tree(call, told.folder)
    for tree, paths in found:
        try:
            if call is None:
                _begin_or_end(event, tree)
            elif told.kind is Kind.BEFORE:
                mark(tree.common_dir, event.key, tree.top, event.now, pid=event.pid)
                _before(event, call, tree, paths)
            else:
                _after(event, call, tree, paths)
        except StreamError as error:
            _miss(event, tree, error)
            raise


def _miss(event: Event, tree: Tree, error: StreamError) -> None:
    """Say in the journal, which `attrib doctor` reads, what could not be recorded."""
    from attrib.recording.quick.journal import append_entries
    from attrib.recording.quick.spelled import stamp

    hook = f"{event.agent.alias} {event.told.kind.value}"
    missed: dict[str, object] = {"type": "missed", "hook": hook, "worktree": tree.top}
    missed |= {"reason": error.message, "ts": stamp(event.now)}
    with suppress(OSError):
        append_entries(tree.common_dir, [missed])


def _begin_or_end(event: Event, tree: Tree) -> None:
    if event.told.kind is Kind.START:
        sweep(tree.common_dir, event.now)
        mark(tree.common_dir, event.key, tree.top, event.now, pid=event.pid)
    else:
        unmark(tree.common_dir, event.key)
        kept.drop(tree.common_dir, event.key)


def _of_folder(folder: str) -> list[tuple[Tree, Sequence[str]]]:
    tree = tree_of(folder)
    return [] if tree is None else [(tree, ())]


def _by_tree(call: Call, folder: str) -> Iterable[tuple[Tree, Sequence[str]]]:
    """The worktrees that a call is about, with the paths in each, relative to its top."""
    if call.tool is Tool.SHELL:
        return _of_folder(folder)
    found: dict[str, tuple[Tree, list[str]]] = {}
    for path in call.paths:
        tree = tree_of(os.path.dirname(path))  # noqa: PTH120
        inner = None if tree is None else tree.inner(path)
        if tree is not None and inner is not None:
            found.setdefault(tree.top, (tree, []))[1].append(inner)
    return found.values()


def _before(event: Event, call: Call, tree: Tree, paths: Sequence[str]) -> None:
    if call.tool is Tool.SHELL:
        from attrib.recording.shell_states import before_command

        state = before_command(tree)
    else:
        state = kept.State(_seen(tree, paths))
    pending = kept.Pending(
        event.key, call.tool.value, tree.top, event.now, call.id, state, call.name
    )
    kept.keep(tree.common_dir, f"{tree.top}\0{call.pairing}", pending)


def _after(event: Event, call: Call, tree: Tree, paths: Sequence[str]) -> None:
    if call.is_lone and _is_told(event, tree, paths):
        return
    pairing = f"{tree.top}\0{call.pairing}"
    begun = kept.take(tree.common_dir, event.key, pairing, event.now)
    if call.tool is Tool.SHELL:
        from attrib.recording.shell_states import checkpoint_after

        made = None if begun is None else checkpoint_after(tree, begun, call, event.now)
    else:
        seen = _seen(tree, paths)
        made = change_of(tree, call, begun.state.files if begun else {}, seen)
        done = kept.Pending(event.key, "done", tree.top, event.now, None, kept.State(seen))
        kept.keep(tree.common_dir, f"{pairing}\0done", done)
    if made is not None:
        _append(event, call, tree, made, begun.time if begun else event.now)


def _append(event: Event, call: Call, tree: Tree, made: Record, begun: float) -> None:
    """The record, after those of the call that it names."""
    from attrib.recording.agent_stream import append
    from attrib.recording.quick.spelled import stamp

    now = stamp(event.now)
    records: list[Record] = []
    if call.id is not None:
        made = {"type": made["type"], "ts": now, "cause": {"callId": call.id}, **made}
        asked = {"type": "tool_call", "ts": stamp(begun), "callId": call.id, "name": call.name}
        status = "failed" if call.status == "failed" else "completed"
        records = [asked, {"type": "tool_result", "ts": now, "callId": call.id, "status": status}]
    records.append({"type": made["type"], "ts": now, **made})
    append(tree, event.key, records, event.now)


def _seen(tree: Tree, paths: Iterable[str]) -> dict[str, Seen]:
    """What lies at each path, as far as it can be hashed."""
    found = {path: seen_at(path_at(tree, path), tree.id_type) for path in paths}
    return {path: seen for path, seen in found.items() if seen is not None}


def _is_told(event: Event, tree: Tree, paths: Sequence[str]) -> bool:
    """True when another event tells of the same edit, or told of the same state just now."""
    now = _seen(tree, paths)
    for each in kept.open_calls(tree.common_dir, event.key, event.now):
        if each.top != tree.top:
            continue
        if each.tool == Tool.EDIT.value and not each.state.files.keys().isdisjoint(paths):
            return True
        if each.tool == "done" and now and now.items() <= dict(each.state.files).items():
            return True
    return False


def change_of(
    tree: Tree, call: Call, before: Mapping[str, Seen], after: Mapping[str, Seen]
) -> Record | None:
    """The `file_change` of a call, from what was seen around it; `None` where nothing was.

    Spec: ASR-450, ASR-451, ASR-454, ASR-455.
    """
    changes = [
        change
        for path in dict.fromkeys([*before, *after])
        if (change := _change(tree, call, path, before.get(path), after.get(path))) is not None
    ]
    if not changes:
        return None
    is_exact = all("after" in change or change["op"] == "delete" for change in changes)
    record: dict[str, Any] = {"type": "file_change", "status": call.status}
    record["precision"] = "exact" if is_exact else "unknown"
    if call.modified_by_user:
        record["modifiedByUser"] = True
    return record | {"changes": changes}


def _change(
    tree: Tree, call: Call, path: str, before: Seen | None, after: Seen | None
) -> dict[str, Any] | None:
    from attrib.recording.agent_stream import root_name

    if after is None or (after == ABSENT and before in (None, ABSENT)):
        # Not to be hashed, or no file before and none after.
        return None
    if after == ABSENT:
        op = "delete"
    elif before == ABSENT:
        op = "add"
    else:
        op = call.op if before is None else "modify"
    change: dict[str, Any] = {"op": op, "root": root_name(tree), "path": path}
    if before is not None and before != ABSENT:
        change["before"] = state_of(before, tree.id_type)
    if after != ABSENT:
        change["after"] = state_of(after, tree.id_type)
    return change


def state_of(seen: Seen, id_type: ObjectIdType) -> dict[str, Any]:
    """A file state of the worktree. Spec: ASR-457."""
    return {
        "objectId": seen.id,
        "objectIdType": id_type.value,
        "representation": "worktree",
        "size": seen.size,
    }
