"""An agent's settings file: our hooks put in beside what is there, and taken out exactly.

The text is changed in place. Taking out gives the bytes from before where the file is as it was
left; else what is ours is taken out of what is there now.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from attrib.errors import StreamError, UsageError
from attrib.recording import receipts, settings_files
from attrib.recording.agents.interface import HookedAgent, Scope
from attrib.recording.json_text import (
    Insertion,
    Node,
    add_items,
    add_members,
    collapsed,
    inserted,
    parse,
    without_part,
)


class Standing(Enum):
    """How our hooks stand in a settings file."""

    ABSENT = "not installed"
    INSTALLED = "installed"
    OTHER = "installed in part, or by another version"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a settings file, and whether it was changed."""

    path: Path
    changed: bool
    hint: str | None = None


def command_of(agent: HookedAgent, program: str) -> str:
    """What runs a hook when an event's name is added; `program` as a shell spells it."""
    return f"{program} hook run agent {agent.alias}"


def install(agent: HookedAgent, scope: Scope, top: Path, program: str) -> Outcome:
    """Put our hooks into an agent's settings; once is as good as twice.

    Raises:
        UsageError: the agent has no such scope, or the file is not one that it could read.
        StreamError: the file cannot be read or written.
    """
    path = _path(agent, scope, top)
    held = settings_files.read(path)
    receipt = receipts.read(path)
    before = None if held is None else _without(agent, held, path, receipt)
    if receipt is not None and receipt.before is None and before is not None:
        before = None if _is_left_over(agent, before) else before
    text, spans = _with(agent, before, path, program)
    if text == held:
        return Outcome(path, changed=False, hint=agent.hint)
    made = settings_files.folders_to_make(path.parent)
    if receipt is not None and receipt.before is None and before is None:
        made = [*receipt.folders]
    receipts.write(
        path,
        receipts.Receipt(
            path=str(path),
            before=None if before is None else receipts.digest_of(before),
            after=receipts.digest_of(text),
            spans=tuple(spans),
            kept=tuple(_containers(before)),
            folders=tuple(made),
        ),
    )
    settings_files.write(path, text)
    return Outcome(path, changed=True, hint=agent.hint)


def uninstall(agent: HookedAgent, scope: Scope, top: Path) -> Outcome:
    """Take our hooks out of an agent's settings; a file that was made for them goes.

    Raises:
        UsageError: the agent has no such scope, or the file is not one that it could read.
        StreamError: the file cannot be read or written.
    """
    path = _path(agent, scope, top)
    held, receipt = settings_files.read(path), receipts.read(path)
    if held is None:
        receipts.forget(path)
        return Outcome(path, changed=False)
    text = _without(agent, held, path, receipt)
    if receipt is not None and receipt.before is None and _is_left_over(agent, text):
        with suppress(FileNotFoundError):
            path.unlink()
        receipts.remove_folders(receipt.folders)
    elif text != held:
        settings_files.write(path, text)
    receipts.forget(path)
    return Outcome(path, changed=text != held)


def standing_of(agent: HookedAgent, scope: Scope, top: Path, program: str) -> Standing:
    """How our hooks stand in an agent's settings.

    Raises:
        UsageError: as `install`.
        StreamError: as `install`.
    """
    path = _path(agent, scope, top)
    held = settings_files.read(path)
    if held is None:
        return Standing.ABSENT
    node = _parsed(held, path)
    there = [(event, element) for event, _, element in _own(agent, node)]
    wanted = [(r.event, dict(r.element)) for r in _wanted(agent, program)]
    if not there:
        return Standing.ABSENT
    return Standing.INSTALLED if there == wanted else Standing.OTHER


def _path(agent: HookedAgent, scope: Scope, top: Path) -> Path:
    if scope not in agent.scopes:
        names = ", ".join(each.value for each in agent.scopes)
        raise UsageError(
            f"{agent.alias} has no '{scope.value}' settings with hooks", hint=f"one of: {names}"
        )
    path = agent.settings(scope, top)
    if scope is Scope.USER:
        return Path(os.path.realpath(path))
    for place in (path, path.parent):
        if place.is_symlink():
            raise StreamError(
                f"'{place}' is a symbolic link; settings of a repository are not written "
                "through it",
                hint="--scope user",
            )
    return path


