"""Responses that break off: a cut connection, a silence, and a poll whose caller has gone."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sandbox.changes import Changes

LONGEST_SILENCE = 60.0
"""The longest silence, in seconds."""


class CutConnection(Response):
    """A response that cuts the TCP connection without sending a byte.

    Without a socket (`httpx.ASGITransport`) it raises the error that httpx would report.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Cut the connection."""
        del receive, send
        transport = scope.get("sandbox.transport")
        if transport is None:
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
        transport.abort()
        # The server notices in its next turn; otherwise it would try to answer by itself.
        await asyncio.sleep(0)
        await asyncio.sleep(0)


class SilentResponse(Response):
    """A response that sends nothing until the caller hangs up, or a minute passes."""

    def __init__(self, changes: Changes) -> None:
        super().__init__()
        self._changes = changes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait in silence, then cut the connection."""
        if scope.get("sandbox.transport") is None:
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
            for task in (hung_up, closed):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
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
        for task in (working, hung_up):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_closed(changes: Changes) -> None:
    while not changes.closed:
        await changes.after(changes.version)
