"""Records without the secrets and the prompts that they hold; what is left still keeps the rules.

Every text is looked through by itself, after JSON has been decoded. What holds structure is left
alone: types, names and IDs of records, calls, sessions and objects, times, paths. A secret gives
way to a mark, line by line and as long as it was, so that lines keep their numbers. A long secret
that was found once is taken out wherever it stands in the session: in the text before, the
patch, and the call.

A text that held a secret is not the file's content any more: the record names it under
`attrib/redacted`, and does not claim a precision that rests on it. Whole native records are not
named, and messages and instructions lose their text. Redacting again changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrib.codec import REDACTED_META
from attrib.recording.marks import marked, unmarked
from attrib.recording.secrets import SECRET_NAME, Detector, Secret

#: What a stream declares that was redacted.
LOSS = {
    "key": REDACTED_META,
    "reason": "secrets that were found, messages and whole native records are left out",
}

Record = Mapping[str, Any]
#: The way to a text in a record: names of members and numbers of items.
Way = tuple[str | int, ...]

_PROMPTS = frozenset({"message", "instructions"})
#: Members whose texts are structure, anywhere but in what a tool was given or gave.
_STRUCTURE = frozenset(
    """
    type seq id ts turnId callId nativeCallId sessionId parentSessionId agent namespace profiles
    root path oldPath nativePath objectId objectIdType representation op status precision basis
    format evidence action commit commitPrefix parents branch ref refs base head kind version
    fileType mimeType blob key actor restore role name endpoints
    """.split()  # noqa: SIM905 - a list of fifty items would hide what it says
)
#: Members of what a tool was given that name files, as agents spell them.
_PATHS = frozenset(
    """
    path paths file files file_path filePath filepath filename old_path oldPath new_path newPath
    target_file notebook_path absolute_path cwd workdir directory dir_path blob
    """.split()  # noqa: SIM905
)
_OWN_NOTES = frozenset({"attrib/source", "attrib/producer", "attrib/subagent", REDACTED_META})
_FREE = frozenset({"input", "output", "result", "content", "arguments"})
#: A secret this long, and no plain word, is looked for in the whole session.
_LONG = 12


class Redactor:
    """Takes secrets out of the records of one session."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._known: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        self._free_of_secrets: set[tuple[str, bool, bool]] = set()

    def learn(self, records: Iterable[Record]) -> None:
        """Look for the secrets in records, so that each is known wherever it stands."""
        for record in records:
            for way, text in _texts_in(record, ()):
                if _looked_at(way, text) not in self._free_of_secrets:
                    self._learn(way, text)
        known = sorted(self._known, key=lambda secret: (-len(secret), secret))
        if known:
            self._pattern = re.compile("|".join(map(re.escape, known)))
            self._free_of_secrets.clear()

    def redacted(self, records: Iterable[Record]) -> list[dict[str, Any]]:
        """The records without secrets and prompts; those that hold none are as they were."""
        changed = [self._record(record) for record in records]
        emptied = {
            call
            for record in changed
            if record.get("type") == "tool_call"
            and isinstance(call := record.get("callId"), str)
            and any(member.startswith("input") for member in redacted_in(record))
        }
        return [_with_honest_precision(record, emptied) for record in changed]

    def notes(self, notes: Mapping[str, Any]) -> dict[str, Any]:
        """The notes of a header without secrets."""
        return {key: self._changed(value, ("_meta", key), set()) for key, value in notes.items()}

    def _learn(self, way: Way, text: str) -> None:
        found = self._secrets_in(way, text)
        if not found:
            self._free_of_secrets.add(_looked_at(way, text))
        for part in found:
            secret = text[part.start : part.end]
            is_word = secret.isalpha() or not any(map(str.isalnum, secret))
            if len(secret) >= _LONG and not is_word:
                self._known[secret] = min(part.rule, self._known.get(secret, part.rule))

    def _secrets_in(self, way: Way, text: str) -> list[Secret]:
        found = list(self._detector.secrets_in(text))
        if _is_secret_by_name(way):
            found.append(Secret(0, len(text), "named"))
        if self._pattern is not None:
            found += [
                Secret(*match.span(), self._known[match[0]])
                for match in self._pattern.finditer(text)
            ]
        return unmarked(found, text, is_patch=_is_patch(way, text))

    def _record(self, record: Record) -> dict[str, Any]:
        touched: set[Way] = set()
        kept = {key: value for key, value in record.items() if key != "native"}
        if kept.get("type") in _PROMPTS:
            told = {key for key in kept if key not in _STRUCTURE and key != "_meta"}
            touched |= {(key,) for key in told}
            kept = {key: value for key, value in kept.items() if key not in told}
        made = {key: self._changed(value, (key,), touched) for key, value in kept.items()}
        for way, state in _states_of(made):
            if (*way, "text") in touched and "objectId" in state:
                # The ID says what the content was; a redacted text beside it contradicts it.
                del state["text"]
        if touched:
            meta = made.get("_meta")
            members = {*redacted_in(record), *map(_spelled, touched)}
            made["_meta"] = {
                **(meta if isinstance(meta, dict) else {}),
                REDACTED_META: sorted(members),
            }
        return made

    def _changed(self, value: Any, way: Way, touched: set[Way]) -> Any:
        if isinstance(value, str):
            text = value if _is_structure(way) else self._text(value, way)
            if text != value:
                touched.add(way)
            return text
        if isinstance(value, Mapping):
            return {key: self._changed(each, (*way, key), touched) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._changed(each, (*way, index), touched) for index, each in enumerate(value)]
        return value

    def _text(self, text: str, way: Way) -> str:
        # Each round leaves less that is no mark, so that there is a last one.
        while (looked_at := _looked_at(way, text)) not in self._free_of_secrets:
            found = self._secrets_in(way, text)
            if not found:
                self._free_of_secrets.add(looked_at)
                break
            text = marked(text, found)
        return text


