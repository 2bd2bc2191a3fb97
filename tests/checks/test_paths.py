from __future__ import annotations

import pytest

from tests.checks.streams import HEADER, all_found, change, found, stream, vcs, without

BARE = without(HEADER, "roots")


def only(rule, *records):
    return [f"{f[0]}: {f[2]} {f[3]}" for f in all_found(*records) if f[1] == rule]


@pytest.mark.asr("ASR-166")
def test_declared_root_conforms():
    assert found("ASR-166", change()) == []


@pytest.mark.asr("ASR-166")
def test_stream_without_any_declaration_gets_one_notice():
    records = [BARE, *stream(change(), change(), vcs(root="app"))[1:]]
    assert only("ASR-166", *records) == [
        "2: notice root declarations not recognised (ASR-166 text unavailable)"
    ]
    assert only("ASR-468", *records) == []


@pytest.mark.asr("ASR-468")
@pytest.mark.parametrize(
    "declaration",
    [
        {"type": "root", "root": "web", "path": "/home/ada/web"},
        {"type": "workspace_root", "name": "web", "path": "/home/ada/web"},
        {"type": "roots", "roots": {"web": "/home/ada/web"}},
    ],
)
def test_root_declared_by_an_earlier_record_conforms(declaration):
    assert found("ASR-468", declaration, change(root="web")) == []


@pytest.mark.asr("ASR-468")
@pytest.mark.parametrize(
    ("record", "where"),
    [
        (change(root="web"), "changes[0].root"),
        (change(op="move", oldPath="x", oldRoot="web"), "changes[0].oldRoot"),
        (vcs(root="web"), "root"),
        ({"type": "workspace_state", "root": "web"}, "root"),
        ({"type": "workspace_state", "cwd": {"root": "web", "path": "."}}, "the root of cwd"),
        ({"type": "checkpoint", "kind": "other", "ref": "x", "root": "web"}, "root"),
        ({"type": "exec", "cwd": {"root": "web", "path": "."}}, "the root of cwd"),
        (
            {"type": "tool_call", "locations": [{"root": "web", "path": "a"}]},
            "the root of locations[0]",
        ),
    ],
)
def test_root_that_is_not_declared_is_an_error(record, where):
    declared_too_late = {"type": "root", "root": "web", "path": "/home/ada/web"}
    assert found("ASR-468", record, declared_too_late) == [
        f"error {where} 'web' is declared nowhere before"
    ]


@pytest.mark.asr("ASR-469")
@pytest.mark.parametrize("path", ["a.py", "src/a.py", ".", "...", "a b", ".git/x", "a:b"])
def test_relative_path_conforms(path):
    assert found("ASR-469", change(path=path)) == []


@pytest.mark.asr("ASR-469")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a.py", "error changes[0].path '/a.py' is absolute, but has a root"),
        ("C:/a.py", "error changes[0].path 'C:/a.py' is absolute, but has a root"),
        ("", "error changes[0].path '' has an empty, '.' or '..' segment"),
        ("a//b", "error changes[0].path 'a//b' has an empty, '.' or '..' segment"),
        ("a/", "error changes[0].path 'a/' has an empty, '.' or '..' segment"),
        ("./a", "error changes[0].path './a' has an empty, '.' or '..' segment"),
        ("../a", "error changes[0].path '../a' has an empty, '.' or '..' segment"),
        ("a\\b", "warning changes[0].path 'a\\b' has a backslash; separators are '/'"),
    ],
)
def test_path_under_a_root_that_is_not_relative_is_found(path, expected):
    assert found("ASR-469", change(path=path)) == [expected]


@pytest.mark.asr("ASR-469")
def test_dirty_paths_and_checkpoint_files_are_paths_too():
    records = (
        {"type": "workspace_state", "root": "app", "dirtyPaths": ["a", "/b"]},
        {"type": "checkpoint", "kind": "other", "ref": "x", "root": "app", "files": ["../c"]},
    )
    assert found("ASR-469", *records) == [
        "error dirtyPaths[1] '/b' is absolute, but has a root",
        "error files[0] '../c' has an empty, '.' or '..' segment",
    ]