def _parsed(text: str, path: Path) -> Node:
    """The settings, whose `hooks` are lists by event.

    Raises:
        UsageError: they are not.
    """
    if not text.strip("\ufeff \t\r\n"):
        raise UsageError(f"'{path}' is empty", hint=f"rm '{path}'")
    try:
        node = parse(text)
    except ValueError as error:
        raise UsageError(f"'{path}' is not JSON: {error}", hint="nothing was changed") from error
    hooks = node.member("hooks")
    why = None
    if node.kind != "object":
        why = "is no object"
    elif hooks is not None and hooks.kind != "object":
        why = "has 'hooks' that are no object"
    elif hooks is not None and len(set(hooks.keys)) != len(hooks.keys):
        why = "names an event twice"
    if why is not None:
        raise UsageError(f"'{path}' {why}", hint="nothing was changed")
    return node


def _wanted(agent: HookedAgent, program: str) -> Iterator[Any]:
    return agent.registrations(command_of(agent, program))


def _own(agent: HookedAgent, node: Node) -> Iterator[tuple[str, int, Any]]:
    """Our elements: event, index in its list, value."""
    ours = re.compile(rf"\bhook run agent {re.escape(agent.alias)} \w+$")
    hooks = node.member("hooks")
    if hooks is None:
        return
    for event, items in zip(hooks.keys, hooks.parts, strict=True):
        for index, item in enumerate(items.parts if items.kind == "array" else ()):
            if any(ours.search(command) for command in _commands(item.value)):
                yield event, index, item.value


def _commands(element: Any) -> Iterator[str]:
    """The commands of an element, which may have them one level deeper."""
    if not isinstance(element, dict):
        return
    inner = element.get("hooks")
    for each in [element, *(inner if isinstance(inner, list) else ())]:
        command = each.get("command") if isinstance(each, dict) else None
        if isinstance(command, str):
            yield command


def _with(
    agent: HookedAgent, before: str | None, path: Path, program: str
) -> tuple[str, list[tuple[int, int]]]:
    """The settings with our hooks at the end of each event's list."""
    text = "{}\n" if before is None else before
    node = _parsed(text, path)
    hooks = node.member("hooks")
    lists: dict[str, list[Any]] = {}
    insertions: list[Insertion] = []
    for registration in _wanted(agent, program):
        there = None if hooks is None else hooks.member(registration.event)
        if there is not None and there.kind != "array":
            raise UsageError(
                f"'{path}' has '{registration.event}' that is no list", hint="nothing was changed"
            )
        if there is None:
            lists.setdefault(registration.event, []).append(dict(registration.element))
        else:
            insertions += add_items(text, there, [dict(registration.element)])
    members: Mapping[str, Any] = {
        name: value for name, value in agent.required.items() if node.member(name) is None
    }
    if hooks is None:
        insertions += add_members(text, node, {**members, "hooks": lists})
    else:
        insertions += add_members(text, hooks, lists) + add_members(text, node, members)
    return inserted(text, insertions)


def _without(agent: HookedAgent, text: str, path: Path, receipt: receipts.Receipt | None) -> str:
    """The settings without our hooks, and without lists that held nothing else."""
    node = _parsed(text, path)
    undone = receipt.undone(text) if receipt is not None else None
    if undone is not None:
        return undone
    kept = set(receipt.kept) if receipt is not None else set()
    while (found := next(_own(agent, node), None)) is not None:
        event, index, _ = found
        hooks = node.member("hooks")
        items = hooks.member(event) if hooks else None
        if hooks is None or items is None:
            break
        if len(items.parts) > 1 or ("hooks", event) in kept:
            text = _emptied(without_part(text, items, index), "hooks", event)
        elif len(hooks.parts) > 1 or ("hooks",) in kept:
            text = _emptied(without_part(text, hooks, hooks.keys.index(event)), "hooks")
        else:
            text = _emptied(without_part(text, node, node.keys.index("hooks")))
        node = parse(text)
    return text


def _emptied(text: str, *names: str) -> str:
    """The text, with nothing between the brackets of a container that is empty now."""
    node: Node | None = parse(text)
    for name in names:
        node = node.member(name) if node is not None else None
    return text if node is None or node.parts else collapsed(text, node)


def _is_left_over(agent: HookedAgent, text: str) -> bool:
    """True for settings that hold nothing but what we put there with the hooks."""
    try:
        value = parse(text).value
    except ValueError:
        return False
    return value in ({}, dict(agent.required)) and "//" not in text and "/*" not in text


def _containers(text: str | None) -> Iterator[tuple[str, ...]]:
    hooks = parse(text).member("hooks") if text is not None else None
    if hooks is not None:
        yield ("hooks",)
        yield from (("hooks", event) for event in hooks.keys)
