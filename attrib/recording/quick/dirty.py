"""What is not committed in a worktree, by git's own list, without running any filter."""

from __future__ import annotations

import os

from attrib.git.asking import ask

_MOST_PATHS = 1000
_MOST_BYTES = 64 * 1024
_SETTINGS = ["-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}"]
_STATUS = ["status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames"]
_FIELDS = {b"1": 8, b"2": 9, b"u": 10}


def dirty_state(environment: dict[str, str], deadline: float) -> dict[str, object]:
    """`dirty` and `dirtyPaths` as far as they are known: no member for what is not.

    Untracked files are not counted. A file under a filter that git would have to run is
    undecided. Too many paths, or one that is no UTF-8, leave the list out.
    """
    filters = _filter_names(environment, deadline)
    if filters is None:
        return {}
    unfiltered = environment | _without(filters)
    code, answer = ask([*_SETTINGS, *_STATUS, "--ignore-submodules=dirty"], unfiltered, deadline)
    if code:
        return {}
    changed = _entries(answer)
    asked = [path for path, is_staged in changed if not is_staged] if filters else []
    undecided = _filtered(asked, filters, unfiltered, deadline) if asked else set()
    if undecided is None:
        return {}
    paths = [path for path, _ in changed if path not in undecided]
    if undecided and not paths:
        return {}
    state: dict[str, object] = {"dirty": bool(paths)}
    if paths and not undecided:
        names = _spelled(paths)
        if names is not None:
            state["dirtyPaths"] = names
    return state


def _filter_names(environment: dict[str, str], deadline: float) -> list[str] | None:
    code, answer = ask(
        ["config", "--name-only", "-z", "--get-regexp", r"^filter\..*\."], environment, deadline
    )
    if code not in (0, 1):
        return None
    names = [os.fsdecode(key) for key in answer.split(b"\0") if key]
    return list({name.removeprefix("filter.").rpartition(".")[0]: None for name in names})


def _without(filters: list[str]) -> dict[str, str]:
    """Variables that take every filter away; git reads them last."""
    given = os.environ.get("GIT_CONFIG_COUNT", "0")
    first = int(given) if given.isdigit() else 0
    pairs = [
        (f"filter.{name}.{key}", value)
        for name in filters
        for key, value in (("clean", ""), ("process", ""), ("required", "false"))
    ]
    variables = {"GIT_CONFIG_COUNT": str(first + len(pairs))} if pairs else {}
    for number, (key, value) in enumerate(pairs, first):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return variables


def _entries(answer: bytes) -> list[tuple[bytes, bool]]:
    """Each changed path, and whether the index alone shows that it is changed."""
    found: list[tuple[bytes, bool]] = []
    items = iter(answer.split(b"\0"))
    for item in items:
        fields = _FIELDS.get(item[:1])
        if fields is None:
            continue
        parts = item.split(b" ", fields)
        if item[:1] == b"2":
            found.append((next(items, b""), True))
        found.append((parts[-1], parts[1][:1] != b"." or item[:1] == b"u"))
    return found


def _filtered(
    paths: list[bytes], filters: list[str], environment: dict[str, str], deadline: float
) -> set[bytes] | None:
    """Those of the paths that one of the filters applies to; `None` where git does not tell."""
    if len(paths) > _MOST_PATHS:
        return None
    names = [os.fsdecode(path) for path in paths]
    code, answer = ask(
        [*_SETTINGS, "check-attr", "-z", "filter", "--", *names], environment, deadline
    )
    if code:
        return None
    fields = answer.split(b"\0")
    known = {os.fsencode(name) for name in filters}
    return {path for path, name in zip(fields[::3], fields[2::3], strict=False) if name in known}


def _spelled(paths: list[bytes]) -> list[str] | None:
    if len(paths) > _MOST_PATHS or sum(map(len, paths)) > _MOST_BYTES:
        return None
    try:
        return [path.decode() for path in paths]
    except UnicodeDecodeError:
        return None