@pytest.mark.asr("ASR-470")
@pytest.mark.parametrize("path", ["/x", "C:/x", "//server/share/x", "/"])
def test_absolute_path_conforms(path):
    assert found("ASR-470", change(root=None, path=path)) == []


@pytest.mark.asr("ASR-470")
@pytest.mark.parametrize("path", ["x", "~/x", "file:///x", "C:\\x", "\\\\server\\share", "//x", ""])
def test_path_without_root_that_is_not_absolute_is_an_error(path):
    assert found("ASR-470", change(root=None, path=path)) == [
        f"error changes[0].path '{path}' has root null and is not absolute"
    ]


@pytest.mark.asr("ASR-470")
def test_absolute_path_with_a_backslash_is_an_error():
    assert found("ASR-470", change(root=None, path="C:/a\\b")) == [
        "error changes[0].path 'C:/a\\b' has a backslash; separators are '/'"
    ]


@pytest.mark.asr("ASR-471")
@pytest.mark.parametrize("native", ["C:\\app\\src\\Fü.py", "file:///app/src/F%C3%BC.py"])
def test_other_native_spelling_conforms(native):
    assert found("ASR-471", change(path="src/Fü.py", nativePath=native)) == []


@pytest.mark.asr("ASR-471")
@pytest.mark.parametrize(
    ("native", "expected"),
    [
        (7, "nativePath is no string"),
        ("src/Fü.py", "nativePath 'src/Fü.py' is no different from path"),
        ("/app/src/Fu\u0308.py", "nativePath '/app/src/Fu\u0308.py' was normalized to path"),
        ("/app/SRC/Fü.py", "nativePath '/app/SRC/Fü.py' differs from path in case"),
    ],
)
def test_native_path_that_was_converted_is_a_warning(native, expected):
    assert found("ASR-471", change(path="src/Fü.py", nativePath=native)) == [
        f"warning changes[0].path: {expected}"
    ]


@pytest.mark.asr("ASR-472")
def test_absolute_paths_in_other_text_are_no_finding():
    patch = {"format": "git_patch", "text": "--- /home/ada/app/a.py\n+++ /home/ada/app/a.py\n"}
    call = {"type": "tool_call", "callId": "c", "input": {"file_path": "/home/ada/app/a.py"}}
    assert all_found(*stream(call, change(patch=patch))) == []


@pytest.mark.asr("ASR-473")
@pytest.mark.parametrize("losses", [["path.encoding"], [{"key": "path.encoding"}]])
def test_replaced_bytes_with_a_declared_loss_conform(losses):
    records = [HEADER | {"losses": losses}, *stream(change(path="caf\ufffd"))[1:]]
    assert only("ASR-473", *records) == []


@pytest.mark.asr("ASR-473")
def test_replaced_bytes_without_a_declared_loss_are_a_warning():
    assert found("ASR-473", change(path="caf\ufffd")) == [
        "warning changes[0].path 'caf\ufffd' has U+FFFD, but no loss path.encoding is declared"
    ]


@pytest.mark.asr("ASR-477")
def test_path_outside_every_root_conforms():
    assert found("ASR-477", change(root=None, path="/home/ada/application/a.py")) == []


@pytest.mark.asr("ASR-477")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("file:///srv/x", "warning changes[0].path 'file:///srv/x' is a URI, not decoded"),
        (
            "/home/ada/app/a.py",
            "warning changes[0].path '/home/ada/app/a.py' is inside root 'app'",
        ),
    ],
)
def test_uri_and_path_inside_a_root_are_warnings(path, expected):
    assert found("ASR-477", change(root=None, path=path)) == [expected]
