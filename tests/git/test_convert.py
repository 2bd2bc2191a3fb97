"""Our conversions against git's own, and the forms that are tried."""

from __future__ import annotations

import shutil
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


many = settings(max_examples=4, suppress_health_check=list(HealthCheck))


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
            tried = [blob, *(data for _, data, _ in variants(blob, attributes, configured, oid=oid))]
            assert b"\0" in blob or written in tried
            assert len(tried) == len(set(tried))

    holds()
