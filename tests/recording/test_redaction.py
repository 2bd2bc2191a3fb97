"""Secrets give way to marks; structure, lines and lengths stay; redacting twice changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.codec import REDACTED_META
from attrib.recording.marks import MARK
from attrib.recording.redaction import Redactor, redacted_in
from attrib.recording.secrets import Patterns, Secret
from tests.recording.secrets_made_up import (
    AWS,
    BENIGN,
    FORMS,
    GITHUB,
    GITLAB,
    JWT,
    KEY_LINES,
    PASSWORD,
    PEM,
    PEM_BEGIN,
    PEM_END,
)


def redacted(*records, detector=None):
    redactor = Redactor(detector or Patterns())
    redactor.learn(records)
    return redactor.redacted(records)


def change(precision, *, patch=None, call=None, **states):
    record = {
        "type": "file_change",
        "status": "applied",
        "precision": precision,
        "changes": [{"op": "modify", "root": "r", "path": "f", **states}],
        "_meta": {"attrib/source": "s"},
    }
    record |= {"patch": {"format": "unified", "text": patch}} if patch else {}
    return record | ({"cause": {"callId": call}} if call else {})


def mark(rule, secret):
    return f"[REDACTED:{rule}]".ljust(len(secret), "~")


@pytest.mark.parametrize(("text", "secret", "rule"), FORMS)
def test_forms_of_secrets_are_found(text, secret, rule):
    (record,) = redacted({"type": "tool_call", "input": {"command": text}})
    made = record["input"]["command"]
    assert secret not in made
    assert f"[REDACTED:{rule}]" in made or "[REDACTED:jwt]" in made
    assert record["_meta"] == {REDACTED_META: ["input.command"]}


@pytest.mark.parametrize("text", BENIGN)
def test_what_is_no_secret_stays(text):
    record = {"type": "tool_call", "input": {"command": text}, "_meta": {}}
    assert redacted(record) == [record]


def test_a_secret_gives_way_to_a_mark_of_its_length():
    (record,) = redacted({"type": "plan", "text": f"a {GITHUB} b {AWS} c"})
    assert record["text"] == f"a {mark('github-token', GITHUB)} b {mark('aws-key-id', AWS)} c"
    assert len(record["text"]) == len(f"a {GITHUB} b [REDACTED:aws-key-id] c")


def test_a_private_key_keeps_its_lines():
    text = "\r\n".join(("x", PEM_BEGIN, f"  {KEY_LINES[0]}", KEY_LINES[1], PEM_END, "y"))
    (record,) = redacted({"type": "plan", "text": text})
    lines = [mark("private-key", line) for line in KEY_LINES]
    assert record["text"] == "\r\n".join(("x", PEM_BEGIN, f"  {lines[0]}", lines[1], PEM_END, "y"))


def test_a_patch_keeps_its_columns_and_numbers():
    patch = f"@@ -1 +1,5 @@\n-{PEM_BEGIN}\n+" + PEM.replace("\n", "\n+")[:-1] + " end\n"
    (record,) = redacted(change("hunks", patch=patch))
    text = record["patch"]["text"]
    assert [line[:1] for line in text.split("\n")] == [line[:1] for line in patch.split("\n")]
    assert not any(line in text for line in KEY_LINES)
    assert (record["precision"], redacted_in(record)) == ("unknown", ["patch.text"])


def test_a_long_secret_is_taken_out_wherever_it_stands():
    record = {"type": "tool_call", "callId": "c", "input": {"old": KEY_LINES[0], "new": "x"}}
    call, _ = redacted(record, change("exact", after={"text": PEM}))
    assert call["input"] == {"old": mark("private-key", KEY_LINES[0]), "new": "x"}


def test_a_member_that_is_named_for_a_secret_loses_its_text():
    given = {"password": "abc", "file_path": "/x/password", "user": "abc"}
    (record,) = redacted({"type": "tool_call", "input": given})
    assert record["input"] == given | {"password": "[REDACTED:named]"}


def test_structure_stays_whatever_it_looks_like():
    record = {
        "type": "file_change",
        "seq": 3,
        "id": GITHUB,
        "ts": GITHUB,
        "turnId": GITHUB,
        "changes": [
            {
                "op": "move",
                "root": GITHUB,
                "path": f"keys/{GITHUB}",
                "oldPath": GITHUB,
                "nativePath": GITHUB,
                "after": {"objectId": GITHUB, "content": {"blob": GITHUB, "size": 1}},
            }
        ],
        "cause": {"callId": GITHUB},
        "precision": "exact",
        "_meta": {"attrib/source": f"call/{GITHUB}"},
    }
    assert redacted(record) == [record]
    call = {"type": "tool_call", "callId": GITHUB, "name": GITHUB, "input": {"file_path": GITHUB}}
    assert redacted(call) == [call]


def test_native_records_are_not_named_and_messages_lose_their_text():
    native = {"blob": {"blob": "sha256:" + "0" * 64, "size": 1}}
    call, message = redacted(
        {"type": "tool_call", "callId": "c", "input": {}, "native": native},
        {"type": "message", "id": "r1", "role": "user", "text": "hi", "content": ["x"]},
    )
    assert call == {"type": "tool_call", "callId": "c", "input": {}}
    assert message == {
        "type": "message",
        "id": "r1",
        "role": "user",
        "_meta": {REDACTED_META: ["content", "text"]},
    }


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize(
    ("record", "precision"),
    [
        (change("exact", after={"text": GITHUB}), "unknown"),
        (change("exact", before={"text": GITHUB}, after={"text": "x"}), "exact"),
        (change("hunks", before={"text": GITHUB}, patch="@@ -2 +2 @@\n-a\n+b\n"), "hunks"),
        (change("hunks", patch=f"@@ -1 +1 @@\n-a\n+{GITHUB}\n"), "unknown"),
        (change("snippet", call="c"), "unknown"),
        (change("snippet", call="d"), "snippet"),
        (change("hunks", call="c", patch="@@ -1 +1 @@\n-a\n+b\n"), "hunks"),
    ],
)
def test_precision_rests_on_nothing_that_was_redacted(record, precision):
    call = {"type": "tool_call", "callId": "c", "input": {"new_string": GITHUB}}
    assert redacted(call, record)[1]["precision"] == precision


@pytest.mark.asr("ASR-458")
def test_an_object_id_stays_and_the_text_beside_it_goes():
    state = {"objectId": "0" * 40, "objectIdType": "git-blob-sha1", "text": GITHUB}
    (record,) = redacted(change("exact", after=state))
    assert record["changes"][0]["after"] == {"objectId": "0" * 40, "objectIdType": "git-blob-sha1"}
    assert (record["precision"], redacted_in(record)) == ("exact", ["changes[0].after.text"])


PIECES = st.sampled_from(
    [
        *(GITHUB, GITLAB, AWS, JWT, PASSWORD, PEM, *KEY_LINES),
        *("password = '", "://a:", "@", "'", "+", "\n", "\r\n", " ", "~", "=", "SECRET="),
        *("[REDACTED:x]", "[REDACTED:", "]", "\u00e9\U0001f600", "\0"),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join)
NAMES = st.sampled_from(["text", "path", "command", "password", "a.b", "input", "_meta", "x[0]"])
VALUES = st.recursive(
    TEXTS | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.lists(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["tool_call", "message", "plan"]), "callId": st.just("c")},
        optional={"input": VALUES, "text": VALUES, "_meta": st.dictionaries(NAMES, VALUES)},
    )
    | st.builds(
        change,
        st.sampled_from(["exact", "hunks", "snippet", "unknown"]),
        patch=TEXTS,
        call=st.just("c"),
        before=st.fixed_dictionaries({"text": TEXTS}),
        after=st.fixed_dictionaries({"text": TEXTS}, optional={"objectId": st.just("0" * 40)}),
    ),
    max_size=3,
)


class Odd:
    """Takes any x with what stands around it for a secret: spans that overlap marks and lines."""

    def secrets_in(self, text):
        yield from Patterns().secrets_in(text)
        for index, letter in enumerate(text):
            if letter in "x\n":
                yield Secret(max(0, index - 2), min(len(text), index + 3), "odd")


@given(RECORDS, st.sampled_from([Patterns(), Odd()]))
def test_redacting_twice_changes_nothing(records, detector):
    once = redacted(*records, detector=detector)
    assert redacted(*once, detector=detector) == once


@given(TEXTS)
def test_lines_keep_their_number_and_nothing_found_is_left(text):
    (record,) = redacted({"type": "plan", "text": text})
    made = record["text"]
    assert made.count("\n") == text.count("\n")
    outside = MARK.sub("", made)
    assert not any(secret in outside for secret in (GITHUB, GITLAB, JWT) if f" {secret} " in text)


@given(VALUES)
def test_values_of_any_shape_are_looked_through(value):
    (record,) = redacted({"type": "tool_call", "input": value})
    assert type(record["input"]) is type(value)
