"""Responses that break off: a cut connection, a silence, and a poll whose caller has gone."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sandbox.changes import Changes

LONGEST_SILENCE = 60.0
"""Seconds after which a silent response ends, so that no test waits for ever."""
TRANSPORT = "sandbox.transport"
"""The key in the scope under which `sandbox.server` puts the asyncio transport of the request."""


class CutConnection(Response):
    """A response that cuts the TCP connection without sending a byte.

    Without a socket (`httpx.ASGITransport`) it raises the error that httpx would report.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Cut the connection."""
        del receive, send
        transport = scope.get(TRANSPORT)
        if transport is None:
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
        transport.abort()
        # In one turn the loop reports the cut to the server, and in the next the server's tasks see
        # it; otherwise the server would try to answer by itself.
        await asyncio.sleep(0)
        await asyncio.sleep(0)


class SilentResponse(Response):
    """A response that sends nothing.

    It ends when the caller hangs up, the sandbox closes, or `LONGEST_SILENCE` has passed.
    """

    def __init__(self, changes: Changes) -> None:
        super().__init__()
        self._changes = changes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait in silence, then cut the connection."""
        if scope.get(TRANSPORT) is None:
            raise httpx.ReadTimeout("The sandbox keeps silent.")
        hung_up = asyncio.create_task(_until_disconnected(receive))
        closed = asyncio.create_task(_until_closed(self._changes))
        try:
            await asyncio.wait(
                {hung_up, closed},
                timeout=LONGEST_SILENCE,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            await _cancel(hung_up, closed)
        await CutConnection()(scope, receive, send)


async def unless_hung_up(request: Request, answer: Coroutine[None, None, Response]) -> Response:
    """Return the answer. Stop working on it once the caller has hung up.

    A bot that was killed during a poll must not keep receiving updates.
    """
    working = asyncio.create_task(answer)
    hung_up = asyncio.create_task(_until_disconnected(request.receive))
    try:
        await asyncio.wait({working, hung_up}, return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else CutConnection()
    finally:
        await _cancel(working, hung_up)


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel the tasks and wait for their end; raise the error of a task that had ended."""
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_closed(changes: Changes) -> None:
    while not changes.closed:
        await changes.after(changes.version)
