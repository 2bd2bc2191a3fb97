"""Object IDs of content, of the three types that ASR names."""

from __future__ import annotations

import hashlib

from attrib.model.ids import ObjectIdType


def hash_of(content: bytes, id_type: ObjectIdType) -> str:
    """The object ID of `content`, in lowercase hex. Spec: ASR-458."""
    if id_type is ObjectIdType.SHA256:
        return hashlib.sha256(content).hexdigest()
    if id_type is ObjectIdType.GIT_BLOB_SHA256:
        digest = hashlib.sha256()
    else:
        digest = hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()
