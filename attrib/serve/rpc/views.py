"""`thread/file/view_grant/create`: a URL that opens one file for a short time."""

from __future__ import annotations

from attrib.errors import GrantError
from attrib.serve import grants
from attrib.serve.rpc import errors
from attrib.serve.rpc.errors import RpcError
from attrib.serve.rpc.method import Caller, Method
from attrib.serve.rpc.wire_methods import (
    ThreadFileViewGrantCreateParams,
    ThreadFileViewGrantCreateResponse,
)
from attrib.serve.threads.scope import scope_of, turn_of


def create(
    caller: Caller, asked: ThreadFileViewGrantCreateParams
) -> ThreadFileViewGrantCreateResponse:
    """A grant for the file that a link names in the scope of a thread, or of one turn of it."""
    desk = caller.desk
    with desk.catalog.lock:
        desk.catalog.refresh()
        scope = scope_of(desk.catalog, asked.thread_id)
        members = scope.members
        if asked.turn_id is not None:
            members = (turn_of(scope, asked.turn_id).member,)
        keys = [member.key for member in members]
    with desk.workspace() as workspace:
        try:
            made = grants.create(desk.grants, workspace, keys, asked.href, client=caller.client)
        except GrantError as error:
            raise RpcError(errors.NOT_FOUND, str(error), path="$.params.href") from None
    return ThreadFileViewGrantCreateResponse(
        relative_url=made.relative_url,
        expires_at=made.expires_at,
        file_name=made.file_name[:255],
        content_type=made.content_type,
        size_bytes=made.size_bytes,
        line=made.line,
        column=made.column,
    )


METHODS = (
    Method(
        "thread/file/view_grant/create",
        "Create a short-lived HTTP view URL for an authorized workspace text file.",
        ThreadFileViewGrantCreateParams,
        ThreadFileViewGrantCreateResponse,
        create,
    ),
)
