"""Our conversions against git's own, and the forms that are tried."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attrib.git.convert import (
    clean,
    explained,
    hash_of,
    is_binary_for_auto,
    smudge,
    to_git_forms,
    unavailable,
    variants,
)
from attrib.git.interface import Attributes, EolSettings
from attrib.model.evidence import Equality
from attrib.model.ids import ObjectIdType

NOTHING = Attributes()
PLAIN = EolSettings()
OID = "1" * 40

#: A line of .gitattributes for all paths, what it means, `core.autocrlf`, `core.eol`.
CONFIGURATIONS = [
    ("", NOTHING, "false", "native"),
    ("", NOTHING, "true", "native"),
    ("", NOTHING, "input", "native"),
    ("", NOTHING, "false", "crlf"),
    ("text=auto", Attributes(text="auto"), "false", "native"),
    ("text=auto", Attributes(text="auto"), "true", "native"),
    ("text=auto", Attributes(text="auto"), "input", "native"),
    ("text=auto", Attributes(text="auto"), "false", "crlf"),
    ("text=auto eol=crlf", Attributes(text="auto", eol="crlf"), "false", "native"),
    ("text=auto eol=lf", Attributes(text="auto", eol="lf"), "true", "native"),
    ("text", Attributes(text=True), "false", "native"),
    ("text", Attributes(text=True), "true", "native"),
    ("text", Attributes(text=True), "false", "crlf"),
    ("text eol=crlf", Attributes(text=True, eol="crlf"), "false", "native"),
    ("eol=crlf", Attributes(eol="crlf"), "input", "native"),
    ("eol=lf", Attributes(eol="lf"), "true", "native"),
    ("crlf=input", Attributes(crlf="input"), "true", "native"),
    ("crlf", Attributes(crlf=True), "false", "crlf"),
    ("text=input eol=crlf", Attributes(text="input", eol="crlf"), "false", "native"),
    ("text=other -crlf", Attributes(text="other", crlf=False), "true", "native"),
    ("-text eol=crlf", Attributes(text=False, eol="crlf"), "true", "native"),
    ("ident", Attributes(ident=True), "false", "native"),
    ("ident", Attributes(ident=True), "true", "native"),
    ("ident text eol=crlf", Attributes(ident=True, text=True, eol="crlf"), "false", "native"),
    ("ident text=auto", Attributes(ident=True, text="auto"), "false", "crlf"),
    ("ident=no -text", Attributes(ident="no", text=False), "true", "native"),
]
TOKENS = [
    b"\n",
    b"\n",
    b"\n",
    b"\r\n",
    b"\r\n",
    b"\r",
    b"\0",
    b"\x07",
    b"\x1a",
    b"\t",
    b" ",
    b"$",
    b"$I",
    b"$Id",
    b"$Id:",
    b"$Id$",
    b"$Id: 0 $",
    b"$Id: a b $",
    b"$Id:a b$",
    b"$Id: a\t$",
    b"x",
    b"word",
    b"caf\xc3\xa9",
    b"\xff",
    b"w" * 130,
]
contents = st.lists(st.sampled_from(TOKENS), max_size=9).map(b"".join)
# git 2.39 reads out of bounds, and may crash, when it expands `$Id:$`.
blobs_of_git = contents.filter(lambda blob: b"$Id:$" not in blob)


class Pen:
    """A repository in which many files are added, or checked out, at once."""

    def __init__(self, path: Path, *, object_format: str = "sha1") -> None:
        self.path = path
        self.options: list[str] = []
        self.git("init", "-q", f"--object-format={object_format}")

    def git(self, *arguments: str, data: bytes = b"", check: bool = True) -> bytes:
        command = ["git", *self.options, *arguments]
        done = subprocess.run(command, cwd=self.path, input=data, capture_output=True, check=False)
        assert not check or done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout

    def configure(self, line: str, autocrlf: str = "false", eol: str = "native") -> None:
        (self.path / ".git/info/attributes").write_text(f"* {line}\n", encoding="utf-8")
        self.options = ["-c", f"core.autocrlf={autocrlf}", "-c", f"core.eol={eol}"]

    def store(self, blobs: Sequence[bytes]) -> list[str]:
        """Makes the blobs the index, as they are, and tells their IDs."""
        side = self.path / ".git/side"
        side.mkdir(exist_ok=True)
        for number, blob in enumerate(blobs):
            (side / str(number)).write_bytes(blob)
        names = "".join(f".git/side/{number}\n" for number in range(len(blobs)))
        command = ("hash-object", "-w", "--no-filters", "--stdin-paths")
        oids = self.git(*command, data=names.encode()).decode().split()
        lines = "".join(f"100644 {oid}\tf{number}\n" for number, oid in enumerate(oids))
        self.git("read-tree", "--empty")
        self.git("update-index", "--index-info", data=lines.encode())
        return oids

    def added(self, files: Sequence[bytes]) -> list[bytes]:
        """What `git add` makes of worktree files."""
        for old in self.path.glob("f*"):
            old.unlink()
        for number, content in enumerate(files):
            (self.path / f"f{number}").write_bytes(content)
        self.git("add", ".")
        names = "".join(f":f{number}\n" for number in range(len(files)))
        out = self.git("cat-file", "--batch=%(objectsize)", data=names.encode())
        found: list[bytes] = []
        while out:
            size, _, out = out.partition(b"\n")
            found.append(out[: int(size)])
            out = out[int(size) + 1 :]
        return found

    def checked_out(self, count: int) -> list[bytes]:
        """What `git checkout` makes of the first files of the index."""
        self.git("checkout", "-q", "-f", "--", ".")
        return [(self.path / f"f{number}").read_bytes() for number in range(count)]


@pytest.fixture(scope="module")
def pen(tmp_path_factory: pytest.TempPathFactory) -> Pen:
    return Pen(tmp_path_factory.mktemp("pen"))


many = settings(max_examples=3, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize(("line", "attributes", "autocrlf", "eol"), CONFIGURATIONS)
def test_clean_is_what_git_add_stores(pen, line, attributes, autocrlf, eol):
    pen.configure(line, autocrlf, eol)
    configured = EolSettings(autocrlf, eol)

    @many
    @given(st.lists(st.tuples(contents, contents), min_size=1, max_size=40))
    def holds(pairs: list[tuple[bytes, bytes]]) -> None:
        pen.store([before for before, _ in pairs])
        ours = [clean(now, attributes, configured, index_blob=before) for before, now in pairs]
        assert ours == pen.added([now for _, now in pairs])
        pen.git("read-tree", "--empty")
        ours = [clean(now, attributes, configured) for _, now in pairs]
        assert ours == pen.added([now for _, now in pairs])

    holds()


@pytest.mark.parametrize(("line", "attributes", "autocrlf", "eol"), CONFIGURATIONS)
def test_smudge_is_what_git_checkout_writes(pen, line, attributes, autocrlf, eol):
    pen.configure(line, autocrlf, eol)
    configured = EolSettings(autocrlf, eol)

    @many
    @given(st.lists(blobs_of_git, min_size=1, max_size=60))
    def holds(blobs: list[bytes]) -> None:
        oids = pen.store(blobs)
        ours = [
            smudge(blob, attributes, configured, oid=oid)
            for blob, oid in zip(blobs, oids, strict=True)
        ]
        assert ours == pen.checked_out(len(blobs))
        for blob, oid, written in zip(blobs, oids, ours, strict=True):
            tried = [
                blob,
                *(data for _, data, _ in variants(blob, attributes, configured, oid=oid)),
            ]
            assert b"\0" in blob or written in tried
            assert len(tried) == len(set(tried))

    holds()


#: Encodings, and letters that each of them has.
ENCODINGS = {
    "UTF-16": "é€漢😀\ufeff\0",
    "utf16": "é\u0a0d\u0d0a",
    "UTF-16LE": "é€漢😀",
    "UTF-16BE": "é€漢😀",
    "UTF-16LE-BOM": "é€漢😀",
    "UTF-32": "é€漢😀",
    "utf-32be": "é€漢😀",
    "ISO-8859-1": "éßÿ\x80",
    "latin-1": "é",
    "ISO-8859-15": "é€",
    "windows-1252": "é€—",
    "CP1251": "жЯ",
    "KOI8-R": "жЯ",
    "GB18030": "é€漢",
    "CP949": "한",
    "SHIFT-JIS": "あ漢¥‾",
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_encoded_files_are_stored_and_checked_out_as_by_git(pen, name):
    pen.configure(f"text=auto ident working-tree-encoding={name}", eol="crlf")
    attributes = Attributes(text="auto", ident=True, working_tree_encoding=name)
    configured = EolSettings("false", "crlf")
    tokens = ["a", "$Id$", "$Id: 0 $", "\n", "\n", "\r\n", *ENCODINGS[name]]
    texts = st.lists(st.sampled_from(tokens), max_size=8).map("".join)

    @many
    @given(st.lists(texts.map(str.encode), min_size=1, max_size=25))
    def holds(blobs: list[bytes]) -> None:
        oids = pen.store(blobs)
        files = [
            smudge(blob, attributes, configured, oid=oid)
            for blob, oid in zip(blobs, oids, strict=True)
        ]
        assert files == pen.checked_out(len(blobs))
        pen.git("read-tree", "--empty")
        assert [clean(file, attributes, configured) for file in files] == pen.added(files)

    holds()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("UTF-16", b"a\0"),
        ("UTF-16", b"\xff\xfea"),
        ("UTF-16LE", b"\xff\xfea\0"),
        ("UTF-32BE", b"\0\0\xfe\xff\0\0\0a"),
        ("UTF-16BE-BOM", b"\xfe\xff\0a"),
        ("US-ASCII", b"\xe9"),
        ("no-such-encoding", b"a"),
    ],
)
def test_file_that_git_refuses_is_left_as_it_is(pen, name, content):
    pen.configure(f"working-tree-encoding={name}")
    (pen.path / "f-refused").write_bytes(content)
    assert pen.git("add", "f-refused", check=False) == b""
    assert pen.git("ls-files", "f-refused") == b""
    assert clean(content, Attributes(working_tree_encoding=name), PLAIN) == content


def test_blob_that_is_no_utf8_is_checked_out_as_it_is(pen):
    pen.configure("working-tree-encoding=UTF-16")
    attributes = Attributes(working_tree_encoding="UTF-16")
    blobs = [b"\xff\n", b"\xed\xa0\x80", b""]
    oids = pen.store(blobs)
    assert pen.checked_out(3) == blobs
    for blob, oid in zip(blobs, oids, strict=True):
        assert smudge(blob, attributes, PLAIN, oid=oid) == blob


def test_large_streamed_file_is_expanded_as_by_git(pen):
    pen.configure("ident text eol=crlf")
    blob = b"".join(b"%d $Id$ $$Id$ $Id:x\n" % number for number in range(20_000))
    (oid,) = pen.store([blob])
    attributes = Attributes(ident=True, text=True, eol="crlf")
    assert [smudge(blob, attributes, PLAIN, oid=oid)] == pen.checked_out(1)


def test_only_unknown_encodings_are_unavailable():
    names = [*ENCODINGS, "UTF-8", "zlib", "idna", "unicode_escape", "a\0b", "\udcff", ""]
    found = {name: unavailable(Attributes(working_tree_encoding=name)) for name in names}
    assert [name for name, reason in found.items() if reason] == names[-6:-1]
    assert found["zlib"] == "working-tree-encoding 'zlib' is not known here"
    assert unavailable(NOTHING) is None


@pytest.mark.parametrize(
    ("content", "is_binary"),
    [
        (b"", False),
        (b"text\n", False),
        (b"a\r\nb\n", False),
        (b"a\rb", True),
        (b"a\0b", True),
        (b"x" * 127 + b"\x01", True),
        (b"x" * 128 + b"\x01", False),
        (b"x" * 128 + b"\x01\x01", True),
        (b"\b\t\x1b\f", False),
        (b"\x7f", True),
        (b"text\x1a", False),
        (b"te\x1axt", True),
    ],
)
def test_binary_is_what_git_takes_for_binary(content, is_binary):
    assert is_binary_for_auto(content) is is_binary


@pytest.mark.asr("ASR-458")
@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_hash_of_is_git_hash_object(tmp_path, object_format):
    pen = Pen(tmp_path, object_format=object_format)
    for content in (b"", b"a\n", b"\0\r\n" * 1000):
        oid = pen.git("hash-object", "--stdin", data=content).decode().strip()
        assert hash_of(content, ObjectIdType(f"git-blob-{object_format}")) == oid


@pytest.mark.asr("ASR-458")
def test_sha256_is_of_the_bytes_alone():
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hash_of(b"abc", ObjectIdType.SHA256) == digest


def test_variants_of_plain_text_are_crlf_alone():
    assert list(variants(b"a\nb\n", NOTHING, PLAIN, oid=OID)) == [
        (Equality.AFTER_EOL, b"a\r\nb\r\n", "written with CRLF"),
    ]


def test_variants_of_mixed_text_are_crlf_and_lf():
    assert list(variants(b"a\r\nb\n", NOTHING, PLAIN, oid=OID)) == [
        (Equality.AFTER_EOL, b"a\r\nb\r\n", "written with CRLF"),
        (Equality.AFTER_EOL, b"a\nb\n", "written with LF"),
    ]


def test_variants_of_binary_are_none_unless_text_is_set():
    assert list(variants(b"a\0\n", Attributes(text="auto"), PLAIN, oid=OID)) == []
    (form,) = variants(b"a\0\n", Attributes(text=True), PLAIN, oid=OID)
    assert form[1] == b"a\0\r\n"
    assert list(variants(b"no line end", NOTHING, PLAIN, oid=OID)) == []


def test_variants_with_ident_name_this_blob_then_earlier_ones():
    forms = variants(b"$Id$\n", Attributes(ident=True), PLAIN, oid=OID, earlier_oids=["2" * 40])
    own, earlier = b"$Id: " + b"1" * 40 + b" $", b"$Id: " + b"2" * 40 + b" $"
    expanded, named = "with $Id$ expanded", "with $Id$ naming an earlier blob"
    assert list(forms) == [
        (Equality.AFTER_EOL, b"$Id$\r\n", "written with CRLF"),
        (Equality.AFTER_IDENT, own + b"\n", expanded),
        (Equality.AFTER_IDENT, earlier + b"\n", named),
        (Equality.AFTER_IDENT, own + b"\r\n", f"{expanded}, written with CRLF"),
        (Equality.AFTER_IDENT, earlier + b"\r\n", f"{named}, written with CRLF"),
    ]


def test_variants_in_utf16_have_both_byte_orders():
    attributes = Attributes(working_tree_encoding="UTF-16")
    forms = list(variants(b"a\n", attributes, PLAIN, oid=OID))
    assert forms == [
        (Equality.AFTER_EOL, b"a\r\n", "written with CRLF"),
        (Equality.AFTER_ENCODING, b"\xff\xfea\0\n\0", "in UTF-16, little-endian"),
        (Equality.AFTER_ENCODING, b"\xfe\xff\0a\0\n", "in UTF-16, big-endian"),
        (
            Equality.AFTER_ENCODING,
            b"\xff\xfea\0\r\0\n\0",
            "written with CRLF, in UTF-16, little-endian",
        ),
        (
            Equality.AFTER_ENCODING,
            b"\xfe\xff\0a\0\r\0\n",
            "written with CRLF, in UTF-16, big-endian",
        ),
    ]


def test_variants_rebuild_mixed_endings_from_the_parent():
    forms = list(variants(b"a\nnew\nb\nnew\nc", NOTHING, PLAIN, oid=OID, parent=b"a\r\nb\nc"))
    assert forms == [
        (Equality.AFTER_EOL, b"a\r\nnew\r\nb\r\nnew\r\nc", "written with CRLF"),
        (
            Equality.AFTER_EOL,
            b"a\r\nnew\nb\r\nnew\nc",
            "written with CRLF in old lines and LF in new ones",
        ),
        (
            Equality.AFTER_EOL,
            b"a\nnew\r\nb\nnew\r\nc",
            "written with LF in old lines and CRLF in new ones",
        ),
        (
            Equality.AFTER_EOL,
            b"a\r\nnew\nb\nnew\nc",
            "written with CRLF in old lines and LF in new ones",
        ),
        (
            Equality.AFTER_EOL,
            b"a\nnew\r\nb\r\nnew\r\nc",
            "written with LF in old lines and CRLF in new ones",
        ),
    ]


@given(contents, contents, st.sampled_from(CONFIGURATIONS))
def test_variants_are_never_the_stored_form_and_never_twice(blob, parent, configuration):
    _, attributes, autocrlf, eol = configuration
    forms = variants(blob, attributes, EolSettings(autocrlf, eol), oid=OID, parent=parent)
    tried = [blob, *(data for _, data, _ in forms)]
    assert len(tried) == len(set(tried))


@given(contents, st.sampled_from(CONFIGURATIONS))
def test_git_forms_hold_what_git_add_stores_and_each_once(content, configuration):
    _, attributes, autocrlf, eol = configuration
    configured = EolSettings(autocrlf, eol)
    forms = list(to_git_forms(content, attributes, configured))
    stored = [data for _, data, _ in forms]
    assert forms[0] == (Equality.IDENTICAL, content, "as it stands")
    assert clean(content, attributes, configured) in stored
    assert len(stored) == len(set(stored))


def test_git_forms_say_every_step():
    attributes = Attributes(text=True, ident=True, working_tree_encoding="UTF-16")
    content = b"\xfe\xff" + "$Id: 0 $\r\n".encode("utf-16-be")
    assert list(to_git_forms(content, attributes, PLAIN)) == [
        (Equality.IDENTICAL, content, "as it stands"),
        (
            Equality.AFTER_ENCODING,
            b"$Id$\n",
            "stored as UTF-8 from UTF-16, stored with LF, stored with $Id$ collapsed",
        ),
    ]
    assert list(to_git_forms(b"a\r\n", NOTHING, PLAIN))[1:] == [
        (Equality.AFTER_EOL, b"a\n", "stored with LF"),
    ]


@pytest.mark.parametrize(
    ("blob", "form", "attributes", "autocrlf", "phrase"),
    [
        (b"a\n", b"a\r\n", NOTHING, "false", None),
        (b"a\n", b"a\r\n", NOTHING, "true", "core.autocrlf"),
        (b"a\n", b"a\r\n", NOTHING, "input", "core.autocrlf"),
        (b"a\n", b"a\r\n", Attributes(text="auto"), "false", "text=auto in .gitattributes"),
        (b"a\n", b"a\r\n", Attributes(text=True), "true", "text in .gitattributes"),
        (b"a\n", b"a\r\n", Attributes(eol="crlf"), "false", "eol=crlf in .gitattributes"),
        (b"a\n", b"a\r\n", Attributes(crlf="input"), "false", "crlf=input in .gitattributes"),
        (
            b"a\r\nb\n",
            b"a\r\nb\r\n",
            Attributes(text=True, eol="crlf"),
            "false",
            "text eol=crlf in .gitattributes",
        ),
        (b"a\n", b"a\r\n", Attributes(text=False), "true", None),
        (b"a\r\n", b"a\n", Attributes(text="auto"), "true", None),
        (b"\0\n", b"\0\r\n", Attributes(text="auto"), "true", None),
    ],
)
def test_explained_names_what_makes_git_convert(blob, form, attributes, autocrlf, phrase):
    assert explained(blob, form, attributes, EolSettings(autocrlf)) == phrase
