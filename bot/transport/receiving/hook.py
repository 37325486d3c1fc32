"""The webhook: the address to which Telegram sends updates."""

import json
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.transport.receiving.receiver import Receiver

log = get_logger()

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  (the name of a header)
PATH: Final = "/telegram"
LARGEST: Final = 2**20
"""The most bytes of one update; Telegram's are far smaller."""


def hook_route(receiver: Receiver, path: str = PATH) -> Route:
    """Return the route at that path which passes updates to the receiver.

    200 means stored. Any other status makes Telegram send the update again: 403 without our secret,
    400 for invalid JSON, 413 for a body that is too long, 503 while the database cannot store it.
    """

    async def receive(request: Request) -> Response:
        """Store an update; answer with what Telegram is to do."""
        if not receiver.knows(request.headers.get(SECRET_HEADER, "")):
            return Response(status_code=403)
        try:
            body = await _body(request)
        except ClientDisconnect:  # nobody reads the answer; Telegram sends the update again
            return Response(status_code=400)
        if body is None:
            return Response(status_code=413)
        try:
            update = json.loads(body)
        except (ValueError, RecursionError):
            return Response(status_code=400)
        try:
            await receiver.receive(update)
        except Exception as error:  # noqa: BLE001  (after any error Telegram sends the update again)
            report(log, "an update could not be stored", error)
            return Response(status_code=503)
        return Response()

    return Route(path, receive, methods=["POST"])


async def _body(request: Request) -> bytes | None:
    """Return the body, or None as soon as it is too long."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST:
            return None
    return bytes(content)