def redacted_in(record: Record) -> list[str]:
    """The members of a record that were redacted, as it says itself."""
    meta = record.get("_meta")
    named = meta.get(REDACTED_META) if isinstance(meta, Mapping) else None
    return [each for each in named if isinstance(each, str)] if isinstance(named, list) else []


def _texts_in(value: Any, way: Way) -> Iterator[tuple[Way, str]]:
    """The texts that may hold a secret, and the way to each."""
    if isinstance(value, str):
        if not _is_structure(way):
            yield way, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts_in(inner, (*way, key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _texts_in(inner, (*way, index))


def _is_structure(way: Way) -> bool:
    """True where a text is no content: an ID, a word of a closed set, a path."""
    names = [part for part in way if isinstance(part, str)]
    if names[0] == "_meta":
        return len(names) > 1 and names[1] in _OWN_NOTES
    is_free = not _FREE.isdisjoint(names[:-1])
    return names[-1] in (_PATHS if is_free else _STRUCTURE)


def _is_secret_by_name(way: Way) -> bool:
    return isinstance(way[-1], str) and SECRET_NAME.fullmatch(way[-1]) is not None


def _is_patch(way: Way, text: str) -> bool:
    """True for texts whose lines begin with a column that says what becomes of them."""
    return way == ("patch", "text") or "*** Begin Patch" in text or text.startswith("diff --git ")


def _looked_at(way: Way, text: str) -> tuple[str, bool, bool]:
    """A text with all that decides which secrets are found in it."""
    return text, _is_secret_by_name(way), _is_patch(way, text)


def _spelled(way: Way) -> str:
    """The way as people read it: `changes[0].after.text`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in way)
    return "".join(parts).removeprefix(".")


def _states_of(record: Record) -> Iterator[tuple[Way, dict[str, Any]]]:
    changes = record.get("changes")
    for index, change in enumerate(changes if isinstance(changes, list) else ()):
        for side in ("before", "after"):
            state = change.get(side) if isinstance(change, dict) else None
            if isinstance(state, dict):
                yield ("changes", index, side), state


def _with_honest_precision(record: dict[str, Any], emptied: set[str]) -> dict[str, Any]:
    """The record with the precision that still holds. Spec: ASR-455.

    `emptied` are the calls whose input was redacted.
    """
    if record.get("type") != "file_change" or record.get("precision") == "unknown":
        return record
    members = redacted_in(record)
    identified = {_spelled(way) for way, state in _states_of(record) if "objectId" in state}
    is_lost = any(
        member.startswith("patch")
        or (".after." in member and member.rpartition(".")[0] not in identified)
        for member in members
    )
    cause = record.get("cause")
    call = cause.get("callId") if isinstance(cause, Mapping) else None
    is_emptied = record.get("precision") == "snippet" and call in emptied
    return {**record, "precision": "unknown"} if is_lost or is_emptied else record
