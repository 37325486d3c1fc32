"""HTTP responses: uncached JSON, immutable files, and their cache headers."""

import asyncio
import gzip
import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.web.page import Asset

NEVER: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""The headers of a person's own data."""
ONE_PACKET: Final = 1400
"""Bytes; compression does not speed up a response that fits in one packet."""
QUICKLY: Final = 5
"""The gzip level: a game takes a fifth of a millisecond, and shrinks to a third."""
AGAIN: Final = {"Retry-After": "1"}
PIECE: Final = 1 << 16
"""Bytes of a file that are sent before the client has read some."""


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    again = AGAIN if status in {202, 429} else {}
    return Response(
        content,
        status_code=status,
        media_type="application/json",
        headers={**NEVER, **again, **(headers or {})},
    )


def compressed(request: Request, response: Response) -> Response:
    """Compress a long response if the client accepts it.

    This is safe from compression attacks, because the token is in a header that only our page can
    set. No other page can request a person's data mixed with text of its own.
    """
    is_taken = "gzip" in request.headers.get("accept-encoding", "")
    content = getattr(response, "body", b"")
    if is_taken and len(content) > ONE_PACKET:
        response.body = gzip.compress(content, QUICKLY, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    response.headers["Vary"] = "Accept-Encoding"
    return response


def asset_response(request: Request, asset: Asset, headers: dict[str, str]) -> Response:
    """Return a file, compressed if the client accepts it."""
    common = {"Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff", **headers}
    content = asset.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, common = asset.compressed, {**common, "Content-Encoding": "gzip"}
    return FileInPieces(content, headers={**common, "Content-Type": asset.kind})


class FileInPieces(Response):
    """A response that copies a file in pieces, so that a slow client costs little memory."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file as fast as the client reads it."""
        del scope, receive
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        for begin in range(0, max(1, len(self.body)), PIECE):
            end = begin + PIECE
            more = end < len(self.body)
            piece = bytes(self.body[begin:end])
            await send({"type": "http.response.body", "body": piece, "more_body": more})
            # Let other tasks run, even while the system accepts every piece at once.
            await asyncio.sleep(0)
