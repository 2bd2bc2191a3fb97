"""git's built-in conversions between stored blobs and worktree files: eol, ident, encoding.

Checkout goes ident, line endings, encoding; adding goes the other way. Nothing of the repository
is executed: filter drivers (`filter=…`) are not run and not reckoned with.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from attrib.git import ident
from attrib.git.encoding import decode, encode, encoding_of, encodings, is_supported
from attrib.git.endings import has_crlf, is_binary_for_auto, mixed_endings, with_crlf, with_lf
from attrib.git.eol import eol_of
from attrib.git.hashing import hash_of
from attrib.git.interface import Attributes, EolSettings
from attrib.model.evidence import Equality

__all__ = [
    "Form",
    "clean",
    "explained",
    "has_crlf",
    "hash_of",
    "is_binary_for_auto",
    "smudge",
    "to_git_forms",
    "unavailable",
    "variants",
    "with_crlf",
    "with_lf",
]

#: A form of a content: the step that leads to it, its bytes, and how, for people.
Form = tuple[Equality, bytes, str]

_STEPS = list(Equality)
_WITH_LF = "stored with LF"
_WITH_CRLF = "written with CRLF"


def clean(
    content: bytes,
    attributes: Attributes,
    settings: EolSettings,
    *,
    index_blob: bytes | None = None,
) -> bytes:
    """The blob that `git add` stores for a worktree file.

    `index_blob` is the path's blob in the index before: git keeps CRLF where that holds CRLF and
    the attributes leave the guess to git. An encoding that cannot be converted is left as it is:
    git then refuses the file, or we do not know the encoding (`unavailable` tells).
    """
    encoding = encoding_of(attributes)
    if encoding is not None and content:
        content = _or(decode(content, encoding), content)
    content = eol_of(attributes, settings).cleaned(content, index_blob)
    return ident.collapse(content) if attributes.ident is True else content


def smudge(blob: bytes, attributes: Attributes, settings: EolSettings, *, oid: str | None) -> bytes:
    """The worktree file that checkout makes of a blob.

    `oid` is the blob's ID, which `$Id$` then names; with `None` keywords stay as they are.
    """
    eol = eol_of(attributes, settings)
    encoding = encoding_of(attributes)
    content = blob
    if attributes.ident is True and oid is not None:
        is_streamed = eol.is_streamed and encoding is None
        expand = ident.expand_streamed if is_streamed else ident.expand
        content = expand(content, oid)
    content = eol.smudged(content)
    if encoding is not None and content:
        content = _or(encode(content, encoding), content)
    return content


def variants(
    blob: bytes,
    attributes: Attributes,
    settings: EolSettings,
    *,
    oid: str,
    earlier_oids: Sequence[str] = (),
    parent: bytes | None = None,
    sizes: Collection[int] | None = None,
) -> Iterator[Form]:
    """Every plausible worktree form of a blob but the stored one, each once, the plainest first.

    Where `sizes` are given, forms of other sizes may be left out.

    `oid` is the blob's ID, `earlier_oids` those of earlier blobs at the path, which the `$Id$` of
    an edited file still names; `parent` is the blob that it replaced. Line endings vary whatever
    is configured: `core.autocrlf` is no part of a repository.
    """
    seen = {blob}
    stored: Form = (Equality.IDENTICAL, blob, "")
    has_text = b"\0" not in blob or eol_of(attributes, settings).kind == "text"
    oids = [oid, *earlier_oids] if attributes.ident is True else []
    plain = [stored]
    for form in _new(_without_encoding(stored, oids, has_text=has_text), seen):
        plain.append(form)
        yield form
    encoding = encoding_of(attributes)
    if encoding is not None and blob:
        for form in plain:
            encoded = [
                _then(form, Equality.AFTER_ENCODING, data, f"in {name}")
                for name, data in encodings(form[1], encoding)
            ]
            yield from _new(encoded, seen)
    if parent is not None and has_text:
        mixed = mixed_endings(blob, parent, sizes)
        yield from _new((_then(stored, Equality.AFTER_EOL, data, how) for how, data in mixed), seen)


def to_git_forms(content: bytes, attributes: Attributes, settings: EolSettings) -> Iterator[Form]:
    """Every plausible stored form of recorded worktree content, each once.

    As it stands, as git stores it under the attributes, and each of the two with LF.
    """
    form = as_it_stands = (Equality.IDENTICAL, content, "")
    encoding = encoding_of(attributes)
    if encoding is not None and content:
        decoded = _or(decode(content, encoding), content)
        form = _then(form, Equality.AFTER_ENCODING, decoded, f"stored as UTF-8 from {encoding}")
    cleaned = eol_of(attributes, settings).cleaned(form[1], None)
    form = _then(form, Equality.AFTER_EOL, cleaned, _WITH_LF)
    if attributes.ident is True:
        form = _then(
            form, Equality.AFTER_IDENT, ident.collapse(form[1]), "stored with $Id$ collapsed"
        )
    yield Equality.IDENTICAL, content, "as it stands"
    more = [form]
    if b"\0" not in content or encoding is not None:
        more.append(_then(form, Equality.AFTER_EOL, with_lf(form[1]), _WITH_LF))
        more.append(_then(as_it_stands, Equality.AFTER_EOL, with_lf(content), _WITH_LF))
    yield from _new(more, {content})


def explained(
    blob: bytes, form: bytes, attributes: Attributes, settings: EolSettings
) -> str | None:
    """What makes git convert the line endings between a blob and its worktree form, or `None`.

    A short phrase: `text=auto in .gitattributes`, `core.autocrlf`.
    """
    because = eol_of(attributes, settings).because
    if because is None:
        return None
    holds = clean(form, attributes, settings) == blob or (
        smudge(blob, attributes, settings, oid=None) == form
    )
    return because if holds else None


def unavailable(attributes: Attributes) -> str | None:
    """Why a conversion that the attributes ask for cannot be done here, or `None`."""
    encoding = encoding_of(attributes)
    if encoding is None or is_supported(encoding):
        return None
    return f"working-tree-encoding '{encoding}' is not known here"


def _with_ident(stored: Form, oids: Sequence[str]) -> list[Form]:
    """The stored form with its keywords naming each of `oids`, as either expander of git does."""
    return [
        _then(stored, Equality.AFTER_IDENT, expand(stored[1], oid), f"with {said}")
        for number, oid in enumerate(oids)
        for said in ("$Id$ naming an earlier blob" if number else "$Id$ expanded",)
        for expand in (ident.expand_streamed, ident.expand)
    ]


def _without_encoding(stored: Form, oids: Sequence[str], *, has_text: bool) -> Iterator[Form]:
    """The stored form with CRLF, then with LF; with keywords that name `oids`; those with CRLF."""
    if has_text:
        yield _then(stored, Equality.AFTER_EOL, with_crlf(stored[1]), _WITH_CRLF)
        yield _then(stored, Equality.AFTER_EOL, with_lf(stored[1]), "written with LF")
    idents = _with_ident(stored, oids)
    yield from idents
    if has_text:
        for form in idents:
            yield _then(form, Equality.AFTER_EOL, with_crlf(form[1]), _WITH_CRLF)


def _then(form: Form, step: Equality, content: bytes, how: str) -> Form:
    """The form after one more step to `content`; itself if that changes nothing."""
    before, old, said = form
    if content == old:
        return form
    return max(before, step, key=_STEPS.index), content, f"{said}, {how}" if said else how


def _new(forms: Iterable[Form], seen: set[bytes]) -> Iterator[Form]:
    """Those forms whose bytes are not in `seen` yet; they are added."""
    for form in forms:
        if form[1] not in seen:
            seen.add(form[1])
            yield form


def _or(converted: bytes | None, content: bytes) -> bytes:
    return content if converted is None else converted
